#include "apps/sarrus/stepping_json.h"

#include <nlohmann/json.hpp>

#include "apps/sarrus/json_number.h"
#include "apps/sarrus/motion_json.h"

namespace sarrus {

namespace {

using Json = nlohmann::ordered_json;

}  // namespace

std::string stepping_json(const TimeStepping& stepping, const State& initial,
                          const TimeSteppingOptions& options, const MotionRecord& motion,
                          const std::string& outcome) {
  const SteppingReport& done = stepping.report();
  const SteppingEnergy energy = stepping.energy_balance();
  const Json all = {{"model", initial.model().name()},
                    {"outcome", outcome},
                    {"from", initial.time()},
                    {"to", stepping.state().time()},
                    {"wall_seconds", stepping.wall_seconds()},
                    {"method", "time stepping"},
                    {"accuracy", options.accuracy},
                    {"shortest_step", done.shortest_step},
                    {"longest_step", done.longest_step},
                    {"steps", done.steps},
                    {"repeated_steps", done.rejections},
                    {"largest_step_error", json_number(done.largest_error)},
                    {"summed_step_errors", json_number(done.summed_error)},
                    {"rows", done.rows},
                    {"most_contacts", done.most_contacts},
                    {"largest_overlap", json_number(done.largest_penetration)},
                    {"largest_error", json_number(done.worst.complementarity)},
                    {"problems", done.problems},
                    {"relaxed_problems", done.relaxed},
                    {"energy",
                     {{"initial", json_number(energy.initial)},
                      {"kinetic", json_number(energy.kinetic)},
                      {"potential", json_number(energy.potential)},
                      {"by_rigid_parts", json_number(energy.by_rigid)},
                      {"by_forces", json_number(energy.by_forces())}}},
                    {"coordinates", motion_json(initial.model(), motion)}};
  return all.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace sarrus

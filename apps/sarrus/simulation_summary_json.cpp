#include <cmath>
#include <nlohmann/json.hpp>

#include "apps/sarrus/json_number.h"
#include "apps/sarrus/motion_json.h"
#include "apps/sarrus/simulation_summary.h"

namespace sarrus {

namespace {

using Json = nlohmann::ordered_json;

}  // namespace

std::string simulation_json(const Simulation& simulation, const State& initial,
                            const SimulationOptions& options, const MotionRecord& motion,
                            const ContactRecord& contacts, const std::string& outcome) {
  const IntegratorStatistics& done = simulation.statistics();
  const EnergyBalance energy = simulation.energy_balance();
  const Json all = {{"model", initial.model().name()},
                    {"outcome", outcome},
                    {"from", initial.time()},
                    {"to", simulation.state().time()},
                    {"wall_seconds", simulation.wall_seconds()},
                    {"integrator", options.integrator},
                    {"accuracy", options.accuracy},
                    {"fixed_step", options.fixed_step > 0 ? Json(options.fixed_step) : Json(nullptr)},
                    {"steps", done.steps},
                    {"rejected_steps", done.error_rejections + done.failure_rejections},
                    {"smallest_step", done.smallest_step},
                    {"largest_step", done.largest_step},
                    {"evaluations", done.evaluations},
                    {"implicit_steps", done.implicit_steps},
                    {"jacobians", done.jacobians},
                    {"exact_jacobians", done.exact_jacobians},
                    {"factorizations", done.factorizations},
                    {"stiff_from", json_number(done.first_switch)},
                    {"energy",
                     {{"initial", json_number(energy.initial)},
                      {"kinetic", json_number(energy.kinetic)},
                      {"potential", json_number(energy.potential)},
                      {"work_of_motions", json_number(energy.work_of_motions)},
                      {"work_of_forces", json_number(energy.work_of_forces)},
                      {"dissipated", json_number(energy.dissipated)},
                      {"by_events", json_number(energy.by_events)},
                      {"error", json_number(energy.imbalance())}}},
                    {"events", simulation.event_counts()},
                    {"contact", contacts.json(simulation.state())},
                    {"coordinates", motion_json(initial.model(), motion)}};
  return all.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace sarrus

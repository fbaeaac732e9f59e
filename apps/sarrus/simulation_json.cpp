#include <cmath>
#include <nlohmann/json.hpp>

#include "apps/sarrus/simulation_summary.h"

namespace sarrus {

namespace {

using Json = nlohmann::ordered_json;

/// A number; null if it is not finite.
Json number(double x) { return std::isfinite(x) ? Json(x) : Json(nullptr); }

Json motion_json(const Model& model, const MotionRecord& motion) {
  Json coordinates = Json::array();
  for (std::size_t i = 0; i < motion.coordinates().size(); ++i) {
    const auto& [first, last, least, greatest] = motion.coordinates()[i];
    coordinates.push_back({{"name", model.coordinates()[i].name},
                           {"unit", model.coordinates()[i].unit},
                           {"start", number(first)},
                           {"end", number(last)},
                           {"least", number(least)},
                           {"greatest", number(greatest)}});
  }
  return coordinates;
}

}  // namespace

std::string simulation_json(const Simulation& simulation, const State& initial,
                            const SimulationOptions& options, const MotionRecord& motion,
                            const std::string& outcome) {
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
                    {"energy",
                     {{"initial", number(energy.initial)},
                      {"kinetic", number(energy.kinetic)},
                      {"potential", number(energy.potential)},
                      {"work_of_motions", number(energy.work_of_motions)},
                      {"work_of_forces", number(energy.work_of_forces)},
                      {"dissipated", number(energy.dissipated)},
                      {"by_events", number(energy.by_events)},
                      {"error", number(energy.imbalance())}}},
                    {"events", simulation.event_counts()},
                    {"coordinates", motion_json(initial.model(), motion)}};
  return all.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace sarrus

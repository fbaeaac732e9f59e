#include "sarrus/simulate/simulate_all.h"

#include <atomic>
#include <thread>

#include "sarrus/base/array.h"

namespace sarrus {

namespace {

SimulationResult simulate(const State& initial, double duration, const SimulationOptions& options) {
  SimulationResult result;
  std::optional<Simulation> simulation;
  try {
    simulation.emplace(initial, options);
    result.outcome = simulation->run(duration);
    simulation->finish();
  } catch (const std::exception& error) {
    result.error = error.what();
  }
  if (!simulation) return result;
  result.end = simulation->state();
  result.statistics = simulation->statistics();
  if (options.energy_balance) result.energy = simulation->energy_balance();
  result.trajectory = std::move(*simulation).trajectory();
  result.outputs = std::move(*simulation).outputs();
  return result;
}

}  // namespace

Array<SimulationResult> simulate_all(const Array<State>& initial, double duration,
                                     const SimulationOptions& options, int threads) {
  require(threads >= 0, "simulations cannot run on {} threads; 0 means one per core", threads);
  if (threads == 0) threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  Array<SimulationResult> results(initial.size());
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < initial.size(); i = next++)
      results[i] = simulate(initial[i], duration, options);
  };
  {
    Array<std::jthread> others;
    for (int k = 1; k < threads; ++k) others.emplace_back(work);
    work();
  }
  return results;
}

}  // namespace sarrus

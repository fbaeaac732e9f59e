#include "bench/scenario.h"

#include <ctime>

#include "sarrus/ode/integrator.h"
#include "sarrus/simulate/internal/system_problem.h"

namespace sarrus::bench {

using namespace internal;

SimulationRun Scenario::simulate(const std::string& method, double accuracy) const {
  Simulation simulation(start, {.accuracy = accuracy, .integrator = method, .record = false});
  const std::clock_t begin = std::clock();
  simulation.run(duration);
  SimulationRun run;
  run.cpu_seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  run.steps = simulation.statistics().steps;
  run.evaluations = simulation.statistics().evaluations;
  run.q = arranged(simulation.state()).q;
  return run;
}

ScenarioState Scenario::arranged(const State& state) const {
  ScenarioState arranged;
  for (const std::string& joint : joints) {
    const Body& body = state.model().body(state.model().joint_body(joint));
    for (int k = 0; k < body.nq; ++k) arranged.q.push_back(state.q(body.q0 + k));
    for (int k = 0; k < body.nu; ++k) arranged.u.push_back(state.u(body.u0 + k));
  }
  return arranged;
}

int Scenario::order(const std::string& method) const {
  SystemProblem problem(start);
  return make_integrator(method, problem)->order();
}

}  // namespace sarrus::bench

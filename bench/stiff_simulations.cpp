#include "bench/stiff_simulations.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <nlohmann/json.hpp>

#include "bench/work_precision.h"
#include "sarrus/constraint/gear_constraint.h"
#include "sarrus/force/joint_friction.h"
#include "sarrus/force/linear_bushing.h"
#include "sarrus/force/mobility_damper.h"
#include "sarrus/ode/integrator.h"
#include "sarrus/ode/linear_solver.h"
#include "sarrus/simulate/internal/system_problem.h"
#include "tests/support/running_engine.h"

namespace sarrus::bench {

namespace {

constexpr double usual_accuracy = 1e-4;
constexpr const char* differenced_bdf = "bdf, differenced";

/// The motion of a System without its derivatives: Jacobians are differenced, in dense matrices.
class WithoutDerivatives : public internal::SystemProblem {
 public:
  using SystemProblem::SystemProblem;
  bool calc_jacobian(double, In<double>, In<double>, Out<double>) override { return false; }
  std::unique_ptr<LinearSolver> make_linear_solver() override { return nullptr; }
  int equations() const override { return dynamic_size(); }
};

SimulationRun run_without_derivatives(const Scenario& scenario, double accuracy) {
  WithoutDerivatives problem(scenario.start);
  const std::clock_t begin = std::clock();
  const auto integrator = make_integrator("bdf", problem, {.accuracy = accuracy});
  integrator->start(0, Array<double>(problem.state().y().begin(), problem.state().y().end()));
  while (integrator->time() < scenario.duration) integrator->step(scenario.duration);
  problem.set(integrator->time(), integrator->y());
  SimulationRun run;
  run.cpu_seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  run.steps = integrator->statistics().steps, run.evaluations = integrator->statistics().evaluations;
  run.q = scenario.arranged(problem.state()).q;
  return run;
}

std::vector<std::string> moving_joints(const Model& model) {
  std::vector<std::string> names;
  for (const Body& body : model.bodies())
    if (body.nu > 0) names.push_back(body.joint_name);
  return names;
}

/// Hung up by its pelvis on a stiff bushing; every joint has friction and a damper.
Scenario humanoid(const Model& model) {
  SystemBuilder builder(model);
  builder.add("suspension", LinearBushing("world", "base_link", {1e4, 1e4, 1e4, 1e6, 1e6, 1e6},
                                          {1e2, 1e2, 1e2, 1e4, 1e4, 1e4}));
  for (const Body& body : model.bodies()) {
    if (body.nu != 1) continue;
    const double friction = body.joint_name.starts_with("gripper") ? 0.1 : 1.0;
    builder.add(body.joint_name + ".damping", MobilityDamper(body.joint_name, 0.1 * friction));
    builder.add(body.joint_name + ".friction",
                JointFriction(body.joint_name, {friction, friction, 0.1, 0.01, 0}));
  }
  for (const char* side : {"left", "right"})
    for (int k = 2; k <= 7; ++k) {
      const std::string joint = fmt::format("gripper_{}_{}", side, k);
      builder.add(joint + ".mimic",
                  GearConstraint(fmt::format("gripper_{}_1", side), joint, k == 2 ? 1 : -1));
    }
  return {"humanoid", "humanoid, friction, 12 joints follow others", builder.build().default_state(),
          moving_joints(model), 10};
}

Scenario engine(double stiffness) {
  const State start = testing::running(testing::engine_on_mounts(stiffness).build());
  return {fmt::format("engine {:.0e}", stiffness), fmt::format("engine on mounts of {:.0e} N/m", stiffness),
          start, moving_joints(start.model()), 5};
}

/// The best of a few runs; long ones are not repeated.
template <class Run>
SimulationRun best_run(const Run& run) {
  SimulationRun best = run();
  for (int round = 1; round < 10 && best.cpu_seconds < 1; ++round)
    best.cpu_seconds = std::min(best.cpu_seconds, run().cpu_seconds);
  return best;
}

/// CPU seconds over the largest error of the coordinates.
Curve precision_without_derivatives(const Scenario& scenario, const WorkPlan& plan) {
  Curve curve{differenced_bdf, {}, {}, plan.methods.size(), Stroke::dashed};
  for (const double accuracy : plan.accuracies) {
    const SimulationRun run = best_run([&] { return run_without_derivatives(scenario, accuracy); });
    double error = 0;
    for (std::size_t i = 0; i < run.q.size(); ++i)
      error = std::max(error, std::abs(run.q[i] - scenario.end[i]));
    curve.x.push_back(error), curve.y.push_back(run.cpu_seconds);
    if (run.cpu_seconds > plan.patience) break;
  }
  return curve;
}

}  // namespace

StiffSimulations::StiffSimulations(const ModelFolder& models) {
  const Scenario robot = humanoid(models.load("talos").model);
  measure(robot, {"auto", "radau5", "bdf", "dormand-prince5"});
  for (const double stiffness : {1e6, 1e7, 1e8, 1e9})
    measure(engine(stiffness), {"auto", "bdf", "dormand-prince5"});
  measure_precision(robot);
  measure_precision(engine(1e8));
}

void StiffSimulations::measure(const Scenario& scenario, const std::vector<std::string>& methods) {
  for (const std::string& method : methods)
    lines_.push_back({scenario.title, method, scenario.duration,
                      best_run([&] { return scenario.simulate(method, usual_accuracy); })});
  lines_.push_back({scenario.title, differenced_bdf, scenario.duration,
                    best_run([&] { return run_without_derivatives(scenario, usual_accuracy); })});
}

/// One second, against radau5 at the finest accuracy.
void StiffSimulations::measure_precision(Scenario scenario) {
  scenario.duration = 1;
  scenario.end = scenario.simulate("radau5", 1e-11).q;
  const WorkPlan plan{.methods = {"auto", "radau5", "rodas4", "bdf", "dormand-prince5"},
                      .simbody_methods = {},
                      .accuracies = {1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8},
                      .patience = 0.5,
                      .rounds = 2};
  panels_.push_back(WorkPrecision(scenario, plan, nullptr).panel());
  panels_.back().curves.push_back(precision_without_derivatives(scenario, plan));
}

void StiffSimulations::print() const {
  fmt::print("\nstiff simulations, one core, accuracy {:g}\n{:<48} {:<18} {:>7} {:>12} {:>9} {:>9}\n",
             usual_accuracy, "", "method", "steps", "evaluations", "seconds", "factor");
  for (const Line& line : lines_)
    fmt::print("{:<48} {:<18} {:>7} {:>12} {:>9.4f} {:>9.1f}\n", line.mechanism, line.method, line.run.steps,
               line.run.evaluations, line.run.cpu_seconds, line.duration / line.run.cpu_seconds);
}

nlohmann::ordered_json StiffSimulations::json() const {
  nlohmann::ordered_json json;
  for (const Line& line : lines_)
    json[line.mechanism][line.method] = {{"steps", line.run.steps},
                                         {"evaluations", line.run.evaluations},
                                         {"cpu_seconds", line.run.cpu_seconds},
                                         {"factor", line.duration / line.run.cpu_seconds}};
  return json;
}

Plot StiffSimulations::plot() const {
  return {"What accuracy costs where motions are stiff", "error of the coordinates after 1 s", "CPU seconds",
          panels_};
}

}  // namespace sarrus::bench

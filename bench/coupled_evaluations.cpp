#include "bench/coupled_evaluations.h"

#include <nlohmann/json.hpp>
#include <random>

#include "bench/measure.h"
#include "bench/mimic_joints.h"
#include "bench/table.h"
#include "sarrus/base/array.h"
#include "sarrus/force/joint_friction.h"
#include "sarrus/force/mobility_damper.h"
#include "sarrus/force/mobility_stop.h"
#include "sarrus/system/internal/constraint_projection.h"
#include "sarrus/system/responses.h"
#include "sarrus/system/system.h"

namespace sarrus::bench {

using namespace internal;

namespace {

/// What files of robots say of joints beyond the model: damping, dry friction and limits, within which the
/// states are.
System with_resistance(SystemBuilder builder) {
  const Model model = builder.model();
  for (const Body& body : model.bodies()) {
    if (body.nu != 1) continue;
    const std::string& joint = body.joint_name;
    builder.add(joint + ".damping", MobilityDamper(joint, 0.1));
    builder.add(joint + ".friction", JointFriction(joint, {1.0, 1.0, 0.1, 0.01, 0}));
    builder.add(joint + ".stop", MobilityStop(joint, -3.0, 3.0, 1e4, 0.1));
  }
  return builder.build();
}

/// States that meet the couplings.
struct States {
  std::vector<std::vector<double>> q{}, u{};

  explicit States(const System& system) {
    std::mt19937 engine(1);
    std::uniform_real_distribution<double> random(-0.3, 0.3);
    ConstraintProjection projection;
    State state = system.default_state();
    const Array<double> start = system.model().default_q();
    Array<double> numbers;
    for (int i = 0; i < state_count; ++i) {
      numbers.assign(start.begin(), start.end());
      for (double& x : numbers) x += random(engine);
      state.set_q(numbers);
      numbers.resize(state.nu());
      for (double& x : numbers) x = random(engine);
      state.set_u(numbers);
      projection.project_positions(state, 1e-12);
      projection.project_velocities(state, 1e-12);
      q.emplace_back(state.q().begin(), state.q().end());
      u.emplace_back(state.u().begin(), state.u().end());
    }
  }
};

}  // namespace

nlohmann::ordered_json measure_coupled_evaluations(const ModelFolder& models) {
  const Model model = models.load("talos").model;
  const System coupled = with_mimic_joints(model).build(), alone(model),
               resisting = with_resistance(with_mimic_joints(model));
  const States states(coupled);
  const Tree<double> tree(model);
  ForwardDynamics<double> memory(tree);
  Array<double> rates(tree.nu());
  State of_alone = alone.default_state(), of_coupled = coupled.default_state(), of_rows = of_coupled,
        of_resisting = resisting.default_state();
  of_rows.set(coupled.parameter("constraints.stabilization_time"), 1.0);

  Table table("ns for all accelerations of a humanoid whose grippers have 12 joints that follow others",
              {"talos"});
  const auto add = [&](const char* title, std::function<void(std::size_t)> evaluate) {
    table.add(title, {{"Sarrus", [evaluate = std::move(evaluate)](std::size_t) {
                         return best_nanoseconds([&](int i) { evaluate(static_cast<std::size_t>(i)); });
                       }}});
  };
  const auto through = [&](State& state) {
    return [&](std::size_t i) {
      state.set_q(states.q[i]);
      state.set_u(states.u[i]);
      udot(state);
    };
  };
  add("forward dynamics, all joints free", [&](std::size_t i) {
    calc_forward_dynamics(tree, In<double>(states.q[i]), In<double>(states.u[i]), In<double>(),
                          In<Force<double>>(), memory, Out<double>(rates));
  });
  add("through a State, all joints free", through(of_alone));
  add("with couplings", through(of_coupled));
  add("with couplings, damping, friction and stops", through(of_resisting));
  add("with couplings as rows of constraints", through(of_rows));
  measure_in_rounds({&table});
  table.print();
  return table.json();
}

}  // namespace sarrus::bench

#include <fmt/ostream.h>

#include <chrono>
#include <iostream>

#include "apps/sarrus/canvas.h"
#include "apps/sarrus/commands.h"
#include "apps/sarrus/simulation_summary.h"
#include "sarrus/base/array.h"
#include "sarrus/sarrus.h"

template <>
struct fmt::formatter<sarrus::Model> : fmt::ostream_formatter {};

namespace sarrus {

namespace {

/// Thigh and shank with a knee that has one coordinate: as it bends, the shank also slides on the thigh along
/// curves through measured points, as a real knee does.
Model leg() {
  ModelBuilder builder("leg");
  builder.body("thigh", Pose<double>::translation({0, 0, -0.2}) * solid_cylinder(8, 0.08, 0.4));
  builder.body("shank", Pose<double>::translation({0, 0, -0.2}) * solid_cylinder(3.5, 0.05, 0.4));
  builder.body("foot", Pose<double>::translation({0.06, 0, -0.03}) * solid_brick(1, {0.25, 0.08, 0.06}));
  builder.joint("hip", Ball{}, "world", "thigh").parent_frame(Vec3<double>{0, 0, 0.9});
  const Array<double> bend{0.0, 0.3, 0.7, 1.2, 1.7, 2.1};
  FunctionBased knee(1);
  knee.rotation({0, 1, 0}, linear({1.0}))
      .translation({1, 0, 0}, cubic_spline(bend, {-0.005, 0.001, 0.006, 0.009, 0.005, -0.004}))
      .translation({0, 0, 1}, cubic_spline(bend, {-0.396, -0.398, -0.399, -0.403, -0.408, -0.415}));
  builder.joint("knee", knee, "thigh", "shank").limit(0, 2.1);
  builder.joint("ankle", Pin{}, "shank", "foot").axis({0, 1, 0}).parent_frame(Vec3<double>{0, 0, -0.4});
  builder.point("toe", "foot", {0.185, 0, -0.06});
  return builder.build();
}

/// Coordinates at phase s in [0, 1) of a stride.
Array<double> stride(const Model& model, double s) {
  const double hip = 0.45 * std::sin(6.2831853 * s), bend = 0.55 + 0.45 * std::sin(6.2831853 * s + 0.9);
  Array<double> q = model.default_q();
  q[model.coordinate_number("hip.qw")] = std::cos(-0.5 * hip);
  q[model.coordinate_number("hip.qy")] = std::sin(-0.5 * hip);
  q[model.coordinate_number("knee")] = bend;
  q[model.coordinate_number("ankle")] = 0.25 * std::sin(6.2831853 * s + 2.5);
  return q;
}

/// A few phases of the stride and the path of the toe, seen from the side.
std::string drawing(const Model& model) {
  const Tree<double> tree(model);
  PositionKinematics<double> position(tree);
  Canvas canvas(64, 22);
  const int thigh = model.body_number("thigh"), shank = model.body_number("shank"),
            foot = model.body_number("foot");
  for (int i = 0; i < 400; ++i) {
    calc_position_kinematics<double>(tree, stride(model, i / 400.0), position);
    const Vec3<double> toe = calc_pose(tree, position, model.point("toe")).p;
    canvas.dot(toe.x, toe.z);
    if (i % 100 != 0) continue;
    const Vec3<double> hip = calc_pose(tree, position, thigh).p, knee = calc_pose(tree, position, shank).p;
    const Vec3<double> ankle = calc_pose(tree, position, foot).p;
    canvas.line(hip.x, hip.z, knee.x, knee.z);
    canvas.line(knee.x, knee.z, ankle.x, ankle.z);
    canvas.line(ankle.x, ankle.z, toe.x, toe.z);
  }
  return canvas.draw();
}

/// Nanoseconds per state for positions, velocities and accelerations of all bodies.
double nanoseconds_per_state(const Model& model) {
  const Tree tree(model);
  PositionKinematics position(tree);
  VelocityKinematics velocity(tree);
  AccelerationKinematics acceleration(tree);
  const Array<double> q = stride(model, 0.1), u(model.nu(), 0.1);
  double best = 1e9;
  for (int repeat = 0; repeat < 20; ++repeat) {
    constexpr int calls = 500;
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < calls; ++i) {
      calc_position_kinematics(tree, q, position);
      calc_velocity_kinematics(tree, position, u, velocity);
      calc_acceleration_kinematics(tree, position, velocity, u, acceleration);
    }
    const std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - start;
    best = std::min(best, spent.count() / calls);
  }
  return best;
}

/// Simulates the leg swinging until it nearly rests.
std::string swing(const Model& model) {
  SystemBuilder builder(model);
  builder.add("damping", GlobalDamper(0.8));
  const System system = builder.build();
  State state = system.default_state();
  state.set_q(stride(model, 0.25));
  const SimulationOptions options{.accuracy = 1e-6, .energy_balance = true};
  Simulation simulation(state, options);
  simulation.run(5.0);
  return summary(simulation, state, options);
}

}  // namespace

namespace {

void showcase(const std::string& program) {
  const Model model = leg();
  fmt::print("{}\n", model);
  fmt::print("Four phases of a stride and the path of the toe:\n\n{}\n", drawing(model));

  fmt::print("Positions, velocities and accelerations of all bodies take {:.0f} ns on one core.\n",
             nanoseconds_per_state(model));
  fmt::print("\nThe leg, let go from there with a damper in every joint, for five seconds:\n");
  fmt::print("{}", swing(model));
  fmt::print(
      "\nNext: `{0} simulate --help`; examples/ has short programs to start from; `{0} joints` lists the "
      "joint types.\n",
      program);
}

}  // namespace

Command showcase_command(const std::string& program) {
  return Command("showcase", "a leg with a measured knee: its model, its stride, and how fast it is computed")
      .runs([program] {
        showcase(program);
        return ExitStatus::done;
      });
}

}  // namespace sarrus

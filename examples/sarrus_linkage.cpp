// The Sarrus linkage: two pairs of hinged plates, the hinges of one at right angles to those of the other,
// bear a platform that can move in no way but up and down, on an exact straight line. By the count of bodies
// and joints it could not move at all.

#include <cmath>
#include <cstdio>

#include "sarrus/constraints.h"
#include "sarrus/sarrus.h"
using namespace sarrus;

constexpr double L = 0.5, width = 0.2, thickness = 0.01;  // of the plates (m)
constexpr double plate_mass = 0.3, platform_mass = 2, g = 9.81, start = 1.1;

// At zero a pair of plates lies flat: the lower one points away from the platform, the upper one back to it.
// With the lower plates at the angle φ the platform is at the height 2·L·sin φ.
void add_pair(ModelBuilder& model, const std::string& name, const Vec3<double>& out,
              const Vec3<double>& axis) {
  const std::string lower = "lower " + name, upper = "upper " + name;
  const Vec3<double> size = L * out + width * cross(Vec3<double>::unit_z(), out);
  const RigidInertia<double> plate = solid_brick(plate_mass, {std::abs(size.x), std::abs(size.y), thickness});
  model.body(lower, Pose<double>::translation(0.5 * L * out) * plate);
  model.body(upper, Pose<double>::translation(-0.5 * L * out) * plate);
  model.joint("ground " + name, Pin{}, "world", lower).axis(axis).parent_frame(width * out).start({start});
  model.joint("edge " + name, Pin{}, lower, upper).axis(axis).parent_frame(L * out).start({-2 * start});
  model.joint("top " + name, Pin{}, upper, "platform")
      .axis(axis)
      .parent_frame(-L * out)
      .child_frame(width * out)
      .start({start});
}

// By conservation of energy, from rest: ½·M(φ)·φ̇² = V(start) − V(φ), and the platform moves at 2·L·cos φ·φ̇.
double speed_by_energy(double phi) {
  const double c2 = std::cos(phi) * std::cos(phi), s2 = 1 - c2;
  const double turning = (L * L + thickness * thickness) / 12;
  const double M = 4 * platform_mass * L * L * c2 +
                   2 * plate_mass * (2 * turning + L * L * (0.25 + 0.25 * s2 + 2.25 * c2));
  const double fallen = L * (std::sin(start) - std::sin(phi));
  const double released = g * fallen * (2 * platform_mass + 2 * plate_mass * (0.5 + 1.5));
  return 2 * L * std::cos(phi) * std::sqrt(2 * released / M);
}

int main() {
  ModelBuilder model("Sarrus linkage");
  model.gravity({0, 0, -g});
  model.body("platform", solid_brick(platform_mass, {2 * width, 2 * width, 0.02}));
  add_pair(model, "A", {1, 0, 0}, {0, -1, 0});
  add_pair(model, "B", {0, 1, 0}, {1, 0, 0});
  const System system = close_loops(model, {.closing = LoopClosing::constraints_only}).build();
  const State closed = system.default_state();

  const Diagnosis diagnosis = diagnose(closed);
  std::printf(
      "5 bodies and 6 hinges: 6·5 − 5·6 = 0 degrees of freedom by counting\n"
      "%d speeds of a tree, %d rows that close its loop, %d of them independent: %d in fact\n\n",
      diagnosis.speeds, diagnosis.rows, diagnosis.independent_rows, diagnosis.mobility());

  // It falls under its weight.
  Simulation simulation(closed, {.accuracy = 1e-9});
  for (int i = 0; i <= 4; ++i) {
    simulation.run_until(0.08 * i);
    const State& state = simulation.state();
    const Pose<double> X = pose(state, "platform");
    const bool straight = std::hypot(X.p.x, X.p.y) < 1e-9 &&
                          norm(X.R.col(0) - Vec3<double>::unit_x()) < 1e-9 &&
                          norm(X.R.col(1) - Vec3<double>::unit_y()) < 1e-9;
    std::printf("t = %.2f s   height %.6f m   %s   falling at %.6f m/s, by energy %.6f m/s\n", state.time(),
                X.p.z, straight ? "on the line, level" : "off the line",
                std::abs(velocity(state, "platform").v.z), speed_by_energy(state.q("ground A")));
  }
}

// A slider-crank whose crank turns at a constant speed, as in a piston engine: where the piston is, what its
// bearings bear, and what torque the motor gives over one turn.

#include <cmath>
#include <cstdio>
#include <numbers>

#include "sarrus/constraints.h"
#include "sarrus/sarrus.h"
using namespace sarrus;

constexpr double crank_length = 0.1, rod_length = 0.3;                 // m
constexpr double crank_mass = 0.5, rod_mass = 0.8, piston_mass = 1.2;  // kg
constexpr double crank_speed = 12, damping = 5;                        // rad/s, N·s/m

// x = r·cos θ + √(l² − r²·sin² θ)
double piston_position(double theta) {
  const double r = crank_length, l = rod_length;
  return r * std::cos(theta) + std::sqrt(l * l - r * r * std::sin(theta) * std::sin(theta));
}

// The power that the motion of a rod takes against inertia and weight: m·(a − g)·v + I·α·ω, at its center.
double power_into(const State& state, const char* rod, double mass, double length) {
  const FrameOn<double> center(state.model().body_number(rod), Vec3{0.5 * length, 0, 0});
  const Motion<double> V = velocity(state, center), A = acceleration(state, center);
  return mass * dot(A.v - state.model().gravity(), V.v) + mass * length * length / 12 * A.w.z * V.w.z;
}

int main() {
  const auto rod = [](double mass, double length) {
    return Pose<double>::translation({0.5 * length, 0, 0}) * thin_rod(mass, {length, 0, 0});
  };
  ModelBuilder model("slider-crank");
  model.gravity({0, -9.81, 0});
  model.body("crank", rod(crank_mass, crank_length)).body("rod", rod(rod_mass, rod_length));
  model.body("piston", solid_brick(piston_mass, {0.06, 0.06, 0.06}));
  model.joint("crank", Pin{}, "world", "crank");
  model.joint("big end", Pin{}, "crank", "rod").parent_frame({crank_length, 0, 0});
  model.joint("cylinder", Slider{}, "world", "piston").start({crank_length + rod_length});
  model.joint("wrist", Pin{}, "rod", "piston").parent_frame({rod_length, 0, 0});

  SystemBuilder builder = close_loops(model);
  builder.add("friction", MobilityDamper("cylinder", damping));
  builder.prescribe("motor", "crank", MotionLevel::position, {linear({crank_speed})});
  const System system = builder.build();
  const Model& tree = system.model();
  const int motor = tree.speed_number("crank.rate");

  const double turn = 2 * std::numbers::pi / crank_speed;
  Simulation simulation(system.default_state(), {.accuracy = 1e-9, .energy_balance = true});
  std::printf(
      "crank    piston               torque of the motor         bearings (N)\n"
      "         (m)        formula   (N·m)      power balance    crank   big end   wrist   wall\n");
  for (int i = 0; i <= 8; ++i) {
    simulation.run_until(i * turn / 8);
    const State& state = simulation.state();
    const auto bearing = [&](const char* joint) { return reaction(state, joint).f; };
    const Motion<double> V = velocity(state, "piston"), A = acceleration(state, "piston");
    const double power = power_into(state, "crank", crank_mass, crank_length) +
                         power_into(state, "rod", rod_mass, rod_length) + piston_mass * A.v.x * V.v.x +
                         damping * V.v.x * V.v.x;
    std::printf("%3d/8    %.6f   %.6f  %9.5f  %9.5f     %8.3f  %8.3f  %8.3f  %7.3f\n", i, state.q("cylinder"),
                piston_position(crank_speed * state.time()), motion_force(state, motor), power / crank_speed,
                norm(bearing("crank")), norm(bearing("big end")), norm(bearing("wrist")),
                bearing("cylinder").y);
  }
  const EnergyBalance balance = simulation.energy_balance();
  std::printf("in one turn the motor does %.6f J of work, and the friction takes %.6f J\n",
              balance.work_of_motions, balance.dissipated);
}

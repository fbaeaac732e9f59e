// Chapter 8: an element of your own, with parameters and energy. A ligament that is soft in the middle of a
// joint's range and stiff toward its ends. With the name of a file, energies are written there.

#include <cmath>
#include <cstdio>

#include "sarrus/extend.h"
#include "sarrus/sarrus.h"
using namespace sarrus;

/// A torque about a joint, with x = q − q₀:
///   τ = −a·sinh(x/s) − c·u,  U = a·s·(cosh(x/s) − 1),  dissipation c·u²
class Ligament : public ForceElement {
 public:
  Ligament(Mobility on, double neutral) : on_(std::move(on)), neutral_(neutral) {}

  std::vector<Dependency> declare(Declaration& system) override {
    on_.find(system);
    on_.require_coordinate(system);
    torque_ = system.declare_parameter("torque", 0.5, "N·m", ParameterRange::at_least(0));
    softness_ = system.declare_parameter("softness", 0.2, "rad", ParameterRange::above(0));
    damping_ = system.declare_parameter("damping", 0.0, "N·m·s/rad", ParameterRange::at_least(0));
    return {Source::q, Source::u, Source::model};
  }
  void add_forces(const State& state, AppliedForces& forces) const override {
    forces.add_to_speed(on_.number(),
                        -state[torque_] * std::sinh(stretch(state)) - state[damping_] * on_.u(state));
  }
  double potential_energy(const State& state) const override {
    return state[torque_] * state[softness_] * (std::cosh(stretch(state)) - 1);
  }
  double dissipation(const State& state) const override {
    return state[damping_] * on_.u(state) * on_.u(state);
  }
  bool is_passive() const override { return true; }

 private:
  double stretch(const State& state) const { return (on_.q(state) - neutral_) / state[softness_]; }

  Mobility on_;
  double neutral_;
  Parameter torque_, softness_, damping_;
};

int main(int argc, char** argv) {
  // A forearm that moves in a horizontal plane.
  ModelBuilder model("forearm");
  model.body("forearm", thin_rod(1.5, {0.3, 0, 0}));
  model.joint("elbow", Pin{}, "world", "forearm").child_frame({-0.15, 0, 0});
  SystemBuilder builder(model.build());
  builder.add("ligament", Ligament("elbow", 1.0));
  const System system = builder.build();
  State state = system.default_state();
  state.set_q("elbow", 1.6);

  // Is the torque −dU/dq? The acceleration says it, and a difference of energies.
  const double inertia = 1.5 * 0.3 * 0.3 / 3, h = 1e-5;
  const auto U = [&](double q) {
    State moved = state;
    moved.set_q("elbow", q);
    return potential_energy(moved);
  };
  std::printf("torque %.6f N·m, −dU/dq %.6f N·m\n", inertia * udot(state)[0],
              (U(1.6 - h) - U(1.6 + h)) / (2 * h));

  // Small oscillations: ω² = a/(s·I).
  const EquilibriumResult rest = find_equilibrium(state);
  std::printf("at rest at %.4f rad, small oscillations of %.6f rad/s, by formula %.6f rad/s\n\n",
              rest.state.q("elbow"), rest.modes.front().frequency(), std::sqrt(0.5 / (0.2 * inertia)));

  // With damping, what the ligament loses is what the energy falls by.
  state.set_parameter("ligament.damping", 0.05);
  Simulation simulation(state, {.accuracy = 1e-8, .every = 0.005, .energy_balance = true});
  for (int i = 1; i <= 4; ++i) {
    simulation.run(0.5);
    const EnergyBalance balance = simulation.energy_balance();
    std::printf("t = %.1f s: angle %.5f rad, energy %.6f J, lost %.6f J, sum %.6f J\n", 0.5 * i,
                simulation.state().q("elbow"), balance.energy(), balance.element("ligament").dissipated,
                balance.energy() + balance.dissipated);
  }
  if (argc > 1) write_table(tabulate(simulation.trajectory()), argv[1]);

  // What goes wrong: a number out of its range, and a torque that is none.
  try {
    state.set_parameter("ligament.softness", 0.0);
  } catch (const Error& error) {
    std::printf("\n%s\n", error.what());
  }
  try {
    state.set_q("elbow", 200.0);  // degrees?
    udot(state);
  } catch (const Error& error) {
    std::printf("%s\n", error.what());
  }
}

// An auxiliary variable z with a differential equation of its own, integrated with the motion: the energy
// that a damper has turned into heat. The sum of energy and heat is constant.

#include <cstdio>

#include "sarrus/extend.h"
#include "sarrus/sarrus.h"
using namespace sarrus;

/// f = −c·u, and ż = c·u².
class Damper : public ForceElement {
 public:
  std::vector<Dependency> declare(Declaration& system) override {
    damping_ = system.declare_parameter("damping", 0.8, "N·m·s/rad");
    heat_ = system.auxiliary("heat", {0.0}, {Source::u, damping_},
                             [this](const State& state, Out<double> zdot) { zdot[0] = dissipation(state); });
    return {Source::u};
  }
  void add_forces(const State& state, AppliedForces& forces) const override {
    forces.add_to_speed(0, -state[damping_] * state.u(0));
  }
  double dissipation(const State& state) const override { return state[damping_] * state.u(0) * state.u(0); }
  double heat(const State& state) const { return state[heat_][0]; }

 private:
  Parameter damping_;
  Auxiliary heat_;
};

int main() {
  ModelBuilder model("damped pendulum");
  model.body("rod", thin_rod(1.0, {0, 0, 1}));
  model.joint("hinge", Pin{}, "world", "rod").axis({0, 1, 0}).child_frame({0, 0, 0.5}).start({2.0});
  SystemBuilder builder(model.build());
  builder.add("damper", Damper());
  const System system = builder.build();

  Simulation simulation(system.default_state(), {.accuracy = 1e-9, .every = 1.0});
  simulation.run(3.0);
  const auto& damper = system.force<Damper>("damper");
  for (const State& state : simulation.trajectory())
    std::printf("t = %g s  energy %9.5f J  heat %8.5f J  sum %.5f J\n", state.time(), energy(state),
                damper.heat(state), energy(state) + damper.heat(state));
}

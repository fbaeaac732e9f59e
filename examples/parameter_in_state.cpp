// A parameter of a user-defined force element is part of the State: two States of one System differ in it.

#include <cstdio>

#include "sarrus/extend.h"
#include "sarrus/sarrus.h"
using namespace sarrus;

/// f = −k·q on the first speed.
class Spring : public ForceElement {
 public:
  std::vector<Dependency> declare(Declaration& system) override {
    stiffness_ = system.declare_parameter("stiffness", 100.0, "N/m");
    return {Source::q};
  }
  void add_forces(const State& state, AppliedForces& forces) const override {
    forces.add_to_speed(0, -state[stiffness_] * state.q(0));
  }
  double potential_energy(const State& state) const override {
    return 0.5 * state[stiffness_] * state.q(0) * state.q(0);
  }

 private:
  Parameter stiffness_;
};

int main() {
  ModelBuilder model("mass on a spring");
  model.gravity({0, 0, 0});
  model.body("mass", solid_sphere(2.0, 0.1));
  model.joint("rail", Slider{}, "world", "mass").start({0.1});
  SystemBuilder builder(model.build());
  builder.add("spring", Spring());
  const System system = builder.build();

  const State soft = system.default_state();
  State stiff = soft;
  stiff.set(system.parameter("spring.stiffness"), 400.0);
  std::printf("acceleration %.1f and %.1f m/s², energy %.2f and %.2f J\n", udot(soft)[0], udot(stiff)[0],
              energy(soft), energy(stiff));
}

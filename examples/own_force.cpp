// A user-defined force: a class that declares what it reads and adds its forces.
#include <cstdio>

#include "sarrus/extend.h"
#include "sarrus/sarrus.h"
using namespace sarrus;

// [force]
/// The drag of the air on a body, at its origin:  f = −½·ρ·c_w·A·|v|·v
class AirDrag : public ForceElement {
 public:
  AirDrag(int body, double drag_area) : body_(body), drag_area_(drag_area) {}
  std::vector<Dependency> declare(Declaration& system) override {
    density_ = system.declare_parameter("density", 1.2, "kg/m^3", ParameterRange::at_least(0));
    return {system.quantities().velocity};
  }
  void add_forces(const State& state, AppliedForces& forces) const override {
    forces.add_at(body_, {0, 0, 0}, -factor(state) * velocity(state, body_).v);
  }
  double dissipation(const State& state) const override {
    return factor(state) * dot(velocity(state, body_).v, velocity(state, body_).v);
  }

 private:
  double factor(const State& state) const {
    return 0.5 * state[density_] * drag_area_ * norm(velocity(state, body_).v);
  }
  int body_;
  double drag_area_;
  Parameter density_;
};
// [/force]

int main() {
  ModelBuilder parachutist("parachutist");
  parachutist.particle("jumper", 80.0);
  parachutist.joint("fall", Translation{}, "world", "jumper");
  SystemBuilder builder(parachutist.build());
  builder.add("drag", AirDrag(1, 0.65));
  const System system = builder.build();

  State state = system.default_state();
  for (const double speed : {0.0, 20.0, 40.0, 60.0}) {
    state.set_u(2, -speed);
    std::printf("falling at %2.0f m/s: acceleration %6.2f m/s², %5.1f kW go into the air\n", speed,
                udot(state)[2], dissipation(state) / 1000);
  }
  state.set(system.parameter("drag.density"), 0.4);
  std::printf("the same at 11 km height: %.2f m/s²\n", udot(state)[2]);
}

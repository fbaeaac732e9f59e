// A quadruped stands on feet that the ground holds: what does each foot bear, and what torques do its twelve
// joints give? Six numbers would hold the trunk, and there are twelve motors: the least torques are taken.

#include <cmath>
#include <cstdio>

#include "sarrus/constraints.h"
#include "sarrus/sarrus.h"
using namespace sarrus;

constexpr double trunk_length = 0.6, trunk_width = 0.24, hip_width = 0.08, leg = 0.25, bend = 0.7, g = 9.81;

void add_leg(ModelBuilder& model, const std::string& name, double x, double side) {
  const auto rod = [](double mass, const Vec3<double>& tip) {
    return Pose<double>::translation(0.5 * tip) * thin_rod(mass, tip);
  };
  const Vec3<double> out{0, side * hip_width, 0}, down{0, 0, -leg};
  model.body(name + " hip", solid_sphere(0.6, 0.05));
  model.body(name + " thigh", rod(1.0, down)).body(name + " shank", rod(0.3, down));
  model.joint(name + " sideways", Pin{}, "trunk", name + " hip")
      .axis({1, 0, 0})
      .parent_frame({x, side * 0.5 * trunk_width, 0});
  model.joint(name + " swing", Pin{}, name + " hip", name + " thigh")
      .axis({0, 1, 0})
      .parent_frame(out)
      .start({bend});
  model.joint(name + " knee", Pin{}, name + " thigh", name + " shank")
      .axis({0, 1, 0})
      .parent_frame(down)
      .start({-2 * bend});
  model.point(name + " foot", name + " shank", down);
}

int main() {
  const double x = 0.5 * trunk_length, y = 0.5 * trunk_width + hip_width, height = 2 * leg * std::cos(bend);
  const struct {
    const char* name;
    double x, side;
  } legs[] = {{"front left", x, 1}, {"front right", x, -1}, {"hind left", -x, 1}, {"hind right", -x, -1}};

  ModelBuilder model("quadruped");
  model.gravity({0, 0, -g});
  model.body("trunk", solid_brick(12, {trunk_length, trunk_width, 0.12}));
  model.joint("trunk", Free{}, "world", "trunk").start({1, 0, 0, 0, 0, 0, height});
  for (const auto& each : legs) add_leg(model, each.name, each.x, each.side);
  SystemBuilder builder(model.build());
  for (const auto& each : legs)
    builder.add(each.name, BallConstraint(Place("world", Vec3{each.x, each.side * y, 0}),
                                          Place(std::string(each.name) + " foot")));
  builder.add("motors", DiscreteForces());
  const System system = builder.build();

  IndexSet motors(system.model().nu());
  for (int speed = 6; speed < system.model().nu(); ++speed) motors.insert(speed);
  const Array<double> at_rest(system.model().nu(), 0.0);

  // Without a minus before zero.
  const auto shown = [](double torque) { return std::round(1e4 * torque) / 1e4 + 0.0; };
  State state = system.default_state();
  for (const double forward : {0.0, 0.1}) {
    // The trunk is moved forward over the feet, and the legs follow.
    state.set_q("trunk.x", forward);
    state = assembled(state, {.hold = {"trunk"}});
    const Actuation actuation = calc_actuation(state, motors, at_rest);
    std::printf("trunk at x = %.1f m: %d degrees of freedom, %d motors\n", state.q("trunk.x"),
                actuation.mobility, motors.count());

    Vec3<double> sum{};
    double moment = 0;
    for (int i = 0; i < 4; ++i) {
      const Vec3<double> foot{actuation.multipliers[3 * i], actuation.multipliers[3 * i + 1],
                              actuation.multipliers[3 * i + 2]};
      sum += foot, moment += legs[i].x * foot.z;
      const int first = system.model().speed_number(std::string(legs[i].name) + " sideways.rate");
      std::printf("  %-12s foot bears %7.3f N, torques %7.4f  %7.4f  %7.4f N·m\n", legs[i].name, foot.z,
                  shown(actuation.tau[first]), shown(actuation.tau[first + 1]),
                  shown(actuation.tau[first + 2]));
    }
    std::printf("  together %.4f N, the weight is %.4f N\n", sum.z, mass(state) * g);
    std::printf("  their center at x = %.6f m, that of mass at %.6f m\n", moment / sum.z,
                center_of_mass(state).x);

    // Under these torques nothing accelerates.
    for (int speed = 6; speed < state.nu(); ++speed)
      system.force<DiscreteForces>("motors").set_speed(state, speed, actuation.tau[speed]);
    double most = 0;
    for (const double rate : udot(state)) most = std::max(most, std::abs(rate));
    std::printf("  %s\n", most < 1e-10 ? "nothing accelerates" : "something accelerates");
    system.force<DiscreteForces>("motors").clear(state);
  }
}

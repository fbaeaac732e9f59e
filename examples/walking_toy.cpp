// A toy that walks down a slope by itself: a hub with eight spokes and no rim. It rolls over a spoke until
// the next one strikes the ground; each impact takes a part of the speed, and the slope gives it back. The
// steady speed is known:
//   ω⁺ = η·ω⁻ with η = (J + m·l²·cos β)/(J + m·l²)              impact, β the angle between spokes
//   ω⁻² = ω⁺² + 4·m·g·l·sin(β/2)·sin γ/(J + m·l²)               from one impact to the next, γ the slope
// With a file name, a picture is written there: walking_toy [picture.png]

#include <cmath>
#include <cstdio>

#include "sarrus/rigid.h"
#include "sarrus/sarrus.h"
#include "sarrus/view.h"
using namespace sarrus;

int main(int argc, char** argv) {
  constexpr double pi = 3.14159265358979323846, g = 9.81;
  constexpr int spokes = 8;
  const double m = 0.3, l = 0.1, slope = 0.13, beta = 2 * pi / spokes, foot = 1e-4;
  const RigidInertia<double> hub = solid_sphere(m, 0.04);
  const double J = 0.4 * m * 0.04 * 0.04;

  // The ground is level and gravity leans: x points downhill. The joint's plane is the vertical one.
  ModelBuilder model("rimless wheel");
  model.gravity({g * std::sin(slope), 0, -g * std::cos(slope)});
  model.body("hub", hub);
  const Pose<double> upright{Rotation<double>::about_x(pi / 2), {0, 0, 0}};
  model.joint("roll", Planar{}, "world", "hub").parent_frame(upright).child_frame(upright);

  const ContactMaterial rubber{.static_friction = 0.9, .dynamic_friction = 0.9};
  Array<ContactSurface> surfaces{{"slope", "world", HalfSpaceShape{}, rubber}};
  for (int i = 0; i < spokes; ++i) {
    const double a = (i + 0.5) * beta;
    surfaces.push_back({"foot" + std::to_string(i),
                        {"hub", {l * std::sin(a), 0, -l * std::cos(a)}},
                        SphereShape{foot},
                        rubber});
  }
  SystemBuilder builder(model.build());
  builder.add("feet", RigidContact(surfaces));
  State start = builder.build().default_state();
  start.set_q("roll.y", l * std::cos(beta / 2) + foot);  // on two feet
  start.set_u("roll.angle_rate", -4);                    // a push downhill
  start.set_u("roll.x_rate", 4 * l);

  TimeStepping walk(start, {.step = 2e-4, .every = 1.0 / 60});
  const auto angle = [&] { return -walk.state().q("roll.angle"); };
  walk.run(4);  // until its speed is steady
  const double from = angle(), seconds = 20;
  walk.run(seconds);
  const double rate = (angle() - from) / beta / seconds;
  std::printf("the toy walks: %.1f steps per second, %.2f m/s\n", rate, rate * 2 * l * std::sin(beta / 2));

  // The time of a step is that of an inverted pendulum from −β/2 to β/2, which leans by the slope.
  const double inertia = J + m * l * l, eta = (J + m * l * l * std::cos(beta)) / inertia;
  const double gain = 4 * m * g * l * std::sin(beta / 2) * std::sin(slope) / inertia;
  const double after = eta * std::sqrt(gain / (1 - eta * eta));
  double time = 0;
  const int pieces = 10000;
  for (int i = 0; i < pieces; ++i) {
    const double a = beta * ((i + 0.5) / pieces - 0.5);
    const double fallen = std::cos(slope - beta / 2) - std::cos(slope + a);
    time += beta / pieces / std::sqrt(after * after + 2 * m * g * l * fallen / inertia);
  }
  std::printf("by theory:     %.1f steps per second\n", 1 / time);
  if (argc > 1) {
    Scene scene = make_scene(start);
    for (int i = 0; i < spokes; ++i) {
      const double a = (i + 0.5) * beta;
      Visual& spoke =
          scene.add_visual(start.model().body_number("hub"), CylinderShape{0.006, l}, {0.8, 0.5, 0.2});
      spoke.X_BV = {Rotation<double>::about_y(pi - a), {0.5 * l * std::sin(a), 0, -0.5 * l * std::cos(a)}};
    }
    const Recording motion(walk.trajectory(), scene, {.rate = 60});
    write_png({"walking toy", {{"walking toy", "", scene, {motion}}}}, argv[1],
              {.width = 760, .height = 428, .at = 0.2, .camera = "-0.05,-0.55,0.2,0.06,0,0.06"});
  }
}

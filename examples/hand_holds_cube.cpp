// A robot hand of three fingers takes a cube from a table, lifts it and shakes it: the cube is held by dry
// friction alone, and does not creep. With a file name, a picture is written there:
//   hand_holds_cube [picture.png]

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "sarrus/extend.h"
#include "sarrus/rigid.h"
#include "sarrus/sarrus.h"
#include "sarrus/view.h"
using namespace sarrus;

namespace {

constexpr double pi = 3.14159265358979323846;
const ContactMaterial rubber{.static_friction = 0.8, .dynamic_friction = 0.7};

/// A finger of two links that hangs from the palm at (x, y) and bends towards x = 0; a motor with a limited
/// torque closes it, and a spring keeps its tip bent.
void add_finger(ModelBuilder& model, Array<ContactSurface>& surfaces, const std::string& name, double x,
                double y) {
  const double inwards = x > 0 ? -1 : 1;
  const std::string upper = name + " upper", lower = name + " lower";
  model.body(upper, solid_capsule(0.04, 0.008, 0.05)).body(lower, solid_capsule(0.03, 0.008, 0.04));
  model.joint(name, Pin{}, "palm", upper)
      .axis({0, -inwards, 0})
      .parent_frame({x, y, 0})
      .child_frame({0, 0, 0.03});
  model.joint(name + " tip", Pin{}, upper, lower)
      .axis({0, -inwards, 0})
      .parent_frame({0, 0, -0.03})
      .child_frame({0, 0, 0.02})
      .start({0.3});
  surfaces.push_back({name, lower, CapsuleShape{0.008, 0.04}, rubber});
}

}  // namespace

int main(int argc, char** argv) {
  constexpr double edge = 0.06, mass = 0.1;
  ModelBuilder model("hand");
  Array<ContactSurface> surfaces{{"table", "world", HalfSpaceShape{}, rubber}};
  model.body("arm", solid_cylinder(0.5, 0.02, 0.1)).body("palm", solid_brick(0.3, {0.12, 0.08, 0.02}));
  model.joint("arm", Slider{}, "world", "arm").axis({0, 0, 1}).child_frame({0, 0, -0.06}).start({0.13});
  model.joint("palm", Slider{}, "arm", "palm").axis({1, 0, 0}).parent_frame({0, 0, -0.06});
  add_finger(model, surfaces, "thumb", -0.045, 0);
  add_finger(model, surfaces, "index", 0.045, 0.018);
  add_finger(model, surfaces, "middle", 0.045, -0.018);
  model.body("cube", solid_brick(mass, {edge, edge, edge}));
  model.joint("cube", Free{}, "world", "cube").start({1, 0, 0, 0, 0, 0, 0.5 * edge});
  surfaces.push_back({"cube", "cube", BoxShape{{edge, edge, edge}}, rubber});

  // [hand]
  SystemBuilder builder(model.build());
  builder.add("contact", RigidContact(surfaces));
  // The palm waits for the fingers, rises within a second, and is shaken all the time.
  builder.prescribe("lift", "arm", MotionLevel::position, {smooth_step(0.5, 1.5, 0.13, 0.23)});
  builder.prescribe("shake", "palm", MotionLevel::position, {user_function([](auto t) {
                      using std::sin;
                      const auto s = sin(pi * t);
                      return 0.04 * s * s * s * s;
                    })});
  builder.add("thumb.motor", TorqueLimitedMotor("thumb", 0, 2));  // stays where it is
  for (const std::string finger : {"index", "middle"})
    builder.add(finger + ".motor", TorqueLimitedMotor(finger, 2, 0.2));  // closes with 0.2 N·m
  for (const std::string finger : {"thumb", "index", "middle"})
    builder.add(finger + ".brake", Clutch(finger + " tip", 2));
  // [/hand]
  State start = builder.build().default_state();
  TimeStepping stepping(start, {.step = 1e-3, .every = 1.0 / 60});
  const auto held = [&] { return pose(stepping.state(), "cube").p - pose(stepping.state(), "palm").p; };
  stepping.run(2);
  const Vec3<double> grasp = held();
  std::printf("the cube is %.3f m above the table\n", pose(stepping.state(), "cube").p.z - 0.5 * edge);
  stepping.run(5);
  std::printf("slip in 5 s below a micrometer: %s\n", norm(held() - grasp) < 1e-6 ? "yes" : "no");
  Vec3<double> by_fingers{};
  for (const RigidForce& force : stepping.forces())
    if (force.body1 >= 0) by_fingers -= force.force;  // the fingers' names come after the cube's
  std::printf("the fingers carry %.3f N of %.3f N\n", by_fingers.z, mass * 9.81);
  if (argc > 1) {
    const Scene scene = make_scene(start);
    write_png({"hand", {{"hand", "", scene, {Recording(stepping.trajectory(), scene, {.rate = 60})}}}},
              argv[1], {.width = 760, .height = 428, .at = 1.2, .camera = "0.38,-0.58,0.36,0.01,0,0.125"});
  }
}

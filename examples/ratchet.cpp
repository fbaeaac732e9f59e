// A ratchet wrench: its handle swings to and fro, and the bolt turns one way only. Where the handle comes
// back the pawl clicks over the teeth; where it goes on, it first turns to the next tooth and then takes the
// bolt along against its friction. With a file name, a picture is written there: ratchet [picture.png]

#include <cmath>
#include <cstdio>

#include "sarrus/rigid.h"
#include "sarrus/sarrus.h"
#include "sarrus/view.h"
using namespace sarrus;

int main(int argc, char** argv) {
  constexpr double pi = 3.14159265358979323846;
  const double degree = pi / 180, pitch = 5 * degree;  // 72 teeth
  ModelBuilder model("wrench");
  model.gravity({0, 0, 0});
  model.body("handle", thin_rod(0.4, {0.2, 0, 0})).body("bolt", solid_cylinder(0.05, 0.008, 0.06));
  model.joint("handle", Pin{}, "world", "handle").child_frame({-0.1, 0, 0});
  model.joint("bolt", Pin{}, "world", "bolt");

  // [elements]
  SystemBuilder builder(model.build());
  builder.prescribe("hand", "handle", MotionLevel::position, {sinusoid(22 * degree, 2 * pi, -pi / 2)});
  builder.add("pawl", Ratchet({"bolt", "handle"}, pitch));  // the bolt may only run ahead of the handle
  builder.add("thread", DryFriction("bolt", 3));            // N·m
  // [/elements]
  const System system = builder.build();
  TimeStepping stepping(system.default_state(), {.step = 1e-3, .every = 0.02});
  const auto bolt = [&] { return stepping.state().q("bolt") / degree; };
  std::printf("the handle swings by 44 degrees once per second\n");
  for (int stroke = 1; stroke <= 4; ++stroke) {
    stepping.run(0.5);
    const double forward = bolt();
    stepping.run(0.5);
    std::printf("stroke %d: forward to %5.1f, back to %5.1f degrees\n", stroke, forward, bolt());
  }
  if (argc > 1) {
    const Scene scene = make_scene(system);
    const Recording motion(stepping.trajectory(), scene, {.rate = 50});
    write_png({"ratchet", {{"ratchet", "", scene, {motion}}}}, argv[1],
              {.width = 760, .height = 428, .at = 0.3, .camera = "0.2,-0.3,0.2,0.08,0,0"});
  }
}

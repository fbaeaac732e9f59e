// Dominoes in a row: rigid contact with dry friction in time steps. The first is pushed; all of them fall,
// and in the end nothing moves. With a file name, a picture of the fall is written there:
//   domino_row [picture.png]

#include <cstdio>

#include "sarrus/rigid.h"
#include "sarrus/sarrus.h"
#include "sarrus/view.h"
using namespace sarrus;

int main(int argc, char** argv) {
  constexpr int count = 8;
  const Vec3<double> size{0.008, 0.024, 0.048};
  const ContactMaterial plastic{.static_friction = 0.3, .dynamic_friction = 0.25};
  ModelBuilder model("dominoes");
  Array<ContactSurface> surfaces{{"table", "world", HalfSpaceShape{}, plastic}};
  for (int i = 0; i < count; ++i) {
    const std::string name = "domino" + std::to_string(i);
    model.body(name, solid_brick(0.01, size));
    model.joint(name, Free{}, "world", name).start({1, 0, 0, 0, 0.024 * i, 0, size.z / 2});
    surfaces.push_back({name, name, BoxShape{size}, plastic});
  }
  SystemBuilder builder(model.build());
  builder.add("contact", RigidContact(surfaces));
  const System system = builder.build();

  // [run]
  TimeStepping standing(system.default_state(), {.step = 1e-3});
  standing.run(0.2);
  std::printf("standing: kinetic energy below 1e-12 J: %s\n",
              kinetic_energy(standing.state()) < 1e-12 ? "yes" : "no");

  State pushed = system.default_state();
  pushed.set_u("domino0.wy", 8);  // rad/s, about its lower edge, towards the others
  pushed.set_u("domino0.vx", 8 * 0.5 * size.z);
  TimeStepping falling(pushed, {.step = 1e-3, .every = 1.0 / 120});
  falling.run(1.5);
  // [/run]
  int fallen = 0;
  for (int i = 0; i < count; ++i)
    fallen += pose(falling.state(), "domino" + std::to_string(i)).R.col(2).z < 0.7 ? 1 : 0;
  std::printf("pushed: %d of %d dominoes have fallen\n", fallen, count);
  const SteppingReport& report = falling.report();
  std::printf("overlaps below a hundredth of a millimeter: %s; energy gained: %s\n",
              report.largest_penetration < 1e-5 ? "yes" : "no",
              falling.energy_balance().energy() > falling.energy_balance().initial ? "yes" : "no");
  std::printf("at rest in the end: %s\n", kinetic_energy(falling.state()) < 1e-9 ? "yes" : "no");
  if (argc > 1) {
    const Scene scene = make_scene(system);
    const Recording motion(falling.trajectory(), scene, {.rate = 120});
    write_png({"dominoes", {{"dominoes", "", scene, {motion}}}}, argv[1],
              {.width = 760, .height = 428, .at = 0.2, .camera = "0.16,-0.26,0.12,0.085,0,0.02"});
  }
}

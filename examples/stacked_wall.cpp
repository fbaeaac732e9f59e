// A wall of bricks in running bond stands on dry friction alone, without creeping; then a heavy ball strikes
// it. With a file name, a picture of the strike is written there:
//   stacked_wall [picture.png]

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "sarrus/rigid.h"
#include "sarrus/sarrus.h"
#include "sarrus/view.h"
using namespace sarrus;

namespace {

constexpr int courses = 5, bricks = 4;
const Vec3<double> size{0.2, 0.1, 0.1};

std::string brick(int course, int number) {
  return "brick " + std::to_string(course) + '.' + std::to_string(number);
}
/// The place of a brick; odd courses are shifted by half a brick.
Vec3<double> place(int course, int number) {
  return {size.x * (number + 0.5 * (course % 2)), 0, size.z * (course + 0.5)};
}

}  // namespace

int main(int argc, char** argv) {
  // [wall]
  const ContactMaterial clay{.static_friction = 0.6, .dynamic_friction = 0.6};
  ModelBuilder model("wall");
  Array<ContactSurface> surfaces{{"floor", "world", HalfSpaceShape{}, clay}};
  for (int i = 0; i < courses; ++i)
    for (int k = 0; k < bricks; ++k) {
      const Vec3<double> p = place(i, k);
      model.body(brick(i, k), solid_brick(4, size));
      model.joint(brick(i, k), Free{}, "world", brick(i, k)).start({1, 0, 0, 0, p.x, p.y, p.z});
      surfaces.push_back({brick(i, k), brick(i, k), BoxShape{size}, clay});
    }
  model.body("ball", solid_sphere(20, 0.15));
  model.joint("ball", Free{}, "world", "ball").start({1, 0, 0, 0, 0.4, -1.2, 0.35});
  surfaces.push_back({"ball", "ball", SphereShape{0.15}, clay});
  SystemBuilder builder(model.build());
  builder.add("contact", RigidContact(surfaces));
  State start = builder.build().default_state();
  // [/wall]

  State without_ball = start;
  without_ball.set_q("ball.z", 0.15);  // it lies on the floor
  TimeStepping standing(without_ball, {.step = 4e-3, .record = false});
  standing.run(1);
  double moved = 0, floor = 0;
  for (int i = 0; i < courses; ++i)
    for (int k = 0; k < bricks; ++k)
      moved = std::max(moved, norm(pose(standing.state(), brick(i, k)).p - place(i, k)));
  for (const RigidForce& force : standing.forces())
    if (force.body1 == 0 || force.body2 == 0) floor += force.normal_force();
  std::printf("at rest: the floor bears %.2f N of %.2f N; moved by less than 1e-6 m: %s\n", floor,
              (4 * courses * bricks + 20) * 9.81, moved < 1e-6 ? "yes" : "no");

  start.set_u("ball.vy", 8);
  TimeStepping struck(start, {.step = 4e-3, .every = 1.0 / 60});
  struck.run(0.5);
  int displaced = 0;
  for (int i = 0; i < courses; ++i)
    for (int k = 0; k < bricks; ++k)
      displaced += norm(pose(struck.state(), brick(i, k)).p - place(i, k)) > size.x ? 1 : 0;
  std::printf("struck: more than a quarter of the bricks are torn out: %s\n",
              4 * displaced > courses * bricks ? "yes" : "no");
  std::printf("energy gained: %s\n",
              struck.energy_balance().energy() > struck.energy_balance().initial ? "yes" : "no");
  if (argc > 1) {
    const Scene scene = make_scene(start);
    const Recording motion(struck.trajectory(), scene, {.rate = 60});
    write_png({"wall", {{"wall", "", scene, {motion}}}}, argv[1],
              {.width = 760, .height = 428, .at = 0.3, .camera = "1.7,-1.4,0.9,0.4,0.1,0.25"});
  }
}

// A page that shows a motion in any browser: a double pendulum, with the path of its tip marked by a ball and
// its height plotted beside it.
//   view_motion [page.html]

#include <cstdio>
#include <filesystem>

#include "sarrus/sarrus.h"
#include "sarrus/view.h"
using namespace sarrus;

int main(int argc, char** argv) {
  const auto file = argc > 1 ? argv[1] : (std::filesystem::temp_directory_path() / "motion.html").string();
  ModelBuilder model("double pendulum");
  model.body("upper", thin_rod(1.0, {0, 0, 1.0})).body("lower", thin_rod(0.5, {0, 0, 0.6}));
  model.joint("shoulder", Pin{}, "world", "upper").axis({0, 1, 0}).child_frame({0, 0, 0.5});
  model.joint("elbow", Pin{}, "upper", "lower")
      .axis({0, 1, 0})
      .parent_frame({0, 0, -0.5})
      .child_frame({0, 0, 0.3});
  model.point("tip", "lower", {0, 0, -0.3});
  const System system(model.build());
  State state = system.default_state();
  state.set_q("shoulder", 2.0);
  Simulation simulation(state, {.accuracy = 1e-6});
  simulation.run(10);

  // write_html(simulation.trajectory(), file) shows it as it is; a scene can be given more to show.
  Scene scene = make_scene(system);
  const int tip = scene.add_body("tip", [](const State& s) { return pose(s, "tip"); });
  scene.add_visual(tip, SphereShape{0.03}, {0.85, 0.2, 0.2});
  scene.add_signal("height of the tip", "m", [](const State& s) { return pose(s, "tip").p.z; });
  const Recording recording(simulation.trajectory(), scene, {.rate = 60, .name = "from 2 rad"});
  std::printf("%d frames of %d numbers\n", recording.frames(), recording.columns());
  if (has_viewer())
    write_html(recording, file);
  else
    std::printf("the library was built without the viewer: install nodejs and npm and build it again\n");
}

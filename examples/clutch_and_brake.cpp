// A motor, a clutch and a brake: what sticks up to a limit, and then slips. The motor holds its speed as long
// as its torque suffices. The capacities of clutch and brake are parameters of the State, changed between
// runs. With a file name, a picture of the drive is written there:
//   clutch_and_brake [picture.png]

#include <cmath>
#include <cstdio>

#include "sarrus/rigid.h"
#include "sarrus/sarrus.h"
#include "sarrus/view.h"
using namespace sarrus;

int main(int argc, char** argv) {
  // Disks with the moments of inertia ½·m·r² = 0.5 and 1.5 kg·m².
  ModelBuilder model("drive");
  model.body("engine disk", solid_cylinder(4, 0.5, 0.05))
      .body("flywheel disk", solid_cylinder(12, 0.5, 0.05));
  model.joint("engine", Pin{}, "world", "engine disk");
  model.joint("flywheel", Pin{}, "world", "flywheel disk").parent_frame({0, 0, 0.15});

  // [elements]
  SystemBuilder builder(model.build());
  builder.add("motor", TorqueLimitedMotor("engine", 60, 20));  // 60 rad/s with up to 20 N·m
  builder.add("clutch", Clutch({"engine", "flywheel"}, 0));    // open
  builder.add("brake", Clutch("flywheel", 0));                 // released
  const System system = builder.build();
  TimeStepping stepping(system.default_state(), {.step = 1e-3, .every = 0.02});
  const auto set = [&](const char* parameter, double value) {
    stepping.change([&](State& state) { state.set(system.parameter(parameter), value); });
  };
  // [/elements]
  const auto no_minus_zero = [](double x) { return std::abs(x) < 0.01 ? 0.0 : x; };
  const auto run = [&](const char* what, double seconds) {
    stepping.run(seconds);
    double torque = 0;
    for (const RigidForce& force : stepping.forces())
      if (force.element == "motor") torque = force.row_force;
    const State& now = stepping.state();
    std::printf("%4.1f s  %-28s engine %4.1f rad/s, flywheel %4.1f rad/s, motor %4.1f N·m\n", now.time(),
                what, no_minus_zero(now.u("engine.rate")), no_minus_zero(now.u("flywheel.rate")),
                no_minus_zero(torque));
  };

  run("the motor starts:", 1);  // 20/0.5 = 40 rad/s per second
  run("it holds its speed:", 1);
  set("clutch.capacity", 30);
  run("the clutch slips:", 1);  // 30/1.5 = 20 rad/s², and (20 − 30)/0.5 for the engine
  run("engine and flywheel are one:", 1);
  run("the motor holds both:", 3);
  set("clutch.capacity", 0);
  set("brake.capacity", 45);
  run("brake on, clutch open:", 1);  // 45/1.5 = 30 rad/s per second
  run("the flywheel stands:", 1.5);
  if (argc > 1) {
    Scene scene = make_scene(system);
    for (const char* disk :
         {"engine disk", "flywheel disk"}) {  // a shaft, and a mark that shows how it turns
      scene.add_visual(disk, CylinderShape{0.06, 0.12}, {0.3, 0.33, 0.38});
      scene.add_visual(disk, BoxShape{{0.36, 0.05, 0.07}}, {0.93, 0.9, 0.82}).X_BV =
          Pose<double>::translation({0.28, 0, 0});
    }
    const Recording motion(stepping.trajectory(), scene, {.rate = 60});
    write_png({"drive", {{"drive", "", scene, {motion}}}}, argv[1],
              {.width = 760, .height = 428, .at = 3.4, .camera = "1.2,-1.5,0.75,0,0,0.07"});
  }
}

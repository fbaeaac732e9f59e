#include "bench/rigid_steps.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "models/mechanisms.h"
#include "sarrus/sarrus.h"

namespace sarrus::bench {

namespace {

const ContactMaterial rough{.static_friction = 0.6, .dynamic_friction = 0.6};

/// Courses of bricks 0.2 × 0.1 × 0.1 m, 4 kg each, in running bond.
State wall(int courses, int bricks) {
  ModelBuilder model("wall");
  Array<ContactSurface> surfaces{{"floor", "world", HalfSpaceShape{}, rough}};
  const Vec3<double> size{0.2, 0.1, 0.1};
  for (int i = 0; i < courses; ++i)
    for (int k = 0; k < bricks; ++k) {
      const std::string name = fmt::format("brick{:02}{:02}", i, k);
      model.body(name, solid_brick(4, size));
      model.joint(name, Free{}, "world", name)
          .start({1, 0, 0, 0, 0.2 * k + 0.1 * (i % 2), 0, 0.05 + 0.1 * i});
      surfaces.push_back({name, name, BoxShape{size}, rough});
    }
  SystemBuilder builder(model.build());
  builder.add("contact", RigidContact(surfaces));
  return builder.build().default_state();
}

/// The humanoid of 27 speeds that falls from its feet; its parts touch the ground and not each other.
State humanoid() {
  const models::Linkage compliant = models::humanoid_on_ground({});
  const auto& contact = compliant.system.force<CompliantContact>("contact");
  Array<ContactSurface> surfaces = contact.surfaces();
  for (ContactSurface& surface : surfaces) {
    const bool is_ground = std::holds_alternative<HalfSpaceShape>(surface.shape);
    surface.material = rough;
    surface.groups = is_ground ? 1 : 2, surface.touches = is_ground ? 2 : 1;
  }
  SystemBuilder builder(compliant.system.model());
  builder.add("contact", RigidContact(surfaces, {.filter = contact.options().filter}));
  State state = builder.build().default_state();
  state.set_q(compliant.start.q());
  return state;
}

/// Two fingers that are pressed with 10 N hold a cube by friction; the hand moves up and down.
State gripper() {
  ModelBuilder model("gripper");
  const Vec3<double> finger{0.02, 0.02, 0.04}, cube{0.05, 0.05, 0.05};
  model.body("base", solid_brick(1, {0.1, 0.1, 0.1})).body("cube", solid_brick(0.25, cube));
  model.body("left", solid_brick(0.05, finger)).body("right", solid_brick(0.05, finger));
  model.joint("lift", Slider{}, "world", "base").axis({0, 0, 1});
  model.joint("left", Slider{}, "base", "left").start({-0.035});
  model.joint("right", Slider{}, "base", "right").start({0.035});
  model.joint("cube", Free{}, "world", "cube");
  SystemBuilder builder(model.build());
  const ContactMaterial half{.static_friction = 0.5, .dynamic_friction = 0.5};
  builder.add("contact", RigidContact({{"left", "left", BoxShape{finger}, half},
                                       {"right", "right", BoxShape{finger}, half},
                                       {"cube", "cube", BoxShape{cube}, half}}));
  builder.add("squeeze left", MobilityConstant("left", 10));
  builder.add("squeeze right", MobilityConstant("right", -10));
  constexpr double circular_frequency = 6.283185307179586;
  builder.prescribe("motion", "lift", MotionLevel::position, {sinusoid(0.02, circular_frequency)});
  State start = builder.build().default_state();
  start.set_u("cube.vz", 0.02 * circular_frequency);
  return start;
}

}  // namespace

RigidSteps::RigidSteps() {
  const auto measure = [&](const char* what, const State& start, double step, double duration) {
    double best = 0;
    for (int round = 0; round < 3; ++round) {
      TimeStepping stepping(start, {.step = step, .record = false});
      stepping.run(duration);
      const SteppingReport& report = stepping.report();
      const double time = 1e6 * stepping.wall_seconds() / static_cast<double>(report.steps);
      if (round > 0 && time >= best) continue;
      best = time;
      if (round > 0) lines_.pop_back();
      lines_.push_back({what, report.most_contacts, time, report.largest_penetration,
                        report.worst.scale > 0 ? report.worst.complementarity / report.worst.scale : 0.0,
                        static_cast<double>(report.first_tries) / static_cast<double>(report.problems)});
    }
  };
  measure("humanoid of 27 speeds falls, 5 ms", humanoid(), 5e-3, 2);
  measure("gripper holds a cube for 60 s, 2 ms", gripper(), 2e-3, 60);
  measure("tower of 10 bricks at rest, 5 ms", wall(10, 1), 5e-3, 0.5);
  measure("wall of 4 x 5 bricks at rest, 5 ms", wall(4, 5), 5e-3, 0.1);
  measure("wall of 10 x 10 bricks at rest, 5 ms", wall(10, 10), 5e-3, 0.5);
}

void RigidSteps::print() const {
  fmt::print("\nTime steps with rigid contact\n{:<40}{:>10}{:>10}{:>14}{:>10}{:>12}\n", "", "contacts",
             "µs/step", "overlap, m", "error", "first try");
  for (const Line& line : lines_)
    fmt::print("{:<40}{:>10}{:>10.1f}{:>14.2g}{:>10.1g}{:>11.0f}%\n", line.what, line.contacts, line.step,
               line.penetration, line.error, 100 * line.first_tries);
}

nlohmann::ordered_json RigidSteps::json() const {
  nlohmann::ordered_json json;
  for (const Line& line : lines_)
    json.push_back({{"what", line.what},
                    {"contacts", line.contacts},
                    {"step_us", line.step},
                    {"penetration_m", line.penetration},
                    {"error", line.error},
                    {"first_tries", line.first_tries}});
  return json;
}

}  // namespace sarrus::bench

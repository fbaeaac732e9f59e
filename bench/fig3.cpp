#include "bench/fig3.h"

#include <fmt/core.h>

#include "bench/peers/fig3.h"
#include "sarrus/force/global_damper.h"
#include "sarrus/function/sinusoid.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"

namespace sarrus::bench {

namespace {

RigidInertia<double> equal_inertia(double mass, const Vec3<double>& center, double moment) {
  return RigidInertia<double>::from_central(mass, center, Sym3<double>{moment, moment, moment, 0, 0, 0});
}

Model make_model() {
  ModelBuilder builder("fig3");
  builder.gravity({0, -fig3::gravity, 0});
  builder.body("base", equal_inertia(1, {0, 0, 0}, 1));
  builder.joint("base", Slider{}, "world", "base");
  const RigidInertia<double> link = equal_inertia(fig3::mass, {0, fig3::center, 0}, fig3::central_inertia);
  const std::vector<fig3::Joint> joints = fig3::joints();
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const bool first = i % fig3::links == 0;
    const std::string name = fmt::format("link{}", i);
    const auto& [x, y, z] = joints[i].axis;
    builder.body(name, link);
    builder.joint(name, Pin{}, first ? "base" : fmt::format("link{}", i - 1), name)
        .axis({x, y, z})
        .parent_frame({0, first ? 0 : -fig3::length, 0});
  }
  return builder.build();
}

System make_system() {
  SystemBuilder builder(make_model());
  builder.add("damping", GlobalDamper(fig3::damping));  // also of the base, whose motion is given
  builder.prescribe("drive", "base", MotionLevel::position, {sinusoid(fig3::amplitude, fig3::rate, 0)});
  return builder.build();
}

}  // namespace

Scenario fig3_scenario() {
  const std::vector<fig3::Joint> joints = fig3::joints();
  Scenario scenario{"fig3",
                    "11 chains of 20 links on an oscillating base, 20 s",
                    make_system().default_state(),
                    {"base"},
                    fig3::duration};
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const std::string name = fmt::format("link{}", i);
    scenario.joints.push_back(name);
    const Model& model = scenario.start.model();
    scenario.start.set_u(model.body(model.joint_body(name)).u0, joints[i].speed);
  }
  return scenario;
}

}  // namespace sarrus::bench

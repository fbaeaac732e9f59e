#include "tests/support/linkages.h"

#include <cmath>

#include "models/linkage_parts.h"
#include "sarrus/constraint/constraints.h"
#include "sarrus/joint/joints.h"
#include "sarrus/system/declaration.h"

namespace sarrus::testing {

using namespace models;

namespace {

void close(SystemBuilder& system, const std::string& name, const Place& a, const Place& b, Closure closure) {
  if (closure == Closure::ball) {
    system.add(name, BallConstraint(a, b));
    return;
  }
  const FrameOn<double> on_a = a.find(system.declare()), on_b = b.find(system.declare());
  for (const bool x : {true, false}) {  // planes with normals x and y of body a
    const Rotation<double> R = x ? Rotation<double>::about_y(pi / 2) : Rotation<double>::about_x(-pi / 2);
    system.add(name + (x ? ".x" : ".y"),
               PointInPlaneConstraint(Place(on_a.body, Pose<double>{R, on_a.X_BF.p}), Place(on_b)));
  }
}

}  // namespace

Linkage four_bar(Closure closure) {
  ModelBuilder model("four-bar");
  model.gravity(earth);
  model.body("crank", rod_from_joint(0.35, {0, 0.35, 0}));
  model.body("coupler", rod_from_joint(0.9, {0, 0.9, 0}));
  model.body("rocker", rod_from_joint(0.8, {0, 0.8, 0}));
  model.joint("crank", Pin{}, "world", "crank");
  model.joint("coupler", Pin{}, "crank", "coupler").parent_frame({0, 0.35, 0});
  model.joint("rocker", Pin{}, "world", "rocker").parent_frame({1, 0, 0});
  SystemBuilder builder(model.build());
  close(builder, "tip", Place("rocker", {0, 0.8, 0}), Place("coupler", {0, 0.9, 0}), closure);
  Linkage linkage{builder.build(), builder.build().default_state()};
  linkage.start = linkage.system.default_state();
  set(linkage.start, "crank", 0, 6);
  set(linkage.start, "rocker", 0.25999481495877819, 2.3791715898211674);
  set(linkage.start, "coupler", -1.0813632361021039, -0.6159852528469338 - 6);
  return linkage;
}

Linkage ladder(int n, Closure closure, LadderStart start) {
  const bool skew = start == LadderStart::skew;
  const double angle = start == LadderStart::up ? 0 : (skew ? 140 : 120) * pi / 180;
  const auto length = [&](int i) { return skew ? 1 + 0.05 * ((3 * i) % 5 - 2) : 1.0; };
  // Rods H lie along +x of their bodies at q = 0, whose axes are those of the upright before them.
  const auto span = [&](int i) {  // from tip i − 1 to tip i
    const double step = length(i) - length(i - 1);
    return Vec3<double>{1 - step * std::sin(angle), step * std::cos(angle), 0};
  };
  ModelBuilder model("ladder of " + std::to_string(n));
  model.gravity(earth);
  for (int i = 0; i <= n; ++i) {
    const std::string V = "V" + std::to_string(i);
    model.body(V, rod_from_joint(length(i), {0, length(i), 0}));
    model.joint(V, Pin{}, "world", V).parent_frame({1.0 * i, 0, 0});
    if (i == 0) continue;
    const std::string H = "H" + std::to_string(i), before = "V" + std::to_string(i - 1);
    const double L = norm(span(i));
    model.body(H, rod_from_joint(L, {L, 0, 0}));
    model.joint(H, Pin{}, before, H).parent_frame({0, length(i - 1), 0});
  }
  SystemBuilder builder(model.build());
  for (int i = 1; i <= n; ++i) {
    const std::string number = std::to_string(i);
    close(builder, "tip" + number, Place("V" + number, Vec3<double>{0, length(i), 0}),
          Place("H" + number, Vec3<double>{norm(span(i)), 0, 0}), closure);
  }
  const System system = builder.build();
  State state = system.default_state();
  const double speed = start == LadderStart::up ? -1 : 0;
  for (int i = 0; i <= n; ++i) {
    set(state, "V" + std::to_string(i), angle, speed);
    if (i == 0) continue;
    const Vec3<double> s = span(i);
    set(state, "H" + std::to_string(i), std::atan2(s.y, s.x) - angle, -speed);
  }
  return {system, state};
}

}  // namespace sarrus::testing

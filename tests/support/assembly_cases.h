#pragma once
/// @file
/// Mechanisms with known assembly branches.

#include <string>

#include "sarrus/constraint/constraints.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/system.h"

namespace sarrus::testing {

/// A particle that moves in a plane with coordinates "x" and "y", on a rod of length 1 from the origin.
inline System point_on_circle() {
  ModelBuilder model("point on a circle");
  model.body("slide", solid_sphere(1, 0.1)).body("point", solid_sphere(1, 0.1));
  model.joint("x", Slider{}, "world", "slide");
  model.joint("y", Slider{}, "slide", "point").axis({0, 1, 0});
  SystemBuilder builder(model.build());
  builder.add("rod", RodConstraint("world", "point", 1));
  return builder.build();
}

/// Two rods of length 1 with parallel pins "shoulder" and "elbow"; the tip is at a point of the plane.
inline System arm_to(const Vec3<double>& target) {
  ModelBuilder model("arm");
  model.body("upper", thin_rod(1, {1, 0, 0})).body("lower", thin_rod(1, {1, 0, 0}));
  model.joint("shoulder", Pin{}, "world", "upper").child_frame({-0.5, 0, 0});
  model.joint("elbow", Pin{}, "upper", "lower").parent_frame({0.5, 0, 0}).child_frame({-0.5, 0, 0});
  SystemBuilder builder(model.build());
  builder.add("tip", BallConstraint(Place("world", target), Place("lower", Vec3<double>{0.5, 0, 0})));
  return builder.build();
}

/// A four-bar with pins "crank", "coupler" and "rocker", the first and the last a distance `ground` apart
/// along x; at q = 0 the crank and the coupler point along x and the rocker along y. Constraint "tip".
inline System four_bar_of(double ground, double crank, double coupler, double rocker) {
  ModelBuilder model("four-bar");
  const auto rod = [](const Vec3<double>& tip) {
    return Pose<double>::translation(0.5 * tip) * thin_rod(1, tip);
  };
  model.body("crank", rod({crank, 0, 0}))
      .body("coupler", rod({coupler, 0, 0}))
      .body("rocker", rod({0, rocker, 0}));
  model.joint("crank", Pin{}, "world", "crank");
  model.joint("coupler", Pin{}, "crank", "coupler").parent_frame({crank, 0, 0});
  model.joint("rocker", Pin{}, "world", "rocker").parent_frame({ground, 0, 0});
  SystemBuilder builder(model.build());
  builder.add("tip", BallConstraint(Place("rocker", Vec3<double>{0, rocker, 0}),
                                    Place("coupler", Vec3<double>{coupler, 0, 0})));
  return builder.build();
}

}  // namespace sarrus::testing

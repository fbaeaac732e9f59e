#pragma once
/// @file
/// When two moving shapes touch: conservative advancement.

#include <functional>
#include <optional>

#include "sarrus/proximity/distance.h"

namespace sarrus {

/// The motion of a shape over an interval of time.
struct ShapeMotion {
  std::function<Pose<double>(double t)> pose;
  double speed;          ///< No less than the speed of the shape's origin.
  double angular_speed;  ///< No less than its angular speed.
};

/// The first time from `begin` to `end` at which the distance of two shapes falls to `gap`, to `tolerance` in
/// time; nothing if it never does. Shapes that are closer at the beginning touch then. They do touch at the
/// time returned, and no contact that lasts longer than `tolerance` is passed, with one exception: shapes
/// that keep moving along each other almost touching, so that 5000 safe steps do not reach the end, are
/// looked at a thousand times over the rest of the time, and where the distance has a minimum between looks.
std::optional<double> find_time_of_contact(const AnyShape& shape1, const ShapeMotion& motion1,
                                           const AnyShape& shape2, const ShapeMotion& motion2, double begin,
                                           double end, double gap = 0, double tolerance = 1e-10);

}  // namespace sarrus

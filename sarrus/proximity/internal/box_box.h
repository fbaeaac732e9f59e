#pragma once
/// @file
/// Two boxes: the axis along which they are farthest apart, or overlap least, among the fifteen that can
/// separate them.

#include "sarrus/geometry/box.h"
#include "sarrus/proximity/internal/lane_pose.h"

namespace sarrus::internal {

/// An axis, in the frame of box 1.
struct BoxAxis {
  double separation;    ///< Of the boxes along the normal; no more than their distance. Negative: overlap.
  Vec3<double> normal;  ///< Unit vector from box 1 to box 2.
  int number;       ///< 0–2: face of box 1, 3–5: face of box 2, 6 + 3i + j: edges i of box 1, j of box 2.
  double sign = 1;  ///< Of the normal, along the axis across the face.
};

/// The axis of greatest separation of two boxes with half edges a and b, for the pose X_12 of box 2 in box 1.
/// Overlapping boxes are separated by the shortest translation, of length −separation, along its normal.
/// Stops at the first axis whose separation exceeds `enough`.
BoxAxis find_box_axis(const Vec3<double>& a, const Vec3<double>& b, const LanePose& X_12, double enough);

/// The half edges of a box.
inline Vec3<double> half_edges(const BoxShape& box) { return 0.5 * box.size; }
/// Corner 0–7 of a box with half edges a: bit i is set where coordinate i is positive.
inline Vec3<double> box_corner(const Vec3<double>& a, int number) {
  return {(number & 1) != 0 ? a.x : -a.x, (number & 2) != 0 ? a.y : -a.y, (number & 4) != 0 ? a.z : -a.z};
}

}  // namespace sarrus::internal

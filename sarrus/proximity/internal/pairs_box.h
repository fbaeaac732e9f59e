#pragma once
/// @file
/// Boxes and boxes, possibly rounded: the fifteen directions in which a face or two edges may separate them.

#include <optional>

#include "sarrus/proximity/distance.h"
#include "sarrus/proximity/internal/support_map.h"

namespace sarrus::internal {

/// The separation that is largest among the axes of both boxes and the cross products of their edges.
struct BoxSeparation {
  double separation;
  Vec3<double> normal;         ///< Unit vector from box 1 to box 2, in the frame of box 1.
  int face1 = -1, face2 = -1;  ///< The axis of box 1 or box 2 that it is along; both: an edge of each.
};
BoxSeparation find_separation(const BoxCore& box1, const BoxCore& box2, const Pose<double>& X_12);

/// The distance along that direction, which is that of the boxes if points of both are opposite: always if
/// they overlap; nothing if a vertex or an edge is nearest otherwise.
std::optional<ShapeDistance> box_distance(const BoxCore& box1, const BoxCore& box2, const Pose<double>& X_12,
                                          const BoxSeparation& at);

}  // namespace sarrus::internal

#pragma once
/// @file
/// The contact points of a shape with a half-space.

#include "sarrus/proximity/manifold.h"

namespace sarrus::internal {

/// Adds the points of a shape with the pose X_WS that are closer than `margin` to a half-space with the pose
/// X_WH, or below its surface: corners, ends of segments, four points of a rim that lies flat and its lowest.
/// The half-space is shape 1; `is_turned`: shape 2. False if the shape has none of these: it is smooth.
bool add_plane_contacts(const Pose<double>& X_WH, const AnyShape& shape, const Pose<double>& X_WS,
                        double margin, bool is_turned, Manifold& manifold);

}  // namespace sarrus::internal

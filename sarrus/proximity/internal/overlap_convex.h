#pragma once
/// @file
/// Overlaps of convex shapes of any kind, by quadrature.

#include "sarrus/proximity/overlap.h"
#include "sarrus/spatial/pose.h"

namespace sarrus::internal {

/// The overlap of two convex shapes, one of which may be a half-space, in the frame of shape 1. Rays from the
/// centroid C of the overlap leave it at the distance r = min(r1, r2), and
///   V = ∫ r³/3 dω,   V·(centroid − C) = ∫ r⁴/4·ω dω,   A1 = ∫ n1·r²/(n1·ω) dω where r1 < r2
/// Space is stretched first so that the overlap is as wide as it is high. The rays run along meridians about
/// the normal of the contact; where a meridian passes from one surface to the other, the integral is divided.
/// Half of the meridians are fixed to each shape, so that the order of the shapes does not matter.
Overlap overlap_of_convex(const AnyShape& shape1, const AnyShape& shape2, const Pose<double>& X_12);

}  // namespace sarrus::internal

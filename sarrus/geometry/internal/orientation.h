#pragma once
/// @file
#include "sarrus/spatial/vec3.h"

namespace sarrus::internal {

/// The sign (−1, 0, 1) of (b − a)×(c − a)·(d − a): positive if d is on the side of the triangle from which a,
/// b, c are counter-clockwise. Exact for coordinates between 1e-36 and 1e36, or zero: if rounding could turn
/// the sign, the determinant is computed once more in expansions [Shewchuk, Adaptive precision floating-point
/// arithmetic, 1997].
int orientation(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c, const Vec3<double>& d);

}  // namespace sarrus::internal

#pragma once
/// @file
#include "sarrus/geometry/internal/height_spline.h"

namespace sarrus::internal {

/// The nearest point of a height field.
SurfacePoint nearest_of_heights(const HeightSpline& spline, const Vec3<double>& p);

}  // namespace sarrus::internal

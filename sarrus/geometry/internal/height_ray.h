#pragma once
/// @file
#include <optional>

#include "sarrus/geometry/internal/height_spline.h"

namespace sarrus::internal {

/// The first hit of a ray with a height field.
std::optional<RayHit> hit_of_heights(const HeightSpline& spline, const Ray& ray);

}  // namespace sarrus::internal

#pragma once
/// @file
/// Checks of the arguments of fitting.

#include <cmath>

#include "sarrus/joint/fit.h"

namespace sarrus::internal {

inline void require_parameters(const Joint& joint, In<double> parameters) {
  require_size(parameters, static_cast<int>(joint.parameters().size()), "parameters",
               "the joint's number of parameters");
}
inline void require_finite(const char* what, const Vec3<double>& a, const Vec3<double>& b) {
  require(std::isfinite(dot(a, a)) && std::isfinite(dot(b, b)),
          "the {} to fit is ({}, {}, {}), ({}, {}, {}); give finite numbers", what, a.x, a.y, a.z, b.x, b.y,
          b.z);
}

}  // namespace sarrus::internal

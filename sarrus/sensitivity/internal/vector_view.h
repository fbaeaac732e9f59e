#pragma once
/// @file
#include "sarrus/base/array_view.h"
#include "sarrus/scalar/eigen.h"

namespace sarrus::internal {

/// An array as a vector of Eigen.
inline Eigen::Map<const VectorX<double>> as_vector(In<double> values) {
  return {values.data(), static_cast<Eigen::Index>(values.size())};
}

}  // namespace sarrus::internal

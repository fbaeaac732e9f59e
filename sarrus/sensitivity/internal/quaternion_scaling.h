#pragma once
/// @file
#include "sarrus/base/array.h"
#include "sarrus/model/model.h"
#include "sarrus/scalar/eigen.h"

namespace sarrus::internal {

/// The derivative of the normalization of quaternions: (1 − e·eᵀ)/|q| with e = q/|q|, a symmetric matrix.
class QuaternionScaling {
 public:
  explicit QuaternionScaling(const Model& model);
  /// Takes variables whose quaternions are to be normalized.
  void take(const VectorX<double>& y);
  /// Replaces a change of the variables, or a gradient, by the derivative times it.
  void apply(Eigen::Ref<VectorX<double>> change) const;

 private:
  Array<int> first_;  ///< The first coordinate of each quaternion.
  Array<Eigen::Vector4d> unit_;
  Array<double> length_;
};

}  // namespace sarrus::internal

#pragma once
/// @file
/// Derivatives of vector functions of one variable by central differences, extrapolated to step zero.

#include <functional>

#include "sarrus/scalar/eigen.h"

namespace sarrus::internal {

struct ExtrapolatedDifference {
  VectorX<double> derivative;
  VectorX<double> error;  ///< Estimated, per component.
};

/// The derivative of f at zero by Ridders' method [C. J. F. Ridders 1982]: differences with steps h, h/2,
/// h/4, … are extrapolated as polynomials in the square of the step; for each component the entry of the
/// tableau that differs least from its neighbors counts. Neighbors may agree by chance: the error is never
/// estimated below that of rounding f.
ExtrapolatedDifference calc_extrapolated_difference(const std::function<VectorX<double>(double)>& f,
                                                    double h);

}  // namespace sarrus::internal

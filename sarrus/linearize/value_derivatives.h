#pragma once
/// @file
/// How the rates of a State change with its parameters and with time, its variables being fixed:
///   ∂u̇/∂p,  ∂ż/∂p  and  ∂λ/∂p  of the multipliers of constraints
/// Coordinates and speeds that are given as functions of time or parameters follow them. Derivatives by
/// parameters of elements are exact where the elements know them (force_derivatives.h, constraint.h). For all
/// other values the rates are differenced and extrapolated to step zero (Ridders' method), with an estimate
/// of the error.

#include <string>

#include "sarrus/base/array.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/system/state.h"

namespace sarrus {

struct ValueDerivatives {
  Array<std::string> names;                 ///< Of the columns.
  MatrixX<double> udot, zdot, multipliers;  ///< One column for each value.
  Array<std::string> differenced{};         ///< Names of the values whose columns are differenced.
  double error =
      0;  ///< Estimate of the largest error of an entry by differences, relative to the largest entry.
};

/// The derivatives by parameters, masses, places, gravity, and "time", by their names as in linearize().
ValueDerivatives calc_value_derivatives(const State& state, const Array<std::string>& values);

}  // namespace sarrus

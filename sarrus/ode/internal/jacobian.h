#pragma once
/// @file
/// The Jacobian of a problem as a matrix, exact or by differences.

#include <functional>

#include "sarrus/ode/problem.h"

namespace sarrus::internal {

/// Computes ẏ at (t, y), and counts.
using RateFunction = std::function<void(double, In<double>, Out<double>)>;

/// Where a Jacobian is computed.
struct JacobianPoint {
  double t = 0;
  In<double> y, ydot;
};

/// Two arrays of the problem's size to work in.
struct JacobianScratch {
  Out<double> moved, rates;
};

/// Sets `increments`, by which variables are moved for differences: √ε·|yᵢ|, and for small yᵢ as suits a
/// variable of 10⁻⁵ times its unit error 1/wᵢ [Hairer, Wanner: Solving Ordinary Differential Equations II,
/// IV.8, "The Jacobian"].
void choose_increments(In<double> y, In<double> weights, Out<double> increments);

/// ∂ẏ/∂y by forward differences, row by row, without the columns of the integrals: the first rows of it, as
/// many as `jacobian` has place for.
void difference_rates(InitialValueProblem& problem, const JacobianPoint& point, In<double> increments,
                      const RateFunction& rate, JacobianScratch scratch, Out<double> jacobian);

/// The exact Jacobian if the problem has one; returns false otherwise.
bool calc_exact_jacobian(InitialValueProblem& problem, const JacobianPoint& point, Out<double> jacobian);

}  // namespace sarrus::internal

#include "sarrus/ode/problem.h"

#include <algorithm>
#include <cmath>

#include "sarrus/ode/linear_solver.h"

namespace sarrus {

namespace {

/// The norm of the part of an error that begins at `first`. Its weights are 1, or min(1, 1/|yᵢ|) with
/// relative accuracy. A NaN counts as the worst.
ErrorSize measure_part(In<double> y, In<double> error, int first, int count, bool relative, ErrorNorm norm) {
  ErrorSize part{0, first};
  double sum = 0, largest = 0;
  for (int i = first; i < first + count; ++i) {
    const double weight = relative ? 1 / std::max(1.0, std::abs(y[i])) : 1;
    const double size = weight * std::abs(error[i]);
    sum += size * size;
    if (!(size <= largest)) largest = size, part.worst = i;
    if (std::isnan(size)) return {size, i};
  }
  part.size = norm == ErrorNorm::infinity || count == 0 ? largest : std::sqrt(sum / count);
  return part;
}

}  // namespace

std::string describe(double x) {
  if (std::isnan(x)) return "NaN";
  if (std::isinf(x)) return x > 0 ? "infinite" : "minus infinite";
  return fmt::format("{}", x);
}

void InitialValueProblem::calc_qdot(double, In<double> q, In<double> u, Out<double> qdot) {
  require(q.size() == u.size(),
          "q̇ = u takes as many coordinates as speeds, but there are {} and {}; override calc_qdot()",
          q.size(), u.size());
  std::copy(u.begin(), u.end(), qdot.begin());
}

void InitialValueProblem::calc_qddot(double, In<double>, In<double> ydot, Out<double> qddot) {
  require(nq() == nu(),
          "q̈ = u̇ takes as many coordinates as speeds, but there are {} and {}; override calc_qddot()", nq(),
          nu());
  std::copy_n(ydot.begin() + nq(), nu(), qddot.begin());
}

bool InitialValueProblem::project(double, Out<double>, Out<double>) { return false; }

ErrorSize InitialValueProblem::measure_error(double, In<double> y, In<double> error, ErrorNorm norm) {
  ErrorSize all = measure_part(y, error, 0, nq(), false, norm);
  for (const ErrorSize part : {measure_part(y, error, nq(), nu(), true, norm),
                               measure_part(y, error, nq() + nu(), nz() - integrals(), true, norm)})
    if (part.size > all.size || std::isnan(part.size)) all = part;
  return all;
}

void InitialValueProblem::calc_error_weights(double, In<double> y, Out<double> weights) {
  const int counted = size() - integrals();
  for (int i = 0; i < size(); ++i)
    weights[i] = i >= counted ? 0.0 : i < nq() ? 1.0 : std::min(1.0, 1 / std::abs(y[i]));
}

bool InitialValueProblem::calc_jacobian(double, In<double>, In<double>, Out<double>) { return false; }

std::unique_ptr<LinearSolver> InitialValueProblem::make_linear_solver() { return nullptr; }

}  // namespace sarrus

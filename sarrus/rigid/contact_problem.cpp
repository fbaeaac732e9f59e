#include "sarrus/rigid/internal/contact_problem.h"

#include <algorithm>
#include <cmath>

namespace sarrus::internal {

namespace {

/// Rows that contradict each other by less than this, relative to the largest along a normal, do so by
/// rounding.
constexpr double least_contradiction = 1e-9;

Array<double> numbers_of(const VectorX<double>& x) { return {x.data(), x.data() + x.size()}; }

}  // namespace

ContactProblem::ContactProblem(const ContactRows& rows, const VectorX<double>& u0,
                               const Array<ForceSet>& sets)
    : ContactProblem(rows, factor_symmetric(rows.G()), u0, sets) {}

/// L has orthogonal columns, so that L⁺ is its transpose, scaled.
ContactProblem::ContactProblem(const ContactRows& rows, const MatrixX<double>& L, const VectorX<double>& u0,
                               const Array<ForceSet>& sets)
    : sets_(sets),
      rows_(MatrixX<double>::Identity(L.cols(), L.cols()), L, sets_),
      diagonal_(numbers_of(rows.diagonal())) {
  const VectorX<double> w = (L.transpose() * u0).cwiseQuotient(L.colwise().squaredNorm().transpose());
  free_ = numbers_of(w);
  bias_ = numbers_of(u0 - L * w);
  remove_rounding(u0);
}

/// Corners that lie flat agree with each other but for rounding, which shall not decide which of them press
/// or slide.
void ContactProblem::remove_rounding(const VectorX<double>& u0) {
  double largest = 0;
  int row = 0;
  for (const ForceSet& set : sets_) {
    largest = std::max(largest, std::abs(u0[row]));
    row += set.rows;
  }
  for (double& b : bias_)
    if (std::abs(b) <= least_contradiction * largest) b = 0;
}

double ContactProblem::energy() const {
  double squares = 0;
  for (const double w : free_) squares += w * w;
  return 0.5 * squares;
}

}  // namespace sarrus::internal

#include "sarrus/linearize/value_derivatives.h"

#include <algorithm>

#include "sarrus/linearize/internal/value_difference.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/internal/layout.h"
#include "sarrus/system/responses.h"

namespace sarrus {

using namespace internal;

namespace {

/// u̇, ż and multipliers, one after the other.
VectorX<double> calc_all(const State& state) {
  const VectorX<double> u = copied(udot(state)), z = copied(zdot(state));
  VectorX<double> lambda;
  if (!state.layout().constraints.empty()) lambda = copied(multipliers(state));
  VectorX<double> all(u.size() + z.size() + lambda.size());
  all << u, z, lambda;
  return all;
}

}  // namespace

ValueDerivatives calc_value_derivatives(const State& state, const Array<std::string>& values) {
  const Eigen::Index n = state.nu(), nz = state.nz(), rows = calc_all(state).size();
  MatrixX<double> all(rows, static_cast<Eigen::Index>(values.size()));
  double error = 0;
  for (int j = 0; j < static_cast<int>(values.size()); ++j) {
    const ExtrapolatedDifference by = calc_value_difference(state, values[j], calc_all);
    all.col(j) = by.derivative;
    if (rows > 0) error = std::max(error, by.error.maxCoeff());
  }
  const double largest = all.size() == 0 ? 0 : all.cwiseAbs().maxCoeff();
  const auto part = [&](Eigen::Index first, Eigen::Index count) -> MatrixX<double> {
    if (values.empty()) return MatrixX<double>(count, 0);
    return all.middleRows(first, count);
  };
  return {values, part(0, n), part(n, nz), part(n + nz, rows - n - nz), largest > 0 ? error / largest : 0};
}

}  // namespace sarrus

#include "sarrus/linearize/value_derivatives.h"

#include <cmath>

#include "sarrus/linearize/internal/extrapolated_difference.h"
#include "sarrus/linearize/internal/input_value.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/internal/layout.h"
#include "sarrus/system/responses.h"

namespace sarrus {

using namespace internal;

namespace {

constexpr double first_step_of_time = 0.01;

VectorX<double> vector(In<double> x) {
  return Eigen::Map<const VectorX<double>>(x.data(), static_cast<Eigen::Index>(x.size()));
}

/// u̇, ż and multipliers, one after the other.
VectorX<double> calc_all(const State& state) {
  const VectorX<double> u = vector(udot(state)), z = vector(zdot(state));
  VectorX<double> lambda;
  if (!state.layout().constraints.empty()) lambda = vector(multipliers(state));
  VectorX<double> all(u.size() + z.size() + lambda.size());
  all << u, z, lambda;
  return all;
}

/// The derivatives by one value.
ExtrapolatedDifference calc_by(const State& state, const std::string& name) {
  State moved = state;
  if (name == "time")
    return calc_extrapolated_difference(
        [&](double step) {
          moved.set_time(state.time() + step);
          prescribe(moved);
          return calc_all(moved);
        },
        first_step_of_time);
  const NamedValue input = find_input(state, name);
  const double present = value(state, input);
  return calc_extrapolated_difference(
      [&](double step) {
        set_value(moved, input, present + step);
        prescribe(moved);
        return calc_all(moved);
      },
      first_step_of_input(present));
}

}  // namespace

ValueDerivatives calc_value_derivatives(const State& state, const Array<std::string>& values) {
  const Eigen::Index n = state.nu(), nz = state.nz(), rows = calc_all(state).size();
  MatrixX<double> all(rows, static_cast<Eigen::Index>(values.size()));
  double error = 0;
  for (int j = 0; j < static_cast<int>(values.size()); ++j) {
    const ExtrapolatedDifference by = calc_by(state, values[j]);
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

#include "sarrus/linearize/assembly_derivatives.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sarrus/dynamics/coordinates.h"
#include "sarrus/linearize/internal/value_difference.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/internal/factored_rows.h"
#include "sarrus/system/internal/layout.h"

namespace sarrus {

using namespace internal;

namespace {

/// Errors of the constraints above this belong to a state that is not assembled.
constexpr double largest_error = 1e-6;
/// What a motion leaves of the change of the errors is rounding up to this part of it.
constexpr double negligible_part = 1e-6;

/// "'rod'", the enabled constraint with the largest of the errors of all position rows.
std::string name_of_largest(const State& state, const VectorX<double>& errors) {
  Eigen::Index row = 0, first = 0;
  errors.cwiseAbs().maxCoeff(&row);
  for (const auto& entry : state.layout().constraints) {
    const auto rows = static_cast<Eigen::Index>(position_errors(state, entry->id).size());
    if (row < first + rows) return fmt::format("'{}'", state.layout().name_of(entry->id));
    first += rows;
  }
  return "the constraints";
}

void require_assembled(const State& state) {
  const VectorX<double> errors = copied(position_errors(state));
  if (errors.size() == 0 || errors.cwiseAbs().maxCoeff() <= largest_error) return;
  fail("the state is not assembled: {} has an error of {:.2g}; assemble it first",
       name_of_largest(state, errors), errors.cwiseAbs().maxCoeff());
}

/// The coordinates, which change if they are given, and the position errors.
VectorX<double> calc_coordinates_and_errors(const State& state) {
  const VectorX<double> q = copied(state.q()), e = copied(position_errors(state));
  VectorX<double> both(q.size() + e.size());
  both << q, e;
  return both;
}

/// The smallest motion that takes back a change of the errors, which is known within `uncertainty`.
VectorX<double> calc_motion(const State& state, const std::string& name, const VectorX<double>& by_value,
                            double uncertainty, FactoredRows& rows) {
  VectorX<double> motion = VectorX<double>::Zero(state.nu());
  if (by_value.size() == 0 || by_value.isZero(0)) return motion;
  const auto view = [](const VectorX<double>& x) { return In<double>(x.data(), x.size()); };
  rows.calc_step(view(by_value), {motion.data(), motion.size()});
  Array<double> images;
  rows.calc_images(view(motion), images);
  const VectorX<double> left = by_value + copied(images);
  const double size = left.cwiseAbs().maxCoeff();
  require(size <= std::max(negligible_part * by_value.cwiseAbs().maxCoeff(), 10 * uncertainty),
          "no small motion keeps the constraints while '{}' changes: the error of {} grows by {:.2g} for "
          "each unit of it; the constraints are redundant there, the position is singular, or too much is "
          "held",
          name, name_of_largest(state, left), size);
  return motion;
}

}  // namespace

AssemblyDerivatives calc_assembly_derivatives(const State& state, const Array<std::string>& values,
                                              const Array<double>& weights) {
  const std::size_t nu = state.nu();
  require(weights.empty() || weights.size() == nu,
          "{} weights were given, but the state has {} speeds; give one for each, or none", weights.size(),
          nu);
  require_assembled(state);
  FactoredRows rows(MotionLevel::position, weights);
  rows.update(state);
  AssemblyDerivatives found{values, MatrixX<double>(state.nu(), static_cast<Eigen::Index>(values.size()))};
  Array<double> given(state.nu(), 0.0);
  for (int j = 0; j < static_cast<int>(values.size()); ++j) {
    const ExtrapolatedDifference by = calc_value_difference(state, values[j], calc_coordinates_and_errors);
    const double uncertainty = by.error.size() == 0 ? 0 : by.error.maxCoeff();
    const VectorX<double> q_by_value = by.derivative.head(state.nq());
    calc_speeds<double>(state.tree(), state.q(), {q_by_value.data(), q_by_value.size()}, given);
    const VectorX<double> e_by_value = by.derivative.tail(by.derivative.size() - state.nq());
    found.position.col(j) = copied(given) + calc_motion(state, values[j], e_by_value, uncertainty, rows);
    const double largest = by.derivative.size() == 0 ? 0 : by.derivative.cwiseAbs().maxCoeff();
    if (largest > 0) found.error = std::max(found.error, uncertainty / largest);
  }
  return found;
}

}  // namespace sarrus

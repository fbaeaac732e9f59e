#pragma once
/// @file
/// Every constraint as the law tests see it, without a System. A new constraint adds its row here.

#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "sarrus/scalar/scalar_types.h"
#include "sarrus/system/constraint.h"
#include "sarrus/system/internal/layout_draft.h"
#include "sarrus/system/system.h"
#include "tests/support/floating_mechanism.h"
#include "tests/support/random.h"

namespace sarrus::testing {

using namespace internal;

/// A frame with its acceleration.
template <class T>
struct AcceleratedMotion {
  Pose<T> X;
  Motion<T> V = Motion<T>::zero(), A = Motion<T>::zero();
  operator RelativeMotion<T>() const { return {X, V}; }
};

/// All that a constraint computes from, in numbers of its own.
template <class T>
struct Moment {
  T time{};
  std::vector<AcceleratedMotion<T>> frames{};
  std::vector<T> q{}, u{}, udot{};
};
/// The same a moment later: every number with its rate, in direction 0.
Moment<Dual8> with_rates(const Moment<double>& moment);
/// A moment at random, of as many frames and mobilities as a constraint has.
Moment<double> random_moment(const ConstraintShape& shape, Random& random);

/// What a constraint says of a moment.
template <class T>
struct ConstraintValues {
  std::vector<T> errors, drifts, biases, speeds;
  std::vector<Force<T>> wrenches;
  const ConstraintShape* shape;

  const Force<T>& wrench(int row, std::size_t frame = 0) const {
    return wrenches[static_cast<std::size_t>(row) * shape->frames.size() + frame];
  }
  const T& speed(int row, std::size_t mobility = 0) const {
    return speeds[static_cast<std::size_t>(row) * shape->mobilities.size() + mobility];
  }
  /// Σ rows·V + drift: ė or v.
  T velocity(int row, const Moment<T>& at) const {
    T sum = drifts[static_cast<std::size_t>(row)];
    for (std::size_t i = 0; i < at.frames.size(); ++i) sum += dot(at.frames[i].V, wrench(row, i));
    for (std::size_t i = 0; i < at.u.size(); ++i) sum += at.u[i] * speed(row, i);
    return sum;
  }
  /// Σ rows·A + bias: ë, v̇ or a.
  T acceleration(int row, const Moment<T>& at) const {
    T sum = biases[static_cast<std::size_t>(row)];
    for (std::size_t i = 0; i < at.frames.size(); ++i) sum += dot(at.frames[i].A, wrench(row, i));
    for (std::size_t i = 0; i < at.udot.size(); ++i) sum += at.udot[i] * speed(row, i);
    return sum;
  }
};

/// Declares what a System would hold for an element called "part" of the floating mechanism.
class DeclarationForTests {
 public:
  DeclarationForTests();
  Declaration& operator*() { return *declaration_; }
  std::vector<double> parameters() const;
  std::vector<std::string> parameter_names() const;
  std::vector<std::string> parameter_units() const;

 private:
  LayoutDraft draft_;
  std::unique_ptr<Declaration> declaration_;
};

/// A declared constraint with its functions in double and in dual numbers.
struct TestedConstraint {
  ConstraintShape shape;
  std::vector<double> parameters;
  std::vector<std::string> parameter_names, parameter_units;
  bool with_accelerations = true;  ///< Whether biases are asked for.
  std::function<ConstraintValues<double>(const TestedConstraint&, const Moment<double>&)> in_doubles;
  std::function<ConstraintValues<Dual8>(const TestedConstraint&, const Moment<Dual8>&)> in_duals;
  std::function<void(SystemBuilder&)> add;  ///< Adds it to a System under the name "x".

  ConstraintValues<double> at(const Moment<double>& moment) const { return in_doubles(*this, moment); }
  ConstraintValues<Dual8> at(const Moment<Dual8>& moment) const { return in_duals(*this, moment); }
};

/// Calls the functions of a constraint as a System does: all results are zero before.
template <class T, class E>
ConstraintValues<T> values_of(const E& element, const TestedConstraint& tested, const Moment<T>& moment) {
  const ConstraintShape& shape = tested.shape;
  const auto rows = static_cast<std::size_t>(shape.rows());
  const auto moving = rows - static_cast<std::size_t>(shape.acceleration_rows);
  ConstraintValues<T> values;
  values.shape = &shape;
  values.errors.assign(static_cast<std::size_t>(shape.position_rows), T(0));
  values.drifts.assign(moving, T(0));
  values.biases.assign(rows, T(0));
  values.speeds.assign(rows * shape.mobilities.size(), T(0));
  values.wrenches.assign(rows * shape.frames.size(), Force<T>::zero());
  const std::vector<RelativeMotion<T>> frames(moment.frames.begin(), moment.frames.end());
  const std::vector<T> parameters(tested.parameters.begin(), tested.parameters.end());
  const ConstraintArguments<T> at{moment.time, frames, moment.q, moment.u, parameters};
  const Out<T> e(values.errors), drift(values.drifts), bias(values.biases);
  if constexpr (requires { element.errors(at, e); }) element.errors(at, e);
  if constexpr (requires { element.drifts(at, drift); }) element.drifts(at, drift);
  if constexpr (requires { element.biases(at, bias); })
    if (tested.with_accelerations) element.biases(at, bias);
  element.rows(at, ConstraintRows<T>(values.wrenches.data(), values.speeds.data(),
                                     static_cast<int>(shape.frames.size()),
                                     static_cast<int>(shape.mobilities.size())));
  return values;
}

template <class E>
TestedConstraint tested(E element) {
  DeclarationForTests declaration;
  TestedConstraint result;
  result.add = [element](SystemBuilder& builder) { builder.add("x", element); };
  auto shared = std::make_shared<E>(std::move(element));
  result.shape = shared->declare(*declaration);
  result.parameters = declaration.parameters();
  result.parameter_names = declaration.parameter_names();
  result.parameter_units = declaration.parameter_units();
  result.in_doubles = [shared](const TestedConstraint& self, const Moment<double>& moment) {
    return values_of(*shared, self, moment);
  };
  result.in_duals = [shared](const TestedConstraint& self, const Moment<Dual8>& moment) {
    return values_of(*shared, self, moment);
  };
  return result;
}

/// What is expected of a constraint.
struct ConstraintRow {
  std::string name;  ///< Begins with that of its header.
  std::function<TestedConstraint()> make;
  int position_rows, velocity_rows, acceleration_rows;
  bool drives = false;  ///< Its rows have something beyond Σ rows·V, so that it may do work.
  std::vector<Pose<double>> special_places{};  ///< Of the first frame.
  std::vector<Pose<double>> dead_ends{};       ///< Where it has no accelerations, and motion ends.
};

/// Shown by GoogleTest when a row's test fails.
inline void PrintTo(const ConstraintRow& row, std::ostream* out) { *out << row.name; }

std::vector<ConstraintRow> constraint_rows();

}  // namespace sarrus::testing

#pragma once
/// @file
/// A coordinate of a joint follows a function of time:
///   e = q − f(t),   ė = u − f'(t),   ë = u̇ − f''(t)
/// The multiplier is the generalized force that drives the coordinate.

#include "sarrus/constraint/function_rows.h"

namespace sarrus {

/// A coordinate that follows a function of time. The joint must have u = q̇.
class PrescribedCoordinateConstraint : public ConstraintOf<PrescribedCoordinateConstraint> {
 public:
  PrescribedCoordinateConstraint(Mobility on, Function f) : on_(std::move(on)), f_(std::move(f)) {}

  ConstraintShape declare(Declaration& declaration) override {
    on_.find(declaration);
    on_.require_coordinate(declaration);
    internal::require_arguments(declaration, f_, 1, "time");
    return {.position_rows = 1, .mobilities = {on_}, .reads_time = true, .units = {on_.error_unit()}};
  }
  template <class T>
  void errors(const ConstraintArguments<T>& at, Out<T> e) const {
    e[0] = at.q[0] - f_.value(&at.time);
  }
  template <class T>
  void rows(const ConstraintArguments<T>&, const ConstraintRows<T>& G) const {
    G.speed(0) = T(1);
  }
  template <class T>
  void drifts(const ConstraintArguments<T>& at, Out<T> drift) const {
    drift[0] = -internal::FunctionValues<T>(f_, &at.time).first(0);
  }
  template <class T>
  void biases(const ConstraintArguments<T>& at, Out<T> bias) const {
    bias[0] = -internal::FunctionValues<T>(f_, &at.time).second(0, 0);
  }

 private:
  Mobility on_;
  Function f_;
};

}  // namespace sarrus

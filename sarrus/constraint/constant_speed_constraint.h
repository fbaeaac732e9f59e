#pragma once
/// @file
/// A speed of a joint is constant:
///   v = u − value
/// The joint is driven at this speed, whatever its coordinate.

#include "sarrus/system/constraint.h"
#include "sarrus/system/own_parameter.h"

namespace sarrus {

class ConstantSpeedConstraint : public ConstraintOf<ConstantSpeedConstraint> {
 public:
  ConstantSpeedConstraint(Mobility on, double value) : on_(std::move(on)), value_(value) {}

  ConstraintShape declare(Declaration& declaration) override {
    on_.find(declaration);
    value_.declare(declaration, "value", "m/s or rad/s");
    return {
        .velocity_rows = 1, .mobilities = {on_}, .tie = SpeedTie::proportions, .units = {on_.error_unit()}};
  }
  template <class T>
  void rows(const ConstraintArguments<T>&, const ConstraintRows<T>& G) const {
    G.speed(0) = T(1);
  }
  template <class T>
  void drifts(const ConstraintArguments<T>& at, Out<T> drift) const {
    drift[0] = -at.parameters[0];
  }

  Parameter value() const { return value_; }

 private:
  Mobility on_;
  OwnParameter value_;
};

}  // namespace sarrus

#pragma once
/// @file
/// The rate of a joint's speed is constant:
///   a = u̇ − value

#include "sarrus/system/constraint.h"
#include "sarrus/system/own_parameter.h"

namespace sarrus {

class ConstantAccelerationConstraint : public ConstraintOf<ConstantAccelerationConstraint> {
 public:
  ConstantAccelerationConstraint(Mobility on, double value) : on_(std::move(on)), value_(value) {}

  ConstraintShape declare(Declaration& declaration) override {
    on_.find(declaration);
    value_.declare(declaration, "value", "m/s^2 or rad/s^2");
    return {.acceleration_rows = 1, .mobilities = {on_}, .units = {on_.error_unit()}};
  }
  template <class T>
  void rows(const ConstraintArguments<T>&, const ConstraintRows<T>& G) const {
    G.speed(0) = T(1);
  }
  template <class T>
  void biases(const ConstraintArguments<T>& at, Out<T> bias) const {
    bias[0] = -at.parameters[0];
  }

  Parameter value() const { return value_; }

 private:
  Mobility on_;
  OwnParameter value_;
};

}  // namespace sarrus

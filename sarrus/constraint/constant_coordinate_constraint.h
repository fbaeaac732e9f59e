#pragma once
/// @file
/// A coordinate of a joint is constant:
///   e = q − value

#include "sarrus/system/constraint.h"
#include "sarrus/system/own_parameter.h"

namespace sarrus {

/// A constant coordinate of a joint. The joint must have u = q̇.
class ConstantCoordinateConstraint : public ConstraintOf<ConstantCoordinateConstraint> {
 public:
  ConstantCoordinateConstraint(Mobility on, double value) : on_(std::move(on)), value_(value) {}

  ConstraintShape declare(Declaration& declaration) override {
    on_.find(declaration);
    on_.require_coordinate(declaration);
    value_.declare(declaration, "value", "m or rad");
    return {
        .position_rows = 1, .mobilities = {on_}, .tie = SpeedTie::proportions, .units = {on_.error_unit()}};
  }
  template <class T>
  void errors(const ConstraintArguments<T>& at, Out<T> e) const {
    e[0] = at.q[0] - at.parameters[0];
  }
  template <class T>
  void rows(const ConstraintArguments<T>&, const ConstraintRows<T>& G) const {
    G.speed(0) = T(1);
  }

  Parameter value() const { return value_; }

 private:
  Mobility on_;
  OwnParameter value_;
};

}  // namespace sarrus

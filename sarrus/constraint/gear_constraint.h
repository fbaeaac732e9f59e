#pragma once
/// @file
/// Two coordinates in a fixed ratio, as with gears, a rack or a belt:
///   e = q₂ − ratio·q₁ − offset
/// Wheels that mesh externally turn in opposite directions: their ratio is negative.

#include "sarrus/system/constraint.h"
#include "sarrus/system/own_parameter.h"

namespace sarrus {

/// A fixed ratio between two coordinates. The joints must have u = q̇.
class GearConstraint : public ConstraintOf<GearConstraint> {
 public:
  GearConstraint(Mobility q1, Mobility q2, double ratio, double offset = 0)
      : q1_(std::move(q1)), q2_(std::move(q2)), ratio_(ratio), offset_(offset) {}

  ConstraintShape declare(Declaration& declaration) override;
  template <class T>
  void errors(const ConstraintArguments<T>& at, Out<T> e) const {
    e[0] = at.q[1] - at.parameters[0] * at.q[0] - at.parameters[1];
  }
  template <class T>
  void rows(const ConstraintArguments<T>& at, const ConstraintRows<T>& G) const {
    G.speed(0, 0) = -at.parameters[0];
    G.speed(0, 1) = T(1);
  }

  Parameter ratio() const { return ratio_; }
  Parameter offset() const { return offset_; }

 private:
  Mobility q1_, q2_;
  OwnParameter ratio_, offset_;
};

}  // namespace sarrus

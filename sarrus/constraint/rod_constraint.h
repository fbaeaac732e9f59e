#pragma once
/// @file
/// A point on one body keeps a distance L from a point on another, as with a massless rod. With F at the
/// first point and M at the second,
///   e = |p_FM| − L
/// The force is along the rod: a positive multiplier pushes the points apart.

#include "sarrus/constraint/separation.h"
#include "sarrus/system/constraint.h"
#include "sarrus/system/declaration.h"
#include "sarrus/system/own_parameter.h"

namespace sarrus {

/// A constant distance between points on two bodies. If the points coincide, the rod is taken to point along
/// F's z axis.
class RodConstraint : public ConstraintOf<RodConstraint> {
 public:
  RodConstraint(Place F, Place M, double length) : places_{std::move(F), std::move(M)}, length_(length) {}

  ConstraintShape declare(Declaration& declaration) override {
    places_.find(declaration);
    require(length_.default_value != 0,
            "the rod '{}' has the length 0, which leaves it no direction; use a ball constraint",
            declaration.name());
    length_.declare(declaration, "length", "m", ParameterRange::above(0));
    return {.position_rows = 1, .F = places_.A, .frames = {places_.B}, .units = {ErrorUnit::length}};
  }
  template <class T>
  void errors(const ConstraintArguments<T>& at, Out<T> e) const {
    e[0] = rod(at).length - at.parameters[0];
  }
  template <class T>
  void rows(const ConstraintArguments<T>& at, const ConstraintRows<T>& G) const {
    G.wrench(0).f = rod(at).direction;
  }
  template <class T>
  void biases(const ConstraintArguments<T>& at, Out<T> bias) const {
    bias[0] = rod(at).bias(at.frames[0].V.v);
  }

  Parameter length() const { return length_; }

 private:
  template <class T>
  static PointDistance<T> rod(const ConstraintArguments<T>& at) {
    return {at.frames[0].X.p, primal(at.parameters[0])};
  }

  PlacePair places_;
  OwnParameter length_;
};

}  // namespace sarrus

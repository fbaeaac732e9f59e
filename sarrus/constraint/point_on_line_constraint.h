#pragma once
/// @file
/// A point on one body, M's origin, stays on a line of another: F's z axis.
///   e = (p_FM·x, p_FM·y)

#include "sarrus/system/constraint.h"

namespace sarrus {

class PointOnLineConstraint : public ConstraintOf<PointOnLineConstraint> {
 public:
  PointOnLineConstraint(Place F, Place M) : places_{std::move(F), std::move(M)} {}

  ConstraintShape declare(Declaration& declaration) override {
    places_.find(declaration);
    return {.position_rows = 2, .F = places_.A, .frames = {places_.B}, .units = {ErrorUnit::length}};
  }
  template <class T>
  void errors(const ConstraintArguments<T>& at, Out<T> e) const {
    for (int i = 0; i < 2; ++i) e[i] = at.frames[0].X.p[i];
  }
  template <class T>
  void rows(const ConstraintArguments<T>&, const ConstraintRows<T>& G) const {
    for (int i = 0; i < 2; ++i) G.wrench(i).f = Vec3<T>::unit(i);
  }

 private:
  PlacePair places_;
};

}  // namespace sarrus

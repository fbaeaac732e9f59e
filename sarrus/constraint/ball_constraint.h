#pragma once
/// @file
/// A point on one body coincides with a point on another, as in a ball joint. With F at the first point and M
/// at the second,
///   e = p_FM

#include "sarrus/system/constraint.h"

namespace sarrus {

class BallConstraint : public ConstraintOf<BallConstraint> {
 public:
  BallConstraint(Place F, Place M) : places_{std::move(F), std::move(M)} {}

  ConstraintShape declare(Declaration& declaration) override {
    places_.find(declaration);
    return {.position_rows = 3, .F = places_.A, .frames = {places_.B}, .units = {ErrorUnit::length}};
  }
  template <class T>
  void errors(const ConstraintArguments<T>& at, Out<T> e) const {
    for (int i = 0; i < 3; ++i) e[i] = at.frames[0].X.p[i];
  }
  template <class T>
  void rows(const ConstraintArguments<T>&, const ConstraintRows<T>& G) const {
    for (int i = 0; i < 3; ++i) G.wrench(i).f = Vec3<T>::unit(i);
  }

 private:
  PlacePair places_;
};

}  // namespace sarrus

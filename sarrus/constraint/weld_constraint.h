#pragma once
/// @file
/// A frame M on one body coincides with a frame F on another, as if welded:
///   e = (log R_FM, p_FM)
/// The three rows of the orientation (orientation_rows.h) come first, then those of the position.

#include "sarrus/constraint/orientation_rows.h"

namespace sarrus {

class WeldConstraint : public ConstraintOf<WeldConstraint> {
 public:
  WeldConstraint(Place F, Place M) : places_{std::move(F), std::move(M)} {}

  ConstraintShape declare(Declaration& declaration) override {
    places_.find(declaration);
    return {.position_rows = 6,
            .F = places_.A,
            .frames = {places_.B},
            .units = {ErrorUnit::angle, ErrorUnit::angle, ErrorUnit::angle, ErrorUnit::length,
                      ErrorUnit::length, ErrorUnit::length}};
  }
  template <class T>
  void errors(const ConstraintArguments<T>& at, Out<T> e) const {
    internal::orientation_errors(at.frames[0].X, e);
    for (int i = 0; i < 3; ++i) e[3 + i] = at.frames[0].X.p[i];
  }
  template <class T>
  void rows(const ConstraintArguments<T>& at, const ConstraintRows<T>& G) const {
    internal::orientation_rows(at.frames[0].X, G);
    for (int i = 0; i < 3; ++i) G.wrench(3 + i).f = Vec3<T>::unit(i);
  }
  template <class T>
  void biases(const ConstraintArguments<T>& at, Out<T> bias) const {
    internal::orientation_biases(at.frames[0], bias);
  }

 private:
  PlacePair places_;
};

}  // namespace sarrus

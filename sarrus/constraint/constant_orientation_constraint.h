#pragma once
/// @file
/// The axes of a frame M on one body stay parallel to those of a frame F on another; their origins are free.
///   e = log R_FM
/// is the rotation vector of M relative to F; see orientation_rows.h. The multipliers are torques on M.

#include "sarrus/constraint/orientation_rows.h"

namespace sarrus {

class ConstantOrientationConstraint : public ConstraintOf<ConstantOrientationConstraint> {
 public:
  ConstantOrientationConstraint(Place F, Place M) : places_{std::move(F), std::move(M)} {}

  ConstraintShape declare(Declaration& declaration) override {
    places_.find(declaration);
    return {.position_rows = 3, .F = places_.A, .frames = {places_.B}, .units = {ErrorUnit::angle}};
  }
  template <class T>
  void errors(const ConstraintArguments<T>& at, Out<T> e) const {
    internal::orientation_errors(at.frames[0].X, e);
  }
  template <class T>
  void rows(const ConstraintArguments<T>& at, const ConstraintRows<T>& G) const {
    internal::orientation_rows(at.frames[0].X, G);
  }
  template <class T>
  void biases(const ConstraintArguments<T>& at, Out<T> bias) const {
    internal::orientation_biases(at.frames[0], bias);
  }

 private:
  PlacePair places_;
};

}  // namespace sarrus

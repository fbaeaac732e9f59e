#pragma once
/// @file
/// A point on one body, M's origin, stays in a plane of another: the plane normal to F's z axis at the height
/// h.
///   e = p_FM·z − h

#include "sarrus/system/constraint.h"
#include "sarrus/system/own_parameter.h"

namespace sarrus {

class PointInPlaneConstraint : public ConstraintOf<PointInPlaneConstraint> {
 public:
  PointInPlaneConstraint(Place F, Place M, double height = 0)
      : places_{std::move(F), std::move(M)}, height_(height) {}

  ConstraintShape declare(Declaration& declaration) override {
    places_.find(declaration);
    height_.declare(declaration, "height", "m");
    return {.position_rows = 1, .F = places_.A, .frames = {places_.B}, .units = {ErrorUnit::length}};
  }
  template <class T>
  void errors(const ConstraintArguments<T>& at, Out<T> e) const {
    e[0] = at.frames[0].X.p.z - at.parameters[0];
  }
  template <class T>
  void rows(const ConstraintArguments<T>&, const ConstraintRows<T>& G) const {
    G.wrench(0).f = Vec3<T>::unit_z();
  }

  Parameter height() const { return height_; }

 private:
  PlacePair places_;
  OwnParameter height_;
};

}  // namespace sarrus

#pragma once
/// @file
/// Two bodies that touch at a point fixed in a third, the case, do not slip along a direction fixed in the
/// case; for example wheels with parallel axes whose rims touch. The point is F's origin, the direction n is
/// F's z axis. With M₁ and M₂ on the bodies, the material points at the contact have
///   v = n·(v₁ − w₁×p₁) − n·(v₂ − w₂×p₂),   v̇ = (the same of accelerations) − n·(w₁×v₁) + n·(w₂×v₂)
/// A positive multiplier pushes the first body along n and the second along −n.

#include "sarrus/base/array.h"
#include "sarrus/system/constraint.h"

namespace sarrus {

/// No slip between two bodies at a point of a third. Without a second body the first does not slip on the
/// case.
class NoSlipConstraint : public ConstraintOf<NoSlipConstraint> {
 public:
  NoSlipConstraint(Place F, Place M1, Place M2) : F_(std::move(F)), M_{std::move(M1), std::move(M2)} {}
  NoSlipConstraint(Place F, Place M) : F_(std::move(F)), M_{std::move(M)} {}

  ConstraintShape declare(Declaration& declaration) override;
  template <class T>
  void rows(const ConstraintArguments<T>& at, const ConstraintRows<T>& G) const {
    const Vec3<T> n = Vec3<T>::unit_z();
    for (std::size_t i = 0; i < M_.size(); ++i) {
      const T sign = T(i == 0 ? 1 : -1);
      G.wrench(0, static_cast<int>(i)) = sign * Force<T>{-cross(at.frames[i].X.p, n), n};
    }
  }
  template <class T>
  void biases(const ConstraintArguments<T>& at, Out<T> bias) const {
    for (std::size_t i = 0; i < M_.size(); ++i)
      bias[0] += T(i == 0 ? -1 : 1) * cross(at.frames[i].V.w, at.frames[i].V.v).z;
  }

 private:
  Place F_;
  Array<Place> M_;
};

}  // namespace sarrus

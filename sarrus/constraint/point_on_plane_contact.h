#pragma once
/// @file
/// A point on one body, M's origin, sticks to a plane of another: the plane normal to F's z axis at the
/// height h.
///   e = p_FM·z − h,   v = (v·x, v·y)
/// Only slip is prevented; the point's position in the plane is not corrected.

#include "sarrus/constraint/contact.h"

namespace sarrus {

/// A point that sticks to a plane. For a point that slides, use a PointInPlaneConstraint.
class PointOnPlaneContact : public ContactOf<PointOnPlaneContact> {
 public:
  PointOnPlaneContact(Place F, Place M, double height = 0)
      : ContactOf(std::move(F), std::move(M), ContactMotion::rolling), height_(height) {}

  void declare_parameters(Declaration& declaration) { height_.declare(declaration, "height", "m"); }
  template <class T, class P>
  ContactPoint<T> contact_point(const Pose<T>& X, const P& parameters) const {
    return {X.p.z - T(parameters[0]), Vec3<T>::unit_z(), Vec3<T>::unit_x(), Vec3<T>::unit_y(),
            Vec3<T>::zero()};
  }

  Parameter height() const { return height_; }

 private:
  OwnParameter height_;
};

}  // namespace sarrus

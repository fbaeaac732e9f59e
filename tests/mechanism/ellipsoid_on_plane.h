#pragma once
/// @file
/// An ellipsoid about M's origin rolls on a plane, F's x and y axes: a constraint as a user writes it. With D
/// the radii along M's axes and n the plane's normal in M's axes, the ellipsoid is √(n·D²·n) high and touches
/// at −D²·n/√(n·D²·n). A radius of zero makes it a disk.

#include "sarrus/constraint/contact.h"

namespace sarrus::testing {

class EllipsoidOnPlane : public ContactOf<EllipsoidOnPlane> {
 public:
  EllipsoidOnPlane(Place F, Place M, const Vec3<double>& radii)
      : ContactOf(std::move(F), std::move(M), ContactMotion::rolling), radii_(radii) {}

  void declare_parameters(Declaration&) {}
  template <class T, class P>
  ContactPoint<T> contact_point(const Pose<T>& X, const P&) const {
    const Vec3<T> n = X.R.inverse_times(Vec3<T>::unit_z());
    Vec3<T> D2n;
    for (int i = 0; i < 3; ++i) D2n[i] = T(radii_[i] * radii_[i]) * n[i];
    const T height = sqrt(dot(n, D2n));
    return {X.p.z - height, Vec3<T>::unit_z(), Vec3<T>::unit_x(), Vec3<T>::unit_y(),
            (T(-1) / height) * (X.R * D2n)};
  }

 private:
  Vec3<double> radii_;
};

}  // namespace sarrus::testing

#pragma once
/// @file
/// A sphere of radius R about M's origin stays on a plane of another body: the plane normal to F's z axis at
/// the height h. It touches with its lowest point.
///   e = p_FM·z − h − R,   rolling: v = ((v − R·w×z)·x, (v − R·w×z)·y)

#include "sarrus/constraint/contact.h"

namespace sarrus {

class SphereOnPlaneContact : public ContactOf<SphereOnPlaneContact> {
 public:
  SphereOnPlaneContact(Place F, Place M, double radius, ContactMotion touch, double height = 0)
      : ContactOf(std::move(F), std::move(M), touch), radius_(radius), height_(height) {}

  void declare_parameters(Declaration& declaration) {
    radius_.declare(declaration, "radius", "m", ParameterRange::above(0));
    height_.declare(declaration, "height", "m");
  }
  template <class T, class P>
  ContactPoint<T> contact_point(const Pose<T>& X, const P& parameters) const {
    const T radius = T(parameters[0]), height = T(parameters[1]);
    return {X.p.z - height - radius, Vec3<T>::unit_z(), Vec3<T>::unit_x(), Vec3<T>::unit_y(),
            -radius * Vec3<T>::unit_z()};
  }

  Parameter radius() const { return radius_; }
  Parameter height() const { return height_; }

 private:
  OwnParameter radius_, height_;
};

}  // namespace sarrus

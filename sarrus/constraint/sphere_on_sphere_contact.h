#pragma once
/// @file
/// A sphere of radius R₂ about M's origin stays on a sphere of radius R₁ about F's origin. With n the unit
/// vector from F's origin to M's,
///   e = |p_FM| − (R₁ + R₂),   r = −R₂·n

#include "sarrus/constraint/contact.h"
#include "sarrus/constraint/separation.h"

namespace sarrus {

/// A sphere that slides or rolls on another. If the centers coincide, n is F's z axis.
class SphereOnSphereContact : public ContactOf<SphereOnSphereContact> {
 public:
  SphereOnSphereContact(Place F, Place M, double radius_F, double radius_M, ContactMotion touch)
      : ContactOf(std::move(F), std::move(M), touch), radius_F_(radius_F), radius_M_(radius_M) {}

  void declare_parameters(Declaration& declaration) {
    radius_F_.declare(declaration, "radius_F", "m", ParameterRange::above(0));
    radius_M_.declare(declaration, "radius_M", "m", ParameterRange::above(0));
  }
  template <class T, class P>
  ContactPoint<T> contact_point(const Pose<T>& X, const P& parameters) const {
    const auto sum = parameters[0] + parameters[1];
    const PointDistance<T> centers(X.p, primal(sum));
    ContactPoint<T> contact{
        centers.length - T(sum), centers.direction, {}, {}, T(-parameters[1]) * centers.direction};
    set_tangents(contact);
    return contact;
  }

  Parameter radius_F() const { return radius_F_; }
  Parameter radius_M() const { return radius_M_; }

 private:
  OwnParameter radius_F_, radius_M_;
};

}  // namespace sarrus

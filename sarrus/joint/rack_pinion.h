#pragma once
/// @file
#include "sarrus/base/array.h"
#include "sarrus/joint/screw.h"

namespace sarrus {

/// A pinion that rolls along a rack: rotation by q about z, translation by radius·q along Fx.
///   H = [z; radius·x],  u = q̇                                          [Featherstone, exercise 4.6]
struct RackPinion : GeneralShape, RateJoint<1> {
  static constexpr std::string_view type = "rack-pinion";
  double radius = 1;  ///< Radius of the pinion (m).

  RackPinion() = default;
  explicit RackPinion(double pinion_radius) : radius(pinion_radius) {}

  template <class T, class P>
  Pose<T> pose(const T* q, const P* p) const {
    return {Rotation<T>::about_z(q[0]), {p[0] * q[0], T(0), T(0)}};
  }
  template <class T, class P>
  void columns(const T*, const P* p, Motion<T>* H) const {
    H[0] = {Vec3<T>::unit_z(), {T(p[0]), T(0), T(0)}};
  }
  template <class T, class P>
  Motion<T> bias(const T*, const T*, const P*) const {
    return Motion<T>::zero();
  }
  void guess(const Pose<double>& X, const double* p, double* q) const {
    q[0] = unwound(angle_about_z(X.R), X.p.x / p[0]);
  }
  Array<QuantityInfo> coordinates() const { return {{"", "rad"}}; }
  Array<QuantityInfo> speed_infos() const { return rate_infos(coordinates()); }
  Array<ParameterInfo> parameters() const { return {{"radius", "m", radius}}; }
};

}  // namespace sarrus

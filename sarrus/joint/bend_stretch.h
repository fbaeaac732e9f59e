#pragma once
/// @file
#include "sarrus/base/array.h"
#include "sarrus/joint/pin.h"

namespace sarrus {

/// Polar coordinates: rotation q0 about Fz, then translation q1 along the rotated x.
///   e = (cos q0, sin q0, 0), e' = z×e:   p = q1·e,   H = [z, 0; q1·e', e],
///   Ḣ·u = [0; 2·u0·u1·e' − q1·u0²·e],   u = q̇
struct BendStretch : GeneralShape, RateJoint<2> {
  static constexpr std::string_view type = "bend-stretch";

  template <class T, class P>
  Pose<T> pose(const T* q, const P*) const {
    const Rotation<T> R = Rotation<T>::about_z(q[0]);
    return {R, q[1] * R.col(0)};
  }
  template <class T, class P>
  void columns(const T* q, const P*, Motion<T>* H) const {
    T s, c;
    sincos(q[0], s, c);
    H[0] = {Vec3<T>::unit_z(), {-q[1] * s, q[1] * c, T(0)}};
    H[1] = {Vec3<T>::zero(), {c, s, T(0)}};
  }
  template <class T, class P>
  Motion<T> bias(const T* q, const T* u, const P*) const {
    T s, c;
    sincos(q[0], s, c);
    const T along = -q[1] * u[0] * u[0], across = T(2) * u[0] * u[1];
    return {Vec3<T>::zero(), {along * c - across * s, along * s + across * c, T(0)}};
  }
  void guess(const Pose<double>& X, const double*, double* q) const {
    q[0] = angle_about_z(X.R);
    q[1] = std::cos(q[0]) * X.p.x + std::sin(q[0]) * X.p.y;
  }
  Array<QuantityInfo> coordinates() const { return {{"bend", "rad"}, {"stretch", "m"}}; }
  Array<QuantityInfo> speed_infos() const { return rate_infos(coordinates()); }
};

}  // namespace sarrus

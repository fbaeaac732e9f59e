#pragma once
/// @file
#include "sarrus/base/array.h"
#include "sarrus/joint/joint_type.h"

namespace sarrus {

/// Rotation q0 about Fx, then q1 about the rotated y (Hooke's joint).
///   H = [x, y'; 0, 0] with y' = Rx(q0)·y,   Ḣ·u = [u0·u1·(x×y'); 0],   u = q̇
struct Universal : GeneralShape, RateJoint<2> {
  static constexpr std::string_view type = "universal";

  template <class T, class P>
  Pose<T> pose(const T* q, const P*) const {
    return Pose<T>::rotation(Rotation<T>::about_x(q[0]) * Rotation<T>::about_y(q[1]));
  }
  template <class T, class P>
  void columns(const T* q, const P*, Motion<T>* H) const {
    T s, c;
    sincos(q[0], s, c);
    H[0] = {Vec3<T>::unit_x(), Vec3<T>::zero()};
    H[1] = {{T(0), c, s}, Vec3<T>::zero()};
  }
  template <class T, class P>
  Motion<T> bias(const T* q, const T* u, const P*) const {
    T s, c;
    sincos(q[0], s, c);
    const T uu = u[0] * u[1];
    return {{T(0), -uu * s, uu * c}, Vec3<T>::zero()};
  }
  void guess(const Pose<double>& X, const double*, double* q) const {
    q[0] = atan2(X.R(2, 1), X.R(1, 1));
    q[1] = atan2(X.R(0, 2), X.R(0, 0));
  }
  Array<QuantityInfo> coordinates() const { return angle_infos({"angle_x", "angle_y"}); }
  Array<QuantityInfo> speed_infos() const { return rate_infos(coordinates()); }
};

}  // namespace sarrus

#pragma once
/// @file
#include "sarrus/base/array.h"
#include "sarrus/joint/pin.h"

namespace sarrus {

/// Motion in the xy plane of F: rotation q0 about z, position (q1, q2) of M's origin in F.
///   H = [z, 0, 0; 0, x, y],  u = q̇
struct Planar : GeneralShape, RateJoint<3> {
  static constexpr std::string_view type = "planar";

  template <class T, class P>
  Pose<T> pose(const T* q, const P*) const {
    return {Rotation<T>::about_z(q[0]), {q[1], q[2], T(0)}};
  }
  template <class T, class P>
  void columns(const T*, const P*, Motion<T>* H) const {
    H[0] = {Vec3<T>::unit_z(), Vec3<T>::zero()};
    H[1] = {Vec3<T>::zero(), Vec3<T>::unit_x()};
    H[2] = {Vec3<T>::zero(), Vec3<T>::unit_y()};
  }
  template <class T, class P>
  Motion<T> bias(const T*, const T*, const P*) const {
    return Motion<T>::zero();
  }
  void guess(const Pose<double>& X, const double*, double* q) const {
    q[0] = angle_about_z(X.R), q[1] = X.p.x, q[2] = X.p.y;
  }
  Array<QuantityInfo> coordinates() const { return {{"angle", "rad"}, {"x", "m"}, {"y", "m"}}; }
  Array<QuantityInfo> speed_infos() const { return rate_infos(coordinates()); }
};

}  // namespace sarrus

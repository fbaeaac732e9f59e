#pragma once
/// @file
#include "sarrus/base/array.h"
#include "sarrus/joint/pin.h"

namespace sarrus {

/// Rotation q0 about z and, independently, translation q1 along it.   H = [z, 0; 0, z],  u = q̇
struct Cylinder : GeneralShape, RateJoint<2> {
  static constexpr std::string_view type = "cylinder";

  template <class T, class P>
  Pose<T> pose(const T* q, const P*) const {
    return {Rotation<T>::about_z(q[0]), {T(0), T(0), q[1]}};
  }
  template <class T, class P>
  void columns(const T*, const P*, Motion<T>* H) const {
    H[0] = {Vec3<T>::unit_z(), Vec3<T>::zero()};
    H[1] = {Vec3<T>::zero(), Vec3<T>::unit_z()};
  }
  template <class T, class P>
  Motion<T> bias(const T*, const T*, const P*) const {
    return Motion<T>::zero();
  }
  void guess(const Pose<double>& X, const double*, double* q) const {
    q[0] = angle_about_z(X.R), q[1] = X.p.z;
  }
  Array<QuantityInfo> coordinates() const { return {{"angle", "rad"}, {"slide", "m"}}; }
  Array<QuantityInfo> speed_infos() const { return rate_infos(coordinates()); }
};

}  // namespace sarrus

#pragma once
/// @file
#include "sarrus/base/array.h"
#include "sarrus/joint/joint_type.h"

namespace sarrus {

/// Translation by q along the common x axis (prismatic).   H = [0; x],  u = q̇
struct Slider : RateJoint<1> {
  static constexpr std::string_view type = "slider";
  static constexpr JointShape shape = JointShape::prismatic;
  static constexpr int axis = 0;

  template <class T, class P>
  Pose<T> pose(const T* q, const P*) const {
    return Pose<T>::translation({q[0], T(0), T(0)});
  }
  template <class T, class P>
  void columns(const T*, const P*, Motion<T>* H) const {
    H[0] = {Vec3<T>::zero(), Vec3<T>::unit_x()};
  }
  template <class T, class P>
  Motion<T> bias(const T*, const T*, const P*) const {
    return Motion<T>::zero();
  }
  void guess(const Pose<double>& X, const double*, double* q) const { q[0] = X.p.x; }
  Array<QuantityInfo> coordinates() const { return {{"", "m"}}; }
  Array<QuantityInfo> speed_infos() const { return rate_infos(coordinates()); }
};

}  // namespace sarrus

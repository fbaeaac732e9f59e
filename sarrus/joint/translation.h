#pragma once
/// @file
#include "sarrus/base/array.h"
#include "sarrus/joint/orientation.h"

namespace sarrus {

/// Cartesian translation: q is the position of M's origin in F; no rotation.   H = [0; 1],  u = q̇
struct Translation : GeneralShape, RateJoint<3> {
  static constexpr std::string_view type = "translation";

  template <class T, class P>
  Pose<T> pose(const T* q, const P*) const {
    return Pose<T>::translation({q[0], q[1], q[2]});
  }
  template <class T, class P>
  void columns(const T*, const P*, Motion<T>* H) const {
    for (int i = 0; i < 3; ++i) H[i] = {Vec3<T>::zero(), Vec3<T>::unit(i)};
  }
  template <class T, class P>
  Motion<T> bias(const T*, const T*, const P*) const {
    return Motion<T>::zero();
  }
  void guess(const Pose<double>& X, const double*, double* q) const { Orientation::write(X.p, q); }
  Array<QuantityInfo> coordinates() const { return position_infos(); }
  Array<QuantityInfo> speed_infos() const { return linear_velocity_infos(); }
};

}  // namespace sarrus

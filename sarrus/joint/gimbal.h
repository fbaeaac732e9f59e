#pragma once
/// @file
#include "sarrus/base/array.h"
#include "sarrus/joint/orientation.h"

namespace sarrus {

/// Body-fixed rotations q0, q1, q2 about x, y, z; the speeds are the angle rates, and two axes coincide at q1
/// = ±90°.   H = [axes; 0],  u = q̇
struct Gimbal : GeneralShape, RateJoint<3> {
  static constexpr std::string_view type = "gimbal";

  template <class T, class P>
  Pose<T> pose(const T* q, const P*) const {
    return Pose<T>::rotation(BodyXyz<T>(q).rotation());
  }
  template <class T, class P>
  void columns(const T* q, const P*, Motion<T>* H) const {
    const BodyXyz<T> r(q);
    H[0] = {r.axis0(), Vec3<T>::zero()};
    H[1] = {r.axis1(), Vec3<T>::zero()};
    H[2] = {r.axis2(), Vec3<T>::zero()};
  }
  template <class T, class P>
  Motion<T> bias(const T* q, const T* u, const P*) const {
    return {BodyXyz<T>(q).axes_rate(u), Vec3<T>::zero()};
  }
  void guess(const Pose<double>& X, const double*, double* q) const {
    Orientation{RotationCoordinates::euler}.guess(X.R, q);
  }
  Array<QuantityInfo> coordinates() const { return angle_infos({"angle_x", "angle_y", "angle_z"}); }
  Array<QuantityInfo> speed_infos() const { return rate_infos(coordinates()); }
};

}  // namespace sarrus

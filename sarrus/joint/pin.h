#pragma once
/// @file
#include "sarrus/base/array.h"
#include "sarrus/joint/joint_type.h"

namespace sarrus {

/// The angle of a rotation about z; for other rotations, the best angle in the least-squares sense.
inline double angle_about_z(const Rotation<double>& R) { return atan2(R(1, 0) - R(0, 1), R(0, 0) + R(1, 1)); }

/// Rotation by q about the common z axis (revolute, torsion).   H = [z; 0],  u = q̇
struct Pin : RateJoint<1> {
  static constexpr std::string_view type = "pin";
  static constexpr JointShape shape = JointShape::revolute;
  static constexpr int axis = 2;

  template <class T, class P>
  Pose<T> pose(const T* q, const P*) const {
    return Pose<T>::rotation(Rotation<T>::about_z(q[0]));
  }
  template <class T, class P>
  void columns(const T*, const P*, Motion<T>* H) const {
    H[0] = {Vec3<T>::unit_z(), Vec3<T>::zero()};
  }
  template <class T, class P>
  Motion<T> bias(const T*, const T*, const P*) const {
    return Motion<T>::zero();
  }
  void guess(const Pose<double>& X, const double*, double* q) const { q[0] = angle_about_z(X.R); }
  Array<QuantityInfo> coordinates() const { return {{"", "rad"}}; }
  Array<QuantityInfo> speed_infos() const { return rate_infos(coordinates()); }
};

}  // namespace sarrus

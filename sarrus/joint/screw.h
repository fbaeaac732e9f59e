#pragma once
/// @file
#include <numbers>

#include "sarrus/base/array.h"
#include "sarrus/joint/pin.h"

namespace sarrus {

/// The angle that agrees with `angle` up to whole turns and comes nearest to `near`.
inline double unwound(double angle, double near) {
  constexpr double turn = 2 * std::numbers::pi;
  return std::isfinite(near) ? angle + turn * std::round((near - angle) / turn) : angle;
}

/// Rotation by q about z together with translation by pitch·q along it.   H = [z; pitch·z],  u = q̇
struct Screw : GeneralShape, RateJoint<1> {
  static constexpr std::string_view type = "screw";
  double pitch = 0;  ///< Advance per radian (m/rad).

  Screw() = default;
  explicit Screw(double meters_per_radian) : pitch(meters_per_radian) {}

  template <class T, class P>
  Pose<T> pose(const T* q, const P* p) const {
    return {Rotation<T>::about_z(q[0]), {T(0), T(0), p[0] * q[0]}};
  }
  template <class T, class P>
  void columns(const T*, const P* p, Motion<T>* H) const {
    H[0] = {Vec3<T>::unit_z(), {T(0), T(0), T(p[0])}};
  }
  template <class T, class P>
  Motion<T> bias(const T*, const T*, const P*) const {
    return Motion<T>::zero();
  }
  void guess(const Pose<double>& X, const double* p, double* q) const {
    q[0] = unwound(angle_about_z(X.R), X.p.z / p[0]);
  }
  Array<QuantityInfo> coordinates() const { return {{"", "rad"}}; }
  Array<QuantityInfo> speed_infos() const { return rate_infos(coordinates()); }
  Array<ParameterInfo> parameters() const { return {{"pitch", "m/rad", pitch}}; }
};

}  // namespace sarrus

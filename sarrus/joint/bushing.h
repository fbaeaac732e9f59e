#pragma once
/// @file
#include "sarrus/base/array.h"
#include "sarrus/joint/gimbal.h"

namespace sarrus {

/// Six coordinates for small motions: body-fixed angles q0, q1, q2 about x, y, z, after a translation (q3,
/// q4, q5) in F. Singular at q1 = ±90°.   H = [axes, 0; 0, 1],  u = q̇
struct Bushing : GeneralShape, RateJoint<6> {
  static constexpr std::string_view type = "bushing";

  template <class T, class P>
  Pose<T> pose(const T* q, const P*) const {
    return {BodyXyz<T>(q).rotation(), {q[3], q[4], q[5]}};
  }
  template <class T, class P>
  void columns(const T* q, const P* p, Motion<T>* H) const {
    Gimbal().columns(q, p, H);
    for (int i = 0; i < 3; ++i) H[3 + i] = {Vec3<T>::zero(), Vec3<T>::unit(i)};
  }
  template <class T, class P>
  Motion<T> bias(const T* q, const T* u, const P*) const {
    return {BodyXyz<T>(q).axes_rate(u), Vec3<T>::zero()};
  }
  void guess(const Pose<double>& X, const double* p, double* q) const {
    Gimbal().guess(X, p, q);
    Orientation::write(X.p, q + 3);
  }
  Array<QuantityInfo> coordinates() const { return joined(Gimbal().coordinates(), position_infos()); }
  Array<QuantityInfo> speed_infos() const { return rate_infos(coordinates()); }
};

}  // namespace sarrus

#pragma once
/// @file
#include "sarrus/base/array.h"
#include "sarrus/joint/gimbal.h"

namespace sarrus {

/// The free end of a slender cantilever beam of length L along Fz, bent by end moments: M's orientation is
/// that of a gimbal, and its origin follows the tip of the bent beam to second order.
///   p = L·(⅔·q1, −⅔·q0, 1 − 4/15·(q0² + q1²)),   u = q̇
struct CantileverBeam : GeneralShape, RateJoint<3> {
  static constexpr std::string_view type = "cantilever-beam";
  double length = 1;  ///< Length of the beam (m).

  CantileverBeam() = default;
  explicit CantileverBeam(double beam_length) : length(beam_length) {}

  template <class T, class P>
  Pose<T> pose(const T* q, const P* p) const {
    const T a = T(ValueOf<T>(2.0 / 3)) * p[0], b = T(ValueOf<T>(4.0 / 15)) * p[0];
    return {BodyXyz<T>(q).rotation(), {a * q[1], -a * q[0], p[0] - b * (q[0] * q[0] + q[1] * q[1])}};
  }
  template <class T, class P>
  void columns(const T* q, const P* p, Motion<T>* H) const {
    Gimbal().columns(q, p, H);
    const T a = T(ValueOf<T>(2.0 / 3)) * p[0], b = T(ValueOf<T>(8.0 / 15)) * p[0];
    H[0].v = {T(0), -a, -b * q[0]};
    H[1].v = {a, T(0), -b * q[1]};
  }
  template <class T, class P>
  Motion<T> bias(const T* q, const T* u, const P* p) const {
    const T b = T(ValueOf<T>(8.0 / 15)) * p[0];
    return {BodyXyz<T>(q).axes_rate(u), {T(0), T(0), -b * (u[0] * u[0] + u[1] * u[1])}};
  }
  void guess(const Pose<double>& X, const double* p, double* q) const { Gimbal().guess(X, p, q); }
  Array<QuantityInfo> coordinates() const { return Gimbal().coordinates(); }
  Array<QuantityInfo> speed_infos() const { return rate_infos(coordinates()); }
  Array<ParameterInfo> parameters() const { return {{"length", "m", length}}; }
  Array<std::string> parameter_faults() const { return faults_unless_positive(parameters()); }
};

}  // namespace sarrus

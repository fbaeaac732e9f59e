#pragma once
/// @file
#include "sarrus/base/array.h"
#include "sarrus/joint/ball.h"

namespace sarrus {

/// Orientation of a line: the body has no inertia about M's z axis and no speed about it. Coordinates of a
/// ball joint, speeds (wx, wy) of w_FM expressed in M.
///   w_FM = R·(u0, u1, 0),   H = [R·x, R·y; 0, 0],   Ḣ·u = w×w = 0
struct LineOrientation : GeneralShape {
  static constexpr std::string_view type = "line-orientation";
  static constexpr int nu = 2;
  Orientation orientation{};

  LineOrientation() = default;
  explicit LineOrientation(RotationCoordinates coordinates_kind) : orientation{coordinates_kind} {}
  int nq() const { return orientation.count(); }

  template <class T, class P>
  Pose<T> pose(const T* q, const P*) const {
    return Pose<T>::rotation(orientation.rotation(q));
  }
  template <class T, class P>
  void columns(const T* q, const P*, Motion<T>* H) const {
    const Rotation<T> R = orientation.rotation(q);
    H[0] = {R.col(0), Vec3<T>::zero()};
    H[1] = {R.col(1), Vec3<T>::zero()};
  }
  template <class T, class P>
  Motion<T> bias(const T*, const T*, const P*) const {
    return Motion<T>::zero();
  }
  template <class T>
  void qdot(const T* q, const T* u, T* out) const {
    orientation.rates(q, velocity(q, u), out);
  }
  template <class T>
  void speeds(const T* q, const T* rates, T* u) const {
    const Vec3<T> w_M = orientation.rotation(q).inverse_times(orientation.velocity(q, rates));
    u[0] = w_M.x, u[1] = w_M.y;
  }
  template <class T>
  void qdot_bias(const T* q, const T* u, T* out) const {
    orientation.rates_rate(q, velocity(q, u), out);  // w_FM in F is constant when u is
  }
  void guess(const Pose<double>& X, const double*, double* q) const { orientation.guess(X.R, q); }
  Array<QuantityInfo> coordinates() const { return orientation.infos(); }
  Array<QuantityInfo> speed_infos() const { return {{"wx", "rad/s"}, {"wy", "rad/s"}}; }
  Array<double> default_q() const { return orientation.defaults(); }
  Array<ParameterInfo> parameters() const { return {}; }

 private:
  template <class T>
  Vec3<T> velocity(const T* q, const T* u) const {
    const Rotation<T> R = orientation.rotation(q);
    return u[0] * R.col(0) + u[1] * R.col(1);
  }
};

}  // namespace sarrus

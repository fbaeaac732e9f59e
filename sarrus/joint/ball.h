#pragma once
/// @file
#include "sarrus/base/array.h"
#include "sarrus/joint/orientation.h"

namespace sarrus {

/// Rotation in all directions about a common point (spherical). The speeds are the angular velocity w_FM in
/// F, whatever the coordinates.   H = [1; 0],  q̇ = N(q)·u
struct Ball : GeneralShape {
  static constexpr std::string_view type = "ball";
  static constexpr int nu = 3;
  Orientation orientation{};

  Ball() = default;
  explicit Ball(RotationCoordinates coordinates_kind) : orientation{coordinates_kind} {}
  int nq() const { return orientation.count(); }

  template <class T, class P>
  Pose<T> pose(const T* q, const P*) const {
    return Pose<T>::rotation(orientation.rotation(q));
  }
  template <class T, class P>
  void columns(const T*, const P*, Motion<T>* H) const {
    for (int i = 0; i < 3; ++i) H[i] = {Vec3<T>::unit(i), Vec3<T>::zero()};
  }
  template <class T, class P>
  Motion<T> bias(const T*, const T*, const P*) const {
    return Motion<T>::zero();
  }
  template <class T>
  void qdot(const T* q, const T* u, T* out) const {
    orientation.rates(q, Vec3<T>{u[0], u[1], u[2]}, out);
  }
  template <class T>
  void speeds(const T* q, const T* rates, T* u) const {
    Orientation::write(orientation.velocity(q, rates), u);
  }
  template <class T>
  void qdot_bias(const T* q, const T* u, T* out) const {
    orientation.rates_rate(q, Vec3<T>{u[0], u[1], u[2]}, out);
  }
  void guess(const Pose<double>& X, const double*, double* q) const { orientation.guess(X.R, q); }
  Array<QuantityInfo> coordinates() const { return orientation.infos(); }
  Array<QuantityInfo> speed_infos() const { return angular_velocity_infos(); }
  Array<double> default_q() const { return orientation.defaults(); }
  Array<ParameterInfo> parameters() const { return {}; }
};

}  // namespace sarrus

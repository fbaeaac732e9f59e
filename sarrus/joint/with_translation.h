#pragma once
/// @file
#include "sarrus/base/array.h"
#include "sarrus/joint/orientation.h"

namespace sarrus {

/// A joint that only rotates (Turning), extended by translations: the position of M's origin in F is appended
/// to the coordinates and its velocity in F to the speeds.
template <class Turning>
struct WithTranslation : Turning {
  static constexpr int nu = Turning::nu + 3;
  using Turning::Turning;
  int nq() const { return Turning::nq() + 3; }

  template <class T, class P>
  Pose<T> pose(const T* q, const P* p) const {
    const T* r = q + Turning::nq();
    return {Turning::pose(q, p).R, {r[0], r[1], r[2]}};
  }
  template <class T, class P>
  void columns(const T* q, const P* p, Motion<T>* H) const {
    Turning::columns(q, p, H);
    for (int i = 0; i < 3; ++i) H[Turning::nu + i] = {Vec3<T>::zero(), Vec3<T>::unit(i)};
  }
  template <class T>
  void qdot(const T* q, const T* u, T* out) const {
    Turning::qdot(q, u, out);
    for (int i = 0; i < 3; ++i) out[Turning::nq() + i] = u[Turning::nu + i];
  }
  template <class T>
  void speeds(const T* q, const T* rates, T* u) const {
    Turning::speeds(q, rates, u);
    for (int i = 0; i < 3; ++i) u[Turning::nu + i] = rates[Turning::nq() + i];
  }
  template <class T>
  void qdot_bias(const T* q, const T* u, T* out) const {
    Turning::qdot_bias(q, u, out);
    for (int i = 0; i < 3; ++i) out[Turning::nq() + i] = T(0);
  }
  void guess(const Pose<double>& X, const double* p, double* q) const {
    Turning::guess(X, p, q);
    Orientation::write(X.p, q + Turning::nq());
  }
  Array<QuantityInfo> coordinates() const { return joined(Turning::coordinates(), position_infos()); }
  Array<QuantityInfo> speed_infos() const { return joined(Turning::speed_infos(), linear_velocity_infos()); }
  Array<double> default_q() const {
    Array<double> q = Turning::default_q();
    q.insert(q.end(), 3, 0.0);
    return q;
  }
};

}  // namespace sarrus

#pragma once
/// @file
#include "sarrus/base/array.h"
#include "sarrus/joint/joint_type.h"

namespace sarrus {

/// Azimuth a = ±q0 + azimuth_offset about Fz, zenith e = ±q1 + zenith_offset about the rotated y, radius r =
/// ±q2 along M's z (or x).
///   R = Rz(a)·Ry(e),  p = r·R·axis,  y' = Rz(a)·y,  ω = ȧ·z + ė·y'
///   H = [±z, ±y', 0; ±z×p, ±y'×p, ±R·axis],   u = q̇
///   Ḣ·u = [α; α×p + ω×(ω×p) + 2·ṙ·ω×(R·axis)] with α = ȧ·ė·(z×y')
struct SphericalCoordinates : GeneralShape, RateJoint<3> {
  static constexpr std::string_view type = "spherical-coordinates";
  enum class RadiusAxis { x, z };
  double azimuth_offset = 0, zenith_offset = 0;  ///< Angles at q0 = 0 and q1 = 0 (rad).
  bool negate_azimuth = false, negate_zenith = false, negate_radius = false;
  RadiusAxis radius_axis = RadiusAxis::z;

  template <class T, class P>
  Pose<T> pose(const T* q, const P* p) const {
    const Geometry<T> g(*this, q, p);
    return {g.R, g.p};
  }
  template <class T, class P>
  void columns(const T* q, const P* p, Motion<T>* H) const {
    const Geometry<T> g(*this, q, p);
    const T s0 = sign<T>(negate_azimuth), s1 = sign<T>(negate_zenith), s2 = sign<T>(negate_radius);
    const Vec3<T> z = Vec3<T>::unit_z();
    H[0] = s0 * Motion<T>{z, cross(z, g.p)};
    H[1] = s1 * Motion<T>{g.R.col(1), cross(g.R.col(1), g.p)};
    H[2] = s2 * Motion<T>{Vec3<T>::zero(), g.axis};
  }
  template <class T, class P>
  Motion<T> bias(const T* q, const T* u, const P* p) const {
    const Geometry<T> g(*this, q, p);
    const T a = sign<T>(negate_azimuth) * u[0], e = sign<T>(negate_zenith) * u[1],
            r = sign<T>(negate_radius) * u[2];
    const Vec3<T>& y = g.R.col(1);
    const Vec3<T> w = a * Vec3<T>::unit_z() + e * y;
    const Vec3<T> alpha = (a * e) * Vec3<T>{-y.y, y.x, T(0)};
    return {alpha, cross(alpha, g.p) + cross(w, cross(w, g.p)) + (T(2) * r) * cross(w, g.axis)};
  }
  void guess(const Pose<double>& X, const double* p, double* q) const {
    const double a = atan2(-X.R(0, 1), X.R(1, 1)), e = atan2(-X.R(2, 0), X.R(2, 2));
    q[0] = sign<double>(negate_azimuth) * (a - p[0]);
    q[1] = sign<double>(negate_zenith) * (e - p[1]);
    q[2] = sign<double>(negate_radius) * dot(X.R.col(axis_index()), X.p);
  }
  Array<QuantityInfo> coordinates() const { return {{"azimuth", "rad"}, {"zenith", "rad"}, {"radius", "m"}}; }
  Array<QuantityInfo> speed_infos() const { return rate_infos(coordinates()); }
  Array<ParameterInfo> parameters() const {
    return {{"azimuth_offset", "rad", azimuth_offset}, {"zenith_offset", "rad", zenith_offset}};
  }

 private:
  template <class T>
  static T sign(bool negate) {
    return T(negate ? -1 : 1);
  }
  int axis_index() const { return radius_axis == RadiusAxis::x ? 0 : 2; }

  template <class T>
  struct Geometry {
    Rotation<T> R;
    Vec3<T> axis, p;
    template <class P>
    Geometry(const SphericalCoordinates& j, const T* q, const P* offsets)
        : R(Rotation<T>::about_z(sign<T>(j.negate_azimuth) * q[0] + offsets[0]) *
            Rotation<T>::about_y(sign<T>(j.negate_zenith) * q[1] + offsets[1])),
          axis(R.col(j.axis_index())),
          p((sign<T>(j.negate_radius) * q[2]) * axis) {}
  };
};

}  // namespace sarrus

#pragma once
/// @file
/// Orientation coordinates shared by the joints that rotate in all directions (ball, ellipsoid, line
/// orientation, free, free line): a quaternion, or body-fixed x-y-z angles. The speeds are an angular
/// velocity w_FM in F.

#include "sarrus/base/array.h"
#include "sarrus/joint/joint_type.h"
#include "sarrus/spatial/euler.h"
#include "sarrus/spatial/quaternion.h"
#include "sarrus/spatial/quaternion_from_rotation.h"

namespace sarrus {

/// R = Rx(q0)·Ry(q1)·Rz(q2) and the axes of its three rotations, with their sines and cosines.
template <class T>
struct BodyXyz {
  T s0, c0, s1, c1, s2, c2;
  explicit BodyXyz(const T* q) { sincos(q[0], s0, c0), sincos(q[1], s1, c1), sincos(q[2], s2, c2); }

  Rotation<T> rotation() const {
    return Rotation<T>(Mat3<T>::rows(c1 * c2, -c1 * s2, s1,                                     //
                                     c0 * s2 + s0 * s1 * c2, c0 * c2 - s0 * s1 * s2, -s0 * c1,  //
                                     s0 * s2 - c0 * s1 * c2, s0 * c2 + c0 * s1 * s2, c0 * c1));
  }
  /// Axes of q0, q1, q2 in F: w = axis0·q̇0 + axis1·q̇1 + axis2·q̇2.
  Vec3<T> axis0() const { return Vec3<T>::unit_x(); }
  Vec3<T> axis1() const { return {T(0), c0, s0}; }
  Vec3<T> axis2() const { return {s1, -s0 * c1, c0 * c1}; }
  /// dw/dt if the angle rates u are constant.
  Vec3<T> axes_rate(const T* u) const {
    return {u[1] * u[2] * c1, u[0] * u[1] * -s0 + u[2] * (u[1] * s0 * s1 - u[0] * c0 * c1),
            u[0] * u[1] * c0 - u[2] * (u[1] * c0 * s1 + u[0] * s0 * c1)};
  }
  /// Angle rates that give the angular velocity w; infinite if c1 = 0.
  Vec3<T> rates(const Vec3<T>& w) const {
    const T r2 = (c0 * w.z - s0 * w.y) / c1;
    return {w.x - s1 * r2, c0 * w.y + s0 * w.z, r2};
  }
  /// Second rates of the angles if w is constant.
  Vec3<T> rates_rate(const Vec3<T>& w) const {
    const Vec3<T> r = rates(w);
    const T rr2 = r.y * (s1 * r.z - r.x) / c1;
    return {-(c1 * r.y * r.z + s1 * rr2), r.x * c1 * r.z, rr2};
  }
};

/// The orientation part of a joint: reads and writes the first count() coordinates.
struct Orientation {
  RotationCoordinates kind = RotationCoordinates::quaternion;

  int count() const { return kind == RotationCoordinates::quaternion ? 4 : 3; }
  bool quaternion() const { return kind == RotationCoordinates::quaternion; }

  template <class T>
  Rotation<T> rotation(const T* q) const {
    return quaternion() ? sarrus::rotation(Quaternion<T>{q[0], q[1], q[2], q[3]}) : BodyXyz<T>(q).rotation();
  }
  template <class T>
  void rates(const T* q, const Vec3<T>& w, T* out) const {
    if (quaternion())
      write(quaternion_rate(Quaternion<T>{q[0], q[1], q[2], q[3]}, w), out);
    else
      write(BodyXyz<T>(q).rates(w), out);
  }
  /// Second rates of the coordinates if w is constant.
  template <class T>
  void rates_rate(const T* q, const Vec3<T>& w, T* out) const {
    if (quaternion())
      write(quaternion_rate(quaternion_rate(Quaternion<T>{q[0], q[1], q[2], q[3]}, w), w), out);
    else
      write(BodyXyz<T>(q).rates_rate(w), out);
  }
  template <class T>
  Vec3<T> velocity(const T* q, const T* rates) const {
    if (quaternion())
      return angular_velocity(Quaternion<T>{q[0], q[1], q[2], q[3]},
                              Quaternion<T>{rates[0], rates[1], rates[2], rates[3]});
    const BodyXyz<T> r(q);
    return rates[0] * r.axis0() + rates[1] * r.axis1() + rates[2] * r.axis2();
  }
  void guess(const Rotation<double>& R, double* q) const {
    if (quaternion())
      write(sarrus::quaternion(R), q);
    else
      write(euler_angles(body_xyz(), R), q);
  }
  Array<QuantityInfo> infos() const {
    if (quaternion()) return {{"qw", "1"}, {"qx", "1"}, {"qy", "1"}, {"qz", "1"}};
    return angle_infos({"angle_x", "angle_y", "angle_z"});
  }
  Array<double> defaults() const { return quaternion() ? Array<double>{1, 0, 0, 0} : Array<double>{0, 0, 0}; }

  static EulerSequence body_xyz() { return {0, 1, 2, true}; }
  template <class T>
  static void write(const Quaternion<T>& v, T* q) {
    q[0] = v.w, q[1] = v.x, q[2] = v.y, q[3] = v.z;
  }
  template <class T>
  static void write(const Vec3<T>& v, T* q) {
    q[0] = v.x, q[1] = v.y, q[2] = v.z;
  }
};

/// Names of the speeds of an angular velocity in F.
inline Array<QuantityInfo> angular_velocity_infos() {
  return {{"wx", "rad/s"}, {"wy", "rad/s"}, {"wz", "rad/s"}};
}
/// Names of the speeds of a linear velocity in F.
inline Array<QuantityInfo> linear_velocity_infos() { return {{"vx", "m/s"}, {"vy", "m/s"}, {"vz", "m/s"}}; }

}  // namespace sarrus

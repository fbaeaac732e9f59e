#pragma once
/// @file
/// Quaternions (w, x, y, z). A unit quaternion represents a rotation; rotation() divides by the length, so
/// that a quaternion that has drifted from length one still gives an orthonormal matrix.

#include "sarrus/spatial/rotation.h"

namespace sarrus {

/// w + x·i + y·j + z·k.
template <class T = double>
struct Quaternion {
  T w{1}, x{0}, y{0}, z{0};
  template <class U>
  Quaternion<U> cast() const {
    return {U(w), U(x), U(y), U(z)};
  }
};

template <class T>
Quaternion<T> operator*(const Quaternion<T>& a, const Quaternion<T>& b) {
  return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
          a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}
template <class T>
Quaternion<T> conjugate(const Quaternion<T>& a) {
  return {a.w, -a.x, -a.y, -a.z};
}
template <class T>
T squared_norm(const Quaternion<T>& a) {
  return a.w * a.w + a.x * a.x + a.y * a.y + a.z * a.z;
}
template <class T>
Quaternion<T> normalized(const Quaternion<T>& a) {
  const T s = T(1) / sqrt(squared_norm(a));
  return {s * a.w, s * a.x, s * a.y, s * a.z};
}

/// The rotation of a nonzero quaternion of any length.  [Featherstone, eq. 4.12]
template <class T>
Rotation<T> rotation(const Quaternion<T>& a) {
  const T s = T(2) / squared_norm(a);
  const T sx = s * a.x, sy = s * a.y, sz = s * a.z;
  const T wx = sx * a.w, wy = sy * a.w, wz = sz * a.w;
  const T xx = sx * a.x, xy = sx * a.y, xz = sx * a.z, yy = sy * a.y, yz = sy * a.z, zz = sz * a.z;
  return Rotation<T>(Mat3<T>{{T(1) - (yy + zz), xy + wz, xz - wy},
                             {xy - wz, T(1) - (xx + zz), yz + wx},
                             {xz + wy, yz - wx, T(1) - (xx + yy)}});
}

/// The rate of the quaternion of R_FM if M rotates with angular velocity w in F, expressed in F:  ½·(0, w)·q.
template <class T>
Quaternion<T> quaternion_rate(const Quaternion<T>& q, const Vec3<T>& w) {
  const Vec3<T> h = T(0.5) * w;
  return {-(h.x * q.x + h.y * q.y + h.z * q.z), h.x * q.w + h.y * q.z - h.z * q.y,
          h.y * q.w + h.z * q.x - h.x * q.z, h.z * q.w + h.x * q.y - h.y * q.x};
}
/// The angular velocity, expressed in F, for the rate of a quaternion:  vec(2·q̇·q*) / |q|².
template <class T>
Vec3<T> angular_velocity(const Quaternion<T>& q, const Quaternion<T>& rate) {
  const Quaternion<T> r = rate * conjugate(q);
  const T s = T(2) / squared_norm(q);
  return {s * r.x, s * r.y, s * r.z};
}

}  // namespace sarrus

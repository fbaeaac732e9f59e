#pragma once
/// @file
/// Rotation matrices R_AB: the columns are B's axes expressed in A, so that v_A = R_AB · v_B.

#include "sarrus/spatial/vec3.h"

namespace sarrus {

/// A rotation matrix. Made only by the functions of this module, so that it is orthonormal up to rounding.
template <class T = double>
class Rotation {
 public:
  Rotation() : m_(Mat3<T>::identity()) {}
  /// Takes a matrix that is already orthonormal with determinant +1; nearest_rotation() repairs one that is
  /// not.
  explicit Rotation(const Mat3<T>& m) : m_(m) {}

  const Mat3<T>& matrix() const { return m_; }
  const Vec3<T>& col(int j) const { return m_.col(j); }
  const T& operator()(int i, int j) const { return m_(i, j); }
  template <class U>
  Rotation<U> cast() const {
    return Rotation<U>(m_.template cast<U>());
  }

  Rotation inverse() const { return Rotation(transpose(m_)); }
  /// R⁻¹·v without forming R⁻¹.
  template <class U>
  Vec3<Product<T, U>> inverse_times(const Vec3<U>& v) const {
    return transpose_times(m_, v);
  }

  /// Rotations by an angle about a coordinate axis.
  static Rotation about_x(const T& angle) { return about(0, angle); }
  static Rotation about_y(const T& angle) { return about(1, angle); }
  static Rotation about_z(const T& angle) { return about(2, angle); }
  /// Rotation by `angle` about coordinate axis 0, 1 or 2.
  static Rotation about(int axis, const T& angle) {
    T s, c;
    sincos(angle, s, c);
    const int j = (axis + 1) % 3, k = (axis + 2) % 3;
    Mat3<T> m = Mat3<T>::identity();
    m(j, j) = c, m(k, k) = c, m(k, j) = s, m(j, k) = -s;
    return Rotation(m);
  }
  /// Rotation by `angle` about a unit vector:  R = c·1 + s·[a]× + (1−c)·a·aᵀ  (Rodrigues).
  static Rotation about(const Vec3<T>& unit_axis, const T& angle) {
    T s, c;
    sincos(angle, s, c);
    const Vec3<T>& a = unit_axis;
    const Vec3<T> k = (T(1) - c) * a, sa = s * a;
    return Rotation(Mat3<T>{{c + k.x * a.x, k.x * a.y + sa.z, k.x * a.z - sa.y},
                            {k.x * a.y - sa.z, c + k.y * a.y, k.y * a.z + sa.x},
                            {k.x * a.z + sa.y, k.y * a.z - sa.x, c + k.z * a.z}});
  }

 private:
  Mat3<T> m_;
};

template <class A, class B>
Vec3<Product<A, B>> operator*(const Rotation<A>& R, const Vec3<B>& v) {
  return R.matrix() * v;
}
/// R_AC = R_AB·R_BC, column by column. The cross product of two columns would give the third with three
/// multiplications less [Featherstone, sec. A.5], but errors of length would then grow exponentially with the
/// number of factors; here they grow in proportion to it.
template <class T>
Rotation<T> operator*(const Rotation<T>& R_AB, const Rotation<T>& R_BC) {
  return Rotation<T>(R_AB.matrix() * R_BC.matrix());
}

/// R·A·Rᵀ in 40 multiplications and 39 additions.  [Featherstone, sec. A.5]
template <class T>
Mat3<T> rotate(const Rotation<T>& R, const Mat3<T>& A) {
  const Mat3<T>& E = R.matrix();
  // A = L + A₃₃·1 + [v]×, where L has no third column.
  const Vec3<T> L1{A(0, 0) - A(2, 2), A(1, 0), A(2, 0) + A(0, 2)};
  const Vec3<T> L2{A(0, 1), A(1, 1) - A(2, 2), A(2, 1) + A(1, 2)};
  const Vec3<T> Y1 = E * L1, Y2 = E * L2;
  const auto Z = [&](int i, int j) { return Y1[i] * E(j, 0) + Y2[i] * E(j, 1); };
  const T z22 = Z(1, 1), z33 = Z(2, 2);
  const T z11 = L1.x + L2.y - z22 - z33;  // the trace is invariant
  const T vx = -A(1, 2), vy = A(0, 2);
  const Vec3<T> w{E(0, 0) * vx + E(0, 1) * vy, E(1, 0) * vx + E(1, 1) * vy, E(2, 0) * vx + E(2, 1) * vy};
  const T d = A(2, 2);
  return Mat3<T>::rows(z11 + d, Z(0, 1) - w.z, Z(0, 2) + w.y,  //
                       Z(1, 0) + w.z, z22 + d, Z(1, 2) - w.x,  //
                       Z(2, 0) - w.y, Z(2, 1) + w.x, z33 + d);
}
/// R·S·Rᵀ for symmetric S in 28 multiplications and 29 additions.  [Featherstone, sec. A.5]
template <class T>
Sym3<T> rotate(const Rotation<T>& R, const Sym3<T>& S) {
  const Mat3<T>& E = R.matrix();
  const Vec3<T> L1{S.xx - S.zz, S.xy, S.xz + S.xz}, L2{S.xy, S.yy - S.zz, S.yz + S.yz};
  const auto row_dot = [&](int i, const Vec3<T>& l) { return E(i, 0) * l.x + E(i, 1) * l.y + E(i, 2) * l.z; };
  const T y21 = row_dot(1, L1), y22 = row_dot(1, L2), y31 = row_dot(2, L1), y32 = row_dot(2, L2);
  const T z21 = y21 * E(0, 0) + y22 * E(0, 1), z22 = y21 * E(1, 0) + y22 * E(1, 1);
  const T z31 = y31 * E(0, 0) + y32 * E(0, 1), z32 = y31 * E(1, 0) + y32 * E(1, 1),
          z33 = y31 * E(2, 0) + y32 * E(2, 1);
  const T z11 = L1.x + L2.y - z22 - z33;
  const T wx = E(0, 1) * S.xz - E(0, 0) * S.yz, wy = E(1, 1) * S.xz - E(1, 0) * S.yz,
          wz = E(2, 1) * S.xz - E(2, 0) * S.yz;
  return {z11 + S.zz, z22 + S.zz, z33 + S.zz, z21 + wz, z31 - wy, z32 + wx};
}

/// A rotation whose column `axis` (0, 1, 2) points along `direction`, a nonzero vector of any length; the
/// other two columns are arbitrary.
Rotation<double> rotation_with_axis(int axis, const Vec3<double>& direction);

/// The rotation whose column `first` points along `a` and whose column `second` lies in the plane of `a` and
/// `b`, on b's side. The vectors need not be unit vectors, but must be neither zero nor parallel.
Rotation<double> rotation_from_two_axes(int first, const Vec3<double>& a, int second, const Vec3<double>& b);

/// The rotation nearest to a 3×3 matrix in the least-squares sense of the elements (polar decomposition by
/// singular values). Throws if the matrix is not finite or has a rank less than two.
Rotation<double> nearest_rotation(const Mat3<double>& m);

/// Distance of a matrix from a rotation: the largest element of RᵀR − 1, or at least 2 for a reflection and
/// for a matrix that is not finite.
double distance_from_rotation(const Rotation<double>& R);
/// Largest distance at which a given matrix is still accepted as a rotation.
inline constexpr double rotation_tolerance = 1e-9;

/// Axis (unit) and angle in [0, π] of a rotation; for the identity the axis is z.
struct AxisAngle {
  Vec3<double> axis;
  double angle;
};
AxisAngle axis_angle(const Rotation<double>& R);

}  // namespace sarrus

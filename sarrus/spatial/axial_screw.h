#pragma once
/// @file
/// Axial screws: a rotation about a coordinate axis together with a displacement along it. They transform
/// motions, forces and inertias at about a third of the cost of a general pose; two of them make a
/// Denavit–Hartenberg link, three any pose.  [Featherstone, sec. A.4 and A.5]
///
/// Direction: as for Pose. A screw X_AB is the pose of B in A, where B is rotated by `angle` about A's axis
/// and displaced by `d` along it; X_AB * q maps q from B to A, X_AB.inverse() * q from A to B. (The book's
/// scrx, scry and scrz of the same angle and displacement map from A to B.) The inverse of a screw is a screw
/// and costs only sign changes.
///
///   operation                                   recurring    once per angle
///   screw * motion, screw * force               10m +  6a
///   screw * rigid inertia                       16m + 15a    2m + 3a
///   screw * articulated inertia                 38m + 40a    2m + 3a
///   screw about z * projected inertia           28m + 34a    2m + 3a
///   screw about x or y * projected inertia      32m + 28a    2m + 3a

#include "sarrus/spatial/articulated_inertia.h"

namespace sarrus {

/// A screw about the coordinate axis 0, 1 or 2.
template <class T, int axis>
struct AxialScrew {
  static_assert(axis >= 0 && axis < 3, "the axes are 0, 1 and 2");
  T c{1}, s{0}, d{0};                         ///< Cosine and sine of the angle; displacement.
  T ss{0}, cs{0}, twice_cs{0}, cos_twice{1};  ///< s², c·s, 2c·s and 1 − 2s² = cos(2·angle).

  AxialScrew() = default;
  /// Rotated by `angle` and displaced by `displacement`.
  AxialScrew(const T& angle, const T& displacement) : d(displacement) {
    sincos(angle, s, c);
    derive();
  }
  /// From cosine and sine of the angle.
  static AxialScrew from_cosine_sine(const T& cosine, const T& sine, const T& displacement) {
    AxialScrew X;
    X.c = cosine, X.s = sine, X.d = displacement;
    X.derive();
    return X;
  }
  AxialScrew inverse() const {
    AxialScrew X = *this;
    X.s = -s, X.d = -d, X.cs = -cs, X.twice_cs = -twice_cs;
    return X;
  }
  /// X⁻¹ acting on anything that X acts on.
  template <class Quantity>
  auto inverse_times(const Quantity& q) const {
    return inverse() * q;
  }
  /// The screw as a general pose.
  Pose<T> pose() const {
    constexpr int j = (axis + 1) % 3, k = (axis + 2) % 3;
    Mat3<T> R = Mat3<T>::identity();
    R(j, j) = c, R(k, k) = c, R(k, j) = s, R(j, k) = -s;
    Vec3<T> p = Vec3<T>::zero();
    p[axis] = d;
    return {Rotation<T>(R), p};
  }

 private:
  void derive() {
    ss = s * s, cs = c * s;
    twice_cs = cs + cs, cos_twice = T(1) - (ss + ss);
  }
};
template <class T>
using ScrewX = AxialScrew<T, 0>;
template <class T>
using ScrewY = AxialScrew<T, 1>;
template <class T>
using ScrewZ = AxialScrew<T, 2>;

/// An articulated inertia from which rotation about z has been projected out: the third row and column of its
/// 6×6 matrix are zero, and 15 numbers remain.
template <class T>
struct ProjectedInertia {
  Sym3<T> M;
  Vec3<T> H_x, H_y;    ///< First and second row of H; the third is zero.
  T I_xx, I_xy, I_yy;  ///< The rest of I is zero.

  /// The general articulated inertia, including the zeros.
  ArticulatedInertia<T> articulated() const {
    const T zero(0);
    return {M, Mat3<T>{{H_x.x, H_y.x, zero}, {H_x.y, H_y.y, zero}, {H_x.z, H_y.z, zero}},
            Sym3<T>{I_xx, I_yy, zero, I_xy, zero, zero}};
  }
};

/// The articulated inertia seen through a revolute joint about z:  I^a = I^A − U·Uᵀ/(e₃·U)  with U = I^A·e₃.
/// [eq. 7.23]
template <class T>
ProjectedInertia<T> project_out_z(const ArticulatedInertia<T>& a) {
  const T inv_D = T(1) / a.I.zz, w_x = inv_D * a.I.xz, w_y = inv_D * a.I.yz;
  const Vec3<T> U{a.H.x.z, a.H.y.z, a.H.z.z}, W = inv_D * U;
  return {a.M - Sym3<T>{U.x * W.x, U.y * W.y, U.z * W.z, U.x * W.y, U.x * W.z, U.y * W.z},
          Vec3<T>{a.H.x.x, a.H.y.x, a.H.z.x} - w_x * U,
          Vec3<T>{a.H.x.y, a.H.y.y, a.H.z.y} - w_y * U,
          a.I.xx - w_x * a.I.xz,
          a.I.xy - w_x * a.I.yz,
          a.I.yy - w_y * a.I.yz};
}

namespace internal {

/// Element (i, j) of a symmetric matrix.
template <int i, int j, class S>
auto& element(S& s) {
  if constexpr (i == j)
    return i == 0 ? s.xx : i == 1 ? s.yy : s.zz;
  else
    return i + j == 1 ? s.xy : i + j == 2 ? s.xz : s.yz;
}

/// shift(a, d·e_axis) without products with zero: 10 multiplications and 14 additions.
template <int axis, class T>
ArticulatedInertia<T> shift_along(const ArticulatedInertia<T>& a, const T& d) {
  constexpr int i = axis, j = (axis + 1) % 3, k = (axis + 2) % 3;
  const T d_jk = d * element<j, k>(a.M);
  Mat3<T> H = a.H;
  H(j, i) -= d * element<k, i>(a.M), H(j, j) -= d_jk, H(j, k) -= d * element<k, k>(a.M);
  H(k, i) += d * element<j, i>(a.M), H(k, j) += d * element<j, j>(a.M), H(k, k) += d_jk;
  Sym3<T> I = a.I;
  element<j, j>(I) -= d * (a.H(j, k) + H(j, k));
  element<k, k>(I) += d * (a.H(k, j) + H(k, j));
  element<i, j>(I) -= d * a.H(i, k);
  element<i, k>(I) += d * a.H(i, j);
  element<j, k>(I) += d * (a.H(j, j) - H(k, k));
  return {a.M, H, I};
}

}  // namespace internal

/// R·v.
template <class A, class B, int axis>
Vec3<Product<A, B>> rotate(const AxialScrew<A, axis>& X, const Vec3<B>& v) {
  constexpr int i = axis, j = (axis + 1) % 3, k = (axis + 2) % 3;
  Vec3<Product<A, B>> r;
  r[i] = v[i], r[j] = X.c * v[j] - X.s * v[k], r[k] = X.s * v[j] + X.c * v[k];
  return r;
}
/// R·A·Rᵀ in 12 multiplications and 12 additions.
template <class T, int axis>
Mat3<T> rotate(const AxialScrew<T, axis>& X, const Mat3<T>& A) {
  constexpr int i = axis, j = (axis + 1) % 3, k = (axis + 2) % 3;
  const T sum = A(j, k) + A(k, j), difference = A(k, k) - A(j, j);
  const T alpha = X.ss * difference - X.cs * sum, beta = X.cs * difference + X.ss * sum;
  Mat3<T> B = A;
  B(j, j) = A(j, j) + alpha, B(k, k) = A(k, k) - alpha;
  B(j, k) = A(j, k) - beta, B(k, j) = A(k, j) - beta;
  B(i, j) = X.c * A(i, j) - X.s * A(i, k), B(i, k) = X.s * A(i, j) + X.c * A(i, k);
  B(j, i) = X.c * A(j, i) - X.s * A(k, i), B(k, i) = X.s * A(j, i) + X.c * A(k, i);
  return B;
}
/// R·S·Rᵀ for symmetric S in 8 multiplications and 7 additions.
template <class T, int axis>
Sym3<T> rotate(const AxialScrew<T, axis>& X, const Sym3<T>& S) {
  using internal::element;
  constexpr int i = axis, j = (axis + 1) % 3, k = (axis + 2) % 3;
  const T jj = element<j, j>(S), kk = element<k, k>(S), jk = element<j, k>(S);
  const T ij = element<i, j>(S), ik = element<i, k>(S);
  const T difference = kk - jj, alpha = X.ss * difference - X.twice_cs * jk;
  Sym3<T> B = S;
  element<j, j>(B) = jj + alpha, element<k, k>(B) = kk - alpha;
  element<j, k>(B) = X.cos_twice * jk - X.cs * difference;
  element<i, j>(B) = X.c * ij - X.s * ik, element<i, k>(B) = X.s * ij + X.c * ik;
  return B;
}

/// The point with coordinates `point` in B, in A.
template <class A, class B, int axis>
Vec3<Product<A, B>> operator*(const AxialScrew<A, axis>& X, const Vec3<B>& point) {
  auto p = rotate(X, point);
  p[axis] += X.d;
  return p;
}
template <class A, class B, int axis>
Motion<Product<A, B>> operator*(const AxialScrew<A, axis>& X, const Motion<B>& V) {
  constexpr int j = (axis + 1) % 3, k = (axis + 2) % 3;
  Motion<Product<A, B>> r{rotate(X, V.w), rotate(X, V.v)};
  r.v[j] -= X.d * r.w[k], r.v[k] += X.d * r.w[j];
  return r;
}
template <class A, class B, int axis>
Force<Product<A, B>> operator*(const AxialScrew<A, axis>& X, const Force<B>& F) {
  constexpr int j = (axis + 1) % 3, k = (axis + 2) % 3;
  Force<Product<A, B>> r{rotate(X, F.t), rotate(X, F.f)};
  r.t[j] -= X.d * r.f[k], r.t[k] += X.d * r.f[j];
  return r;
}
/// The inertia about A's origin expressed in A. With r = d·e_axis and y = R·h + m·r, the displacement changes
/// only the two moments perpendicular to the axis and the products of inertia with the axis.
template <class T, int axis>
RigidInertia<T> operator*(const AxialScrew<T, axis>& X, const RigidInertia<T>& M) {
  using internal::element;
  constexpr int i = axis, j = (axis + 1) % 3, k = (axis + 2) % 3;
  const Vec3<T> h = rotate(X, M.h);
  RigidInertia<T> r{M.m, h, rotate(X, M.I)};
  r.h[i] = h[i] + M.m * X.d;
  const T across = X.d * (h[i] + r.h[i]);
  element<j, j>(r.I) += across, element<k, k>(r.I) += across;
  element<i, j>(r.I) -= X.d * h[j], element<i, k>(r.I) -= X.d * h[k];
  return r;
}
/// The articulated inertia about A's origin expressed in A.
template <class T, int axis>
ArticulatedInertia<T> operator*(const AxialScrew<T, axis>& X, const ArticulatedInertia<T>& a) {
  return internal::shift_along<axis>({rotate(X, a.M), rotate(X, a.H), rotate(X, a.I)}, X.d);
}

/// A screw about z keeps the zeros of a projected inertia.
template <class T>
ProjectedInertia<T> operator*(const ScrewZ<T>& X, const ProjectedInertia<T>& a) {
  const Sym3<T> M = rotate(X, a.M);
  // The rows of R·H·Rᵀ, as in rotate(X, Mat3).
  const T sum = a.H_x.y + a.H_y.x, difference = a.H_y.y - a.H_x.x;
  const T alpha = X.ss * difference - X.cs * sum, beta = X.cs * difference + X.ss * sum;
  const Vec3<T> G_x{a.H_x.x + alpha, a.H_x.y - beta, X.c * a.H_x.z - X.s * a.H_y.z};
  const Vec3<T> G_y{a.H_y.x - beta, a.H_y.y - alpha, X.s * a.H_x.z + X.c * a.H_y.z};
  const T I_difference = a.I_yy - a.I_xx, I_alpha = X.ss * I_difference - X.twice_cs * a.I_xy;
  // Displaced along z, as in internal::shift_along.
  const T d_xy = X.d * M.xy;
  const Vec3<T> H_x{G_x.x - d_xy, G_x.y - X.d * M.yy, G_x.z - X.d * M.yz};
  const Vec3<T> H_y{G_y.x + X.d * M.xx, G_y.y + d_xy, G_y.z + X.d * M.xz};
  return {M,
          H_x,
          H_y,
          a.I_xx + I_alpha - X.d * (G_x.y + H_x.y),
          X.cos_twice * a.I_xy - X.cs * I_difference + X.d * (G_x.x - H_y.y),
          a.I_yy - I_alpha + X.d * (G_y.x + H_y.x)};
}
/// A screw about x or y fills all rows and columns of a projected inertia.
template <class T, int axis>
requires(axis != 2) ArticulatedInertia<T>
operator*(const AxialScrew<T, axis>& X, const ProjectedInertia<T>& a) {
  using internal::element;
  // The screw's axis i, the other axis j of the plane, and k = z. About y this order is left-handed: R has
  // the opposite sense.
  constexpr int i = axis, j = 1 - axis, k = 2;
  const T c = X.c, s = axis == 0 ? X.s : -X.s, ss = X.ss, cs = axis == 0 ? X.cs : -X.cs;
  const Vec3<T>&H_i = axis == 0 ? a.H_x : a.H_y, &H_j = axis == 0 ? a.H_y : a.H_x;
  const T I_ii = axis == 0 ? a.I_xx : a.I_yy, I_jj = axis == 0 ? a.I_yy : a.I_xx;

  Mat3<T> H;
  H(i, i) = H_i[i], H(i, j) = c * H_i[j] - s * H_i[k], H(i, k) = s * H_i[j] + c * H_i[k];
  H(j, i) = c * H_j[i], H(k, i) = s * H_j[i];
  H(k, k) = ss * H_j[j] + cs * H_j[k], H(j, j) = H_j[j] - H(k, k);
  H(k, j) = cs * H_j[j] - ss * H_j[k], H(j, k) = H_j[k] + H(k, j);
  Sym3<T> I;
  element<i, i>(I) = I_ii, element<i, j>(I) = c * a.I_xy, element<i, k>(I) = s * a.I_xy;
  element<k, k>(I) = ss * I_jj, element<j, j>(I) = I_jj - element<k, k>(I), element<j, k>(I) = cs * I_jj;
  return internal::shift_along<axis>({rotate(X, a.M), H, I}, X.d);
}

}  // namespace sarrus

#pragma once
/// @file
/// The planar twins of poses, motions, forces and inertias: everything happens in the plane z = 0, and
/// rotations are about z. Names and meanings are those of the spatial ones; embed() makes a spatial quantity
/// of a planar one, planar() takes the planar part of a spatial one.  [Featherstone, sec. 2.16 and A.1]

#include "sarrus/spatial/articulated_inertia.h"

namespace sarrus {

/// A vector in the plane.
template <class T>
struct Vec2 {
  T x{}, y{};
  template <class U>
  Vec2<U> cast() const {
    return {U(x), U(y)};
  }
  static Vec2 zero() { return {T(0), T(0)}; }
};

template <class A, class B>
Vec2<Product<A, B>> operator+(const Vec2<A>& a, const Vec2<B>& b) {
  return {a.x + b.x, a.y + b.y};
}
template <class A, class B>
Vec2<Product<A, B>> operator-(const Vec2<A>& a, const Vec2<B>& b) {
  return {a.x - b.x, a.y - b.y};
}
template <class T>
Vec2<T> operator-(const Vec2<T>& a) {
  return {-a.x, -a.y};
}
template <class A, class B>
Vec2<Product<A, B>> operator*(const A& s, const Vec2<B>& a) {
  return {s * a.x, s * a.y};
}
/// a·b.
template <class A, class B>
Product<A, B> dot(const Vec2<A>& a, const Vec2<B>& b) {
  return a.x * b.x + a.y * b.y;
}
/// The z component of a×b.
template <class A, class B>
Product<A, B> cross(const Vec2<A>& a, const Vec2<B>& b) {
  return a.x * b.y - a.y * b.x;
}
/// z×a: the vector turned by a quarter to the left.
template <class T>
Vec2<T> perpendicular(const Vec2<T>& a) {
  return {-a.y, a.x};
}

/// A velocity or acceleration in the plane: w about z, and v of the point it is taken at.
template <class T>
struct PlanarMotion {
  T w{};
  Vec2<T> v{};
  template <class U>
  PlanarMotion<U> cast() const {
    return {U(w), v.template cast<U>()};
  }
  static PlanarMotion zero() { return {T(0), Vec2<T>::zero()}; }
};

/// A force in the plane: moment t about z through the point it is taken at, and force f.
template <class T>
struct PlanarForce {
  T t{};
  Vec2<T> f{};
  template <class U>
  PlanarForce<U> cast() const {
    return {U(t), f.template cast<U>()};
  }
  static PlanarForce zero() { return {T(0), Vec2<T>::zero()}; }
};

template <class A, class B>
PlanarMotion<Product<A, B>> operator+(const PlanarMotion<A>& a, const PlanarMotion<B>& b) {
  return {a.w + b.w, a.v + b.v};
}
template <class A, class B>
PlanarMotion<Product<A, B>> operator-(const PlanarMotion<A>& a, const PlanarMotion<B>& b) {
  return {a.w - b.w, a.v - b.v};
}
template <class T>
PlanarMotion<T> operator-(const PlanarMotion<T>& a) {
  return {-a.w, -a.v};
}
template <class T>
PlanarMotion<T>& operator+=(PlanarMotion<T>& a, const PlanarMotion<std::type_identity_t<T>>& b) {
  return a = a + b;
}
template <class A, class B>
PlanarMotion<Product<A, B>> operator*(const A& s, const PlanarMotion<B>& a) {
  return {s * a.w, s * a.v};
}

template <class A, class B>
PlanarForce<Product<A, B>> operator+(const PlanarForce<A>& a, const PlanarForce<B>& b) {
  return {a.t + b.t, a.f + b.f};
}
template <class A, class B>
PlanarForce<Product<A, B>> operator-(const PlanarForce<A>& a, const PlanarForce<B>& b) {
  return {a.t - b.t, a.f - b.f};
}
template <class T>
PlanarForce<T> operator-(const PlanarForce<T>& a) {
  return {-a.t, -a.f};
}
template <class T>
PlanarForce<T>& operator+=(PlanarForce<T>& a, const PlanarForce<std::type_identity_t<T>>& b) {
  return a = a + b;
}
template <class A, class B>
PlanarForce<Product<A, B>> operator*(const A& s, const PlanarForce<B>& a) {
  return {s * a.t, s * a.f};
}

/// The power of a force acting along a motion taken at the same point.
template <class A, class B>
Product<A, B> dot(const PlanarMotion<A>& V, const PlanarForce<B>& F) {
  return V.w * F.t + dot(V.v, F.f);
}
/// V × U.  [eq. 2.76]
template <class A, class B>
PlanarMotion<Product<A, B>> cross(const PlanarMotion<A>& V, const PlanarMotion<B>& U) {
  return {Product<A, B>(0), perpendicular(V.w * U.v - U.w * V.v)};
}
/// V ×* F.  [crf of table A.1]
template <class A, class B>
PlanarForce<Product<A, B>> cross(const PlanarMotion<A>& V, const PlanarForce<B>& F) {
  return {cross(V.v, F.f), V.w * perpendicular(F.f)};
}
/// The velocity of the same body taken at the point displaced by p.
template <class A, class B>
PlanarMotion<Product<A, B>> shift(const PlanarMotion<A>& V, const Vec2<B>& p) {
  return {Product<A, B>(V.w), V.v + V.w * perpendicular(p)};
}
/// The same force taken at the point displaced by p.
template <class A, class B>
PlanarForce<Product<A, B>> shift(const PlanarForce<A>& F, const Vec2<B>& p) {
  return {F.t - cross(p, F.f), F.f.template cast<Product<A, B>>()};
}
/// The acceleration of the point displaced by p on a body with acceleration A (that of its origin) and
/// angular velocity w:  a + α·(z×p) − w²·p.
template <class T>
PlanarMotion<T> shift_acceleration(const PlanarMotion<T>& A, const T& w, const Vec2<T>& p) {
  return {A.w, A.v + A.w * perpendicular(p) - w * w * p};
}
/// The spatial acceleration from the classical one, and back: they differ by w×v.
template <class T>
PlanarMotion<T> spatial_acceleration(const PlanarMotion<T>& A_classical, const PlanarMotion<T>& V) {
  return {A_classical.w, A_classical.v - V.w * perpendicular(V.v)};
}
template <class T>
PlanarMotion<T> classical_acceleration(const PlanarMotion<T>& A_spatial, const PlanarMotion<T>& V) {
  return {A_spatial.w, A_spatial.v + V.w * perpendicular(V.v)};
}

/// X_AB, the pose of frame B in frame A: cosine and sine of the angle from A's x axis to B's, and the
/// position of B's origin, expressed in A.
template <class T>
struct PlanarPose {
  T c{1}, s{0};
  Vec2<T> p = Vec2<T>::zero();

  static PlanarPose translation(const Vec2<T>& p_AB) { return {T(1), T(0), p_AB}; }
  static PlanarPose rotation(const T& angle) {
    PlanarPose X;
    sincos(angle, X.s, X.c);
    return X;
  }
  template <class U>
  PlanarPose<U> cast() const {
    return {U(c), U(s), p.template cast<U>()};
  }
  /// R·v and R⁻¹·v.
  template <class U>
  Vec2<Product<T, U>> rotate(const Vec2<U>& v) const {
    return {c * v.x - s * v.y, s * v.x + c * v.y};
  }
  template <class U>
  Vec2<Product<T, U>> inverse_rotate(const Vec2<U>& v) const {
    return {c * v.x + s * v.y, c * v.y - s * v.x};
  }
  /// X_BA.
  PlanarPose inverse() const { return {c, -s, -inverse_rotate(p)}; }

  /// X⁻¹ acting on a point, a motion, a force and another pose.
  template <class U>
  Vec2<Product<T, U>> inverse_times(const Vec2<U>& point) const {
    return inverse_rotate(point - p);
  }
  template <class U>
  PlanarMotion<Product<T, U>> inverse_times(const PlanarMotion<U>& V) const {
    return {Product<T, U>(V.w), inverse_rotate(V.v + V.w * perpendicular(p))};
  }
  template <class U>
  PlanarForce<Product<T, U>> inverse_times(const PlanarForce<U>& F) const {
    return {F.t - cross(p, F.f), inverse_rotate(F.f)};
  }
  PlanarPose inverse_times(const PlanarPose& X_AC) const {
    return {c * X_AC.c + s * X_AC.s, c * X_AC.s - s * X_AC.c, inverse_times(X_AC.p)};
  }
};

/// X_AC = X_AB·X_BC.
template <class T>
PlanarPose<T> operator*(const PlanarPose<T>& X_AB, const PlanarPose<T>& X_BC) {
  return {X_AB.c * X_BC.c - X_AB.s * X_BC.s, X_AB.s * X_BC.c + X_AB.c * X_BC.s, X_AB * X_BC.p};
}
/// The point with coordinates `point` in B, in A.
template <class A, class B>
Vec2<Product<A, B>> operator*(const PlanarPose<A>& X, const Vec2<B>& point) {
  return X.p + X.rotate(point);
}
/// The motion and the force taken at A's origin and expressed in A.  [eq. 2.77]
template <class A, class B>
PlanarMotion<Product<A, B>> operator*(const PlanarPose<A>& X, const PlanarMotion<B>& V) {
  return {Product<A, B>(V.w), X.rotate(V.v) - V.w * perpendicular(X.p)};
}
template <class A, class B>
PlanarForce<Product<A, B>> operator*(const PlanarPose<A>& X, const PlanarForce<B>& F) {
  const auto f = X.rotate(F.f);
  return {F.t + cross(X.p, f), f};
}

/// M_B: inertia of a rigid body about B's origin: mass, first moment and moment about z.  [eq. 2.78]
template <class T>
struct PlanarInertia {
  T m{};
  Vec2<T> h = Vec2<T>::zero();  ///< Mass times the position of the centre of mass.
  T I{};                        ///< Moment of inertia about the frame's origin.

  /// From mass, centre of mass and moment of inertia about the centre of mass.
  static PlanarInertia from_central(const T& mass, const Vec2<T>& com, const T& I_central) {
    const Vec2<T> h = mass * com;
    return {mass, h, I_central + dot(com, h)};
  }
  template <class U>
  PlanarInertia<U> cast() const {
    return {U(m), h.template cast<U>(), U(I)};
  }
  /// Position of the centre of mass; the mass must not be zero.
  Vec2<T> com() const { return (T(1) / m) * h; }
  /// Moment of inertia about the centre of mass.
  T central() const { return I - dot(com(), h); }
};

template <class T>
PlanarInertia<T> operator+(const PlanarInertia<T>& a, const PlanarInertia<T>& b) {
  return {a.m + b.m, a.h + b.h, a.I + b.I};
}
template <class T>
PlanarInertia<T> operator*(const std::type_identity_t<T>& s, const PlanarInertia<T>& M) {
  return {s * M.m, s * M.h, s * M.I};
}
/// Momentum of a body moving with V.
template <class A, class B>
PlanarForce<Product<A, B>> operator*(const PlanarInertia<A>& M, const PlanarMotion<B>& V) {
  return {M.I * V.w + cross(M.h, V.v), M.m * V.v + V.w * perpendicular(M.h)};
}
/// The inertia taken about the point displaced by −r, axes unchanged.
template <class T>
PlanarInertia<T> shift(const PlanarInertia<T>& M, const Vec2<T>& r) {
  const Vec2<T> y = M.h + M.m * r;
  return {M.m, y, M.I + dot(r, M.h + y)};
}
/// M_A = X_AB·M_B: the inertia about A's origin expressed in A.
template <class T>
PlanarInertia<T> operator*(const PlanarPose<T>& X, const PlanarInertia<T>& M) {
  return shift(PlanarInertia<T>{M.m, X.rotate(M.h), M.I}, X.p);
}
/// M_B from M_A.
template <class T>
PlanarInertia<T> inverse_times(const PlanarPose<T>& X, const PlanarInertia<T>& M) {
  const Vec2<T> y = M.h - M.m * X.p;
  return {M.m, X.inverse_rotate(y), M.I - dot(X.p, M.h + y)};
}
/// The force that gives a body of angular velocity w the classical acceleration A:  F = M·A + (0, −w²·h).
template <class T>
PlanarForce<T> newton_euler(const PlanarInertia<T>& M, const PlanarMotion<T>& A, const T& w) {
  const PlanarForce<T> F = M * A;
  return {F.t, F.f - w * w * M.h};
}
template <class T>
T kinetic_energy(const PlanarInertia<T>& M, const PlanarMotion<T>& V) {
  return T(0.5) * dot(V, M * V);
}
/// M⁻¹·F through the centre of mass c:  α = (t − c×f)/I_c,  a = f/m − α·(z×c).
template <class A, class B>
PlanarMotion<Product<A, B>> inverse_times(const PlanarInertia<A>& M, const PlanarForce<B>& F) {
  const A inv_m = A(1) / M.m;
  const Vec2<A> com = inv_m * M.h;
  const auto w = (F.t - cross(com, F.f)) / (M.I - dot(com, M.h));
  return {w, inv_m * F.f - w * perpendicular(com)};
}

/// Articulated-body inertia in the plane: [ I  Hᵀ; H  M ] with M = [ M_xx  M_xy; M_xy  M_yy ], six numbers.
template <class T>
struct PlanarArticulatedInertia {
  T M_xx{}, M_xy{}, M_yy{};
  Vec2<T> H = Vec2<T>::zero();
  T I{};

  PlanarArticulatedInertia() = default;
  PlanarArticulatedInertia(const T& Mxx, const T& Mxy, const T& Myy, const Vec2<T>& H_, const T& I_)
      : M_xx(Mxx), M_xy(Mxy), M_yy(Myy), H(H_), I(I_) {}
  /// A rigid body is an articulated one without joints.
  explicit PlanarArticulatedInertia(const PlanarInertia<T>& rigid)
      : M_xx(rigid.m), M_xy(T(0)), M_yy(rigid.m), H(perpendicular(rigid.h)), I(rigid.I) {}
  template <class U>
  PlanarArticulatedInertia<U> cast() const {
    return {U(M_xx), U(M_xy), U(M_yy), H.template cast<U>(), U(I)};
  }
  /// The linear block M times a vector.
  template <class U>
  Vec2<Product<T, U>> linear(const Vec2<U>& v) const {
    return {M_xx * v.x + M_xy * v.y, M_xy * v.x + M_yy * v.y};
  }
};

template <class T>
PlanarArticulatedInertia<T> operator+(const PlanarArticulatedInertia<T>& a,
                                      const PlanarArticulatedInertia<T>& b) {
  return {a.M_xx + b.M_xx, a.M_xy + b.M_xy, a.M_yy + b.M_yy, a.H + b.H, a.I + b.I};
}
template <class T>
PlanarArticulatedInertia<T> operator-(const PlanarArticulatedInertia<T>& a,
                                      const PlanarArticulatedInertia<T>& b) {
  return {a.M_xx - b.M_xx, a.M_xy - b.M_xy, a.M_yy - b.M_yy, a.H - b.H, a.I - b.I};
}
template <class T>
PlanarArticulatedInertia<T> operator*(const std::type_identity_t<T>& s,
                                      const PlanarArticulatedInertia<T>& a) {
  return {s * a.M_xx, s * a.M_xy, s * a.M_yy, s * a.H, s * a.I};
}
/// Adding a rigid body touches only five of the six numbers.
template <class T>
PlanarArticulatedInertia<T> operator+(const PlanarArticulatedInertia<T>& a, const PlanarInertia<T>& b) {
  return {a.M_xx + b.m, a.M_xy, a.M_yy + b.m, a.H + perpendicular(b.h), a.I + b.I};
}
template <class T>
PlanarForce<T> operator*(const PlanarArticulatedInertia<T>& a, const PlanarMotion<T>& V) {
  return {a.I * V.w + dot(a.H, V.v), a.linear(V.v) + V.w * a.H};
}
/// F·Fᵀ·s: what projecting out one joint column subtracts.
template <class T>
PlanarArticulatedInertia<T> outer(const PlanarForce<T>& F, const T& s) {
  const Vec2<T> sf = s * F.f;
  return {F.f.x * sf.x, F.f.x * sf.y, F.f.y * sf.y, F.t * sf, F.t * s * F.t};
}
/// The articulated inertia taken about the point displaced by −r, axes unchanged.
template <class T>
PlanarArticulatedInertia<T> shift(const PlanarArticulatedInertia<T>& a, const Vec2<T>& r) {
  const Vec2<T> q = perpendicular(r), H = a.H + a.linear(q);
  return {a.M_xx, a.M_xy, a.M_yy, H, a.I + dot(q, a.H + H)};
}
namespace detail {
/// The articulated inertia expressed in axes that are turned back by the angle of (c, s): R·M·Rᵀ, R·H.
template <class T>
PlanarArticulatedInertia<T> rotate(const T& c, const T& s, const PlanarArticulatedInertia<T>& a) {
  const T cs = c * s, ss = s * s, difference = a.M_yy - a.M_xx;
  const T alpha = ss * difference - (cs + cs) * a.M_xy;
  return {a.M_xx + alpha, a.M_xy - (ss + ss) * a.M_xy - cs * difference, a.M_yy - alpha,
          Vec2<T>{c * a.H.x - s * a.H.y, s * a.H.x + c * a.H.y}, a.I};
}
}  // namespace detail

/// The articulated inertia about A's origin expressed in A.
template <class T>
PlanarArticulatedInertia<T> operator*(const PlanarPose<T>& X, const PlanarArticulatedInertia<T>& a) {
  return shift(detail::rotate(X.c, X.s, a), X.p);
}
/// The articulated inertia about B's origin expressed in B.
template <class T>
PlanarArticulatedInertia<T> inverse_times(const PlanarPose<T>& X, const PlanarArticulatedInertia<T>& a) {
  return detail::rotate<T>(X.c, -X.s, shift(a, -X.p));
}
/// M⁻¹·F:  the linear block first, then its Schur complement.
template <class A, class B>
PlanarMotion<Product<A, B>> inverse_times(const PlanarArticulatedInertia<A>& a, const PlanarForce<B>& F) {
  const A inv_determinant = A(1) / (a.M_xx * a.M_yy - a.M_xy * a.M_xy);
  const auto solve_linear = [&](const auto& f) {
    return inv_determinant *
           Vec2<Product<A, decltype(f.x)>>{a.M_yy * f.x - a.M_xy * f.y, a.M_xx * f.y - a.M_xy * f.x};
  };
  const Vec2<A> K = solve_linear(a.H);
  const auto w = (F.t - dot(K, F.f)) / (a.I - dot(K, a.H));
  return {w, solve_linear(F.f) - w * K};
}

namespace detail {
/// sin(x)/x, with its derivatives: by its series where |x| < 1.
template <class T>
T sinc(const T& x) {
  const auto small = abs(x) < T(1);
  const T near = select(small, x * x, T(0)), far = select(small, T(1), x);
  T series(1);
  for (int k = 9; k >= 1; --k) series = T(1) - T(1.0 / (2 * k * (2 * k + 1))) * near * series;
  return select(small, series, sin(far) / far);
}
}  // namespace detail

/// The pose reached from the identity after moving for unit time with the constant velocity V. The path is an
/// arc; its chord lies at half the angle:  p = sinc(w/2)·R(w/2)·v.
template <class T>
PlanarPose<T> exp_se2(const PlanarMotion<T>& V) {
  const T half = T(0.5) * V.w;
  const PlanarPose<T> to_chord = PlanarPose<T>::rotation(half);
  PlanarPose<T> X = to_chord * to_chord;
  X.p = detail::sinc(half) * to_chord.rotate(V.v);
  return X;
}
/// The V with w in [−π, π] such that exp_se2(V) = X.
template <class T>
PlanarMotion<T> log_se2(const PlanarPose<T>& X) {
  const T w = atan2(X.s, X.c), half = T(0.5) * w;
  return {w, (T(1) / detail::sinc(half)) * PlanarPose<T>::rotation(half).inverse_rotate(X.p)};
}

/// The spatial quantity that is the same thing in the plane z = 0.
template <class T>
Vec3<T> embed(const Vec2<T>& a) {
  return {a.x, a.y, T(0)};
}
template <class T>
Motion<T> embed(const PlanarMotion<T>& V) {
  return {{T(0), T(0), V.w}, embed(V.v)};
}
template <class T>
Force<T> embed(const PlanarForce<T>& F) {
  return {{T(0), T(0), F.t}, embed(F.f)};
}
template <class T>
Pose<T> embed(const PlanarPose<T>& X) {
  const T zero(0), one(1);
  return {Rotation<T>(Mat3<T>::rows(X.c, -X.s, zero, X.s, X.c, zero, zero, zero, one)), embed(X.p)};
}
/// A flat body with the given moment about z, evenly spread: half of it about each axis of the plane. The
/// mass must not be zero.
template <class T>
RigidInertia<T> embed(const PlanarInertia<T>& M) {
  const T I = M.central(), half = T(0.5) * I;
  return RigidInertia<T>::from_central(M.m, embed(M.com()), Sym3<T>::diagonal(half, half, I));
}
/// Free to accelerate out of the plane without any force.
template <class T>
ArticulatedInertia<T> embed(const PlanarArticulatedInertia<T>& a) {
  const T zero(0);
  return {Sym3<T>{a.M_xx, a.M_yy, zero, a.M_xy, zero, zero},
          Mat3<T>{{zero, zero, a.H.x}, {zero, zero, a.H.y}, Vec3<T>::zero()},
          Sym3<T>::diagonal(zero, zero, a.I)};
}

/// The planar part of a spatial quantity; what points out of the plane is left out.
template <class T>
Vec2<T> planar(const Vec3<T>& a) {
  return {a.x, a.y};
}
template <class T>
PlanarMotion<T> planar(const Motion<T>& V) {
  return {V.w.z, planar(V.v)};
}
template <class T>
PlanarForce<T> planar(const Force<T>& F) {
  return {F.t.z, planar(F.f)};
}
/// The pose must be turned about z only.
template <class T>
PlanarPose<T> planar(const Pose<T>& X) {
  return {X.R(0, 0), X.R(1, 0), planar(X.p)};
}
template <class T>
PlanarInertia<T> planar(const RigidInertia<T>& M) {
  return {M.m, planar(M.h), M.I.zz};
}
template <class T>
PlanarArticulatedInertia<T> planar(const ArticulatedInertia<T>& a) {
  return {a.M.xx, a.M.xy, a.M.yy, Vec2<T>{a.H.x.z, a.H.y.z}, a.I.zz};
}

}  // namespace sarrus

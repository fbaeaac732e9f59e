#pragma once
/// @file
/// The signed distance of two features in any scalar, by the direction n in which they are separated most:
///   s(n) = min over feature 2 of n·x − max over feature 1 of n·x,  |n| = 1
/// is stationary at the common normal of the features, apart, touching and overlapping alike; nothing becomes
/// singular when the points meet. With the support points x₁(n), x₂(−n), which are the gradients of the two
/// support functions, v = x₂ − x₁ and the Hessians H₁, H₂ (radii of curvature):
///   points, circles, ellipsoids   every n is possible:        v ∥ n
///   line, cone                    n·e = c (a line: c = 0):    v + t·(e − c·n) ∥ n
///   plane                         n is its normal
/// Lines and cones take one degree of freedom of n each; Newton's method finds the others.

#include "sarrus/base/error.h"
#include "sarrus/proximity/feature_pair.h"

namespace sarrus::internal {

/// Features by what they leave free.
enum class FeatureKind { curved, ruled, flat };
inline FeatureKind kind_of(const Feature& feature) {
  if (std::holds_alternative<PlaneFeature>(feature)) return FeatureKind::flat;
  const bool is_ruled =
      std::holds_alternative<LineFeature>(feature) || std::holds_alternative<ConeFeature>(feature);
  return is_ruled ? FeatureKind::ruled : FeatureKind::curved;
}

/// The support point of a feature's core, and its derivative by the direction.
template <class T>
struct FeatureSupport {
  Vec3<T> point;
  Sym3<T> hessian;
};
/// The radius of the sphere that sweeps the core.
inline double radius_of(const Feature& feature) {
  struct {
    double operator()(const PointFeature& f) const { return f.radius; }
    double operator()(const LineFeature& f) const { return f.radius; }
    double operator()(const PlaneFeature&) const { return 0; }
    double operator()(const CircleFeature& f) const { return f.radius; }
    double operator()(const ConeFeature&) const { return 0; }
    double operator()(const EllipsoidShape&) const { return 0; }
    double operator()(const SuperellipsoidShape&) const { return 0; }
  } radius;
  return std::visit(radius, feature);
}

/// a·aᵀ.
template <class T>
Sym3<T> square(const Vec3<T>& a) {
  return {a.x * a.x, a.y * a.y, a.z * a.z, a.x * a.y, a.x * a.z, a.y * a.z};
}

/// (x^p + y^p)^(1/p) of numbers that are not negative, with its derivatives. Zero is taken for a tiny number,
/// at which powers and their derivatives are finite.
template <class T>
struct PowerMean {
  T value, by_x, by_y, by_xx, by_xy, by_yy;

  PowerMean(double p, const T& x0, const T& y0) {
    const T tiny(1e-30f), x = select(x0 < tiny, tiny, x0), y = select(y0 < tiny, tiny, y0);
    const T larger_one = select(x < y, y, x);
    const T a = power(x / larger_one, p), b = power(y / larger_one, p), sum = a + b;
    value = larger_one * power(sum, 1 / p);
    // With the shares α = x^p/(x^p + y^p) and β = 1 − α:  by_x = α·h/x,  by_xx = (p − 1)·α·β·h/x², ...
    const T alpha = a / sum, beta = b / sum, k = T(p - 1) * alpha * beta * value;
    by_x = alpha * value / x, by_y = beta * value / y;
    by_xx = k / (x * x), by_yy = k / (y * y), by_xy = -k / (x * y);
  }
  static T power(const T& x, double p) { return exp(T(p) * log(x)); }
};

/// The support of a feature in the direction m, a unit vector; of lines and cones, the given point and the
/// apex.
template <class T>
struct FeatureSupportOf {
  const Vec3<T>& m;

  FeatureSupport<T> operator()(const PointFeature& f) const { return constant(f.point); }
  FeatureSupport<T> operator()(const LineFeature& f) const { return constant(f.point); }
  FeatureSupport<T> operator()(const PlaneFeature& f) const { return constant(f.point); }
  FeatureSupport<T> operator()(const ConeFeature& f) const { return constant(f.apex); }
  /// h = n·c + ρ·|k|, k = n − (n·a)·a:  x = c + ρ·k/|k|,  H = ρ/|k|·(1 − a·aᵀ − k·kᵀ/|k|²).
  FeatureSupport<T> operator()(const CircleFeature& f) const {
    const Vec3<T> a = f.axis.cast<T>(), k = m - dot(m, a) * a;
    const T length = norm(k), bend = T(f.circle_radius) / length;
    const Vec3<T> u = (T(1) / length) * k;
    return {f.center.cast<T>() + T(f.circle_radius) * u,
            bend * (Sym3<T>::diagonal(T(1), T(1), T(1)) - square(a) - square(u))};
  }
  /// h = |D·n|:  x = D²·n/h,  H = (D² − x·xᵀ)/h.
  FeatureSupport<T> operator()(const EllipsoidShape& f) const {
    const Vec3<double> d2{f.radii.x * f.radii.x, f.radii.y * f.radii.y, f.radii.z * f.radii.z};
    const Vec3<T> dm{T(f.radii.x) * m.x, T(f.radii.y) * m.y, T(f.radii.z) * m.z};
    const T r = T(1) / norm(dm);
    const Vec3<T> x = r * Vec3<T>{T(d2.x) * m.x, T(d2.y) * m.y, T(d2.z) * m.z};
    return {x, r * (Sym3<T>::diagonal(T(d2.x), T(d2.y), T(d2.z)) - square(x))};
  }
  /// With u, v, w = |a·n.x|, |b·n.y|, |c·n.z| and the exponents q = 2/(2 − e), p = 2/(2 − n) of the polar
  /// body:  h = (rᵖ + wᵖ)^(1/p),  r = (u^q + v^q)^(1/q).
  FeatureSupport<T> operator()(const SuperellipsoidShape& f) const {
    if constexpr (requires(T x) { exp(x), log(x); }) {
      const Vec3<T> k{T(f.radii.x) * m.x, T(f.radii.y) * m.y, T(f.radii.z) * m.z};
      const PowerMean<T> ring(2 / (2 - f.east_west), abs(k.x), abs(k.y));
      const PowerMean<T> all(2 / (2 - f.north_south), ring.value, abs(k.z));
      const auto scale = [](double radius, const T& by) { return select(by < T(0), T(-radius), T(radius)); };
      const Vec3<T> s{scale(f.radii.x, k.x), scale(f.radii.y, k.y), scale(f.radii.z, k.z)};
      const T &hr = all.by_x, &hrr = all.by_xx, &u = ring.by_x, &v = ring.by_y;
      const Vec3<T> gradient{hr * u, hr * v, all.by_y};
      return {{s.x * gradient.x, s.y * gradient.y, s.z * gradient.z},
              {s.x * s.x * (hrr * u * u + hr * ring.by_xx), s.y * s.y * (hrr * v * v + hr * ring.by_yy),
               s.z * s.z * all.by_yy, s.x * s.y * (hrr * u * v + hr * ring.by_xy), s.x * s.z * all.by_xy * u,
               s.y * s.z * all.by_xy * v}};
    } else {
      fail(
          "gaps of superellipsoids need powers, which this scalar does not have; use double or dual numbers");
    }
  }

 private:
  static FeatureSupport<T> constant(const Vec3<double>& point) { return {point.cast<T>(), Sym3<T>::zero()}; }
};

/// The condition e·m = c on the outward normals m of a line or a cone.
struct RuledCondition {
  Vec3<double> e;
  double c;
};
inline RuledCondition ruled_condition(const Feature& feature) {
  if (const auto* cone = std::get_if<ConeFeature>(&feature)) return {cone->axis, cone->sine};
  return {std::get<LineFeature>(feature).direction, 0};
}

/// The pair of features in one position.
template <class T>
class FeatureGapSolver {
 public:
  FeatureGapSolver(const Feature& first, const Feature& second, const Pose<T>& X_12, const Vec3<double>& near)
      : first_(first), second_(second), X_(X_12), near_(near), n_(near.cast<T>()) {}

  /// The gap after `iterations` steps of Newton's method, which only curved features need.
  FeatureGap<T> solve(int iterations) {
    const FeatureKind kind1 = kind_of(first_), kind2 = kind_of(second_);
    if (kind1 == FeatureKind::flat || kind2 == FeatureKind::flat) return flat(kind1 == FeatureKind::flat);
    if (kind1 == FeatureKind::ruled && kind2 == FeatureKind::ruled) return ruled_ruled();
    if (kind1 == FeatureKind::ruled || kind2 == FeatureKind::ruled)
      return ruled_curved(kind1 == FeatureKind::ruled, iterations);
    return curved_curved(iterations);
  }
  /// Continues from another normal.
  void set_normal(const Vec3<T>& n) { n_ = n; }

  /// One step of curved features from the normal at which separation() was computed last: (Bᵀ·(H₁ + H₂)·B +
  /// n·v)·δ = Bᵀ·v, n ← n + B·δ, with B a basis of the tangent plane.
  void step_curved() {
    const Vec3<T> axis = Vec3<double>::unit(least_axis()).template cast<T>();
    const Vec3<T> b1 = normalized(cross(axis, n_)), b2 = cross(n_, b1);
    const Vec3<T> Hb1 = H_ * b1, Hb2 = H_ * b2;
    const T D = dot(n_, v_);
    const T a = dot(b1, Hb1) + D, b = dot(b1, Hb2), c = dot(b2, Hb2) + D;
    const T f = dot(b1, v_), g = dot(b2, v_), r = T(1) / (a * c - b * b);
    n_ = normalized(n_ + (r * (c * f - b * g)) * b1 + (r * (a * g - b * f)) * b2);
  }
  /// One step on the circle e·n = c, with the angle φ about e:
  ///   s′ = q·τ·v,  s″ = −(n − c·e)·v − q²·τᵀ·(H₁ + H₂)·τ,  q² = 1 − c²,  τ = e×n/q
  void step_ruled(const Vec3<T>& e, const T& c, const T& q) {
    evaluate();
    const Vec3<T> tau = cross(e, u_);
    const T angle = dot(tau, v_) / (dot(u_, v_) + q * dot(tau, H_ * tau));
    u_ = normalized(u_ + angle * tau);
    n_ = c * e + q * u_;
  }
  /// Puts the normal on the circle; the result is q.
  T begin_ruled(const Vec3<T>& e, const T& c) {
    const T q = sqrt(T(1) - c * c);
    u_ = normalized(n_ - dot(n_, e) * e);
    n_ = c * e + q * u_;
    return q;
  }
  const Vec3<T>& normal() const { return n_; }
  /// n·v: how far the cores are apart along n.
  T separation() {
    evaluate();
    return dot(n_, v_);
  }
  /// The order of the lengths that enter n·v: its error of rounding is a multiple of it.
  T reach() const { return norm(x1_) + norm(x2_); }
  /// e and c of feature 1 or 2, as a condition on n in the frame of shape 1.
  Vec3<T> ruled_axis(bool first) const {
    const RuledCondition condition = ruled_condition(first ? first_ : second_);
    return first ? condition.e.cast<T>() : X_.R * condition.e.cast<T>();
  }
  T ruled_value(bool first) const {
    return first ? T(ruled_condition(first_).c) : T(-ruled_condition(second_).c);
  }
  /// Computes the gap from the normal as it is.
  FeatureGap<T> finish_curved() {
    evaluate();
    return gap(Vec3<T>::zero(), Vec3<T>::zero());
  }
  FeatureGap<T> finish_ruled(bool first) {
    evaluate();
    const Vec3<T> e = ruled_axis(first), slope = e - ruled_value(first) * n_;
    const Vec3<T> shift = (dot(v_, slope) / dot(slope, slope)) * slope;
    return first ? gap(shift, Vec3<T>::zero()) : gap(Vec3<T>::zero(), -shift);
  }

 private:
  FeatureGap<T> flat(bool first) {
    n_ = first ? std::get<PlaneFeature>(first_).normal.cast<T>()
               : -(X_.R * std::get<PlaneFeature>(second_).normal.cast<T>());
    evaluate();
    const Vec3<T> tangential = v_ - dot(n_, v_) * n_;
    return first ? gap(tangential, Vec3<T>::zero()) : gap(Vec3<T>::zero(), -tangential);
  }
  /// n = α·e₁ + β·e₂ + γ·e₁×e₂ from n·e₁ = c₁, n·e₂ = c₂, |n| = 1; then v + t₂·s₂ − t₁·s₁ ∥ n.
  FeatureGap<T> ruled_ruled() {
    const Vec3<T> e1 = ruled_axis(true), e2 = ruled_axis(false), k = cross(e1, e2);
    const T c1 = ruled_value(true), c2 = ruled_value(false), g = dot(e1, e2), kk = dot(k, k);
    const T alpha = (c1 - g * c2) / kk, beta = (c2 - g * c1) / kk;
    const T rest = T(1) - alpha * alpha - beta * beta - T(2) * alpha * beta * g;
    const T side = dot(k, near_.cast<T>());
    const T gamma = sqrt(rest / kk);
    n_ = alpha * e1 + beta * e2 + select(side < T(0), -gamma, gamma) * k;
    evaluate();
    const Vec3<T> s1 = e1 - c1 * n_, s2 = e2 - c2 * n_;
    const Vec3<T> s = cross(s1, s2);  // without cancellation where the lines are nearly parallel
    const T r = T(1) / dot(s, s);
    return gap((r * dot(cross(v_, s2), s)) * s1, (r * dot(cross(v_, s1), s)) * s2);
  }
  FeatureGap<T> ruled_curved(bool first, int iterations) {
    const Vec3<T> e = ruled_axis(first);
    const T c = ruled_value(first);
    const T q = begin_ruled(e, c);
    for (int i = 0; i < iterations; ++i) step_ruled(e, c, q);
    return finish_ruled(first);
  }
  FeatureGap<T> curved_curved(int iterations) {
    for (int i = 0; i < iterations; ++i) evaluate(), step_curved();
    return finish_curved();
  }

  void evaluate() {
    const FeatureSupport<T> a = std::visit(FeatureSupportOf<T>{n_}, first_);
    const Vec3<T> m = -X_.R.inverse_times(n_);
    const FeatureSupport<T> b = std::visit(FeatureSupportOf<T>{m}, second_);
    x1_ = a.point;
    x2_ = X_ * b.point;
    v_ = x2_ - x1_;
    H_ = a.hessian + rotate(X_.R, b.hessian);
  }
  /// The gap with the points of the cores moved by `shift1` and `shift2` along their features.
  FeatureGap<T> gap(const Vec3<T>& shift1, const Vec3<T>& shift2) const {
    const double r1 = radius_of(first_), r2 = radius_of(second_);
    return {dot(n_, v_) - T(r1 + r2), n_, x1_ + shift1 + T(r1) * n_, x2_ + shift2 - T(r2) * n_};
  }
  int least_axis() const {
    const Vec3<double> a{std::abs(near_.x), std::abs(near_.y), std::abs(near_.z)};
    return a.x <= a.y && a.x <= a.z ? 0 : a.y <= a.z ? 1 : 2;
  }

  const Feature &first_, &second_;
  const Pose<T>& X_;
  Vec3<double> near_;
  Vec3<T> n_, x1_, x2_, v_;
  Vec3<T> u_;  ///< The direction of n across the axis of a line or a cone.
  Sym3<T> H_;
};

/// True for the inner side of a ring: the points that touch are not the farthest along the normal.
inline bool is_inner(const Feature& feature) {
  const auto* circle = std::get_if<CircleFeature>(&feature);
  return circle != nullptr && circle->circle_radius < 0;
}

/// The gap with Newton's method until it changes nothing. Steps of convex features are shortened as long as
/// they bring the features closer along n.
inline FeatureGap<double> converged_gap(const Feature& feature1, const Feature& feature2,
                                        const Pose<double>& X_12, const Vec3<double>& near) {
  const FeatureKind kind1 = kind_of(feature1), kind2 = kind_of(feature2);
  FeatureGapSolver<double> solver(feature1, feature2, X_12, near);
  const int ruled = (kind1 == FeatureKind::ruled) + (kind2 == FeatureKind::ruled);
  if (kind1 == FeatureKind::flat || kind2 == FeatureKind::flat || ruled == 2) return solver.solve(0);
  const bool first = kind1 == FeatureKind::ruled;
  const Vec3<double> e = ruled == 1 ? solver.ruled_axis(first) : Vec3<double>{};
  const double c = ruled == 1 ? solver.ruled_value(first) : 0;
  const bool is_maximum = !is_inner(feature1) && !is_inner(feature2);
  const double q = ruled == 1 ? solver.begin_ruled(e, c) : 0;
  double separation = ruled == 1 ? 0 : solver.separation();
  double square_before = 1;
  for (int i = 0; i < 60; ++i) {
    const Vec3<double> before = solver.normal();
    if (ruled == 1) {
      solver.step_ruled(e, c, q);
    } else {
      solver.step_curved();
      double next = solver.separation();
      int shortened = 0;
      for (; is_maximum && shortened < 20 && next < separation - 1e-15 * solver.reach(); ++shortened) {
        solver.set_normal(normalized(before + 0.4 * (solver.normal() - before)));
        next = solver.separation();
      }
      if (shortened == 20) break;
      separation = next;
    }
    // The next step shrinks by at least as much as this one did: the error that is left is change²/last
    // change.
    const Vec3<double> change = solver.normal() - before;
    const double square = dot(change, change);
    if (!(square > 1e-28) || square * square < 1e-32 * square_before) break;
    square_before = square;
  }
  return ruled == 1 ? solver.finish_ruled(first) : solver.finish_curved();
}

}  // namespace sarrus::internal

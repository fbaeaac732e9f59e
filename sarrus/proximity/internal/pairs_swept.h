#pragma once
/// @file
/// A curve swept by a sphere, and any shape that knows the nearest point to a given one: the least signed
/// distance of the points of the curve. For tori with everything, and for capsules with surfaces that are not
/// convex.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "sarrus/proximity/distance.h"

namespace sarrus::internal {

/// A point of a curve with its derivative by the parameter.
struct CurvePoint {
  Vec3<double> point, tangent;
};

/// The parameter in [begin, end] at which the signed distance f of the curve's points from a shape is least.
/// f′ = n·tangent, with n the normal at the nearest point. The curve is halved, down to `samples` intervals,
/// wherever it may come nearer than it has: f is no steeper than the tangent is long. Every interval at whose
/// ends f falls and rises holds a minimum.
template <class Curve, class Nearest>
class CurveSearch {
 public:
  CurveSearch(const Curve& curve, const Nearest& nearest) : curve_(curve), nearest_(nearest) {}

  double least(double begin, double end, int samples) {
    constexpr int halvings = 3;
    const int intervals = samples >> halvings;
    std::array<Sample, 16> at;
    for (int i = 0; i <= intervals; ++i) at[i] = take(begin + (end - begin) * i / intervals);
    for (int i = 0; i < intervals; ++i) refine(at[i], at[i + 1], halvings);
    return best_t_;
  }

 private:
  struct Sample {
    double t, f, slope;
  };
  Sample sample(double t) const {
    const CurvePoint at = curve_(t);
    const SurfacePoint near = nearest_(at.point);
    return {t, near.distance, dot(near.normal, at.tangent)};
  }
  Sample take(double t) {
    const Sample s = sample(t);
    if (s.f < best_f_) best_f_ = s.f, best_t_ = t;
    return s;
  }
  void refine(const Sample& a, const Sample& b, int halvings) {
    const double speed = norm(curve_(a.t).tangent);
    if (!(0.5 * (a.f + b.f - speed * (b.t - a.t)) < best_f_)) return;
    if (halvings > 0) {
      const Sample middle = take(0.5 * (a.t + b.t));
      refine(a, middle, halvings - 1), refine(middle, b, halvings - 1);
    } else if (a.slope < 0 && b.slope > 0) {
      find_zero(a, b);
    }
  }
  /// The zero of f′, which is sharper than the least f: secants, with half of the slope at an end that stays
  /// (Illinois), and bisections in between where f′ jumps.
  void find_zero(Sample low, Sample high) {
    Sample at = low;
    double last = low.t;
    for (int i = 0; i < 100; ++i) {
      const double secant = low.t - low.slope * (high.t - low.t) / (high.slope - low.slope);
      const bool is_secant = i % 4 != 3 && secant > low.t && secant < high.t;
      const double t = is_secant ? secant : 0.5 * (low.t + high.t);
      if (t <= low.t || t >= high.t) break;
      const bool was_low = at.slope < 0;
      at = sample(t);
      if (at.slope == 0) break;
      if (at.slope < 0) {
        if (was_low && i > 0) high.slope *= 0.5;
        low = at;
      } else {
        if (!was_low && i > 0) low.slope *= 0.5;
        high = at;
      }
      if (is_secant && std::abs(t - last) <= 2e-16 * (std::abs(low.t) + std::abs(high.t))) break;
      if (is_secant) last = t;
    }
    if (at.f < best_f_ + 1e-14 * std::abs(at.f)) best_f_ = at.f, best_t_ = at.t;
  }

  const Curve& curve_;
  const Nearest& nearest_;
  double best_t_ = 0, best_f_ = std::numeric_limits<double>::infinity();
};

/// The distance from a shape, in its frame, to a curve in that frame that is swept by a sphere of radius r.
template <class Shape, class Curve>
ShapeDistance curve_distance(const Shape& shape, const Curve& curve, double r, double begin, double end,
                             int samples) {
  const auto nearest = [&](const Vec3<double>& p) { return shape.nearest(p); };
  const double t = CurveSearch(curve, nearest).least(begin, end, samples);
  const SurfacePoint at = shape.nearest(curve(t).point);
  const double distance = at.distance - r;
  return {distance, at.normal, at.point, at.point + distance * at.normal};
}

/// The center line of a torus with the pose X.
struct CircleCurve {
  Pose<double> X;
  double radius;

  CurvePoint operator()(double angle) const {
    const double c = std::cos(angle), s = std::sin(angle);
    return {X * Vec3<double>{radius * c, radius * s, 0}, X.R * Vec3<double>{-radius * s, radius * c, 0}};
  }
};
/// The axis of a capsule with the pose X.
struct LineCurve {
  Pose<double> X;

  CurvePoint operator()(double s) const { return {X.p + s * X.R.col(2), X.R.col(2)}; }
};

template <class Shape>
ShapeDistance swept_distance(const Shape& shape, const TorusShape& torus, const Pose<double>& X) {
  return curve_distance(shape, CircleCurve{X, torus.radius}, torus.tube, 0, 2 * std::numbers::pi, 48);
}
template <class Shape>
ShapeDistance swept_distance(const Shape& shape, const CapsuleShape& capsule, const Pose<double>& X) {
  const double half = 0.5 * capsule.length;
  return curve_distance(shape, LineCurve{X}, capsule.radius, -half, half, 32);
}

}  // namespace sarrus::internal

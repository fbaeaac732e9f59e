#pragma once
/// @file
/// A curve swept by a sphere, and any shape that knows the nearest point to a given one: the least signed
/// distance of the points of the curve. For tori with everything, and for capsules with surfaces that are not
/// convex.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sarrus/proximity/distance.h"

namespace sarrus::internal {

/// A point of a curve with its derivative by the parameter.
struct CurvePoint {
  Vec3<double> point, tangent;
};

/// The parameter in [begin, end] at which the signed distance f of the curve's points from a shape is least.
/// f′ = n·tangent, with n the normal at the nearest point. The best of `samples` intervals, and its
/// neighbors, are searched by bisection of f′ with secants.
template <class Curve, class Nearest>
double least_distance_on_curve(const Curve& curve, const Nearest& nearest, double begin, double end,
                               int samples) {
  const auto slope_at = [&](double t, double& f) {
    const CurvePoint at = curve(t);
    const SurfacePoint near = nearest(at.point);
    f = near.distance;
    return dot(near.normal, at.tangent);
  };
  const double step = (end - begin) / samples;
  double best_t = begin, best_f = 1e300;
  // Every interval at whose ends f falls and rises holds a minimum. f is no steeper than the tangent is long:
  // intervals whose ends are too high for that are passed over.
  const auto search = [&](double low, double low_slope, double high, double high_slope) {
    double t = low, f = 1e300;  // in the end the zero of f′, which is sharper than the least f
    for (int i = 0; i < 200 && high - low > 1e-16 * (std::abs(high) + std::abs(low)); ++i) {
      const double secant = low - low_slope * (high - low) / (high_slope - low_slope);
      t = i % 3 == 2 || !(secant > low && secant < high) ? 0.5 * (low + high) : secant;
      if (t <= low || t >= high) break;
      const double slope = slope_at(t, f);
      if (slope == 0) break;
      if (slope < 0)
        low = t, low_slope = slope;
      else
        high = t, high_slope = slope;
    }
    if (f < best_f + 1e-14 * std::abs(f)) best_f = f, best_t = t;
  };
  double f0, slope0 = slope_at(begin, f0);
  if (f0 < best_f) best_f = f0, best_t = begin;
  for (int i = 0; i < samples; ++i) {
    const double t0 = begin + i * step, t1 = begin + (i + 1) * step;
    double f1;
    const double slope1 = slope_at(t1, f1);
    if (f1 < best_f) best_f = f1, best_t = t1;
    const double speed = norm(curve(t0).tangent);
    if (slope0 < 0 && slope1 > 0 && 0.5 * (f0 + f1 - speed * step) < best_f) search(t0, slope0, t1, slope1);
    f0 = f1, slope0 = slope1;
  }
  return best_t;
}

/// The distance from a shape, in its frame, to a curve in that frame that is swept by a sphere of radius r.
template <class Shape, class Curve>
ShapeDistance curve_distance(const Shape& shape, const Curve& curve, double r, double begin, double end,
                             int samples) {
  const auto nearest = [&](const Vec3<double>& p) { return shape.nearest(p); };
  const double t = least_distance_on_curve(curve, nearest, begin, end, samples);
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

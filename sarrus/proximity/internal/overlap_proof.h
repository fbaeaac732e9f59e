#pragma once
/// @file
/// Proves that the shortest translation that separates two overlapping convex shapes is known.
///
/// A translation by d along n separates them, and so the difference D = {b − a} lies where n·w ≥ −d and
/// touches that plane at its foot f = −d·n. None is shorter if D holds the ball of radius d about the origin.
/// That is so
///   - if shape 1 holds a ball of radius r₁ that touches its surface from within at the nearest point, shape
///   2
///     one of radius r₂, and r₁ + r₂ ≥ d: D then holds a ball of radius r₁ + r₂ that touches the plane at f;
///   - if r₁ + r₂ = r < d, but D holds, in place of the ball, one of radius r swept along a disc of radius w
///     that is parallel to the plane, and another of radius ρ about c, large enough. With the angle φ between
///     −n and a unit vector u, t = n·c and l = |c − t·n|, the support of both along u is
///       h(u) ≥ max(r + (d − r)·cos φ + w·sin φ, ρ − t·cos φ − l·sin φ).
///     The first is at least d up to φ₀, tan φ₀/2 = w/(d − r). Beyond, the second is least at φ₀, if that is
///     beyond tan φ = l/t, else it is at least ρ − |c|.
///     The ball comes from balls deep inside the shapes; the disc from a face, or from two edges that cross.
///   - if a disc of radius R with the normal a touches with its rim an edge with the direction e that goes on
///     by s both ways: D holds the disc, swept along the edge. Seen along e that is an ellipse with the
///     semiaxes R along a×e and R·|a·e| across. A ball that touches it at f from within is inside up to the
///     radius (R·a·e)²/h, where h is the support of the ellipse along n. The points of the ball of radius d
///     about the origin are within d·(1 + |a·n|)/|a·e| of the disc, along e.

#include <algorithm>
#include <cmath>

#include "sarrus/proximity/internal/convex_core.h"

namespace sarrus::internal {

/// Two shapes, the second with the pose X_12 in the first, and a way out of their overlap.
struct OverlapProof {
  const ConvexSide &side1, &side2;
  const Pose<double>& X_12;
  const ShapeDistance& at;  ///< In the frame of shape 1, with a negative distance.
  int kind1, kind2;         ///< Of the features that touch there.
  double rounding;          ///< A length.

  bool holds() const {
    const double d = -at.distance;
    if (side1.rolling_radius + side2.rolling_radius >= d) return true;
    const Vec3<double>& n = at.normal;
    const InnerParts a = side1.inner_parts({n, at.point1 - side1.radius * n, kind1});
    InnerParts b = side2.inner_parts(
        {-X_12.R.inverse_times(n), X_12.inverse_times(at.point2 + side2.radius * n), kind2});
    const double r1 = std::max(side1.rolling_radius, a.ball + side1.radius);
    const double r2 = std::max(side2.rolling_radius, b.ball + side2.radius);
    if (r1 + r2 >= d) return true;
    b.center = X_12 * b.center, b.edge = X_12.R * b.edge, b.axis = X_12.R * b.axis;
    // A ball that touches at the point does not roll along an edge there.
    const double rolling1 = a.along > 0 ? side1.rolling_radius : r1;
    const double rolling2 = b.along > 0 ? side2.rolling_radius : r2;
    return holds_disc_and_ball(a, b, d - rolling1 - rolling2) || fits_under_rim(a, b) ||
           fits_under_rim(b, a) || holds_touching_ball(r1, r2);
  }

 private:
  bool holds_touching_ball(double r1, double r2) const {
    const double d = -at.distance;
    const Vec3<double> m2 = -X_12.R.inverse_times(at.normal);
    return touches(side1, at.point1, at.normal, d - r2) ||
           touches(side2, X_12.inverse_times(at.point2), m2, d - r1);
  }
  /// True if the shape holds a ball of radius r that touches its surface at p.
  bool touches(const ConvexSide& side, const Vec3<double>& p, const Vec3<double>& m, double r) const {
    return side.excess(p - r * m) <= side.radius - r + rounding;
  }
  /// The rim of one shape and the edge of the other.
  bool fits_under_rim(const InnerParts& a, const InnerParts& b) const {
    if (!(a.rim > 0 && b.along > 0)) return false;
    const double d = -at.distance, slant = std::abs(dot(a.axis, b.edge));
    const double across = dot(at.normal, a.axis);  // times |a×e|: the component of n across a×e
    const double most = std::max(0.0, 1 - slant * slant);
    const double square = most > 0 ? std::min(1.0, across * across / most) : 0;
    const double height = std::sqrt(1 - square + slant * slant * square);  // h/R
    return d * height <= a.rim * slant * slant && d * (1 + std::abs(across)) <= b.along * slant;
  }
  bool holds_disc_and_ball(const InnerParts& a, const InnerParts& b, double beyond) const {
    const double d = -at.distance;
    const Vec3<double>& n = at.normal;
    const double crossing = std::min(a.along, b.along);
    double w = std::max({a.disc, b.disc, 0.0});
    if (crossing > 0) w = std::max(w, crossing * norm(cross(a.edge, b.edge)));
    const Vec3<double> c = b.center - a.center;
    const double rho = a.radius + b.radius + side1.radius + side2.radius;
    const double t = dot(n, c), l = norm(c - t * n), q = w / beyond;
    const double cosine = (1 - q * q) / (1 + q * q), sine = 2 * q / (1 + q * q);
    const double least = sine * t >= l * cosine ? -t * cosine - l * sine : -std::sqrt(t * t + l * l);
    return rho + least >= d - rounding;
  }
};

}  // namespace sarrus::internal

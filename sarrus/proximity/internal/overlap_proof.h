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
///   - if D holds a disc of radius w about f in the plane, and a ball of radius ρ about c, large enough. With
///   the
///     angle φ between −n and a unit vector u, t = n·c and l = |c − t·n|, the support of disc and ball along
///     u is
///       h(u) ≥ max(d·cos φ + w·sin φ, ρ − t·cos φ − l·sin φ).
///     The first is at least d up to φ₀, tan φ₀/2 = w/d. Beyond, the second is least at φ₀, if that is beyond
///     tan φ = l/t, else it is at least ρ − |c|.
///     The ball comes from balls deep inside the shapes; the disc from a face, or from two edges that cross.
///   - if a disc of radius R with the normal a touches with its rim, an edge with the direction e that goes
///   on by
///     s both ways, and d ≤ R·(a·e)², 2·d ≤ s·|a·e|: D holds the disc, swept along the edge. Seen along e
///     that is an ellipse with the semiaxes R and R·|a·e|, in which a ball of radius R·(a·e)² rolls; its
///     points are within 2·d/|a·e| of the disc, along e.

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
    if (side1.rolling_radius + side2.rolling_radius >= -at.distance) return true;
    const Vec3<double>& n = at.normal;
    const InnerParts a = side1.inner_parts({n, at.point1 - side1.radius * n, kind1});
    InnerParts b = side2.inner_parts(
        {-X_12.R.inverse_times(n), X_12.inverse_times(at.point2 + side2.radius * n), kind2});
    b.center = X_12 * b.center, b.edge = X_12.R * b.edge, b.axis = X_12.R * b.axis;
    return holds_disc_and_ball(a, b) || rolls_on_rim(a, b) || rolls_on_rim(b, a) || holds_touching_ball();
  }

 private:
  bool holds_touching_ball() const {
    const double d = -at.distance, r1 = side1.rolling_radius, r2 = side2.rolling_radius;
    const Vec3<double> m2 = -X_12.R.inverse_times(at.normal);
    return touches(side1, at.point1, at.normal, d - r2) ||
           touches(side2, X_12.inverse_times(at.point2), m2, d - r1);
  }
  /// True if the shape holds a ball of radius r that touches its surface at p.
  bool touches(const ConvexSide& side, const Vec3<double>& p, const Vec3<double>& m, double r) const {
    return side.excess(p - r * m) <= side.radius - r + rounding;
  }
  /// The rim of one shape and the edge of the other.
  bool rolls_on_rim(const InnerParts& a, const InnerParts& b) const {
    const double d = -at.distance, slant = std::abs(dot(a.axis, b.edge));
    return d <= a.rim * slant * slant && 2 * d <= b.along * slant;
  }
  bool holds_disc_and_ball(const InnerParts& a, const InnerParts& b) const {
    const double d = -at.distance;
    const Vec3<double>& n = at.normal;
    const double crossing = std::min(a.along, b.along);
    double w = std::max({a.disc, b.disc, 0.0});
    if (crossing > 0) w = std::max(w, crossing * norm(cross(a.edge, b.edge)));
    const Vec3<double> c = b.center - a.center;
    const double rho = a.radius + b.radius + side1.radius + side2.radius;
    const double t = dot(n, c), l = norm(c - t * n), q = w / d;
    const double cosine = (1 - q * q) / (1 + q * q), sine = 2 * q / (1 + q * q);
    const double least = sine * t >= l * cosine ? -t * cosine - l * sine : -std::sqrt(t * t + l * l);
    return rho + least >= d - rounding;
  }
};

}  // namespace sarrus::internal

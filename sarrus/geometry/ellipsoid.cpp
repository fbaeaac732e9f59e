#include "sarrus/geometry/ellipsoid.h"

#include <algorithm>
#include <array>
#include <numbers>

#include "sarrus/geometry/internal/convex_hit.h"
#include "sarrus/geometry/internal/curvature_of_gradient.h"
#include "sarrus/geometry/internal/round_support.h"
#include "sarrus/geometry/internal/shape_math.h"
#include "sarrus/spatial/solids.h"

namespace sarrus {

namespace {

/// The nearest point x of an ellipsoid with radii e, from p:  p − x = λ·(x_i/e_i²).  With the smallest radius
/// c, the squares r_i = (e_i/c)², z_i = |p_i|/e_i and λ = (w − 1)·c²,
///   x_i/e_i = t_i(w) = r_i·z_i/(w + r_i − 1),   G(w) = Σ t_i² = 1.
/// On w > 0, G falls from its pole to zero; the root there is the nearest point, from outside (w > 1) and
/// inside. If p has no component along the smallest axis, there may be no root: then w = 0, and that
/// component makes up what is missing. The unknown w, not λ, keeps all digits near the pole.
class EllipsoidRoot {
 public:
  EllipsoidRoot(const Vec3<double>& radii, const Vec3<double>& p) {
    for (int i = 1; i < 3; ++i)
      if (radii[i] < radii[smallest_]) smallest_ = i;
    for (int i = 0; i < 3; ++i) {
      const double ratio = radii[i] / radii[smallest_];
      square_[i] = ratio * ratio;
      excess_[i] = (ratio - 1) * (ratio + 1);
      z_[i] = std::abs(p[i]) / radii[i];
    }
  }

  /// The coordinates x_i/e_i of the nearest point for a p with positive coordinates.
  Vec3<double> solve() const {
    double low = 0, high = 0;  // the root lies between them
    for (int i = 0; i < 3; ++i) {
      low = std::max(low, square_[i] * z_[i] - excess_[i]);
      high = std::hypot(high, square_[i] * z_[i]);
    }
    double w = low;
    Vec3<double> t = at(w);
    if (w == 0 && dot(t, t) <= 1) {
      t[smallest_] = std::sqrt(1 - dot(t, t));
      return t;
    }
    for (int i = 0; i < 100; ++i) {
      const double next = std::clamp(w + step(w, t), low, high);
      if (std::abs(next - w) <= 2e-16 * w) break;
      w = next;
      t = at(w);
    }
    return (1 / norm(t)) * t;
  }

 private:
  Vec3<double> at(double w) const {
    Vec3<double> t;
    for (int i = 0; i < 3; ++i) t[i] = z_[i] > 0 ? square_[i] * z_[i] / (w + excess_[i]) : 0;
    return t;
  }
  /// Newton's step for 1/√G = 1, which is nearly linear: from the left it never leaves the left side.
  double step(double w, const Vec3<double>& t) const {
    double slope = 0;  // −G′/2
    for (int i = 0; i < 3; ++i) slope += z_[i] > 0 ? t[i] * t[i] / (w + excess_[i]) : 0;
    const double G = dot(t, t);
    return G * (std::sqrt(G) - 1) / slope;
  }

  int smallest_ = 0;
  Vec3<double> square_, excess_, z_;
};

}  // namespace

void EllipsoidShape::check() const { internal::require_sizes(type, "radii", radii); }

// The ellipsoid is the unit ball, stretched: x = e∘(e∘d)/|e∘d|.
Vec3<double> EllipsoidShape::support(const Vec3<double>& direction) const {
  return internal::support_point(*this, direction);
}

SurfacePoint EllipsoidShape::nearest(const Vec3<double>& p) const {
  Vec3<double> unit = EllipsoidRoot(radii, p).solve();
  for (int i = 0; i < 3; ++i) unit[i] = std::copysign(unit[i], p[i]);
  const Vec3<double> point = internal::times(radii, unit), normal = normalized(internal::over(unit, radii));
  return {point, normal, dot(p - point, normal)};
}

// f = Σ (x_i/e_i)²/2.
Curvature EllipsoidShape::curvature(const Vec3<double>& p) const {
  const Vec3<double> inverse{1 / radii.x, 1 / radii.y, 1 / radii.z};
  const Vec3<double> unit = internal::unit_or(internal::times(inverse, p), {0, 0, 1});
  return internal::curvature_of_gradient(
      internal::times(inverse, unit),
      Sym3<double>::diagonal(inverse.x * inverse.x, inverse.y * inverse.y, inverse.z * inverse.z));
}

Bounds EllipsoidShape::bounds() const { return {-radii, radii}; }

// In coordinates over the radii, a line meets the unit ball.
std::optional<RayHit> EllipsoidShape::hit(const Ray& ray) const {
  const bool is_inside = internal::length(internal::over(ray.origin, radii)) < 1;
  return internal::convex_hit(
      ray, is_inside,
      [&](const Vec3<double>& origin, const Vec3<double>& direction) -> std::optional<internal::LineEntry> {
        const Vec3<double> along = internal::over(direction, radii);
        const double speed = norm(along);
        const auto ball = internal::enter_ball(internal::over(origin, radii), (1 / speed) * along, 1);
        if (!ball) return std::nullopt;
        return internal::LineEntry{ball->at / speed, normalized(internal::over(ball->normal, radii))};
      });
}

double EllipsoidShape::volume() const { return 4 * std::numbers::pi / 3 * radii.x * radii.y * radii.z; }

RigidInertia<double> EllipsoidShape::solid(double density) const {
  return solid_ellipsoid(density * volume(), radii);
}

}  // namespace sarrus

#pragma once
/// @file
/// The nearest point of a smooth surface g = 0 by Newton's method on the surface.

#include <algorithm>
#include <cmath>
#include <limits>

#include "sarrus/geometry/internal/shape_math.h"

namespace sarrus::internal {

/// Gradient and Hessian of a function whose zeros, or unit values, are a surface.
struct SurfaceDerivatives {
  Vec3<double> gradient;
  Sym3<double> hessian;
};

/// Minimizes |x − p|²/2 over the surface near a start. With the multiplier μ = (p − x)·∇g/|∇g|², the
/// minimum's gradient and Hessian in the tangent plane (u, v) are
///   (x − p)·(u, v)   and   1 + μ·(u, v)ᵀ·∇²g·(u, v).
/// `Surface` has derivatives(x) and bring_back(from, to): a point of the surface near `to`, or NaN.
template <class Surface>
class SurfaceDescent {
 public:
  SurfaceDescent(const Surface& surface, const Vec3<double>& p, double size)
      : surface_(surface), p_(p), size_(size) {}

  /// From a point of the surface; returns one that is not farther from p.
  Vec3<double> descend(Vec3<double> x) const {
    double damping = 0, best = square(x);
    for (int i = 0; i < 100; ++i) {
      const Tangent at = look_at(x);
      if (at.gradient() <= 1e-9 * size_) break;
      bool is_lower = false;
      for (int attempt = 0; attempt < 40 && !is_lower; ++attempt) {
        const Vec3<double> next = surface_.bring_back(x, x + at.step(damping));
        is_lower = square(next) < best;
        if (is_lower) x = next, best = square(next);
        damping = is_lower ? (damping < 1e-3 ? 0 : damping / 8) : std::max(0.25, 4 * damping);
      }
      if (!is_lower) break;
    }
    return polish(x);
  }
  /// The tangential part of x − p, which is zero at a nearest point.
  double residual(const Vec3<double>& x) const { return look_at(x).gradient(); }
  double square(const Vec3<double>& x) const { return dot(x - p_, x - p_); }

 private:
  struct Tangent {
    Vec3<double> u, v;
    double gu, gv, huu, huv, hvv;

    double gradient() const { return std::hypot(gu, gv); }
    double smallest_eigenvalue() const { return (huu + hvv) / 2 - std::hypot((huu - hvv) / 2, huv); }
    /// Newton's step with the damping added to the Hessian, which is made positive first.
    Vec3<double> step(double damping) const {
      const double low = smallest_eigenvalue(), size = std::max(std::abs(huu), std::abs(hvv));
      const double add = damping * size + (low < 1e-8 * size ? 1e-3 * size - low : 0);
      const double a = huu + add, c = hvv + add, determinant = a * c - huv * huv;
      return ((huv * gv - c * gu) / determinant) * u + ((huv * gu - a * gv) / determinant) * v;
    }
  };

  Tangent look_at(const Vec3<double>& x) const {
    const SurfaceDerivatives g = surface_.derivatives(x);
    Tangent at;
    at.u = perpendicular(unit_or(g.gradient, {0, 0, 1}));
    at.v = cross(unit_or(g.gradient, {0, 0, 1}), at.u);
    const Vec3<double> gap = x - p_, Hu = g.hessian * at.u, Hv = g.hessian * at.v;
    const double multiplier = -dot(gap, g.gradient) / dot(g.gradient, g.gradient);
    at.gu = dot(gap, at.u), at.gv = dot(gap, at.v);
    at.huu = 1 + multiplier * dot(at.u, Hu);
    at.huv = multiplier * dot(at.u, Hv);
    at.hvv = 1 + multiplier * dot(at.v, Hv);
    return at;
  }
  /// Newton's steps while they make the gradient smaller: distances are too flat to tell.
  Vec3<double> polish(Vec3<double> x) const {
    Tangent here = look_at(x);
    for (int i = 0; i < 10 && here.gradient() > 0; ++i) {
      const Vec3<double> next = surface_.bring_back(x, x + here.step(0));
      const Tangent there = look_at(next);
      if (!(there.gradient() < here.gradient()) || square(next) > square(x) + 1e-12 * size_ * size_) break;
      x = next, here = there;
    }
    return x;
  }

  const Surface& surface_;
  Vec3<double> p_;
  double size_;
};

}  // namespace sarrus::internal

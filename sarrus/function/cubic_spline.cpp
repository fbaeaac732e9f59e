#include "sarrus/function/cubic_spline.h"

#include "sarrus/base/array.h"
#include "sarrus/function/internal/banded_system.h"
#include "sarrus/function/internal/numbers.h"
#include "sarrus/function/internal/piecewise_polynomial.h"
#include "sarrus/function/internal/spline_points.h"
#include "sarrus/function/make_function.h"

namespace sarrus {

using namespace internal;

namespace {

/// The points and, for each interval i, its width h and the slope d of its chord.
struct Points {
  Array<double> x, y;

  int size() const { return static_cast<int>(x.size()); }
  double h(int i) const { return at(x, i + 1) - at(x, i); }
  double d(int i) const { return (at(y, i + 1) - at(y, i)) / h(i); }
  static double at(const Array<double>& v, int i) { return v[i]; }

  /// Second divided difference [xᵢ₋₁, xᵢ, xᵢ₊₁]y.
  double second_difference(int i) const { return (d(i) - d(i - 1)) / (h(i - 1) + h(i)); }
  /// Third divided difference [xᵢ, …, xᵢ₊₃]y; zero if there are only three points.
  double third_difference(int i) const {
    if (size() < 4) return 0;
    return (second_difference(i + 2) - second_difference(i + 1)) / (at(x, i + 3) - at(x, i));
  }
};

/// Adds the boundary condition at the start, as equation 0, or at the end, as equation n − 1. Counted from
/// that end, e is the number of the end's point, e + step and e + 2·step are the next ones, and near and far
/// the first two intervals.
void add_boundary(internal::BandedSystem& equations, const Points& p, const CubicBoundary& boundary,
                  bool start) {
  const int n = p.size(), e = start ? 0 : n - 1, step = start ? 1 : -1;
  const int near = start ? 0 : n - 2, far = near + step;
  if (boundary.kind == CubicBoundary::Kind::natural ||
      (boundary.kind != CubicBoundary::Kind::clamped && n == 2)) {
    equations.fix(e, e, 0);
  } else if (boundary.kind == CubicBoundary::Kind::clamped) {
    // 2M₀ + M₁ = 6(d₀ − m)/h₀ and its mirror image
    const double slope = start ? boundary.start_slope : boundary.end_slope;
    equations.add(e, e, 2);
    equations.add(e, e + step, 1);
    equations.add_right(e, 6 * step * (p.d(near) - slope) / p.h(near));
  } else if (boundary.kind == CubicBoundary::Kind::not_a_knot && n > 3) {
    // equal third derivatives on both sides of the second point: (M₁ − M₀)/h₀ = (M₂ − M₁)/h₁
    const double h = p.h(near) + p.h(far);
    equations.add(e, e, -p.h(far) / h);
    equations.add(e, e + step, 1);
    equations.add(e, e + 2 * step, -p.h(near) / h);
  } else {
    // (M₁ − M₀)/h₀ = 6·[x₀, x₁, x₂, x₃]y
    equations.add(e, e, -step);
    equations.add(e, e + step, step);
    equations.add_right(e, 6 * p.h(near) * p.third_difference(start ? 0 : n - 4));
  }
}

/// The curvatures M at the points: with μ = hᵢ₋₁/(hᵢ₋₁ + hᵢ), the slopes of neighboring cubics agree at xᵢ if
///   μ·Mᵢ₋₁ + 2Mᵢ + (1 − μ)·Mᵢ₊₁ = 6·[xᵢ₋₁, xᵢ, xᵢ₊₁]y
/// (Stoer and Bulirsch, Introduction to Numerical Analysis, sec. 2.4.2).
VectorX<double> curvatures(const Points& p, const CubicBoundary& boundary) {
  internal::BandedSystem equations(p.size(), 2);
  add_boundary(equations, p, boundary, true);
  for (int i = 1; i + 1 < p.size(); ++i) {
    const double mu = p.h(i - 1) / (p.h(i - 1) + p.h(i));
    equations.add(i, i - 1, mu);
    equations.add(i, i, 2);
    equations.add(i, i + 1, 1 - mu);
    equations.add_right(i, 6 * p.second_difference(i));
  }
  add_boundary(equations, p, boundary, false);
  return std::move(equations).solve();
}

const char* name(CubicBoundary::Kind kind) {
  switch (kind) {
    case CubicBoundary::Kind::natural:
      return "natural";
    case CubicBoundary::Kind::not_a_knot:
      return "not-a-knot";
    case CubicBoundary::Kind::fitted:
      return "fitted";
    case CubicBoundary::Kind::clamped:
      return "clamped";
  }
  fail("cubic_spline: there is no boundary kind number {}", static_cast<int>(kind));
}

}  // namespace

Function cubic_spline(Array<double> x, Array<double> y, CubicBoundary boundary, Extrapolation extrapolation) {
  internal::check_points("cubic_spline", x, y, 2);
  internal::check_finite("cubic_spline", "start_slope", boundary.start_slope);
  internal::check_finite("cubic_spline", "end_slope", boundary.end_slope);

  const Points p{std::move(x), std::move(y)};
  const VectorX<double> m = curvatures(p, boundary);
  const int n = p.size();

  // f = y + c₁s + (M/2)s² + (ΔM/6h)s³ on each interval, with c₁ = d − h(2M + M₊)/6
  internal::PiecewisePolynomial<3> f;
  for (int i = 0; i + 1 < n; ++i) {
    const double h = p.h(i), slope = p.d(i) - h * (2 * m[i] + m[i + 1]) / 6;
    f.add({p.at(p.x, i), p.at(p.y, i), slope, m[i] / 2, (m[i + 1] - m[i]) / (6 * h)});
  }
  const double end_slope = p.d(n - 2) + p.h(n - 2) * (m[n - 2] + 2 * m[n - 1]) / 6;
  f.text = fmt::format("cubic spline through {} points from x = {} to {}, {} ends", n, p.x.front(),
                       p.x.back(), name(boundary.kind));
  f.extrapolate({p.x.front(), p.y.front(), f.rows.front()[2], m[0], -p.h(0)},
                {p.x.back(), p.y.back(), end_slope, m[n - 1], p.h(n - 2)}, extrapolation);
  f.check();
  return make_function(std::move(f));
}

}  // namespace sarrus

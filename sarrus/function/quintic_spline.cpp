#include "sarrus/function/quintic_spline.h"

#include <cmath>

#include "sarrus/base/array.h"
#include "sarrus/function/internal/banded_system.h"
#include "sarrus/function/internal/numbers.h"
#include "sarrus/function/internal/piecewise_polynomial.h"
#include "sarrus/function/internal/spline_points.h"
#include "sarrus/function/make_function.h"

namespace sarrus {

using namespace internal;

namespace {

/// A derivative at one end of the quintic that has values y₀, y₁, slopes m₀, m₁ and curvatures κ₀, κ₁ at the
/// ends of an interval of width h:  f⁽ᵒʳᵈᵉʳ⁾·hᵒʳᵈᵉʳ = dy·(y₁ − y₀) + h·(m0·m₀ + m1·m₁) + h²·(k0·κ₀ + k1·κ₁).
struct EndDerivative {
  int order;
  double dy, m0, m1, k0, k1;
};
constexpr EndDerivative third_at_start{3, 60, -36, -24, -9, 3};
constexpr EndDerivative third_at_end{3, 60, -24, -36, -3, 9};
constexpr EndDerivative fourth_at_start{4, -360, 192, 168, 36, -24};
constexpr EndDerivative fourth_at_end{4, 360, -168, -192, -24, 36};

/// The equations for the slopes mᵢ and curvatures κᵢ at the points, unknowns number 2i and 2i + 1. Widths are
/// divided by the mean width, which gives slopes and curvatures similar magnitudes.
class QuinticEquations {
 public:
  QuinticEquations(const Array<double>& x, const Array<double>& y)
      : x_(x),
        y_(y),
        n_(static_cast<int>(x.size())),
        unit_((x.back() - x.front()) / (n_ - 1)),
        system_(2 * n_, 3) {}

  /// Makes third and fourth derivative continuous at the inner points.
  void join() {
    for (int i = 1; i + 1 < n_; ++i) {
      add(2 * i, i - 1, third_at_end, 1);
      add(2 * i, i, third_at_start, -1);
      add(2 * i + 1, i - 1, fourth_at_end, 1);
      add(2 * i + 1, i, fourth_at_start, -1);
    }
  }
  /// Adds the given derivative of interval i, times `sign`, to the sum that an equation sets to zero.
  void add(int equation, int i, const EndDerivative& d, double sign) {
    const int k = i;
    const double h = (x_[k + 1] - x_[k]) / unit_, scale = sign / std::pow(h, d.order);
    system_.add(equation, 2 * i, scale * h * d.m0);
    system_.add(equation, 2 * i + 1, scale * h * h * d.k0);
    system_.add(equation, 2 * i + 2, scale * h * d.m1);
    system_.add(equation, 2 * i + 3, scale * h * h * d.k1);
    system_.add_right(equation, -scale * d.dy * (y_[k + 1] - y_[k]));
  }
  void fix_slope(int equation, int i, double m) { system_.fix(equation, 2 * i, m * unit_); }
  void fix_curvature(int equation, int i, double k) { system_.fix(equation, 2 * i + 1, k * unit_ * unit_); }

  /// Row i: mᵢ and κᵢ.
  Eigen::Matrix<double, Eigen::Dynamic, 2> solve() {
    const VectorX<double> solution = std::move(system_).solve();
    Eigen::Matrix<double, Eigen::Dynamic, 2> result(n_, 2);
    for (int i = 0; i < n_; ++i)
      result.row(i) << solution[2 * i] / unit_, solution[2 * i + 1] / (unit_ * unit_);
    return result;
  }

 private:
  const Array<double>&x_, &y_;
  int n_;
  double unit_;
  internal::BandedSystem system_;
};

/// Adds the two conditions at each end: the first and the last two equations.
void add_boundary(QuinticEquations& equations, int n, const QuinticBoundary& boundary) {
  const int first = 0, last = 2 * n - 2;
  switch (boundary.kind) {
    case QuinticBoundary::Kind::natural:
      equations.add(first, 0, third_at_start, 1);
      equations.add(first + 1, 0, fourth_at_start, 1);
      equations.add(last, n - 2, third_at_end, 1);
      equations.add(last + 1, n - 2, fourth_at_end, 1);
      break;
    case QuinticBoundary::Kind::straight:
      equations.add(first, 0, third_at_start, 1);
      equations.fix_curvature(first + 1, 0, 0);
      equations.add(last, n - 2, third_at_end, 1);
      equations.fix_curvature(last + 1, n - 1, 0);
      break;
    case QuinticBoundary::Kind::clamped:
      equations.fix_slope(first, 0, boundary.start_slope);
      equations.fix_curvature(first + 1, 0, boundary.start_curvature);
      equations.fix_slope(last, n - 1, boundary.end_slope);
      equations.fix_curvature(last + 1, n - 1, boundary.end_curvature);
      break;
  }
}

const char* name(QuinticBoundary::Kind kind) {
  switch (kind) {
    case QuinticBoundary::Kind::natural:
      return "natural";
    case QuinticBoundary::Kind::straight:
      return "straight";
    case QuinticBoundary::Kind::clamped:
      return "clamped";
  }
  fail("quintic_spline: there is no boundary kind number {}", static_cast<int>(kind));
}

}  // namespace

Function quintic_spline(Array<double> x, Array<double> y, QuinticBoundary boundary,
                        Extrapolation extrapolation) {
  internal::check_points("quintic_spline", x, y, boundary.kind == QuinticBoundary::Kind::natural ? 3 : 2);
  internal::check_finite("quintic_spline", "start_slope", boundary.start_slope);
  internal::check_finite("quintic_spline", "start_curvature", boundary.start_curvature);
  internal::check_finite("quintic_spline", "end_slope", boundary.end_slope);
  internal::check_finite("quintic_spline", "end_curvature", boundary.end_curvature);

  const int n = static_cast<int>(x.size());
  QuinticEquations equations(x, y);
  add_boundary(equations, n, boundary);
  equations.join();
  const auto solution = equations.solve();

  // On each interval, the quintic with the given values, slopes and curvatures at both ends.
  internal::PiecewisePolynomial<5> f;
  for (std::size_t i = 0; i + 1 < x.size(); ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    const double h = x[i + 1] - x[i], dy = (y[i + 1] - y[i]) / h;
    const double m0 = solution(row, 0), m1 = solution(row + 1, 0);
    const double k0 = solution(row, 1) * h / 2, k1 = solution(row + 1, 1) * h / 2;
    f.add({x[i], y[i], m0, k0 / h, (10 * dy - 6 * m0 - 4 * m1 - 3 * k0 + k1) / (h * h),
           (-15 * dy + 8 * m0 + 7 * m1 + 3 * k0 - 2 * k1) / (h * h * h),
           (6 * dy - 3 * m0 - 3 * m1 - k0 + k1) / (h * h * h * h)});
  }
  const double start_width = x[1] - x[0], end_width = x.back() - x[x.size() - 2];
  f.text = fmt::format("quintic spline through {} points from x = {} to {}, {} ends", n, x.front(), x.back(),
                       name(boundary.kind));
  f.extrapolate({x.front(), y.front(), solution(0, 0), solution(0, 1), -start_width},
                {x.back(), y.back(), solution(n - 1, 0), solution(n - 1, 1), end_width}, extrapolation);
  f.check();
  return make_function(std::move(f));
}

}  // namespace sarrus

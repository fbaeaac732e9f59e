#include "sarrus/function/smooth_step.h"

#include "sarrus/function/internal/numbers.h"
#include "sarrus/function/make_function.h"

namespace sarrus {

using namespace internal;

namespace {

struct SmoothStep {
  double x0, x1, y0, y1;

  int arguments() const { return 1; }
  std::string description() const {
    return fmt::format("smooth step from {} at x = {} to {} at x = {}", y0, x0, y1, x1);
  }

  /// t = (x − x₀)/(x₁ − x₀), clamped to [0, 1].
  template <class T>
  T fraction(const T& x) const {
    return smaller(larger((x - T(x0)) * T(1 / (x1 - x0)), T(0)), T(1));
  }

  /// f = y₀ + (y₁ − y₀)·t³(10 − 15t + 6t²)
  template <class T>
  T value(const T* x) const {
    const T t = fraction(*x);
    return T(y0) + T(y1 - y0) * (t * t * t * (T(10) + t * (T(6) * t - T(15))));
  }
  /// Derivatives from ds/dt = 30t²(1 − t)² and d²s/dt² = 60t(1 − t)(1 − 2t).
  template <class T>
  void evaluate(const T* x, T& f, T* gradient, T* hessian) const {
    const T t = fraction(*x), rest = t * (T(1) - t);
    const double dt = 1 / (x1 - x0);
    f = value(x);
    *gradient = T(30 * (y1 - y0) * dt) * (rest * rest);
    *hessian = T(60 * (y1 - y0) * dt * dt) * (rest * (T(1) - T(2) * t));
  }
};

}  // namespace

Function smooth_step(double x0, double x1, double y0, double y1) {
  internal::check_finite("smooth_step", "x0", x0);
  internal::check_finite("smooth_step", "x1", x1);
  internal::check_finite("smooth_step", "y0", y0);
  internal::check_finite("smooth_step", "y1", y1);
  require(x0 != x1, "smooth_step: x0 = {} and x1 = {} must differ: a step needs some width", x0, x1);
  return make_function(SmoothStep{x0, x1, y0, y1});
}

}  // namespace sarrus

#pragma once
/// @file
/// What the tests of all splines share.

#include <cmath>

#include "sarrus/scalar/scalar_types.h"
#include "tests/function/function_laws.h"
#include "tests/support/close.h"

namespace sarrus::testing {

/// Value, slope and curvature of a function of one argument.
struct Jet {
  double value, slope, curvature;
};
inline Jet jet(const Function& f, double x) {
  Jet r;
  f.evaluate(&x, r.value, &r.slope, &r.curvature);
  return r;
}

/// The third derivative, carried by a Dual.
inline double third(const Function& f, double x) {
  const Dual8 variable = Dual8::variable(x, 0);
  Dual8 value, gradient, hessian;
  f.evaluate(&variable, value, &gradient, &hessian);
  return hessian.partial[0];
}

inline ::testing::AssertionResult close(const Jet& a, const Jet& b, double factor = 64, double scale = 1) {
  if (auto r = close<double>(a.value, b.value, factor, scale); !r) return r << " (value)";
  if (auto r = close<double>(a.slope, b.slope, factor, scale); !r) return r << " (slope)";
  if (auto r = close<double>(a.curvature, b.curvature, factor, scale); !r) return r << " (curvature)";
  return ::testing::AssertionSuccess();
}

/// The numbers next to x below and above: where one polynomial ends and the next begins.
inline double below(double x) { return std::nextafter(x, -1e300); }
inline double above(double x) { return std::nextafter(x, 1e300); }

/// Checks that value, slope and curvature do not jump at x. Both sides are taken one rounding away from x,
/// where they differ from the limits by a rounding error.
inline void check_smooth_at(const Function& f, double x, double scale) {
  EXPECT_TRUE(close(jet(f, below(x)), jet(f, above(x)), 64, scale)) << "at x = " << x;
}

}  // namespace sarrus::testing

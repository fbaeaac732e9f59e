#pragma once
/// @file
/// The tolerance of all tests: a multiple of the machine epsilon times the size of the problem.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "sarrus/spatial/pose.h"

namespace sarrus::testing {

/// |a − b| ≤ factor·ε·max(1, |b|, scale), with ε the machine epsilon of V.
template <class V = double>
::testing::AssertionResult close(double a, double b, double factor = 64, double scale = 1) {
  const double bound =
      factor * static_cast<double>(std::numeric_limits<V>::epsilon()) * std::max({1.0, std::abs(b), scale});
  if (std::abs(a - b) <= bound) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure()
         << a << " is not " << b << ": off by " << std::abs(a - b) << ", allowed " << bound;
}
template <class V = double>
::testing::AssertionResult close(const Vec3<double>& a, const Vec3<double>& b, double factor = 64,
                                 double scale = 1) {
  for (int i = 0; i < 3; ++i)
    if (auto r = close<V>(a[i], b[i], factor, scale); !r) return r << " (component " << i << ")";
  return ::testing::AssertionSuccess();
}
template <class V = double>
::testing::AssertionResult close(const Motion<double>& a, const Motion<double>& b, double factor = 64,
                                 double scale = 1) {
  if (auto r = close<V>(a.w, b.w, factor, scale); !r) return r << " of the angular part";
  if (auto r = close<V>(a.v, b.v, factor, scale); !r) return r << " of the linear part";
  return ::testing::AssertionSuccess();
}
template <class V = double>
::testing::AssertionResult close(const Pose<double>& a, const Pose<double>& b, double factor = 64,
                                 double scale = 1) {
  for (int j = 0; j < 3; ++j)
    if (auto r = close<V>(a.R.col(j), b.R.col(j), factor, scale); !r) return r << " of axis " << j;
  if (auto r = close<V>(a.p, b.p, factor, scale); !r) return r << " of the position";
  return ::testing::AssertionSuccess();
}

}  // namespace sarrus::testing

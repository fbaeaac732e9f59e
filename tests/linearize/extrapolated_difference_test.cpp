// Extrapolated differences: their errors and the estimates of them.

#include "sarrus/linearize/internal/extrapolated_difference.h"

#include <gtest/gtest.h>

#include <cmath>

namespace sarrus::testing::extrapolated_difference_test {
namespace {

using internal::calc_extrapolated_difference;

// f = a + sin(x + b): f' = cos b. Numbers a that are large beside it leave rounding errors.
TEST(ExtrapolatedDifference, KnowsItsErrorToAnOrderOfMagnitude) {
  for (const double a : {0.0, 1.0, 30.0, 1e3, 3e4, 1e6})
    for (double b = 0.05; b < 3; b += 0.1) {
      const auto found = calc_extrapolated_difference(
          [&](double x) { return VectorX<double>(VectorX<double>::Constant(1, a + std::sin(x + b))); }, 0.02);
      const double error = std::abs(found.derivative[0] - std::cos(b));
      EXPECT_LE(error, 3 * found.error[0]) << a << ", " << b;
      EXPECT_LT(found.error[0], 1e-11 * (1 + a)) << a << ", " << b;
    }
}

}  // namespace
}  // namespace sarrus::testing::extrapolated_difference_test

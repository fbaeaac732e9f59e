/// exp and tanh of packs against the standard library.

#include <gtest/gtest.h>

#include <limits>

#include "sarrus/scalar/internal/quick_exp.h"

namespace sarrus::testing::quick_exp_test {
namespace {

using P = Pack<double, 4>;
constexpr double epsilon = std::numeric_limits<double>::epsilon();

/// The largest of f(x) over numbers between lower and upper.
template <class F>
double largest(double lower, double upper, const F& f) {
  double most = 0;
  constexpr int count = 20'000;
  for (int i = 0; i < count; i += 4) {
    const P x = P::each([&](int k) { return lower + (upper - lower) * (i + k) / count; }), error = f(x);
    for (int k = 0; k < 4; ++k) most = std::max(most, error[k]);
  }
  return most;
}

TEST(QuickExp, IsGoodToTwoUlp) {
  const auto error = [](const P& x) {
    const P e = internal::quick_exp(x);
    return P::each([&](int k) { return std::abs(e[k] / std::exp(x[k]) - 1); });
  };
  EXPECT_LT(largest(-1, 1, error), 2 * epsilon);
  EXPECT_LT(largest(-699, 699, error), 2 * epsilon);
  EXPECT_LT(largest(-1e300, -700, [](const P& x) { return internal::quick_exp(x); }), 1e-303);
}

TEST(QuickTanh, IsGoodToARounding) {
  const auto error = [](const P& x) {
    const P t = internal::quick_tanh(x);
    return P::each([&](int k) { return std::abs(t[k] - std::tanh(x[k])); });
  };
  EXPECT_LT(largest(-2, 2, error), 2 * epsilon);
  EXPECT_LT(largest(-1e3, 1e3, error), 2 * epsilon);
  EXPECT_EQ(internal::quick_tanh(P(0.0))[0], 0);
  for (const double x : {25.0, 1e300, std::numeric_limits<double>::infinity()}) {
    EXPECT_EQ(internal::quick_tanh(P(x))[1], 1);
    EXPECT_EQ(internal::quick_tanh(P(-x))[2], -1);
  }
}

TEST(QuickTanh, OfOneNumberAgrees) {
  for (const double x : {-30.0, -3.0, -1e-9, 0.0, 0.2, 1.0, 19.0, 21.0})
    EXPECT_NEAR(internal::quick_tanh(x), internal::quick_tanh(P(x))[3], 2 * epsilon);
}

}  // namespace
}  // namespace sarrus::testing::quick_exp_test

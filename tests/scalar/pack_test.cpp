#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "sarrus/scalar/internal/pack_transpose.h"
#include "sarrus/scalar/scalar_types.h"
#include "sarrus/scalar/sincos_array.h"

namespace sarrus::testing::pack_test {

using namespace internal;
namespace {

template <class P>
class PackOf : public ::testing::Test {};
using Packs = ::testing::Types<Pack4d, Pack8d, Pack8f, Pack16f>;
TYPED_TEST_SUITE(PackOf, Packs);

/// Error of `got` in units in the last place of `exact`, as V sees it.
template <class V>
double ulps(V got, long double exact) {
  int exponent = 0;
  std::frexp(exact, &exponent);
  const long double ulp = std::ldexp(1.0L, exponent - std::numeric_limits<V>::digits);
  return static_cast<double>(std::abs(static_cast<long double>(got) - exact) / ulp);
}

TYPED_TEST(PackOf, SinesAndCosinesAreGoodToAFewUlp) {
  using P = TypeParam;
  using V = ValueOf<P>;
  std::mt19937_64 engine(1);
  double worst = 0;
  for (const double range : {0.8, 7.0, 100.0, sizeof(V) == 8 ? 1e5 : 8192.0}) {
    std::uniform_real_distribution<V> uniform(static_cast<V>(-range), static_cast<V>(range));
    for (int k = 0; k < 20000; ++k) {
      const P x = P::each([&](int) { return uniform(engine); });
      P s, c;
      sincos(x, s, c);
      for (int i = 0; i < P::lanes_count; ++i) {
        worst = std::max(worst, ulps<V>(s[i], std::sin(static_cast<long double>(x[i]))));
        worst = std::max(worst, ulps<V>(c[i], std::cos(static_cast<long double>(x[i]))));
      }
    }
  }
  EXPECT_LT(worst, 3);
}

TYPED_TEST(PackOf, SinesOfMultiplesOfAQuarterTurnAndOfHugeAndBadNumbers) {
  using P = TypeParam;
  using V = ValueOf<P>;
  for (int k = -8; k <= 8; ++k) {
    const V x = static_cast<V>(k * 1.5707963267948966);
    EXPECT_LT(ulps<V>(sin(P(x))[0], std::sin(static_cast<long double>(x))), 3) << k;
    EXPECT_LT(ulps<V>(cos(P(x))[0], std::cos(static_cast<long double>(x))), 3) << k;
  }
  for (const V huge : {static_cast<V>(1e7), static_cast<V>(-3e20)}) {
    EXPECT_EQ(sin(P(huge))[0], std::sin(huge));
    EXPECT_EQ(cos(P(huge))[1], std::cos(huge));
  }
  EXPECT_TRUE(std::isnan(sin(P(std::numeric_limits<V>::infinity()))[0]));
  EXPECT_TRUE(std::isnan(cos(P(std::numeric_limits<V>::quiet_NaN()))[0]));
}

TYPED_TEST(PackOf, ArithmeticGoesLaneByLane) {
  using P = TypeParam;
  using V = ValueOf<P>;
  const P a = P::each([](int i) { return static_cast<V>(i + 1); }),
          b = P::each([](int i) { return static_cast<V>(3 - i); });
  const P chosen = select(a < b, a, b);
  for (int i = 0; i < P::lanes_count; ++i) {
    const V x = a[i], y = b[i];
    EXPECT_EQ((a + b)[i], x + y);
    EXPECT_EQ((a - b)[i], x - y);
    EXPECT_EQ((a * b)[i], x * y);
    EXPECT_EQ((b / a)[i], y / x);
    EXPECT_EQ((V(2) * a)[i], 2 * x);
    EXPECT_EQ(sqrt(a)[i], std::sqrt(x));
    EXPECT_EQ(abs(b)[i], std::abs(y));
    EXPECT_EQ(chosen[i], std::min(x, y));
    EXPECT_EQ(larger(a, b)[i], std::max(x, y));
    EXPECT_EQ(atan2(a, b)[i], std::atan2(x, y));
  }
  EXPECT_TRUE(any(a < b));
  EXPECT_FALSE(all(a < b));
}

TEST(PackTranspose, RowsBecomeColumns) {
  using Four = Pack<double, 4>;
  const auto row = [](int i) { return Four::each([&](int j) { return 10.0 * i + j; }); };
  Four a = row(0), b = row(1), c = row(2), d = row(3);
  transpose(a, b, c, d);
  int i = 0;
  for (const Four& column : {a, b, c, d}) {
    for (int j = 0; j < 4; ++j) EXPECT_EQ(column[j], 10.0 * j + i);
    ++i;
  }
}

TEST(SincosArray, AgreesWithTheStandardLibraryForAnyLength) {
  for (int n = 0; n < 20; ++n) {
    std::vector<double> x(static_cast<std::size_t>(n)), copy(padded_size<double>(n)), s(copy), c(copy);
    for (int i = 0; i < n; ++i) x[static_cast<std::size_t>(i)] = 0.7 * i - 3;
    sincos_array(n, x.data(), copy.data(), s.data(), c.data());
    for (std::size_t i = 0; i < x.size(); ++i) {
      EXPECT_EQ(copy[i], x[i]);
      EXPECT_NEAR(s[i], std::sin(x[i]), 4e-16);
      EXPECT_NEAR(c[i], std::cos(x[i]), 4e-16);
    }
  }
}

}  // namespace
}  // namespace sarrus::testing::pack_test

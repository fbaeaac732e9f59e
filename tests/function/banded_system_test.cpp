#include "sarrus/function/internal/banded_system.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/support/close.h"
#include "tests/support/random.h"

namespace sarrus::testing::banded_system_test {

using namespace internal;

namespace {

using internal::BandedSystem;
using testing::close;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

TEST(BandedSystem, SolvesItsEquations) {
  testing::Random random(7);
  for (const int n : {1, 2, 3, 5, 20, 60})
    for (const int band : {0, 1, 2, 3}) {
      // Diagonals near zero make row interchanges necessary where there is a band to choose from.
      BandedSystem equations(n, band);
      std::vector<std::vector<double>> left;
      for (int i = 0; i < n; ++i) {
        left.push_back(random.numbers(n));
        if (band > 0 && i % 3 == 0) left.back()[index(i)] *= 1e-9;
        for (int j = std::max(i - band, 0); j <= std::min(i + band, n - 1); ++j)
          equations.add(i, j, left.back()[index(j)]);
        equations.add_right(i, i + 1);
      }
      const VectorX<double> x = std::move(equations).solve();
      for (int i = 0; i < n; ++i) {
        double sum = 0, size = 0;
        for (int j = std::max(i - band, 0); j <= std::min(i + band, n - 1); ++j) {
          sum += left[index(i)][index(j)] * x[j];
          size += std::abs(x[j]);
        }
        EXPECT_TRUE(close(sum, i + 1, 64, size)) << "equation " << i << " of " << n << ", band " << band;
      }
    }
}

TEST(BandedSystem, SwapsRows) {
  // 0·a + 1·b = 2,  3·a + 0·b = 6
  BandedSystem equations(2, 1);
  equations.add(0, 1, 1);
  equations.add_right(0, 2);
  equations.add(1, 0, 3);
  equations.add_right(1, 6);
  const VectorX<double> x = std::move(equations).solve();
  EXPECT_EQ(x[0], 2);
  EXPECT_EQ(x[1], 2);
}

TEST(BandedSystem, KeepsFixedUnknownsExactly) {
  // 10a + 3b = 1 and 7a + b + 3c = 2, with c = 0.1 in place of the third equation: b = 1.7 − 7a and
  // 10a + 3(1.7 − 7a) = 1, so a = 4.1/11.
  BandedSystem equations(3, 2);
  equations.add(0, 0, 10);
  equations.add(0, 1, 3);
  equations.add_right(0, 1);
  equations.add(1, 0, 7);
  equations.add(1, 1, 1);
  equations.add(1, 2, 3);
  equations.add_right(1, 2);
  equations.add(2, 0, 123);
  equations.fix(2, 2, 0.1);
  const VectorX<double> x = std::move(equations).solve();
  EXPECT_EQ(x[2], 0.1);
  EXPECT_TRUE(close(x[0], 4.1 / 11));
  EXPECT_TRUE(close(x[1], 1.7 - 7 * 4.1 / 11));
}

TEST(BandedSystem, WithoutUniqueSolutionIsNotFinite) {
  BandedSystem equations(2, 1);
  for (int i = 0; i < 2; ++i) {
    equations.add(i, 0, 1);
    equations.add(i, 1, 1);
    equations.add_right(i, i);
  }
  EXPECT_FALSE(std::move(equations).solve().allFinite());
}

}  // namespace

}  // namespace sarrus::testing::banded_system_test

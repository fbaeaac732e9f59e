#include "sarrus/scalar/hyper_dual.h"

#include <cmath>
#include <functional>

#include "sarrus/scalar/scalar_types.h"
#include "tests/support/close.h"

namespace sarrus::testing::hyper_dual_test {

namespace {

using testing::close;
using H = HyperDual<double>;

/// A function of hyper-dual numbers, and the derivatives of it that a table of derivatives has.
struct Entry {
  const char* name;
  std::function<H(const H&)> f;
  std::function<double(double)> value, first, second;
};

const std::vector<Entry> table = {
    {"-x", [](const H& x) { return -x; }, [](double x) { return -x; }, [](double) { return -1; },
     [](double) { return 0; }},
    {"x + 2", [](const H& x) { return +x + 2; }, [](double x) { return x + 2; }, [](double) { return 1; },
     [](double) { return 0; }},
    {"3 - x", [](const H& x) { return 3.0 - x; }, [](double x) { return 3 - x; }, [](double) { return -1; },
     [](double) { return 0; }},
    {"x·x·x", [](const H& x) { return x * x * x; }, [](double x) { return x * x * x; },
     [](double x) { return 3 * x * x; }, [](double x) { return 6 * x; }},
    {"2/x", [](const H& x) { return 2 / x; }, [](double x) { return 2 / x; },
     [](double x) { return -2 / (x * x); }, [](double x) { return 4 / (x * x * x); }},
    {"sqrt", [](const H& x) { return sqrt(x); }, [](double x) { return std::sqrt(x); },
     [](double x) { return 0.5 * std::pow(x, -0.5); }, [](double x) { return -0.25 * std::pow(x, -1.5); }},
    {"sin", [](const H& x) { return sin(x); }, [](double x) { return std::sin(x); },
     [](double x) { return std::cos(x); }, [](double x) { return -std::sin(x); }},
    {"cos", [](const H& x) { return cos(x); }, [](double x) { return std::cos(x); },
     [](double x) { return -std::sin(x); }, [](double x) { return -std::cos(x); }},
    {"tan", [](const H& x) { return tan(x); }, [](double x) { return std::tan(x); },
     [](double x) { return std::pow(std::cos(x), -2); },
     [](double x) { return 2 * std::sin(x) * std::pow(std::cos(x), -3); }},
    {"asin", [](const H& x) { return asin(x); }, [](double x) { return std::asin(x); },
     [](double x) { return std::pow(1 - x * x, -0.5); },
     [](double x) { return x * std::pow(1 - x * x, -1.5); }},
    {"acos", [](const H& x) { return acos(x); }, [](double x) { return std::acos(x); },
     [](double x) { return -std::pow(1 - x * x, -0.5); },
     [](double x) { return -x * std::pow(1 - x * x, -1.5); }},
    {"exp", [](const H& x) { return exp(x); }, [](double x) { return std::exp(x); },
     [](double x) { return std::exp(x); }, [](double x) { return std::exp(x); }},
    {"log", [](const H& x) { return log(x); }, [](double x) { return std::log(x); },
     [](double x) { return 1 / x; }, [](double x) { return -1 / (x * x); }},
    {"tanh", [](const H& x) { return tanh(x); }, [](double x) { return std::tanh(x); },
     [](double x) { return std::pow(std::cosh(x), -2); },
     [](double x) { return -2 * std::sinh(x) * std::pow(std::cosh(x), -3); }},
    {"|x|", [](const H& x) { return abs(x - 10); }, [](double x) { return 10 - x; },
     [](double) { return -1; }, [](double) { return 0; }},
    {"atan2(x, 2)", [](const H& x) { return atan2(x, 2.0); }, [](double x) { return std::atan(x / 2); },
     [](double x) { return 2 / (4 + x * x); }, [](double x) { return -4 * x / std::pow(4 + x * x, 2); }},
    {"atan2(2, x)", [](const H& x) { return atan2(2.0, x); }, [](double x) { return std::atan(2 / x); },
     [](double x) { return -2 / (4 + x * x); }, [](double x) { return 4 * x / std::pow(4 + x * x, 2); }},
};

TEST(HyperDual, KnowsItsTableOfDerivatives) {
  for (const Entry& entry : table)
    for (const double x : {0.2, 0.7}) {
      // Directions of different lengths and a part along ε₁ε₂, to tell the terms of the chain rule apart.
      const H y = entry.f(H(x, 2, 3, 5));
      EXPECT_TRUE(close(y.value, entry.value(x))) << entry.name;
      EXPECT_TRUE(close(y.e1, 2 * entry.first(x))) << entry.name;
      EXPECT_TRUE(close(y.e2, 3 * entry.first(x))) << entry.name;
      EXPECT_TRUE(close(y.e12, 5 * entry.first(x) + 6 * entry.second(x))) << entry.name;
    }
}

TEST(HyperDual, SinAndCosTogether) {
  const H x(0.4, 2, 3, 5);
  H s, c;
  sincos(x, s, c);
  EXPECT_TRUE(close(s.e12, 5 * std::cos(0.4) - 6 * std::sin(0.4)));
  EXPECT_TRUE(close(c.e12, -5 * std::sin(0.4) - 6 * std::cos(0.4)));
}

TEST(HyperDual, MixedDerivativesOfTwoVariables) {
  const double a = 0.7, b = -0.4;
  const H x(a, 1, 0, 0), y(b, 0, 1, 0);
  EXPECT_TRUE(close((x * y).e12, 1));
  EXPECT_TRUE(close((x / y).e12, -1 / (b * b)));
  EXPECT_TRUE(close((x * x * y * y).e12, 4 * a * b));
  const H angle = atan2(y, x);  // f_x = −y/(x² + y²), f_y = x/(x² + y²), f_xy = (y² − x²)/(x² + y²)²
  const double rr = a * a + b * b;
  EXPECT_TRUE(close(angle.e1, -b / rr));
  EXPECT_TRUE(close(angle.e2, a / rr));
  EXPECT_TRUE(close(angle.e12, (b * b - a * a) / (rr * rr)));
}

TEST(HyperDual, ComparesAndSelectsByValue) {
  const H small(1, 9, 9, 9), large(2, 3, 4, 5);
  EXPECT_TRUE(small < large && small <= large && !(small > large) && !(small >= large));
  const H chosen = select(small < large, large, small);
  EXPECT_EQ(chosen.e12, 5);
  EXPECT_EQ(primal(large), 2);
}

TEST(HyperDual, AssignsInPlace) {
  H x(3, 1, 1, 0);
  x += 1;
  x *= x;
  x -= 2;
  x /= 2;  // ((x + 1)² − 2)/2: value 7, slope 4, curvature 1
  EXPECT_EQ(x.value, 7);
  EXPECT_EQ(x.e1, 4);
  EXPECT_EQ(x.e12, 1);
}

TEST(HyperDual, OverDualsHasThirdDerivatives) {
  using D = Dual<double, 1>;
  const HyperDual<D> x(D::variable(0.3, 0), D(1), D(1), D(0));
  const HyperDual<D> y = exp(2.0 * x);
  EXPECT_TRUE(close(y.e12.value, 4 * std::exp(0.6)));
  EXPECT_TRUE(close(y.e12.partial[0], 8 * std::exp(0.6)));
}

TEST(HyperDual, OverPacksWorksLaneByLane) {
  const double numbers[4] = {-0.5, 0.1, 2, 3};
  const HyperDual<Pack4d> x(Pack4d::load(numbers), Pack4d(1), Pack4d(1), Pack4d(0));
  const HyperDual<Pack4d> y = select(x < 1, x * x, sin(x));
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(close(y.e12[i], numbers[i] < 1 ? 2 : -std::sin(numbers[i])));
}

}  // namespace

}  // namespace sarrus::testing::hyper_dual_test

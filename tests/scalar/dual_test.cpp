#include <gtest/gtest.h>

#include <functional>

#include "sarrus/scalar/scalar_types.h"

namespace sarrus::testing::dual_test {
namespace {

/// Functions of two numbers, written once for any scalar.
struct NamedFunction {
  const char* name;
  std::function<double(double, double)> in_double;
  std::function<Dual8(Dual8, Dual8)> in_dual;
  std::function<DualX(DualX, DualX)> in_dual_x;
};
template <class F>
NamedFunction named(const char* name, F f) {
  return {name, f, f, f};
}
const NamedFunction functions[] = {
    named("sum", [](auto x, auto y) { return x + y - 2.0 * x; }),
    named("product", [](auto x, auto y) { return x * y * x; }),
    named("quotient", [](auto x, auto y) { return (x - 3.0) / (y + 2.0); }),
    named("sqrt", [](auto x, auto y) { return sqrt(x * y + 2.0); }),
    named("sin", [](auto x, auto y) { return sin(x * y); }),
    named("cos", [](auto x, auto y) { return cos(x - y); }),
    named("tan", [](auto x, auto y) { return tan(x * y); }),
    named("asin", [](auto x, auto y) { return asin(0.3 * x + y * 0.2); }),
    named("acos", [](auto x, auto y) { return acos(0.3 * x - y * 0.2); }),
    named("atan2", [](auto x, auto y) { return atan2(x, y); }),
    named("exp", [](auto x, auto y) { return exp(x * 0.5) * y; }),
    named("log", [](auto x, auto y) { return log(x * x + y); }),
    named("tanh", [](auto x, auto y) { return tanh(x + y); }),
    named("abs", [](auto x, auto y) { return abs(x - 4.0) * y; }),
    named("select", [](auto x, auto y) { return select(x < y, x * x, y * y * y); }),
    named("larger", [](auto x, auto y) { return larger(x * x, y * y); }),
};

TEST(Dual, DerivativesAgreeWithDifferences) {
  const double x = 0.7, y = 1.1, h = 1e-6;
  for (const NamedFunction& f : functions) {
    const double dx = (f.in_double(x + h, y) - f.in_double(x - h, y)) / (2 * h);
    const double dy = (f.in_double(x, y + h) - f.in_double(x, y - h)) / (2 * h);
    const Dual8 d = f.in_dual(Dual8::variable(x, 2), Dual8::variable(y, 5));
    EXPECT_DOUBLE_EQ(d.value, f.in_double(x, y)) << f.name;
    EXPECT_NEAR(d.partial[2], dx, 1e-8) << f.name;
    EXPECT_NEAR(d.partial[5], dy, 1e-8) << f.name;
    EXPECT_EQ(d.partial[0], 0) << f.name;
    // Any number of directions gives the very same numbers.
    const DualX dynamic = f.in_dual_x(DualX::variable(x, 0, 12), DualX::variable(y, 11, 12));
    EXPECT_DOUBLE_EQ(dynamic.partial[0], d.partial[2]) << f.name;
    EXPECT_DOUBLE_EQ(dynamic.partial[11], d.partial[5]) << f.name;
  }
}

TEST(Dual, ConstantsOfRunTimeSizeCarryNothing) {
  const DualX c = DualX(2.0) * DualX(3.0) + 1.0;
  EXPECT_EQ(c.value, 7);
  EXPECT_EQ(c.partial.size(), 0);
  const DualX mixed = c * DualX::variable(5.0, 1, 3);
  EXPECT_EQ(mixed.partial.size(), 3);
  EXPECT_EQ(mixed.partial[1], 7);
}

TEST(Dual, NestsForSecondDerivatives) {  // d²/dx² sin(x²) = 2·cos(x²) − 4·x²·sin(x²)
  using Inner = Dual<double, 1>;
  using Outer = Dual<Inner, 1>;
  const double x = 0.8;
  const Outer s(Outer::variable(Inner::variable(x, 0), 0));
  const Outer f = sin(s * s);
  EXPECT_NEAR(f.partial[0].partial[0], 2 * std::cos(x * x) - 4 * x * x * std::sin(x * x), 1e-14);
}

TEST(Dual, WorksOverPacks) {
  using S = Dual<Pack4d, 1>;
  const Pack4d x = Pack4d::each([](int i) { return 0.1 * i; });
  const S f = sin(S::variable(x, 0)) * S(2.0);
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(f.partial[0][i], 2 * std::cos(0.1 * i), 1e-15);
}

TEST(Count, CountsWhatIsDone) {
  const Count a = 2.0, b = 3.0;
  const OperationCount done = Count::of([&] { -(sqrt(a * b + a) / sin(b) - cos(a)); });
  EXPECT_EQ(
      done,
      (OperationCount{
          .multiplications = 1, .additions = 2, .divisions = 1, .square_roots = 1, .trigonometric = 2}));
  EXPECT_EQ(primal(a * b), 6);
}

}  // namespace
}  // namespace sarrus::testing::dual_test

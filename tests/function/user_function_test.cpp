#include "sarrus/function/user_function.h"

#include <cmath>

#include "tests/function/function_laws.h"
#include "tests/support/close.h"

// A user's code, outside the library's namespace: the formulas name no namespace.
namespace user {

const auto wave = [](const auto& x) { return x * sin(x); };
const auto polar = [](const auto& x) { return x[0] * cos(x[1]) + x[2]; };
const auto kink = [](const auto& x) { return select(x < 0, x * x * x, 2 * abs(x) * x * x); };
const auto everything = [](const auto& x) {
  return exp(x[0]) * tanh(x[1]) + atan2(x[0], x[1]) / sqrt(x[1]) - log(x[1]) * tan(x[0] / 2) +
         asin(x[0] / 2) + acos(x[1] / 4) + 1;
};

}  // namespace user

namespace sarrus::testing::user_function_test {

namespace {

using testing::check_laws, testing::close, testing::evaluate;

TEST(UserFunction, OfOneArgument) {
  const Function f = user_function(user::wave, "x·sin x");
  EXPECT_EQ(f.arguments(), 1);
  EXPECT_EQ(f.description(), "x·sin x");
  const auto e = evaluate(f, {0.8});
  EXPECT_TRUE(close(e.value, 0.8 * std::sin(0.8)));
  EXPECT_TRUE(close(e.gradient[0], std::sin(0.8) + 0.8 * std::cos(0.8)));
  EXPECT_TRUE(close(e.hessian[0], 2 * std::cos(0.8) - 0.8 * std::sin(0.8)));
  check_laws(f, {-2, 0, 0.8, 3.1});
}

TEST(UserFunction, OfSeveralArguments) {
  const Function f = user_function_of<3>(user::polar);
  EXPECT_EQ(f.arguments(), 3);
  const double r = 2, a = 0.6, s = std::sin(a), c = std::cos(a);
  const auto e = evaluate(f, {r, a, -5});
  EXPECT_TRUE(close(e.value, r * c - 5));
  const std::vector<double> gradient = {c, -r * s, 1}, hessian = {0, -s, 0, -s, -r * c, 0, 0, 0, 0};
  for (std::size_t i = 0; i < 3; ++i) EXPECT_TRUE(close(e.gradient[i], gradient[i])) << i;
  for (std::size_t i = 0; i < 9; ++i) EXPECT_TRUE(close(e.hessian[i], hessian[i])) << i;
  check_laws(f, {{2, 0.6, -5}, {-1, 2, 0}, {0.1, -0.2, 4}});
}

TEST(UserFunction, WithAnArrayOfOne) {
  const Function f = user_function_of<1>([](const auto& x) { return x[0] * x[0]; });
  EXPECT_EQ(f.arguments(), 1);
  EXPECT_EQ(f(3.0), 9);
  EXPECT_EQ(evaluate(f, {3}).hessian[0], 2);
}

TEST(UserFunction, SelectsInsteadOfBranching) {
  const Function f = user_function(user::kink);  // C² at zero, where the third derivative jumps
  EXPECT_EQ(f(-2.0), -8);
  EXPECT_EQ(f(2.0), 16);
  EXPECT_EQ(evaluate(f, {-2}).hessian[0], -12);
  EXPECT_EQ(evaluate(f, {2}).hessian[0], 24);
  check_laws(f, {-2, -0.5, 0.3, 1.5});
}

TEST(UserFunction, MayBeAConstant) {
  const Function f = user_function([](const auto&) { return 3; });
  EXPECT_EQ(f(7.0), 3);
  EXPECT_EQ(evaluate(f, {7}).gradient[0], 0);
}

TEST(UserFunction, CapturesNumbers) {
  const double stiffness = 4;
  const Function f = user_function([stiffness](const auto& x) { return 0.5 * stiffness * x * x; });
  EXPECT_EQ(f(3.0), 18);
  EXPECT_EQ(f(3.0f), 18);
}

TEST(UserFunction, KnowsAllElementaryFunctions) {
  const Function f = user_function_of<2>(user::everything);
  const double x = 0.3, y = 1.2;
  EXPECT_TRUE(close(evaluate(f, {x, y}).value, std::exp(x) * std::tanh(y) + std::atan2(x, y) / std::sqrt(y) -
                                                   std::log(y) * std::tan(x / 2) + std::asin(x / 2) +
                                                   std::acos(y / 4) + 1));
  check_laws(f, {{0.3, 1.2}, {-0.5, 0.8}, {1.1, 2.5}});
}

}  // namespace

}  // namespace sarrus::testing::user_function_test

/// constant, linear, polynomial, sinusoid and smooth_step.

#include <cmath>
#include <limits>

#include "sarrus/function/constant.h"
#include "sarrus/function/linear.h"
#include "sarrus/function/polynomial.h"
#include "sarrus/function/sinusoid.h"
#include "sarrus/function/smooth_step.h"
#include "tests/function/function_laws.h"
#include "tests/support/close.h"
#include "tests/support/numbers.h"

namespace sarrus::testing::elementary_test {

namespace {

using testing::check_laws, testing::close, testing::evaluate, testing::mentions, testing::message_of;

TEST(Constant, IsTheSameEverywhere) {
  const Function f = constant(2.5, 3);
  EXPECT_EQ(f.arguments(), 3);
  const auto e = evaluate(f, {1, -2, 3});
  EXPECT_EQ(e.value, 2.5);
  EXPECT_EQ(e.gradient, std::vector<double>(3, 0.0));
  EXPECT_EQ(e.hessian, std::vector<double>(9, 0.0));
  check_laws(f, {{1, -2, 3}, {0, 0.5, 4}});
  check_laws(constant(-1), std::vector<double>{0, 7});
}

TEST(Constant, RefusesWhatIsNoNumberAndNoArgument) {
  EXPECT_TRUE(mentions(message_of([] { constant(nan); }), {"constant", "nan"}));
  EXPECT_TRUE(mentions(message_of([] { constant(1, 0); }), {"constant", "0", "at least 1"}));
}

TEST(Linear, WeighsItsArguments) {
  const Function f = linear({2, -3, 0.5}, 4);
  const auto e = evaluate(f, {1, 2, 4});  // 2 − 6 + 2 + 4
  EXPECT_EQ(e.value, 2);
  EXPECT_EQ(e.gradient, (std::vector<double>{2, -3, 0.5}));
  EXPECT_EQ(e.hessian, std::vector<double>(9, 0.0));
  check_laws(f, {{1, 2, 4}, {-1, 0, 0.3}, {10, -7, 2}});
  EXPECT_EQ(linear({3})(5.0), 15);
}

TEST(Linear, RefusesBadNumbers) {
  EXPECT_TRUE(mentions(message_of([] { linear({}); }), {"linear", "0 coefficients"}));
  EXPECT_TRUE(mentions(message_of([] { linear({1, nan}); }), {"coefficients[1] = nan"}));
  EXPECT_TRUE(mentions(message_of([] { linear({1}, infinity); }), {"offset = inf"}));
}

TEST(Polynomial, HasAscendingPowers) {
  const Function f = polynomial({1, -2, 0, 3});  // 1 − 2x + 3x³: f' = −2 + 9x², f'' = 18x
  const auto e = evaluate(f, {2});
  EXPECT_EQ(e.value, 21);
  EXPECT_EQ(e.gradient[0], 34);
  EXPECT_EQ(e.hessian[0], 36);
  check_laws(f, {-1.5, -0.2, 0, 0.7, 2.0});
}

TEST(Polynomial, OfLowDegree) {
  check_laws(polynomial({4}), {-1.5, 0, 2});
  check_laws(polynomial({4, 2}), {-1.5, 0, 2});
  const auto e = evaluate(polynomial({4}), {9});
  EXPECT_EQ(e.value, 4);
  EXPECT_EQ(e.gradient[0], 0);
  EXPECT_EQ(e.hessian[0], 0);
}

TEST(Polynomial, RefusesBadNumbers) {
  EXPECT_TRUE(mentions(message_of([] { polynomial({}); }), {"polynomial", "0 coefficients"}));
  EXPECT_TRUE(mentions(message_of([] { polynomial({0, 1, infinity}); }), {"coefficients[2] = inf"}));
}

TEST(Sinusoid, MatchesItsClosedForm) {
  const Function f = sinusoid(2, 3, 0.5, -1);
  for (const double x : {-2.0, 0.0, 0.3, 1.7}) {
    const auto e = evaluate(f, {x});
    EXPECT_TRUE(close(e.value, 2 * std::sin(3 * x + 0.5) - 1));
    EXPECT_TRUE(close(e.gradient[0], 6 * std::cos(3 * x + 0.5)));
    EXPECT_TRUE(close(e.hessian[0], -18 * std::sin(3 * x + 0.5)));
  }
  check_laws(f, {-2, 0, 0.3, 1.7});
  EXPECT_NEAR(sinusoid(1, 2)(std::acos(-1.0) / 4), 1, 1e-15);  // sin(π/2)
}

TEST(Sinusoid, RefusesBadNumbers) {
  EXPECT_TRUE(mentions(message_of([] { sinusoid(nan, 1); }), {"sinusoid", "amplitude = nan"}));
  EXPECT_TRUE(mentions(message_of([] { sinusoid(1, infinity); }), {"frequency = inf"}));
  EXPECT_TRUE(mentions(message_of([] { sinusoid(1, 1, nan); }), {"phase = nan"}));
  EXPECT_TRUE(mentions(message_of([] { sinusoid(1, 1, 0, nan); }), {"offset = nan"}));
}

TEST(SmoothStep, IsConstantOutsideAndSymmetricInside) {
  const Function f = smooth_step(1, 3, 10, 20);
  EXPECT_EQ(f(-5.0), 10);
  EXPECT_EQ(f(1.0), 10);
  EXPECT_EQ(f(2.0), 15);
  EXPECT_EQ(f(3.0), 20);
  EXPECT_EQ(f(99.0), 20);
  // t = 1/4: s = 10/64 − 15/256 + 6/1024 = 53/512; ds/dt = 30·(1/16)·(9/16) = 135/128; d²s/dt² = 60·(3/16)/2
  // = 45/8
  const auto e = evaluate(f, {1.5});
  EXPECT_TRUE(close(e.value, 10 + 530.0 / 512));
  EXPECT_TRUE(close(e.gradient[0], 5 * 135.0 / 128));
  EXPECT_TRUE(close(e.hessian[0], 2.5 * 45.0 / 8));
  check_laws(f, {0.2, 1.5, 1.9, 2.4, 2.9, 3.5});
}

TEST(SmoothStep, IsTwiceDifferentiableAtItsEnds) {
  const Function f = smooth_step(-1, 2, 3, -4);
  for (const double end : {-1.0, 2.0})
    for (const double x : {end - 1e-9, end, end + 1e-9}) {
      const auto e = evaluate(f, {x});
      EXPECT_NEAR(e.value, end < 0 ? 3 : -4, 1e-14);
      EXPECT_NEAR(e.gradient[0], 0, 1e-14);
      EXPECT_NEAR(e.hessian[0], 0, 1e-7);  // continuous: of the order of the distance
    }
}

TEST(SmoothStep, RunsEitherWay) {
  const Function down = smooth_step(3, 1, 20, 10);  // the same curve as smooth_step(1, 3, 10, 20)
  EXPECT_EQ(down(0.0), 10);
  EXPECT_TRUE(close(down(1.5), 10 + 530.0 / 512));
  EXPECT_EQ(down(4.0), 20);
  check_laws(down, {0.2, 1.5, 2.4, 3.5});
}

TEST(SmoothStep, RefusesBadNumbers) {
  EXPECT_TRUE(
      mentions(message_of([] { smooth_step(0.25, 0.25, 0, 1); }), {"smooth_step", "x0 = 0.25", "x1 = 0.25"}));
  EXPECT_TRUE(mentions(message_of([] { smooth_step(0, nan, 0, 1); }), {"x1 = nan"}));
  EXPECT_TRUE(mentions(message_of([] { smooth_step(0, 1, infinity, 1); }), {"y0 = inf"}));
}

}  // namespace

}  // namespace sarrus::testing::elementary_test

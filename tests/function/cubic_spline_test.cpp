#include "sarrus/function/cubic_spline.h"

#include <cmath>
#include <limits>

#include "tests/function/spline_checks.h"
#include "tests/support/numbers.h"
#include "tests/support/random.h"

namespace sarrus::testing::cubic_spline_test {

namespace {

using testing::above, testing::below, testing::check_laws, testing::check_smooth_at, testing::close,
    testing::Jet, testing::jet, testing::mentions, testing::message_of, testing::third;

using Boundary = CubicBoundary;

/// The points of the examples below.
const std::vector<double> xs = {0, 1, 3, 4, 6}, ys = {1, 2, -1, 0, 3};
const std::vector<Boundary> boundaries = {Boundary::natural(), Boundary::not_a_knot(), Boundary::fitted(),
                                          Boundary::clamped(1, -2)};
const std::vector<Extrapolation> extrapolations = {Extrapolation::ease_to_line, Extrapolation::tangent_line,
                                                   Extrapolation::polynomial};

TEST(CubicSpline, OfThreePointsByHand) {
  // Natural, through (0,0), (1,1), (2,0): M₀ = M₂ = 0 and M₀ + 4M₁ + M₂ = 6(−1 − 1), so M₁ = −3;
  // on [0,1]  f = 3x/2 − x³/2,  f(1/2) = 11/16,  f' = 9/8,  f'' = −3/2;  and f is even about x = 1.
  const Function f = cubic_spline({0, 1, 2}, {0, 1, 0});
  EXPECT_TRUE(close(jet(f, 0.5), {11.0 / 16, 9.0 / 8, -1.5}));
  EXPECT_TRUE(close(jet(f, 1.5), {11.0 / 16, -9.0 / 8, -1.5}));
  EXPECT_TRUE(close(jet(f, 1), {1, 0, -3}));
}

// The values that follow solve, in exact fractions, the conditions on all coefficients of all polynomials at
// once: interpolation, continuous first and second derivatives, and the boundary conditions (with SymPy).

TEST(CubicSpline, NaturalAgainstExactFractions) {
  const Function f = cubic_spline(xs, ys);
  EXPECT_TRUE(close(jet(f, 0.5), {1721.0 / 992, 1721.0 / 1488, -233.0 / 124}));
  EXPECT_TRUE(close(jet(f, 2), {123.0 / 248, -1583.0 / 744, 1.0 / 124}));
  EXPECT_TRUE(close(jet(f, 3.5), {-361.0 / 496, 865.0 / 744, 113.0 / 62}));
  EXPECT_TRUE(close(jet(f, 5), {95.0 / 62, 277.0 / 186, -2.0 / 31}));
  EXPECT_TRUE(close(jet(f, 0), {1, 605.0 / 372, 0}));
  EXPECT_TRUE(close(jet(f, 6), {3, 271.0 / 186, 0}));
}

TEST(CubicSpline, NotAKnotAgainstExactFractions) {
  const Function f = cubic_spline(xs, ys, Boundary::not_a_knot());
  EXPECT_TRUE(close(jet(f, 0.5), {157.0 / 78, 137.0 / 156, -160.0 / 39}));
  EXPECT_TRUE(close(jet(f, 2), {14.0 / 39, -155.0 / 78, 11.0 / 39}));
  EXPECT_TRUE(close(jet(f, 3.5), {-239.0 / 312, 85.0 / 78, 83.0 / 39}));
  EXPECT_TRUE(close(jet(f, 5), {80.0 / 39, 145.0 / 78, -43.0 / 39}));
  EXPECT_TRUE(close(third(f, 0.5), third(f, 2)));
  EXPECT_TRUE(close(third(f, 3.5), third(f, 5)));
}

TEST(CubicSpline, FittedAgainstExactFractions) {
  const Function f = cubic_spline(xs, ys, Boundary::fitted());
  EXPECT_TRUE(close(jet(f, 0.5), {2879.0 / 1440, 43.0 / 48, -719.0 / 180}));
  EXPECT_TRUE(close(jet(f, 2), {25.0 / 72, -241.0 / 120, 11.0 / 36}));
  EXPECT_TRUE(close(jet(f, 3.5), {-527.0 / 720, 9.0 / 8, 167.0 / 90}));
  EXPECT_TRUE(close(jet(f, 5), {31.0 / 18, 49.0 / 30, -4.0 / 9}));
}

TEST(CubicSpline, ClampedAgainstExactFractions) {
  const Function f = cubic_spline(xs, ys, Boundary::clamped(1, -2));
  EXPECT_TRUE(close(jet(f, 0.5), {13.0 / 8, 5.0 / 4, -1}));
  EXPECT_TRUE(close(jet(f, 2), {5.0 / 8, -17.0 / 8, -1.0 / 4}));
  EXPECT_TRUE(close(jet(f, 3.5), {-27.0 / 32, 17.0 / 16, 11.0 / 4}));
  EXPECT_TRUE(close(jet(f, 5), {41.0 / 16, 35.0 / 16, -17.0 / 8}));
  EXPECT_TRUE(close(jet(f, 0), {1, 1, 2}));
  EXPECT_TRUE(close(jet(f, 6), {3, -2, -6.25}));
}

TEST(CubicSpline, ReproducesCubics) {
  // f = 2 − x + x²/2 − x³/4, with the boundaries that a cubic meets by itself; far outside too, when it goes
  // on as it is.
  const auto cubic = [](double x) {
    return Jet{2 - x + x * x / 2 - x * x * x / 4, -1 + x - 0.75 * x * x, 1 - 1.5 * x};
  };
  const std::vector<double> x = {-2, -1.5, 0, 0.25, 1, 3};
  std::vector<double> y;
  for (const double at : x) y.push_back(cubic(at).value);
  for (const Boundary& boundary :
       {Boundary::not_a_knot(), Boundary::fitted(), Boundary::clamped(cubic(-2).slope, cubic(3).slope)}) {
    const Function f = cubic_spline(x, y, boundary, Extrapolation::polynomial);
    for (const double at : {-4.0, -2.0, -1.7, -0.3, 0.1, 0.6, 2.2, 3.0, 5.0})
      EXPECT_TRUE(close(jet(f, at), cubic(at), 256)) << f.description() << " at " << at;
  }
}

TEST(CubicSpline, OfFewPointsIsTheirPolynomial) {
  for (const Boundary& boundary : {Boundary::natural(), Boundary::not_a_knot(), Boundary::fitted()})
    EXPECT_TRUE(close(jet(cubic_spline({1, 3}, {2, 8}, boundary), 1.5), {3.5, 3, 0}));
  for (const Boundary& boundary : {Boundary::not_a_knot(), Boundary::fitted()})  // 2x² − x + 1
    EXPECT_TRUE(close(jet(cubic_spline({-1, 0, 2}, {4, 1, 7}, boundary), 1), {2, 3, 4}));
  // Clamped: the cubic with values 0, 0 and slopes 1, −1 at 0 and 1 is x − x².
  EXPECT_TRUE(close(jet(cubic_spline({0, 1}, {0, 0}, Boundary::clamped(1, -1)), 0.25), {3.0 / 16, 0.5, -2}));
}

TEST(CubicSpline, PassesThroughItsPointsSmoothly) {
  testing::Random random(3);
  std::vector<double> x = {-2}, y = {0.5};
  for (int i = 0; i < 40; ++i) {
    x.push_back(x.back() + random.number(0.05, 1));
    y.push_back(random.number());
  }
  for (const Boundary& boundary : boundaries) {
    const Function f = cubic_spline(x, y, boundary);
    for (std::size_t i = 0; i < x.size(); ++i) {
      EXPECT_EQ(f(x[i]), y[i]);
      check_smooth_at(f, x[i], std::abs(jet(f, x[i]).curvature) + 100);
    }
  }
}

TEST(CubicSpline, NaturalContinuesAsItsTangentLine) {
  for (const Extrapolation extrapolation : {Extrapolation::ease_to_line, Extrapolation::tangent_line}) {
    const Function f = cubic_spline(xs, ys, Boundary::natural(), extrapolation);
    for (const double s : {0.5, 1.0, 7.0}) {
      EXPECT_TRUE(close(jet(f, 0 - s), {1 - 605.0 / 372 * s, 605.0 / 372, 0}));
      EXPECT_TRUE(close(jet(f, 6 + s), {3 + 271.0 / 186 * s, 271.0 / 186, 0}));
    }
    check_smooth_at(f, 0, 1);
    check_smooth_at(f, 6, 1);
  }
}

TEST(CubicSpline, EasesToALine) {
  // Clamped, as above: value, slope and curvature are 1, 1, 2 at x = 0, where the interval is 1 wide, and
  // 3, −2, −25/4 at x = 6, where it is 2 wide. With κ falling to zero in proportion, the slope changes by
  // κw/2 and the value by mw + κw²/3.
  const Function f = cubic_spline(xs, ys, Boundary::clamped(1, -2));
  EXPECT_TRUE(close(jet(f, -0.5), {1 - 0.5 + 2 * (0.25 / 2 - 0.125 / 6), 1 - 2 * (0.5 - 0.125), 1}));
  EXPECT_TRUE(close(jet(f, -1), {1 - 1 + 2.0 / 3, 0, 0}));
  EXPECT_TRUE(close(jet(f, -4), {2.0 / 3, 0, 0}));
  EXPECT_TRUE(close(jet(f, 8), {3 - 4 - 25.0 / 3, -2 - 6.25, 0}));
  EXPECT_TRUE(close(jet(f, 10), {3 - 4 - 25.0 / 3 - 2 * 8.25, -8.25, 0}));
  for (const double x : {-1.0, 0.0, 6.0, 8.0}) check_smooth_at(f, x, 10);
}

TEST(CubicSpline, TangentLineDropsTheCurvature) {
  const Function f = cubic_spline(xs, ys, Boundary::clamped(1, -2), Extrapolation::tangent_line);
  EXPECT_TRUE(close(jet(f, below(0)), {1, 1, 0}));
  EXPECT_TRUE(close(jet(f, above(0)), {1, 1, 2}));
  EXPECT_TRUE(close(jet(f, -3), {-2, 1, 0}));
  EXPECT_TRUE(close(jet(f, below(6)), {3, -2, -6.25}));
  EXPECT_TRUE(close(jet(f, above(6)), {3, -2, 0}));
  EXPECT_TRUE(close(jet(f, 9), {-3, -2, 0}));
}

TEST(CubicSpline, PolynomialGoesOn) {
  const Function f = cubic_spline(xs, ys, Boundary::clamped(1, -2), Extrapolation::polynomial);
  // On [0,1] the curvature is 2 at 0 and −1 at 1/2: f''' = −6 and f = 1 + x + x² − x³.
  EXPECT_TRUE(close(jet(f, -2), {1 - 2 + 4 + 8, 1 - 4 - 12, 2 + 12}));
  check_smooth_at(f, 0, 1);
  check_smooth_at(f, 6, 10);
}

TEST(CubicSpline, LawsInEveryScalar) {
  for (const Boundary& boundary : boundaries)
    for (const Extrapolation extrapolation : extrapolations)
      check_laws(cubic_spline(xs, ys, boundary, extrapolation),
                 {-3, -0.4, 0.3, 2.5, 3.9, 4.1, 5.5, 6.7, 9, 0.9, 1.1, 2.9, 3.1, 5.0, -1.5, 7.2});
}

TEST(CubicSpline, IsIndifferentToUnits) {
  // Milliseconds instead of seconds, and a clock that started long ago.
  const Function f = cubic_spline(xs, ys, Boundary::not_a_knot());
  std::vector<double> x;
  for (const double at : xs) x.push_back(1e6 + at * 1e-3);
  const Function g = cubic_spline(x, ys, Boundary::not_a_knot());
  for (const double at : {-0.5, 0.5, 2.0, 3.5, 5.0, 7.0}) EXPECT_NEAR(g(1e6 + at * 1e-3), f(at), 1e-5);
}

TEST(CubicSpline, AnswersNaNWithNaN) {
  const Function f = cubic_spline(xs, ys);
  EXPECT_TRUE(std::isnan(f(std::numeric_limits<double>::quiet_NaN())));
}

TEST(CubicSpline, RefusesBadPoints) {
  EXPECT_TRUE(
      mentions(message_of([] { cubic_spline({1}, {2}); }), {"cubic_spline", "1 points", "at least 2"}));
  EXPECT_TRUE(mentions(message_of([] { cubic_spline({0, 1, 2}, {2, 3}); }), {"x has 3", "y has 2"}));
  EXPECT_TRUE(mentions(message_of([] {
                         cubic_spline({0, 1, 0.5, 2}, {0, 0, 0, 0});
                       }),
                       {"must increase", "x[1] = 1", "x[2] = 0.5"}));
  EXPECT_TRUE(mentions(message_of([] {
                         cubic_spline({0, 1.5, 1.5}, {0, 0, 0});
                       }),
                       {"x[1] = 1.5", "x[2] = 1.5"}));
  EXPECT_TRUE(mentions(message_of([] { cubic_spline({0, nan, 2}, {0, 0, 0}); }), {"x[1] = nan"}));
  EXPECT_TRUE(mentions(message_of([] { cubic_spline({0, 1, 2}, {0, 0, nan}); }), {"y[2] = nan"}));
  EXPECT_TRUE(mentions(message_of([] {
                         cubic_spline({0, 1}, {0, 0}, Boundary::clamped(nan, 0));
                       }),
                       {"start_slope = nan"}));
  EXPECT_TRUE(mentions(message_of([] {
                         cubic_spline({0, 1e-310, 1}, {0, 1, 0});
                       }),
                       {"3 points", "overflow"}));
}

TEST(CubicSpline, DescribesItself) {
  EXPECT_TRUE(mentions(cubic_spline(xs, ys, Boundary::not_a_knot()).description(),
                       {"cubic", "5 points", "0 to 6", "not-a-knot"}));
}

}  // namespace

}  // namespace sarrus::testing::cubic_spline_test

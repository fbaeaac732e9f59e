#include "sarrus/function/quintic_spline.h"

#include <cmath>
#include <limits>

#include "tests/function/spline_checks.h"
#include "tests/support/numbers.h"
#include "tests/support/random.h"

namespace sarrus::testing::quintic_spline_test {

namespace {

using testing::above, testing::below, testing::check_laws, testing::check_smooth_at, testing::close,
    testing::Jet, testing::jet, testing::mentions, testing::message_of, testing::third;

using Boundary = QuinticBoundary;

/// The points of the examples below.
const std::vector<double> xs = {0, 1, 3, 4, 6}, ys = {1, 2, -1, 0, 3};
const std::vector<Boundary> boundaries = {Boundary::natural(), Boundary::straight(),
                                          Boundary::clamped(1, 2, -2, -1)};
const std::vector<Extrapolation> extrapolations = {Extrapolation::ease_to_line, Extrapolation::tangent_line,
                                                   Extrapolation::polynomial};

/// The fourth derivative at x from the side where `step` points: the third one is a parabola there, whose
/// slope three of its values give exactly.
double fourth(const Function& f, double x, double step) {
  const double start = step > 0 ? above(x) : below(x);
  return (-3 * third(f, start) + 4 * third(f, x + step) - third(f, x + 2 * step)) / (2 * step);
}

// The values that follow solve, in exact fractions, the conditions on all coefficients of all polynomials at
// once: interpolation, four continuous derivatives, and the boundary conditions (with SymPy).

TEST(QuinticSpline, NaturalAgainstExactFractions) {
  const Function f = quintic_spline(xs, ys);
  EXPECT_TRUE(close(jet(f, 0.5), {342019.0 / 175728, 28551.0 / 29288, -39716.0 / 10983}, 256));
  EXPECT_TRUE(close(jet(f, 2), {6749.0 / 21966, -7636.0 / 3661, 5329.0 / 10983}, 256));
  EXPECT_TRUE(close(jet(f, 3.5), {-130667.0 / 175728, 4016.0 / 3661, 21904.0 / 10983}, 256));
  EXPECT_TRUE(close(jet(f, 5), {39605.0 / 21966, 5893.0 / 3661, -7751.0 / 10983}, 256));
  EXPECT_TRUE(close(jet(f, 0), {1, 61883.0 / 21966, -40721.0 / 10983}, 256));
  EXPECT_TRUE(close(jet(f, 6), {3, 16571.0 / 21966, -9941.0 / 10983}, 256));
}

TEST(QuinticSpline, StraightAgainstExactFractions) {
  const Function f = quintic_spline(xs, ys, Boundary::straight());
  EXPECT_TRUE(close(jet(f, 0.5), {52211039.0 / 31171456, 54431341.0 / 46757184, -7997575.0 / 5844648}, 256));
  EXPECT_TRUE(close(jet(f, 2), {1181853.0 / 1948216, -13245943.0 / 5844648, -401545.0 / 1461162}, 256));
  EXPECT_TRUE(close(jet(f, 3.5), {-12024959.0 / 15585728, 26644463.0 / 23378592, 6527305.0 / 2922324}, 256));
  EXPECT_TRUE(close(jet(f, 5), {6631653.0 / 3896432, 17086339.0 / 11689296, -1542185.0 / 2922324}, 256));
  EXPECT_TRUE(close(jet(f, 0), {1, 4140281.0 / 2922324, 0}, 256));
  EXPECT_TRUE(close(jet(f, 6), {3, 1801423.0 / 1461162, 0}, 256));
}

TEST(QuinticSpline, ClampedAgainstExactFractions) {
  const Function f = quintic_spline(xs, ys, Boundary::clamped(1, 2, -2, -1));
  EXPECT_TRUE(close(jet(f, 0.5), {194718379.0 / 120503808, 24286589.0 / 20083968, -338521.0 / 327456}, 256));
  EXPECT_TRUE(close(jet(f, 2), {3217229.0 / 3765744, -298049.0 / 139472, -210838.0 / 235359}, 256));
  EXPECT_TRUE(close(jet(f, 3.5), {-117990857.0 / 120503808, 6766573.0 / 6694656, 30094897.0 / 7531488}, 256));
  EXPECT_TRUE(close(jet(f, 5), {93834895.0 / 30125952, 22311689.0 / 10041984, -30543089.0 / 7531488}, 256));
  EXPECT_TRUE(close(jet(f, 0), {1, 1, 2}, 256));
  EXPECT_TRUE(close(jet(f, 6), {3, -2, -1}, 256));
}

TEST(QuinticSpline, ReproducesQuintics) {
  // f = 1 − 2x + x³ − x⁵/10; far outside too, when it goes on as it is.
  const auto quintic = [](double x) {
    return Jet{1 - 2 * x + std::pow(x, 3) - 0.1 * std::pow(x, 5), -2 + 3 * x * x - 0.5 * std::pow(x, 4),
               6 * x - 2 * std::pow(x, 3)};
  };
  const std::vector<double> x = {-2, -1.5, 0, 0.25, 1, 2.5};
  std::vector<double> y;
  for (const double at : x) y.push_back(quintic(at).value);
  const Jet start = quintic(-2), end = quintic(2.5);
  const Function f =
      quintic_spline(x, y, Boundary::clamped(start.slope, start.curvature, end.slope, end.curvature),
                     Extrapolation::polynomial);
  for (const double at : {-3.0, -2.0, -1.7, -0.3, 0.1, 0.6, 2.2, 2.5, 3.5})
    EXPECT_TRUE(close(jet(f, at), quintic(at), 4096)) << at;
}

TEST(QuinticSpline, NaturalReproducesParabolas) {
  // The third derivative of 2x² − x + 1 is zero, as natural ends want it; three points suffice.
  const Function three =
      quintic_spline({-1, 0, 2}, {4, 1, 7}, Boundary::natural(), Extrapolation::polynomial);
  const Function many = quintic_spline({-1, -0.5, 0, 0.2, 2}, {4, 2, 1, 0.88, 7}, Boundary::natural(),
                                       Extrapolation::polynomial);
  for (const double x : {-2.0, -0.3, 1.0, 2.0, 3.0}) {
    EXPECT_TRUE(close(jet(three, x), {2 * x * x - x + 1, 4 * x - 1, 4}, 4096));
    EXPECT_TRUE(close(jet(many, x), {2 * x * x - x + 1, 4 * x - 1, 4}, 4096));
  }
}

TEST(QuinticSpline, OfTwoPoints) {
  EXPECT_TRUE(close(jet(quintic_spline({1, 3}, {2, 8}, Boundary::straight()), 1.5), {3.5, 3, 0}));
  // All derivatives zero at both ends: the smooth step 10t³ − 15t⁴ + 6t⁵, at t = 1/4.
  const Function step = quintic_spline({0, 1}, {0, 1}, Boundary::clamped(0, 0, 0, 0));
  EXPECT_TRUE(close(jet(step, 0.25), {53.0 / 512, 135.0 / 128, 45.0 / 8}));
}

TEST(QuinticSpline, HasFourContinuousDerivatives) {
  for (const Boundary& boundary : boundaries) {
    const Function f = quintic_spline(xs, ys, boundary);
    for (std::size_t i = 0; i < xs.size(); ++i) {
      EXPECT_EQ(f(xs[i]), ys[i]);
      check_smooth_at(f, xs[i], 100);
    }
    for (const double x : {1.0, 3.0, 4.0}) {
      EXPECT_TRUE(close(third(f, below(x)), third(f, above(x)), 256, 100)) << f.description() << " at " << x;
      EXPECT_NEAR(fourth(f, x, -0.3), fourth(f, x, 0.3), 1e-11) << f.description() << " at " << x;
    }
  }
}

TEST(QuinticSpline, MeetsItsBoundaryConditions) {
  const Function natural = quintic_spline(xs, ys);
  EXPECT_NEAR(third(natural, above(0)), 0, 1e-12);
  EXPECT_NEAR(fourth(natural, 0, 0.3), 0, 1e-11);
  EXPECT_NEAR(third(natural, below(6)), 0, 1e-12);
  EXPECT_NEAR(fourth(natural, 6, -0.3), 0, 1e-11);
  const Function straight = quintic_spline(xs, ys, Boundary::straight());
  EXPECT_NEAR(third(straight, above(0)), 0, 1e-12);
  EXPECT_NEAR(third(straight, below(6)), 0, 1e-12);
}

TEST(QuinticSpline, StraightContinuesAsItsTangentLine) {
  const Function f = quintic_spline(xs, ys, Boundary::straight());
  const double start = 4140281.0 / 2922324, end = 1801423.0 / 1461162;
  EXPECT_TRUE(close(jet(f, -2), {1 - 2 * start, start, 0}, 256));
  EXPECT_TRUE(close(jet(f, 8), {3 + 2 * end, end, 0}, 256));
}

TEST(QuinticSpline, EasesToALine) {
  // Value, slope, curvature and interval width are 1, 1, 2, 1 at x = 0 and 3, −2, −1, 2 at x = 6: the slope
  // changes by κw/2 and the value by mw + κw²/3 while the curvature falls to zero.
  const Function f = quintic_spline(xs, ys, Boundary::clamped(1, 2, -2, -1));
  EXPECT_TRUE(close(jet(f, -1), {1 - 1 + 2.0 / 3, 0, 0}));
  EXPECT_TRUE(close(jet(f, -3), {2.0 / 3, 0, 0}));
  EXPECT_TRUE(close(jet(f, 7), {3 - 2 - (0.5 - 1.0 / 12), -2 - 0.75, -0.5}));
  EXPECT_TRUE(close(jet(f, 9), {3 - 4 - 4.0 / 3 - 3, -3, 0}));
  for (const double x : {-1.0, 0.0, 6.0, 8.0}) check_smooth_at(f, x, 10);
}

TEST(QuinticSpline, LawsInEveryScalar) {
  for (const Boundary& boundary : boundaries)
    for (const Extrapolation extrapolation : extrapolations)
      check_laws(quintic_spline(xs, ys, boundary, extrapolation),
                 {-1.3, -0.4, 0.3, 2.5, 3.9, 4.1, 5.5, 6.7, 7.5, 0.9, 1.1, 2.9, 3.1, 5.0, -0.9, 7.2});
}

TEST(QuinticSpline, ManyUnevenPoints) {
  // Samples of sin at uneven times, some much closer than others: between them the spline is as close to sin
  // as the sixth power of the largest gap (0.2) promises, its curvature as the fourth power.
  testing::Random random(5);
  std::vector<double> x = {0};
  while (x.back() < 20) x.push_back(x.back() + (random.index(4) == 0 ? 1e-3 : random.number(0.05, 0.2)));
  std::vector<double> y;
  for (const double at : x) y.push_back(std::sin(at));
  const double last = x.back();
  const Function f = quintic_spline(x, y, Boundary::clamped(1, 0, std::cos(last), -std::sin(last)));
  for (double at = 0; at < last; at += 0.0317) {
    const Jet j = jet(f, at);
    EXPECT_NEAR(j.value, std::sin(at), 1e-7);
    EXPECT_NEAR(j.slope, std::cos(at), 1e-6);
    EXPECT_NEAR(j.curvature, -std::sin(at), 1e-4);
  }
}

TEST(QuinticSpline, IsIndifferentToUnits) {
  const Function f = quintic_spline(xs, ys, Boundary::clamped(1, 2, -2, -1));
  std::vector<double> x;
  for (const double at : xs) x.push_back(at * 1e-6);
  const Function g = quintic_spline(x, ys, Boundary::clamped(1e6, 2e12, -2e6, -1e12));
  for (const double at : {-0.5, 0.5, 2.0, 3.5, 5.0, 7.0}) EXPECT_TRUE(close(g(at * 1e-6), f(at), 256));
}

TEST(QuinticSpline, RefusesBadPoints) {
  EXPECT_TRUE(mentions(message_of([] {
                         quintic_spline({0, 1}, {2, 3});
                       }),
                       {"quintic_spline", "2 points", "at least 3"}));
  EXPECT_TRUE(mentions(message_of([] { quintic_spline({0}, {2}, Boundary::straight()); }),
                       {"1 points", "at least 2"}));
  EXPECT_TRUE(mentions(message_of([] { quintic_spline({0, 1, 2}, {2, 3}); }), {"x has 3", "y has 2"}));
  EXPECT_TRUE(mentions(message_of([] {
                         quintic_spline({0, 1, -1}, {0, 0, 0});
                       }),
                       {"must increase", "x[1] = 1", "x[2] = -1"}));
  EXPECT_TRUE(mentions(message_of([] { quintic_spline({0, 1, 2}, {0, nan, 0}); }), {"y[1] = nan"}));
  EXPECT_TRUE(mentions(message_of([] {
                         quintic_spline({0, 1}, {0, 0}, Boundary::clamped(0, 0, 0, nan));
                       }),
                       {"end_curvature = nan"}));
  EXPECT_TRUE(mentions(message_of([] {
                         quintic_spline({0, 1e-310, 1}, {0, 1, 0});
                       }),
                       {"3 points", "overflow"}));
}

TEST(QuinticSpline, DescribesItself) {
  EXPECT_TRUE(mentions(quintic_spline(xs, ys).description(), {"quintic", "5 points", "0 to 6", "natural"}));
}

}  // namespace

}  // namespace sarrus::testing::quintic_spline_test

/// Linkages whose coupler draws nearly straight lines, swept by a driven crank.

#include "sarrus/joint/joints.h"
#include "tests/mechanism/mechanism.h"

namespace sarrus::testing::straight_line_test {
namespace {

/// A four-bar with its crank at the origin, its rocker at (ground, 0), and a point at `along` of the coupler.
struct FourBar {
  double ground, crank, coupler, rocker, along;
};

/// How a four-bar stands: the angles of its three bars against the x axis.
struct Angles {
  double crank, coupler, rocker;
};

/// The coupler's point while one of the joints is driven to another coordinate; `start` is near the way it is
/// put together at first.
std::vector<Vec3<double>> sweep(const FourBar& bar, const Angles& start, const std::string& driven,
                                double last, int count) {
  ModelBuilder model("four-bar");
  model.body("crank", rod_to(1, {bar.crank, 0, 0})).body("coupler", rod_to(1, {bar.coupler, 0, 0}));
  model.body("rocker", rod_to(1, {bar.rocker, 0, 0}));
  model.joint("crank", Pin{}, "world", "crank").start({start.crank});
  model.joint("coupler", Pin{}, "crank", "coupler")
      .parent_frame({bar.crank, 0, 0})
      .start({start.coupler - start.crank});
  model.joint("rocker", Pin{}, "world", "rocker").parent_frame({bar.ground, 0, 0}).start({start.rocker});
  SystemBuilder builder(model.build());
  builder.add("pin", PointOnLineConstraint(Place("rocker", {bar.rocker, 0, 0}),
                                           Place("coupler", {bar.coupler, 0, 0})));
  const double first = driven == "crank" ? start.crank : start.coupler - start.crank;
  builder.add("drive", PrescribedCoordinateConstraint(driven, linear({last - first}, first)));
  State state = builder.build().default_state();
  std::vector<Vec3<double>> points;
  for (int i = 0; i <= count; ++i) {
    state.set_time(static_cast<double>(i) / count);
    assemble(state, 1e-12);
    points.push_back(point(state, "coupler", {bar.along, 0, 0}));
  }
  return points;
}

/// Range of a coordinate of points.
double range(const std::vector<Vec3<double>>& points, int axis) {
  double low = points.front()[axis], high = low;
  for (const Vec3<double>& p : points) low = std::min(low, p[axis]), high = std::max(high, p[axis]);
  return high - low;
}

/// Hoeken's linkage as optimized for straightness: with a crank of 1, ranges of the crank's angle, grounds
/// and other bars, the length of the line and how far it is from straight, in percent of the length. [Norton,
/// "Design of Machinery", table 3-1]
TEST(StraightLine, HoekenAsPublished) {
  struct Row {
    double degrees, percent, ground, bars, length;
  };
  for (const Row& row : {Row{60, 0.00027, 2.900, 3.850, 1.763}, Row{120, 0.010, 2.625, 3.438, 3.238},
                         Row{140, 0.023, 2.500, 3.250, 3.623}, Row{180, 0.096, 2.200, 2.800, 4.181}}) {
    const double half = 0.5 * row.degrees * pi / 180;
    const FourBar bar{row.ground, 1, row.bars, row.bars, 2 * row.bars};
    const std::vector<Vec3<double>> points = sweep(bar, {pi - half, 1.2, 1.9}, "crank", pi + half, 400);
    EXPECT_NEAR(range(points, 0), row.length, 6e-4) << row.degrees;
    EXPECT_NEAR(100 * range(points, 1) / range(points, 0), row.percent, 0.05 * row.percent) << row.degrees;
  }
}

/// Chebyshev's linkage, bars 5 that cross, coupler 2, ground 4: the middle of the coupler is exactly at the
/// height 4 above both feet and in the middle between them. With the middle at (2 + s, y) and the coupler in
/// the direction (c, k), the lengths of both bars give
///   s² + y² = 20 + 4·c,   y·k = s·(2 − c)
TEST(StraightLine, ChebyshevExactlyInThreePlaces) {
  const FourBar bar{4, 5, 2, 5, 1};
  // From the rocker upright over the right foot to the crank upright over the left one; the coupler turns.
  const double first = std::atan2(3.0, 4.0);
  const std::vector<Vec3<double>> points = sweep(bar, {first, pi / 2, pi / 2}, "coupler", pi, 400);
  EXPECT_NEAR(norm(points.front() - Vec3<double>{4, 4, 0}), 0, 1e-11);
  EXPECT_NEAR(norm(points.back() - Vec3<double>{0, 4, 0}), 0, 1e-11);
  double most = 0, at_middle = 1;
  for (const Vec3<double>& p : points) {
    const double s = p.x - 2, c = (s * s + p.y * p.y - 20) / 4;
    EXPECT_NEAR(p.y * p.y * (1 - c * c), s * s * (2 - c) * (2 - c), 1e-10);
    most = std::max(most, std::abs(p.y - 4));
    if (std::abs(s) < 0.01) at_middle = std::min(at_middle, std::abs(p.y - 4));
  }
  EXPECT_LT(at_middle, 1e-4);
  EXPECT_LT(most, 0.0025 * range(points, 0));
}

/// Watt's linkage: bars b on feet 2·a apart, coupler 2·c. Its middle draws Watt's curve; with the origin
/// between the feet, in polar coordinates,
///   r² = b² − (a·sin φ ± √(c² − a²·cos² φ))²
TEST(StraightLine, WattDrawsHisCurve) {
  constexpr double a = 2, b = 1.9, c = 0.6;
  const FourBar bar{2 * a, b, 2 * c, b, c};
  const std::vector<Vec3<double>> points = sweep(bar, {0.1, 1.0, 3.2}, "crank", -0.3, 200);
  for (const Vec3<double>& p : points) {
    const double x = p.x - a, y = p.y, r2 = x * x + y * y, sine2 = y * y / r2, cosine2 = x * x / r2;
    const double root = std::sqrt(std::max(0.0, c * c - a * a * cosine2));
    const double plus = b * b - std::pow(a * std::sqrt(sine2) + root, 2),
                 minus = b * b - std::pow(a * std::sqrt(sine2) - root, 2);
    EXPECT_LT(std::min(std::abs(r2 - plus), std::abs(r2 - minus)), 1e-10);
  }
}

}  // namespace
}  // namespace sarrus::testing::straight_line_test

/// The woodpecker toy of Glocker [1995; Glocker, Studer 2005]: a sleeve on a vertical rod carries a spring
/// and a bird. Sleeve and beak hit, slide and stick. Its kinematics are linear, so that M and the rows are
/// constant. Values: woodpecker.json, an event-driven computation to 12 digits.
#include <gtest/gtest.h>

#include <iterator>
#include <vector>

#include "sarrus/complementarity/cone_solver.h"
#include "sarrus/complementarity/dense_rows.h"
#include "tests/support/numbers.h"

namespace sarrus::testing::woodpecker_test {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr double sleeve_mass = 0.0003, sleeve_inertia = 5e-9, bird_mass = 0.0045, bird_inertia = 7e-7;
constexpr double spring = 0.0056, friction = 0.3;
constexpr double rod_radius = 0.0025, sleeve_radius = 0.0031, half_sleeve = 0.0058;
constexpr double to_spring = 0.010, to_bird = 0.015, beak_height = 0.020, beak_reach = 0.0201;

/// Contacts of the beak, and of the lower and the upper edge of the sleeve.
enum { beak, lower, upper, contacts };

/// Coordinates are the height, the angle of the sleeve and that of the bird. Time steps of Moreau: forces in
/// the middle of the step, impulses of all contacts that are closed there, the speeds of the beak reversed by
/// Newton's law.
class Woodpecker {
 public:
  Woodpecker(const Vector3d& start, const Vector3d& speeds) : q(start), v(speeds) {
    const double m = bird_mass, a = to_spring, b = to_bird;
    M << m + sleeve_mass, m * a, m * b,                //
        m * a, sleeve_inertia + m * a * a, m * a * b,  //
        m * b, m * a * b, bird_inertia + m * b * b;
    normals << 0, 0, -beak_height, 0, half_sleeve, 0, 0, -half_sleeve, 0;
    slips << 1, a, b - beak_reach, 1, sleeve_radius, 0, 1, sleeve_radius, 0;
    inverse = M.inverse();
  }

  void step(double h) {
    const Vector3d middle = q + 0.5 * h * v, before = v, free = v + h * inverse * forces(middle);
    const Vector3d gaps = Vector3d(to_spring + to_bird - beak_reach - rod_radius, sleeve_radius - rod_radius,
                                   sleeve_radius - rod_radius) +
                          normals * middle;
    Eigen::MatrixXd J(2 * contacts, 3);
    std::vector<ForceSet> sets;
    Array<double> bias;
    int count = 0;
    for (int i = 0; i < contacts; ++i) {
      mode[i] = RowMode::open;
      if (gaps[i] > 0) continue;
      J.row(2 * count) = normals.row(i), J.row(2 * count + 1) = slips.row(i);
      ++count;
      sets.push_back(ForceSet::make_contact(In<double>{friction}));
      bias.push_back(i == beak ? 0.5 * normals.row(i).dot(before) : 0.0);
      bias.push_back(0);
    }
    v = free;
    if (count > 0) {
      DenseRows rows(M, J.topRows(2 * count), sets);
      ConeSolution solution;
      ConeSolver().solve(rows, {.sets = sets, .free_speeds = free, .bias = bias}, solution,
                         {.tolerance = 1e-12});
      ASSERT_EQ(solution.status, ConeStatus::solved);
      v = Vector3d::Map(solution.speeds.data());
      for (int i = 0, k = 0; i < contacts; ++i)
        if (gaps[i] <= 0) mode[i] = solution.modes[k++];
    }
    q = middle + 0.5 * h * v;
    t += h;
  }

  Vector3d q, v;
  double t = 0;
  RowMode mode[contacts] = {RowMode::open, RowMode::open, RowMode::open};

 private:
  static Vector3d forces(const Vector3d& q) {
    const double moment = spring * (q[1] - q[2]), weight = bird_mass * g;
    return {-weight - sleeve_mass * g, -moment - weight * to_spring, moment - weight * to_bird};
  }
  Matrix3d M, inverse, normals, slips;
};

/// One period, from the beak's impact to the next.
TEST(Woodpecker, GoesDownItsRodInALimitCycle) {
  constexpr double h = 1e-6;
  const Vector3d struck(-0.0937751917, 22.878503278, -8.455588684);
  Woodpecker toy({0, 0.089403852742, 0.12}, struck);
  struct Change {
    int contact;
    double time;
    RowMode mode;
  };
  // Two impacts after which the sleeve parts at once, and the beak's at the end, among events that last.
  const Change expected[] = {{upper, 0.0005795215, RowMode::sliding}, {upper, 0.0024342123, RowMode::open},
                             {lower, 0.037722623, RowMode::sliding},  {lower, 0.037722623, RowMode::open},
                             {lower, 0.040451357, RowMode::sliding},  {lower, 0.0865714792, RowMode::holding},
                             {lower, 0.1261648862, RowMode::sliding}, {lower, 0.1319856434, RowMode::open},
                             {upper, 0.1428747115, RowMode::sliding}, {upper, 0.1428747115, RowMode::open},
                             {beak, 0.145976065144, RowMode::sliding}};
  std::vector<Change> found;
  Vector3d before;
  do {
    const RowMode last[contacts] = {toy.mode[0], toy.mode[1], toy.mode[2]};
    before = toy.v;
    toy.step(h);
    for (int i = 0; i < contacts; ++i)
      if (toy.mode[i] != last[i]) found.push_back({i, toy.t, toy.mode[i]});
    ASSERT_LT(toy.t, 0.2);
  } while (toy.t < 0.01 || toy.mode[beak] == RowMode::open);

  ASSERT_EQ(found.size(), std::size(expected));
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].contact, expected[i].contact) << i;
    EXPECT_EQ(found[i].mode, expected[i].mode) << i;
    EXPECT_NEAR(found[i].time, expected[i].time, 4 * h) << i;
  }
  EXPECT_NEAR(toy.q[0], -0.019445379284, 5e-7);
  EXPECT_LE((before - Vector3d(-0.1355017901, -2.1574557704, 16.9111773679)).norm(), 5e-3);
  EXPECT_LE((toy.v - struck).norm(), 1e-2);
}

}  // namespace
}  // namespace sarrus::testing::woodpecker_test

/// A table on four legs: one leg more than needed. Constraints share the load by least squares, which is what
/// equal springs do, however stiff they are.

#include <Eigen/Dense>

#include "sarrus/joint/joints.h"
#include "tests/mechanism/mechanism.h"

namespace sarrus::testing::table_test {
namespace {

constexpr double table_mass = 8, load_mass = 5;
const Vec3<double> feet[] = {{0.5, 0.3, -0.7}, {-0.5, 0.3, -0.7}, {-0.5, -0.3, -0.7}, {0.45, -0.35, -0.7}};
const Vec3<double> load{0.2, -0.1, 0.1};

Model table() {
  ModelBuilder model("table");
  model.gravity({0, 0, -g});
  model.body("table", solid_brick(table_mass, {1.1, 0.7, 0.04}) + point_mass(load_mass, load));
  model.joint("table", Bushing{}, "world", "table").start({0, 0, 0, 0, 0, 0.7});
  return model.build();
}

/// What the legs bear on the floor, as constraints say.
std::vector<double> loads_of_constraints() {
  SystemBuilder builder(table());
  for (int i = 0; i < 4; ++i)
    builder.add("foot" + std::to_string(i), PointInPlaneConstraint("world", Place("table", feet[i])));
  const State state = builder.build().default_state();
  EXPECT_LT(largest(position_errors(state)), 1e-15);
  EXPECT_LT(largest(udot(state)), 1e-13);
  return {multipliers(state).begin(), multipliers(state).end()};
}

/// The same of springs under the feet that give way vertically, where all is at rest; z, and the angles about
/// x and y by Newton's method.
std::vector<double> loads_of_springs(double stiffness) {
  SystemBuilder builder(table());
  builder.add("springs",
              CustomForce({builder.quantities().position}, [=](const State& state, AppliedForces& forces) {
                const Pose<double> X = pose(state, 1);
                for (const Vec3<double>& foot : feet)
                  forces.add_at(state, {1, foot}, {0, 0, -stiffness * (X * foot).z});
              }));
  State state = builder.build().default_state();
  const int moving[] = {0, 1, 5};
  const auto rates = [&] { return Eigen::Vector3d(udot(state)[0], udot(state)[1], udot(state)[5]); };
  for (int iteration = 0; iteration < 6; ++iteration) {
    const Eigen::Vector3d here = rates();
    Eigen::Matrix3d slope;
    for (int k = 0; k < 3; ++k) {
      const double q = state.q(moving[k]), step = 1e-7;
      state.set_q(moving[k], q + step);
      slope.col(k) = (rates() - here) / step;
      state.set_q(moving[k], q);
    }
    const Eigen::Vector3d change = -slope.partialPivLu().solve(here);
    for (int k = 0; k < 3; ++k) state.set_q(moving[k], state.q(moving[k]) + change[k]);
  }
  EXPECT_LT(rates().norm(), 1e-8);
  std::vector<double> loads;
  for (const Vec3<double>& foot : feet) loads.push_back(-stiffness * (pose(state, 1) * foot).z);
  return loads;
}

TEST(Table, LegsShareTheLoadAsEqualSpringsDo) {
  const std::vector<double> loads = loads_of_constraints();
  // Least squares: loads that are linear in the place of the foot.
  Eigen::MatrixXd B(3, 4);
  for (int i = 0; i < 4; ++i) B.col(i) << 1, feet[i].x, feet[i].y;
  const Eigen::Vector3d weight(g * (table_mass + load_mass), g * load_mass * load.x, g * load_mass * load.y);
  const Eigen::VectorXd wanted = B.transpose() * (B * B.transpose()).inverse() * weight;
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(loads[static_cast<std::size_t>(i)], wanted[i], 1e-11);
  double before = 1e9;
  for (const double stiffness : {1e3, 1e5, 1e7}) {
    const std::vector<double> by_springs = loads_of_springs(stiffness);
    double off = 0;
    for (std::size_t i = 0; i < 4; ++i) off = std::max(off, std::abs(by_springs[i] - loads[i]));
    EXPECT_LT(off, 0.02 * before) << stiffness;  // inversely proportional to the stiffness
    EXPECT_LT(off, 5e3 / stiffness) << stiffness;
    before = off;
  }
}

}  // namespace
}  // namespace sarrus::testing::table_test

/// The Sarrus linkage: a platform on two chains of three hinges each, whose axes are at right angles. Each
/// chain keeps the platform from turning about two axes; together they keep it on a straight line. Counting
/// says that nothing can move: four of the five equations that close the loop are independent. A spring
/// between base and platform keeps the links from lying flat, where they could also move otherwise.
///
/// Links of length L at an angle φ above the horizontal, both chains alike: the platform is at 2·L·sin φ.

#include <Eigen/Eigenvalues>

#include "sarrus/joint/joints.h"
#include "tests/mechanism/mechanism.h"

namespace sarrus::testing::sarrus_linkage_test {
namespace {

constexpr double L = 0.5, width = 0.2, link_mass = 0.3, platform_mass = 2, start = 1.1;
constexpr double stiffness = 100, rest_length = 0.9;

State sarrus_linkage() {
  ModelBuilder model("Sarrus linkage");
  model.gravity({0, 0, -g});
  model.body("platform", solid_brick(platform_mass, {2 * width, 2 * width, 0.02}));
  // A link at q = 0 is horizontal and points away from the line of the platform, then back to it.
  const auto chain = [&](const std::string& name, const Vec3<double>& out, const Vec3<double>& axis) {
    model.body(name + "1", rod_to(link_mass, L * out)).body(name + "2", rod_to(link_mass, -L * out));
    model.joint(name + "1", Pin{}, "world", name + "1").axis(axis).parent_frame(width * out).start({start});
    model.joint(name + "2", Pin{}, name + "1", name + "2")
        .axis(axis)
        .parent_frame(L * out)
        .start({-2 * start});
  };
  chain("A", {1, 0, 0}, {0, -1, 0});
  chain("B", {0, 1, 0}, {1, 0, 0});
  model.joint("platform", Pin{}, "A2", "platform")
      .axis({0, -1, 0})
      .parent_frame({-L, 0, 0})
      .child_frame({width, 0, 0})
      .start({start});
  SystemBuilder builder(model.build());
  const Rotation<double> along_x = rotation_with_axis(2, {1, 0, 0});
  const Place hinge("platform", Pose<double>{along_x, {0, width, 0}}),
      end("B2", Pose<double>{along_x, {0, -L, 0}});
  builder.add("hinge.point", BallConstraint(hinge, end));
  builder.add("hinge.axis", ParallelAxesConstraint(hinge, end));
  builder.add("spring", TwoPointSpring("world", "platform", stiffness, rest_length));
  return builder.build().default_state();
}

/// ½·M(φ)·φ̇² with the links of both chains, and V(φ).
double inertia_at(double phi) {
  const double c = std::cos(phi) * std::cos(phi), s = 1 - c;
  return L * L * (4 * platform_mass * c + 2 * link_mass * (1.0 / 3 + s / 4 + 9 * c / 4 + 1.0 / 12));
}
double potential_energy_at(double phi) {
  const double stretch = 2 * L * std::sin(phi) - rest_length;
  return g * L * std::sin(phi) * (2 * platform_mass + 2 * link_mass * (0.5 + 1.5)) +
         0.5 * stiffness * stretch * stretch;
}

TEST(SarrusLinkage, HasOneDegreeOfFreedom) {
  const State state = sarrus_linkage();
  EXPECT_LT(largest(position_errors(state)), 1e-15);
  EXPECT_EQ(state.nu(), 5);
  const MatrixX<double> A = calc_constraint_compliance(state);
  ASSERT_EQ(A.rows(), 5);
  const Eigen::VectorXd eigenvalues = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(A).eigenvalues();
  EXPECT_LT(std::abs(eigenvalues[0]), 1e-12);
  EXPECT_GT(eigenvalues[1], 1e-2);
}

TEST(SarrusLinkage, PlatformMovesOnAStraightLine) {
  const State begin = sarrus_linkage();
  const double all = potential_energy_at(start);
  EXPECT_NEAR(energy(begin), all, 1e-13);
  Simulation simulation(begin, {.accuracy = 1e-10, .every = 0.02});
  simulation.run(2);
  double lowest = 1;
  for (const State& state : simulation.trajectory()) {
    const Pose<double> X = pose(state, state.model().body_number("platform"));
    const double phi = coordinate(state, "A1"), rate_of_phi = speed(state, "A1");
    EXPECT_LT(std::hypot(X.p.x, X.p.y), 1e-10);
    EXPECT_LT(norm(X.R.col(0) - Vec3<double>::unit_x()) + norm(X.R.col(1) - Vec3<double>::unit_y()), 1e-10);
    EXPECT_NEAR(X.p.z, 2 * L * std::sin(phi), 1e-10);
    EXPECT_NEAR(kinetic_energy(state), 0.5 * inertia_at(phi) * rate_of_phi * rate_of_phi, 1e-8);
    EXPECT_NEAR(kinetic_energy(state) + potential_energy_at(phi), all, 1e-7);
    EXPECT_LT(largest(acceleration_errors(state)), 1e-9);
    lowest = std::min(lowest, X.p.z);
  }
  EXPECT_LT(lowest, 0.5);
}

}  // namespace
}  // namespace sarrus::testing::sarrus_linkage_test

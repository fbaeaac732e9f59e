/// What docs/cone_problems.md shows, compiled and run.

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>
#include <iostream>
#include <vector>

#include "sarrus/algorithms.h"

namespace sarrus::testing {
namespace {

TEST(ConeProblemsSnippets, BlockOnAFloor) {
  // [solve]
  // A block of 2 kg slides at (0.5, 0.2) m/s; gravity pulls it onto the floor for h = 0.01 s. Speeds: x, y,
  // z.
  const double h = 0.01;
  const Eigen::MatrixXd M = 2 * Eigen::MatrixXd::Identity(3, 3);
  Eigen::MatrixXd J(3, 3);
  J << 0, 0, 1,  // the normal row first
      1, 0, 0,   // then slip in two directions
      0, 1, 0;
  const std::vector<ForceSet> sets = {ForceSet::make_contact(0.3)};
  DenseRows rows(M, J, sets);

  ConeSolution solution;
  ConeSolver().solve(rows, {.sets = sets, .free_speeds = {0.5, 0.2, -9.81 * h}, .bias = {0, 0, 0}}, solution);
  std::cout << "slides on with " << solution.speeds[0] << ", " << solution.speeds[1] << " m/s\n";
  std::cout << "impulse of the floor " << solution.forces[0] << " N·s, error "
            << solution.certificate.complementarity << " √J\n";
  // [/solve]
  const double slip = std::hypot(0.5, 0.2), slower = slip - 0.3 * 9.81 * h;
  EXPECT_NEAR(solution.speeds[0], 0.5 * slower / slip, 1e-10);
  EXPECT_NEAR(solution.forces[0], 2 * 9.81 * h, 1e-10);
  EXPECT_EQ(solution.modes[0], RowMode::sliding);
}

}  // namespace
}  // namespace sarrus::testing

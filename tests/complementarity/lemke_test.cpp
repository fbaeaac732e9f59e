#include "sarrus/complementarity/lemke.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <cmath>
#include <random>

#include "sarrus/base/error.h"
#include "sarrus/complementarity/cone_solver.h"
#include "sarrus/complementarity/dense_rows.h"

namespace sarrus::testing::lemke_test {
namespace {

void expect_solution(const Eigen::MatrixXd& A, const Eigen::VectorXd& q, const LcpSolution& solution) {
  ASSERT_TRUE(solution.found);
  const Eigen::VectorXd w = A * solution.z + q;
  const double size = 1 + q.norm() + solution.z.norm() * A.norm();
  for (Eigen::Index i = 0; i < q.size(); ++i) {
    EXPECT_GE(solution.z[i], 0);
    EXPECT_GE(w[i], -1e-10 * size);
    EXPECT_NEAR(w[i] * solution.z[i], 0, 1e-10 * size * size);
  }
}

TEST(Lemke, SolvesPositiveSemidefiniteProblems) {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  for (int trial = 0; trial < 200; ++trial) {
    const int n = 1 + trial % 12, rank = std::max(1, n - trial % 3);
    const Eigen::MatrixXd J = Eigen::MatrixXd::NullaryExpr(n, rank, [&] { return normal(random); });
    const Eigen::VectorXd v = Eigen::VectorXd::NullaryExpr(rank, [&] { return normal(random); });
    const Eigen::MatrixXd A = J * J.transpose();
    const Eigen::VectorXd q = J * v;  // contacts of a system that moves with v: always solvable
    expect_solution(A, q, solve_lcp(A, q));
  }
}

/// For a symmetric semidefinite A an LCP has a solution unless some z ≥ 0 has A·z = 0 and q·z < 0
/// (Featherstone 2008, §11.4); the ray is such a z.
TEST(Lemke, RayShowsContradiction) {
  Eigen::MatrixXd A(2, 2);
  A << 1, -1, -1, 1;
  const Eigen::Vector2d q(-2, 1);
  const LcpSolution solution = solve_lcp(A, q);
  ASSERT_FALSE(solution.found);
  EXPECT_GE(solution.ray.minCoeff(), 0);
  EXPECT_NEAR((A * solution.ray).norm(), 0, 1e-12);
  EXPECT_LT(q.dot(solution.ray), 0);
}

/// The same for random problems, some with a solution and some without: exactly one of the two exists. What
/// contacts without friction do is also the quadratic problem min ½·|v − v*|²_M with J·v + b ≥ 0, whose
/// multipliers are the forces (Featherstone 2008, §11.4): the cone solver, which minimizes, has the same
/// speeds, and says where nothing satisfies all.
TEST(Lemke, IsTheQuadraticProblemAndHasNoSolutionWhereARayExists) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  int without = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const int n = 2 + trial % 8, speeds = 1 + trial % 4;
    const Eigen::MatrixXd J = Eigen::MatrixXd::NullaryExpr(n, speeds, [&] { return normal(random); });
    const Eigen::MatrixXd root = Eigen::MatrixXd::NullaryExpr(speeds, speeds, [&] { return normal(random); });
    const Eigen::MatrixXd M = root * root.transpose() + Eigen::MatrixXd::Identity(speeds, speeds);
    const Eigen::VectorXd b = Eigen::VectorXd::NullaryExpr(n, [&] { return normal(random); });
    const Eigen::VectorXd free = Eigen::VectorXd::NullaryExpr(speeds, [&] { return normal(random); });
    const Eigen::MatrixXd A = J * M.ldlt().solve(J.transpose());
    const Eigen::VectorXd q = J * free + b;
    const LcpSolution lcp = solve_lcp(A, q);
    const std::vector<ForceSet> sets(n, ForceSet::make_unilateral());
    DenseRows rows(M, J, sets);
    ConeSolution cone;
    ConeSolver().solve(rows,
                       {.sets = sets,
                        .free_speeds = {free.data(), static_cast<int>(free.size())},
                        .bias = {b.data(), static_cast<int>(b.size())}},
                       cone, {.tolerance = 1e-12});
    if (lcp.found) {
      expect_solution(A, q, lcp);
      EXPECT_EQ(cone.status, ConeStatus::solved) << trial;
      const Eigen::VectorXd v = free + M.ldlt().solve(J.transpose() * lcp.z);
      for (int k = 0; k < speeds; ++k) EXPECT_NEAR(cone.speeds[k], v[k], 1e-8 * (1 + v.norm())) << trial;
    } else {
      ++without;
      EXPECT_GE(lcp.ray.minCoeff(), 0);
      EXPECT_NEAR((J.transpose() * lcp.ray).norm(), 0, 1e-9 * lcp.ray.norm());
      EXPECT_LT(q.dot(lcp.ray), 0);
      EXPECT_EQ(cone.status, ConeStatus::contradictory) << trial;
    }
  }
  EXPECT_GT(without, 30);
  EXPECT_LT(without, 270);
}

/// A rod slides on its lower end: p·λ + b is the normal acceleration, p = 1 + 3·cos θ·(cos θ − μ·sin θ) for
/// mass 1 and length 2. p < 0 and b < 0: no force exists (Painlevé).
TEST(Lemke, PainleveRod) {
  const auto p = [](double degrees, double mu) {
    const double a = degrees * M_PI / 180;
    return 1 + 3 * std::cos(a) * (std::cos(a) - mu * std::sin(a));
  };
  const auto solve = [](double A, double b) {
    return solve_lcp(Eigen::MatrixXd::Constant(1, 1, A), Eigen::VectorXd::Constant(1, b));
  };
  const LcpSolution regular = solve(p(30, 0.5), -9.81);
  ASSERT_TRUE(regular.found);
  EXPECT_NEAR(regular.z[0], 3.7723791096056, 1e-12);
  EXPECT_NEAR(p(63.434948822922, 1.5), -0.2, 1e-12);
  EXPECT_FALSE(solve(p(63.434948822922, 1.5), -9.81).found);
}

/// Degenerate problems, where a pivoting rule without order can cycle.
TEST(Lemke, TerminatesOnDegenerateProblems) {
  std::mt19937 random(4);
  for (int trial = 0; trial < 300; ++trial) {
    const int n = 2 + trial % 7;
    const Eigen::MatrixXd J =
        Eigen::MatrixXd::NullaryExpr(n, 2, [&] { return static_cast<double>(random() % 3) - 1; });
    const Eigen::VectorXd q = J * Eigen::Vector2d(-1, static_cast<double>(random() % 2));
    const Eigen::MatrixXd A = J * J.transpose();
    expect_solution(A, q, solve_lcp(A, q));
  }
}

TEST(Lemke, RefusesWrongSizesAndNumbers) {
  EXPECT_THROW(solve_lcp(Eigen::MatrixXd::Identity(2, 2), Eigen::VectorXd::Zero(3)), Error);
  EXPECT_THROW(solve_lcp(Eigen::MatrixXd::Identity(1, 1), Eigen::VectorXd::Constant(1, NAN)), Error);
}

}  // namespace
}  // namespace sarrus::testing::lemke_test

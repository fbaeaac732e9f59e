// What constraints permit, against the singular values and the null space of the dense Jacobian.
#include "sarrus/system/constraint_freedom.h"

#include <gtest/gtest.h>

#include <Eigen/SVD>
#include <cmath>
#include <limits>

#include "sarrus/loops/constraint_jacobian.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/system/constraint_responses.h"
#include "tests/support/linkages.h"
#include "tests/support/says.h"

namespace sarrus::testing::constraint_freedom_test {

namespace {

MatrixX<double> dense_rows(const State& state) {
  MatrixX<double> G;
  constraint_jacobian(state).calc_full(G);
  return G;
}

int dense_rank(const MatrixX<double>& G) {
  Eigen::JacobiSVD<MatrixX<double>> svd(G);
  svd.setThreshold(1e-9);
  return static_cast<int>(svd.rank());
}

/// Rows, rank, permitted motions and dependencies of a state agree with those of the dense matrix.
void expect_as_dense(const ConstraintFreedom& freedom, const State& state) {
  const MatrixX<double> G = dense_rows(state);
  ASSERT_EQ(freedom.rows(), G.rows());
  EXPECT_LT((freedom.calc_rows() - G).cwiseAbs().maxCoeff(), 1e-15);
  EXPECT_EQ(freedom.rank(), dense_rank(G));
  EXPECT_EQ(freedom.mobility(), state.nu() - dense_rank(G));
  const MatrixX<double> N = freedom.calc_motions();
  ASSERT_EQ(N.cols(), freedom.mobility());
  EXPECT_LT((G * N).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((N.transpose() * N - MatrixX<double>::Identity(N.cols(), N.cols())).norm(), 1e-13);
  int dependent = 0;
  for (int row = 0; row < freedom.rows(); ++row) {
    if (!freedom.is_dependent(row)) continue;
    ++dependent;
    const Array<double> z = freedom.calc_dependency(row);
    EXPECT_EQ(z[row], 1);
    const Eigen::Map<const VectorX<double>> coefficients(z.data(), freedom.rows());
    EXPECT_LT((G.transpose() * coefficients).cwiseAbs().maxCoeff(), 1e-9);
  }
  EXPECT_EQ(dependent, freedom.rows() - freedom.rank());
}

}  // namespace

TEST(ConstraintFreedom, AgreesWithTheDenseMatrix) {
  for (const Linkage& linkage : {four_bar(Closure::in_plane), four_bar(Closure::ball), bricard(),
                                 ladder(3, Closure::ball, LadderStart::skew)}) {
    const ConstraintFreedom freedom(linkage.start);
    expect_as_dense(freedom, linkage.start);
    EXPECT_EQ(freedom.mobility(), 1);
  }
}

TEST(ConstraintFreedom, FollowsTheState) {
  Linkage linkage = four_bar(Closure::in_plane);
  ConstraintFreedom freedom(linkage.start);
  linkage.start.set_q("crank", 2.3);
  freedom.update(linkage.start);
  expect_as_dense(freedom, linkage.start);
  // held speeds have no column
  linkage.start.lock("crank");
  freedom.update(linkage.start);
  EXPECT_EQ(freedom.free_speeds().size(), 2U);
  EXPECT_EQ(freedom.calc_rows().cols(), 2);
  EXPECT_EQ(freedom.mobility(), 0);
  EXPECT_EQ(freedom.calc_motions().cols(), 0);
  linkage.start.unlock("crank");
  Array<double> weights(3, 1.0);
  weights[0] = std::numeric_limits<double>::infinity();
  EXPECT_EQ(ConstraintFreedom(linkage.start, MotionLevel::velocity, weights).mobility(), 0);
}

/// In the flat position of a parallelogram all rods lie on a line: the rows along it and across it leave two
/// motions instead of one.
TEST(ConstraintFreedom, SeesASingularPosition) {
  const Linkage linkage = ladder(1, Closure::in_plane, LadderStart::up);
  State flat = linkage.start;
  EXPECT_GT(ConstraintFreedom(flat).independence(), 0.1);
  double before = 1;
  for (const double off : {0.3, 0.1, 0.03, 0.01}) {
    const double angle = std::acos(-1.0) / 2 - off;  // of the uprights, from where they stand
    flat.set_q("V0", -angle);
    flat.set_q("V1", -angle);
    flat.set_q("H1", angle);
    const double independence = ConstraintFreedom(flat).independence();
    EXPECT_LT(independence, 0.5 * before) << off;
    before = independence;
  }
}

TEST(ConstraintFreedom, WithoutConstraintsEverythingIsPermitted) {
  const Linkage linkage = four_bar(Closure::in_plane);
  const State free = System(linkage.system.model()).default_state();
  const ConstraintFreedom freedom(free);
  EXPECT_EQ(freedom.rows(), 0);
  EXPECT_EQ(freedom.mobility(), free.nu());
  EXPECT_EQ(freedom.independence(), 1);
  EXPECT_EQ(freedom.calc_motions(), (MatrixX<double>::Identity(free.nu(), free.nu())));
  expect_error([&] { (void)freedom.is_dependent(0); }, {"there is no row 0; the constraints have 0"});
}

}  // namespace sarrus::testing::constraint_freedom_test

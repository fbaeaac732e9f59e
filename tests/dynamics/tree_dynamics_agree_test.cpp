// All ways to the same answer agree, on random trees of every joint type and size and on degenerate ones:
// Newton–Euler, composite bodies, articulated bodies, both factorizations, and both inverses of the mass
// matrix.

#include <gtest/gtest.h>

#include "sarrus/dynamics/forward_dynamics.h"
#include "sarrus/dynamics/inverse_dynamics.h"
#include "sarrus/dynamics/inverse_mass_matrix.h"
#include "sarrus/dynamics/mass_matrix.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/sparse/tree_factorization.h"
#include "tests/support/numbers.h"
#include "tests/support/random_model.h"
#include "tests/support/random_tree.h"

namespace sarrus::testing::tree_dynamics_agree_test {
namespace {

struct Case {
  std::string name;
  RandomTree tree;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const int bodies : {1, 2, 3, 5, 10, 20, 50, 100, 200})
    for (unsigned seed = 1; seed <= 3; ++seed)
      all.push_back({fmt::format("random{}_{}", bodies, seed), {.bodies = bodies, .seed = seed}});
  all.push_back({"chain12_all", {.bodies = 12, .seed = 5, .shape = TreeShape::chain}});
  all.push_back({"star50_all", {.bodies = 50, .seed = 6, .shape = TreeShape::star}});
  all.push_back({"welds", {.bodies = 5, .joints = TreeJoints::welds}});
  all.push_back({"massless", {.bodies = 40, .seed = 7, .massless = 0.4}});
  all.push_back(
      {"massless_chain",
       {.bodies = 9, .seed = 8, .shape = TreeShape::chain, .joints = TreeJoints::pins, .massless = 0.5}});
  all.push_back({"lines", {.bodies = 40, .seed = 9, .line = 0.5}});
  all.push_back({"lines_and_massless", {.bodies = 60, .seed = 10, .massless = 0.3, .line = 0.4}});
  all.push_back({"floating", {.bodies = 40, .seed = 11, .floating = true}});
  all.push_back(
      {"chain1000", {.bodies = 1000, .seed = 12, .shape = TreeShape::chain, .joints = TreeJoints::pins}});
  all.push_back(
      {"star1000", {.bodies = 1000, .seed = 13, .shape = TreeShape::star, .joints = TreeJoints::pins}});
  return all;
}

class TreeDynamics : public ::testing::TestWithParam<Case> {
 protected:
  using Vector = VectorX<double>;

  TreeDynamics() {
    for (int b = 0; b < model_.body_count(); ++b) applied_.push_back(random_.force());
    calc_position_kinematics(tree_, q_, position_);
    calc_mass_matrix(tree_, position_, mass_, M_);
    bias_ = inverse_dynamics({});
  }
  Vector inverse_dynamics(In<double> udot) {
    Vector tau(tree_.nu());
    calc_inverse_dynamics(tree_, q_, u_, udot, applied_, inverse_, tau);
    return tau;
  }
  Vector random_vector(double size) {
    Vector v(tree_.nu());
    for (int i = 0; i < v.size(); ++i) v[i] = random_.number(-size, size);
    return v;
  }

  Model model_ = random_tree(GetParam().tree);
  Tree<double> tree_{model_};
  Random random_{31};
  std::vector<double> q_ = random_coordinates(model_, random_), u_ = random_.numbers(model_.nu());
  std::vector<Force<double>> applied_;
  PositionKinematics<double> position_{tree_};
  InverseDynamics<double> inverse_{tree_};
  MassMatrix<double> mass_{tree_};
  MatrixX<double> M_;
  Vector bias_;
};

TEST_P(TreeDynamics, MassMatrixAndBiasMakeUpInverseDynamics) {
  const Vector udot = random_vector(1);
  const double size = M_.norm() * udot.norm() + bias_.norm() + 1;
  EXPECT_LT((inverse_dynamics(udot) - M_ * udot - bias_).norm(), 16 * epsilon * size);
}

TEST_P(TreeDynamics, AllSolutionsOfTheEquationOfMotionAgree) {
  if (tree_.nu() == 0) return;  // nothing moves
  const Vector tau = random_vector(10), rest = tau - bias_;
  TreeMatrix<double> LTL = mass_.matrix, LTDL = mass_.matrix;
  factor_LTL(LTL);
  factor_LTDL(LTDL);
  MatrixX<double> lines, inverse;
  calc_inverse_from_LTDL(LTDL, lines, inverse);
  const double condition = M_.norm() * inverse.norm();

  Vector by_LTL = rest, by_LTDL = rest, by_ABA(tree_.nu());
  solve_LTL(LTL, by_LTL);
  solve_LTDL(LTDL, by_LTDL);
  ForwardDynamics<double> forward(tree_);
  calc_forward_dynamics(tree_, q_, u_, tau, applied_, forward, by_ABA);
  const Vector by_inverse = inverse * rest;
  InverseMass<double> inverse_mass(tree_, InverseMassMethod::articulated_bodies);
  MatrixX<double> inverse_by_ABA;
  calc_inverse_mass_matrix(tree_, q_, inverse_mass, inverse_by_ABA);
  const Vector by_inverse_by_ABA = inverse_by_ABA * rest;

  // The solutions differ by what rounding in the matrix and the forces makes of them, …
  const double size = by_LTDL.norm() + (tau.norm() + bias_.norm()) / M_.norm();
  const double bound = 8 * epsilon * condition * size;
  EXPECT_LT((by_LTL - by_LTDL).norm(), bound) << "condition " << condition;
  EXPECT_LT((by_inverse - by_LTDL).norm(), bound) << "condition " << condition;
  EXPECT_LT((by_inverse_by_ABA - by_LTDL).norm(), bound) << "condition " << condition;
  EXPECT_LT((by_ABA - by_LTDL).norm(), bound) << "condition " << condition;
  // … and each takes the forces it came from.
  const auto force_error = [&](const Vector& udot) {
    const double forces = M_.norm() * udot.norm() + bias_.norm() + tau.norm();
    return (inverse_dynamics(udot) - tau).norm() / (epsilon * forces);
  };
  EXPECT_LT(force_error(by_LTL), 8);
  EXPECT_LT(force_error(by_LTDL), 8);
  EXPECT_LT(force_error(by_ABA), 8);
}

INSTANTIATE_TEST_SUITE_P(Trees, TreeDynamics, ::testing::ValuesIn(cases()),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace sarrus::testing::tree_dynamics_agree_test

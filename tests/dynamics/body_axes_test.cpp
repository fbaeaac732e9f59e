// Packs work in the nodes' own axes, turned as it suits them: what they compute is checked by the algorithms
// of double, in world axes, of another derivation.

#include <gtest/gtest.h>

#include "sarrus/dynamics/inverse_mass_times.h"
#include "sarrus/dynamics/mass_matrix.h"
#include "sarrus/joint/joints.h"
#include "sarrus/scalar/eigen.h"
#include "tests/support/close.h"
#include "tests/support/lanes.h"
#include "tests/support/random_model.h"
#include "tests/support/random_tree.h"

namespace sarrus::testing::body_axes_test {
namespace {

using P = Pack4d;
constexpr int lanes = ScalarTraits<P>::lanes;

/// Axes that are parallel, opposite and at right angles, one behind the other and side by side.
Model right_angles() {
  Random random(8);
  ModelBuilder builder("right angles");
  const std::vector<Vec3<double>> axes{{0, 0, 1},  {0, 0, 1}, {0, 0, -1}, {1, 0, 0}, {0, -1, 0},
                                       {0, -1, 0}, {0, 1, 0}, {0, 0, 1},  {-1, 0, 0}};
  const std::vector<int> parents{-1, 0, 1, 2, 3, 4, 2, 6, 2};
  const auto name = [](int i) { return i < 0 ? std::string(world_name) : fmt::format("b{}", i); };
  for (int i = 0; i < static_cast<int>(axes.size()); ++i) {
    const auto index = static_cast<std::size_t>(i);
    builder.body(name(i), random.inertia());
    builder.joint(fmt::format("j{}", i), Pin{}, name(parents[index]), name(i))
        .axis(axes[index])
        .parent_frame(random.vector());
  }
  return builder.build();
}

std::vector<Model> models() {
  std::vector<Model> all{right_angles()};
  for (const bool floating : {false, true})
    for (const TreeShape shape : {TreeShape::chain, TreeShape::star, TreeShape::random})
      all.push_back(random_tree(
          {.bodies = 12, .seed = 3, .shape = shape, .joints = TreeJoints::pins, .floating = floating}));
  return all;
}

class BodyAxes : public ::testing::TestWithParam<int> {
 protected:
  std::vector<double> of_lane(const std::vector<P>& numbers, int i) const {
    std::vector<double> values;
    for (const P& x : numbers) values.push_back(lane(x, i));
    return values;
  }
  /// What a motion takes, in double.
  std::vector<double> forces(int i, const std::vector<double>& udot, In<Force<double>> applied = {}) {
    std::vector<double> tau(udot.size());
    const auto index = static_cast<std::size_t>(i);
    calc_inverse_dynamics(tree_d_, states_.q[index], states_.u[index], udot, applied, inverse_d_, tau);
    return tau;
  }

  Random random_{14};
  Model model_ = models()[static_cast<std::size_t>(GetParam())];
  Tree<P> tree_{model_};
  Tree<double> tree_d_{model_};
  InverseDynamics<P> inverse_{tree_};
  InverseDynamics<double> inverse_d_{tree_d_};
  ForwardDynamics<P> forward_{tree_};
  LaneStates states_{model_, lanes, random_};
  std::vector<P> q_ = packed<P>(states_.q), u_ = packed<P>(states_.u), third_ = packed<P>(states_.udot),
                 result_ = std::vector<P>(static_cast<std::size_t>(model_.nu()));
  double size_ = 1e3 * model_.body_count();
};

TEST_P(BodyAxes, ForcesAndReactionsAreThoseOfDouble) {
  std::vector<Force<double>> applied_d;
  std::vector<Force<P>> applied;
  for (int b = 0; b < model_.body_count(); ++b) {
    applied_d.push_back(random_.force());
    applied.push_back(applied_d.back().cast<P>());
  }
  calc_inverse_dynamics(tree_, q_, u_, third_, applied, inverse_, result_);
  for (int i = 0; i < lanes; ++i) {
    const std::vector<double> tau = forces(i, states_.udot[static_cast<std::size_t>(i)], applied_d);
    for (std::size_t k = 0; k < tau.size(); ++k)
      EXPECT_TRUE(close(lane(result_[k], i), tau[k], 16, size_)) << k;
    for (int b = 1; b < model_.body_count(); ++b) {
      const Force<P> F = joint_reaction(tree_, inverse_, b);
      const Force<double> F_d = joint_reaction(tree_d_, inverse_d_, b);
      EXPECT_TRUE(close(lane(F.t, i), F_d.t, 16, size_)) << b;
      EXPECT_TRUE(close(lane(F.f, i), F_d.f, 16, size_)) << b;
    }
  }
}

TEST_P(BodyAxes, AccelerationsTakeTheForcesTheyComeFrom) {
  calc_forward_dynamics(tree_, q_, u_, third_, {}, forward_, result_);
  EXPECT_TRUE(forward_.in_body_axes);
  for (int i = 0; i < lanes; ++i) {
    const std::vector<double> udot = of_lane(result_, i), tau = forces(i, udot);
    double largest = size_;
    for (const double rate : udot) largest = std::max(largest, 10 * std::abs(rate));
    for (std::size_t k = 0; k < tau.size(); ++k)
      EXPECT_TRUE(close(tau[k], lane(third_[k], i), 256, largest)) << k;
  }
}

TEST_P(BodyAxes, EmptyArgumentsAreZeros) {
  std::vector<P> zeros(result_.size(), P(0)), other(result_.size());
  calc_forward_dynamics<P>(tree_, q_, {}, {}, {}, forward_, result_, {.gravity = false});
  for (const P& rate : result_) EXPECT_LT(std::abs(lane(rate, 1)), 1e-9);
  calc_forward_dynamics<P>(tree_, q_, {}, {}, {}, forward_, result_);
  calc_forward_dynamics<P>(tree_, q_, zeros, zeros, {}, forward_, other);
  for (std::size_t k = 0; k < other.size(); ++k)
    EXPECT_TRUE(close(lane(result_[k], 2), lane(other[k], 2), 256, size_));
}

TEST_P(BodyAxes, ProductsWithTheInverseMassMatrixFollowThem) {
  calc_forward_dynamics(tree_, q_, u_, third_, {}, forward_, result_);
  std::vector<P> product(result_.size());
  for (int call = 0; call < 2; ++call) {
    calc_inverse_mass_times<P>(tree_, forward_, u_, product);
    for (int i = 0; i < lanes; ++i) {
      PositionKinematics<double> position(tree_d_);
      MassMatrix<double> mass(tree_d_);
      MatrixX<double> M;
      calc_position_kinematics(tree_d_, states_.q[static_cast<std::size_t>(i)], position);
      calc_mass_matrix(tree_d_, position, mass, M);
      const std::vector<double> x = of_lane(product, i), v = of_lane(u_, i);
      const VectorX<double> back = M * Eigen::Map<const VectorX<double>>(x.data(), M.cols());
      double largest = size_;
      for (const double rate : x) largest = std::max(largest, 10 * std::abs(rate));
      for (std::size_t k = 0; k < v.size(); ++k)
        EXPECT_TRUE(close(back[static_cast<Eigen::Index>(k)], v[k], 256, largest)) << k;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Trees, BodyAxes, ::testing::Range(0, 7));

}  // namespace
}  // namespace sarrus::testing::body_axes_test

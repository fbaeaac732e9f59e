// Derivatives of the motion of frames and of momentum against dual numbers carried through the recursions,
// for every joint type in both directions, and laws that they obey.

#include <gtest/gtest.h>

#include "sarrus/derivatives/frame_derivatives.h"
#include "sarrus/derivatives/momentum_derivatives.h"
#include "sarrus/dynamics/jacobian.h"
#include "sarrus/dynamics/mass_properties.h"
#include "sarrus/dynamics/node_frame.h"
#include "sarrus/scalar/scalar_types.h"
#include "tests/derivatives/dual_oracle.h"
#include "tests/support/count_allocations.h"
#include "tests/support/lanes.h"

namespace sarrus::testing::kinematics_derivatives_test {
namespace {

using Numbers = std::vector<DualX>;

/// All stages of a motion in dual numbers.
struct DualMotion {
  DualMotion(const Model& model, const Numbers& q, const Numbers& u, const Numbers& udot) : tree(model) {
    calc_position_kinematics<DualX>(tree, q, position);
    calc_velocity_kinematics<DualX>(tree, position, u, velocity);
    calc_acceleration_kinematics<DualX>(tree, position, velocity, udot, acceleration);
    calc_composite_inertias(tree, position, composite);
  }
  Motion<DualX> velocity_of(const FrameOn<DualX>& F) const {
    return calc_velocity(tree, position, velocity, F);
  }
  Motion<DualX> acceleration_of(const FrameOn<DualX>& F) const {
    return calc_acceleration(tree, position, velocity, acceleration, F);
  }
  /// The rate of the central momentum, summed over the nodes.
  Force<DualX> momentum_rate() const {
    Force<DualX> sum = Force<DualX>::zero();
    for (int i = 1; i < tree.node_count(); ++i) {
      const auto at = static_cast<std::size_t>(i);
      sum += shift(newton_euler(inertia_in_world(tree, position, i), motion_of(acceleration.nodes[at]),
                                Vec3<DualX>(velocity.nodes[at].w)),
                   -Vec3<DualX>(position.nodes[at].p));
    }
    return shift(sum, calc_com_position(tree, position));
  }

  Tree<DualX> tree;
  PositionKinematics<DualX> position{tree};
  VelocityKinematics<DualX> velocity{tree};
  AccelerationKinematics<DualX> acceleration{tree};
  CompositeInertias<DualX> composite{tree};
};

/// The partials of six numbers in two vectors.
MatrixX<double> partials(const Vec3<DualX>& first, const Vec3<DualX>& last, int count) {
  MatrixX<double> out(6, count);
  for (int c = 0; c < 3; ++c)
    for (int k = 0; k < count; ++k) out(c, k) = first[c].partial[k], out(c + 3, k) = last[c].partial[k];
  return out;
}
/// The first partial of every entry.
MatrixX<double> rates(const MatrixX<DualX>& A) {
  MatrixX<double> out(A.rows(), A.cols());
  for (Eigen::Index i = 0; i < A.rows(); ++i)
    for (Eigen::Index k = 0; k < A.cols(); ++k) out(i, k) = A(i, k).partial[0];
  return out;
}

class KinematicsDerivatives : public ::testing::TestWithParam<int> {
 protected:
  DualMotion by_dq() const { return {oracle_.model, oracle_.varied_q(), u_, udot_}; }
  DualMotion by_u() const { return {oracle_.model, q_, DualOracle::varied(oracle_.u), udot_}; }
  DualMotion in_time() const { return {oracle_.model, oracle_.moving_q(), u_, udot_}; }

  DualOracle oracle_{model_for(GetParam()), 70u + static_cast<unsigned>(GetParam())};
  Tree<double> tree_{oracle_.model};
  int n_ = tree_.nu();
  Numbers q_ = DualOracle::fixed(oracle_.q), u_ = DualOracle::fixed(oracle_.u),
          udot_ = DualOracle::fixed(oracle_.udot);
};

TEST_P(KinematicsDerivatives, OfFramesAreThoseOfDualNumbers) {
  MotionVariation<double> motion(tree_);
  calc_motion_variation(tree_, {.q = oracle_.q, .u = oracle_.u, .udot = oracle_.udot}, motion);
  FrameDerivatives<double> found(tree_);
  const DualMotion along_dq = by_dq(), along_u = by_u(), along_time = in_time();
  for (int body = 1; body < oracle_.model.body_count(); body += 3) {
    const Pose<double> X = oracle_.random.pose();
    const FrameOn<DualX> F(body, X.template cast<DualX>());
    calc_frame_derivatives(tree_, motion, {body, X}, found);
    const auto V = along_dq.velocity_of(F), A = along_dq.acceleration_of(F), V_u = along_u.velocity_of(F),
               A_u = along_u.acceleration_of(F);
    const auto differs = [&](const MatrixX<double>& matrix, const MatrixX<double>& expected) {
      return (matrix - expected).cwiseAbs().maxCoeff() / std::max(1.0, expected.cwiseAbs().maxCoeff());
    };
    EXPECT_LT(differs(found.jacobian, partials(V_u.w, V_u.v, n_)), 1e-12);
    EXPECT_LT(differs(found.velocity_by_dq, partials(V.w, V.v, n_)), 1e-12);
    EXPECT_LT(differs(found.acceleration_by_dq, partials(A.w, A.v, n_)), 1e-12);
    EXPECT_LT(differs(found.acceleration_by_u, partials(A_u.w, A_u.v, n_)), 1e-12);
    const Vec3<DualX> p = calc_pose(along_dq.tree, along_dq.position, F).p;
    EXPECT_LT(differs(found.jacobian.bottomRows(3), partials(p, p, n_).topRows(3)), 1e-12);
    MatrixX<DualX> J;
    calc_frame_jacobian(along_time.tree, along_time.position, F, J);
    EXPECT_LT(differs(found.jacobian_rate, rates(J)), 1e-12);
  }
}

TEST_P(KinematicsDerivatives, OfMomentumAreThoseOfDualNumbers) {
  MomentumDerivatives<double> found(tree_);
  calc_momentum_derivatives<double>(tree_, oracle_.q, oracle_.u, oracle_.udot, found);
  const DualMotion along_dq = by_dq(), along_u = by_u(), along_time = in_time();
  const auto momentum = [](const DualMotion& at) {
    return calc_central_momentum(at.tree, at.position, at.velocity);
  };
  const Force<DualX> h = momentum(along_dq), h_u = momentum(along_u), rate = along_dq.momentum_rate(),
                     rate_u = along_u.momentum_rate();
  EXPECT_LT(off(found.matrix, partials(h_u.t, h_u.f, n_)), 1e-12);
  EXPECT_LT(off(found.momentum_by_dq, partials(h.t, h.f, n_)), 1e-12);
  EXPECT_LT(off(found.rate_by_dq, partials(rate.t, rate.f, n_)), 1e-12);
  EXPECT_LT(off(found.rate_by_u, partials(rate_u.t, rate_u.f, n_)), 1e-12);
  MatrixX<DualX> A;
  calc_centroidal_momentum_matrix(along_time.tree, along_time.position, along_time.composite, A);
  EXPECT_LT(off(found.matrix_rate, rates(A)), 1e-12);

  const Vec3<DualX> c = calc_com_position(along_dq.tree, along_dq.position);
  const double mass = tree_.total_mass();
  EXPECT_LT((mass * partials(c, c, n_).topRows(3) - found.matrix.bottomRows(3)).cwiseAbs().maxCoeff(),
            1e-12 * found.matrix.cwiseAbs().maxCoeff());
  for (int k = 0; k < 3; ++k) {
    EXPECT_NEAR(found.com[k], c[k].value, 1e-12 * (1 + std::abs(c[k].value)));
    EXPECT_NEAR(found.momentum.t[k], h.t[k].value, 1e-11 * (1 + std::abs(h.t[k].value)));
    EXPECT_NEAR(found.rate.t[k], rate.t[k].value, 1e-11 * (1 + found.rate_by_dq.cwiseAbs().maxCoeff()));
  }
}
INSTANTIATE_TEST_SUITE_P(Trees, KinematicsDerivatives, ::testing::Range(0, 16));

template <class T>
class KinematicsDerivativesInPacks : public ::testing::Test {};
using Packs = ::testing::Types<Pack4d, Pack8d>;
TYPED_TEST_SUITE(KinematicsDerivativesInPacks, Packs);

TYPED_TEST(KinematicsDerivativesInPacks, AreThoseOfSingleStates) {
  using T = TypeParam;
  const Model model = model_of_all_joints();
  Random random(3);
  LaneStates states(model, ScalarTraits<T>::lanes, random);
  const auto q = packed<T>(states.q), u = packed<T>(states.u), udot = packed<T>(states.udot);
  const Tree<T> tree(model);
  const Tree<double> single_tree(model);
  const int body = model.body_count() - 1;
  MomentumDerivatives<T> found(tree);
  MomentumDerivatives<double> single(single_tree);
  FrameDerivatives<T> of_frame(tree);
  FrameDerivatives<double> of_single_frame(single_tree);
  calc_momentum_derivatives<T>(tree, q, u, udot, found);
  calc_frame_derivatives<T>(tree, found.motion, body, of_frame);
  const auto of_lane = [](const MatrixX<T>& A, int number) {
    MatrixX<double> out(A.rows(), A.cols());
    for (Eigen::Index i = 0; i < A.rows(); ++i)
      for (Eigen::Index k = 0; k < A.cols(); ++k) out(i, k) = lane(A(i, k), number);
    return out;
  };
  for (int number = 0; number < ScalarTraits<T>::lanes; ++number) {
    const auto at = static_cast<std::size_t>(number);
    calc_momentum_derivatives<double>(single_tree, states.q[at], states.u[at], states.udot[at], single);
    calc_frame_derivatives<double>(single_tree, single.motion, body, of_single_frame);
    EXPECT_LT(off(of_lane(found.rate_by_dq, number), single.rate_by_dq), 1e-11);
    EXPECT_LT(off(of_lane(found.matrix_rate, number), single.matrix_rate), 1e-11);
    EXPECT_LT(off(of_lane(of_frame.acceleration_by_dq, number), of_single_frame.acceleration_by_dq), 1e-11);
  }
}

TEST(KinematicsDerivativesOfTrees, NothingIsAllocated) {
  const DualOracle at(model_of_all_joints(), 5);
  const Tree<double> tree(at.model);
  MomentumDerivatives<double> momentum(tree);
  FrameDerivatives<double> frame(tree);
  const auto run = [&] {
    calc_momentum_derivatives<double>(tree, at.q, at.u, at.udot, momentum);
    calc_frame_derivatives<double>(tree, momentum.motion, tree.body_count() - 1, frame);
  };
  run();
  const long before = allocations();
  run();
  EXPECT_EQ(allocations(), before);
}

TEST(KinematicsDerivativesOfTrees, MomentumOfAFreeMechanismTurnsWithIt) {
  // Turning a floating mechanism as a whole turns its momentum: ∂h/∂δ = e×h for the rotations of a base whose
  // joint starts from the world's axes.
  const Model model = random_tree({.bodies = 8, .seed = 4, .joints = TreeJoints::pins, .floating = true});
  const DualOracle at(model, 9);
  const Tree<double> tree(model);
  MomentumDerivatives<double> found(tree);
  std::vector<double> udot(at.u.size(), 0.0), u = at.u;
  for (std::size_t k = 0; k < 6; ++k) u[k] = 0;  // the speeds of the base are in axes that do not turn
  calc_momentum_derivatives<double>(tree, at.q, u, udot, found);
  const double largest = found.momentum_by_dq.cwiseAbs().maxCoeff();
  for (int k = 0; k < 3; ++k) {
    const Motion<double> S = motion_of(found.motion.speeds[k].S);
    const Vec3<double> t = cross(S.w, found.momentum.t), f = cross(S.w, found.momentum.f);
    for (int c = 0; c < 3; ++c) {
      EXPECT_NEAR(found.momentum_by_dq(c, k), t[c], 1e-12 * largest);
      EXPECT_NEAR(found.momentum_by_dq(c + 3, k), f[c], 1e-12 * largest);
    }
  }
}

TEST(KinematicsDerivativesOfTrees, AModelWithoutMassIsRefused) {
  ModelBuilder builder("nothing");
  const Model model = builder.build();
  const Tree<double> tree(model);
  MomentumDerivatives<double> workspace(tree);
  EXPECT_THROW(calc_momentum_derivatives<double>(tree, {}, {}, {}, workspace), Error);
}

}  // namespace
}  // namespace sarrus::testing::kinematics_derivatives_test

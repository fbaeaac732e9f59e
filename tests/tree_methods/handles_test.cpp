// Articulated bodies with several handles: whole mechanisms against forward dynamics and against the
// equations of a closed loop.

#include "sarrus/tree_methods/handles.h"
#include "sarrus/joint/joints.h"

#include <gtest/gtest.h>

#include <Eigen/LU>

#include "sarrus/dynamics/forward_dynamics.h"
#include "sarrus/dynamics/inverse_dynamics.h"
#include "sarrus/dynamics/jacobian.h"
#include "sarrus/dynamics/mass_matrix.h"
#include "sarrus/dynamics/node_frame.h"
#include "sarrus/tree_methods/two_handles.h"
#include "tests/support/close.h"
#include "tests/support/random_model.h"
#include "tests/support/says.h"

namespace sarrus::testing::handles_test {
namespace {

JointColumns<double> columns(const std::vector<Motion<double>>& motions) {
  JointColumns<double> S;
  for (const Motion<double>& V : motions) S[S.count++] = Vector6<double>(V);
  return S;
}

/// A flying chain with joints of one, one and three freedoms, and its forces at a given state.
class Handled : public ::testing::Test {
 protected:
  Handled() {
    ModelBuilder builder("flying chain");
    const Joint joints[] = {Free{}, Pin{}, Slider{}, Ball{}};
    std::string parent = world_name;
    for (int i = 0; i < 4; ++i) {
      const std::string name(1, static_cast<char>('a' + i));
      builder.body(name, random_.inertia());
      builder.joint("j" + name, joints[i], parent, name)
          .parent_frame(random_.pose())
          .child_frame(random_.pose());
      parent = name;
    }
    model_ = std::make_unique<Model>(builder.build());
    tree_ = std::make_unique<Tree<double>>(*model_);
  }
  /// Assembles all nodes from the tip; what is left are handle 0 at the base's origin and, as asked for, one
  /// at `point` on the last node and one on the base (displacements from their origins).
  Handles<double> assemble(const ForwardDynamics<double>& forward, const std::vector<double>& tau,
                           const Vec3<double>* on_last, const Vec3<double>* on_base) {
    Handles<double> all;
    for (int i = 1; i <= 4; ++i) {
      const auto& load = forward.nodes[static_cast<std::size_t>(i)];
      std::vector<Vec3<double>> points{{0, 0, 0}};
      if (i == 1 && on_base) points.push_back(*on_base);
      if (i == 4 && on_last) points.push_back(*on_last);
      if (i < 4) points.push_back(Vec3<double>(forward.nodes[static_cast<std::size_t>(i) + 1].r));
      const ArticulatedInertia<double> I(rigid_inertia(load.inertia));
      const Handles<double> body =
          with_handles(I, Force<double>{Vec3<double>(load.bias.t), Vec3<double>(load.bias.f)}, points);
      if (i == 1) {
        all = body;
        continue;
      }
      JointColumns<double> S;
      for (int k = 0; k < tree_->node(i).nu; ++k) {
        const auto speed = static_cast<std::size_t>(tree_->node(i).u0 + k);
        const Vec3<double> z(load.axis);
        S[S.count++] = tree_->node(i).shape == JointShape::general
                           ? Vector6<double>(motion_of(forward.joints.columns[speed]))
                       : tree_->node(i).shape == JointShape::revolute
                           ? Vector6<double>(Motion<double>{z, {0, 0, 0}})
                           : Vector6<double>(Motion<double>{{0, 0, 0}, z});
      }
      const int outer = all.count();  // the first handle of the new body
      all = connected(side_by_side(all, body), outer - 1, outer, S, tau.data() + tree_->node(i).u0);
    }
    return all;
  }
  Random random_{12};
  std::unique_ptr<Model> model_;
  std::unique_ptr<Tree<double>> tree_;
};

TEST_F(Handled, ChainMovesAsByForwardDynamics) {
  const std::vector<double> q = random_coordinates(*model_, random_), u = random_.numbers(model_->nu());
  std::vector<double> tau = random_.numbers(model_->nu()), udot(tau.size());
  for (std::size_t i = 0; i < 6; ++i) tau[i] = 0;  // it flies
  ForwardDynamics<double> forward(*tree_);
  const Force<double> push = random_.force();
  std::vector<Force<double>> applied(5, Force<double>::zero());
  applied[4] = push;  // at the origin of the last body
  calc_forward_dynamics(*tree_, q, u, tau, applied, forward, udot);
  const Motion<double> expected = motion_of(forward.increments[1]);
  // Once more without the push, which now acts on a handle.
  calc_forward_dynamics(*tree_, q, u, tau, {}, forward, udot);
  const Vec3<double> p(forward.motions[4].R * tree_->place(4).X_KB.p);
  const Handles<double> body = assemble(forward, tau, &p, nullptr);
  ASSERT_EQ(body.count(), 2);
  EXPECT_TRUE(close(body.acceleration(0, {Force<double>::zero(), push}), expected, 4096, 100));
  EXPECT_TRUE(close(body.acceleration(0, {Force<double>::zero(), Force<double>::zero()}),
                    motion_of(forward.increments[1]), 4096, 100));
}

/// The tip is tied to the base by a ball. At rest the accelerations solve
///   [M  −Jᵀ; J  0]·(u̇, λ) = (τ − bias, 0),  J of the velocity of the tip against the base.
TEST_F(Handled, LoopMovesAsByItsEquations) {
  const std::vector<double> q = random_coordinates(*model_, random_),
                            tau(static_cast<std::size_t>(model_->nu()));
  const int n = model_->nu();
  ForwardDynamics<double> forward(*tree_);
  VectorX<double> udot(n), bias(n);
  calc_forward_dynamics(*tree_, q, {}, tau, {}, forward, udot);
  PositionKinematics<double> position(*tree_);
  calc_position_kinematics(*tree_, q, position);
  const Vec3<double> on_last = random_.vector(),
                     tip = Vec3<double>(position.nodes[4].p) + on_last,  // in the world
      on_base = tip - Vec3<double>(position.nodes[1].p);
  MassMatrix<double> mass_matrix(*tree_);
  InverseDynamics<double> inverse(*tree_);
  MatrixX<double> M, J4, J1;
  calc_mass_matrix(*tree_, position, mass_matrix, M);
  calc_inverse_dynamics(*tree_, q, {}, {}, {}, inverse, bias);
  const auto station = [&](int b) {
    return FrameOn<double>(b, calc_pose(*tree_, position, FrameOn<double>(b)).inverse_times(tip));
  };
  calc_station_jacobian(*tree_, position, station(4), J4);
  calc_station_jacobian(*tree_, position, station(1), J1);
  MatrixX<double> K = MatrixX<double>::Zero(n + 3, n + 3);
  K.topLeftCorner(n, n) = M;
  K.bottomLeftCorner(3, n) = J4 - J1;
  K.topRightCorner(n, 3) = -(J4 - J1).transpose();
  VectorX<double> right = VectorX<double>::Zero(n + 3);
  right.head(n) = -bias;
  const VectorX<double> solution = K.partialPivLu().solve(right);
  Motion<double> expected = Motion<double>::zero();
  for (int k = 0; k < 6; ++k)
    expected += solution[k] * motion_of(position.columns[static_cast<std::size_t>(k)]);

  const Handles<double> open = assemble(forward, tau, &on_last, &on_base);
  ASSERT_EQ(open.count(), 3);
  const JointColumns<double> S =
      columns({{{1, 0, 0}, {0, 0, 0}}, {{0, 1, 0}, {0, 0, 0}}, {{0, 0, 1}, {0, 0, 0}}});
  const double none[] = {0, 0, 0};
  const Handles<double> closed = connected(open, 1, 2, S, none);
  ASSERT_EQ(closed.count(), 1);
  EXPECT_TRUE(close(closed.acceleration(0, {Force<double>::zero()}), expected, 16384, 100));
  EXPECT_SAYS(message([&] { connected(open, 1, 1, S, none); }), "give two different ones of 0 to 2");
}

/// The form with exactly two handles is the general one.
TEST(Handles, TwoAreASpecialCase) {
  Random random(9);
  const ArticulatedInertia<double> I1(random.inertia()), I2(random.inertia());
  const Force<double> p1 = random.force(), p2 = random.force();
  const Vec3<double> r1 = random.vector(), r2 = random.vector();
  const JointColumns<double> S = columns({random.motion(), random.motion()});
  const double tau[] = {0.3, -0.8};
  TwoHandles<double> one, two, both;
  set_single_body(I1, p1, r1, one), set_single_body(I2, p2, r2, two);
  const Matrix6<double> V = inertia_between(one, two);
  JointSolution<double> joint;
  joint.set(V, S);
  Vector6<double> difference, force;
  for (int i = 0; i < 6; ++i) difference[i] = one.b2[i] - two.b1[i];
  force = joint.W * difference;
  for (int k = 0; k < 2; ++k)
    for (int i = 0; i < 6; ++i) force[i] += joint.G[k][i] * tau[k];
  join(one, two, joint.W, force, both);
  const std::vector<Vec3<double>> ends1{{0, 0, 0}, r1}, ends2{{0, 0, 0}, r2};
  const Handles<double> general =
      connected(side_by_side(with_handles(I1, p1, ends1), with_handles(I2, p2, ends2)), 1, 2, S, tau);
  const auto check = [](const Matrix6<double>& A, const Matrix6<double>& B) {
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < 6; ++j) EXPECT_TRUE(close(A[i][j], B[i][j], 4096, 100)) << i << ", " << j;
  };
  check(both.Phi1, general.block(0, 0));
  check(both.Phi12, general.block(0, 1));
  check(both.Phi2, general.block(1, 1));
  const Force<double> none = Force<double>::zero();
  EXPECT_TRUE(close(both.b1.motion(), general.acceleration(0, {none, none}), 4096, 100));
  EXPECT_TRUE(close(both.b2.motion(), general.acceleration(1, {none, none}), 4096, 100));
}

}  // namespace
}  // namespace sarrus::testing::handles_test

// Inverse dynamics against the recursion as Luh, Walker and Paul wrote it in 1980 [Featherstone 2008, table
// 5.2]: three-vectors, each body in a frame of its own on its joint's axis. It shares no code with the
// library but that for three-vectors and rotations.

#include <gtest/gtest.h>

#include "sarrus/dynamics/inverse_dynamics.h"
#include "tests/support/close.h"
#include "tests/support/random_model.h"
#include "tests/support/random_tree.h"

namespace sarrus::testing::three_vector_newton_euler_test {
namespace {

using V3 = Vec3<double>;

/// A body as the recursion sees it: everything in the frame that the joint has on it.
struct Link {
  int parent;
  bool turns;
  V3 z;                // the joint's axis
  Rotation<double> E;  // from this frame's axes to the parent's
  V3 r;                // this frame's origin in the parent's frame
  double m;
  V3 c;            // center of mass
  Mat3<double> I;  // about it
  V3 w, alpha, a;
  V3 f, n;
};

std::vector<Link> place(const Model& model, const std::vector<double>& q) {
  std::vector<Link> links;
  for (const Body& body : model.bodies()) {
    Link link{};
    link.parent = body.parent;
    if (body.parent >= 0) {
      link.turns = body.joint.shape() == JointShape::revolute;
      link.z = body.joint.axis();
      const double angle_or_path = q[static_cast<std::size_t>(body.q0)];
      const Pose<double> X_FM = link.turns
                                    ? Pose<double>::rotation(Rotation<double>::about(link.z, angle_or_path))
                                    : Pose<double>::translation(angle_or_path * link.z);
      const Pose<double> X = model.body(body.parent).X_BM.inverse() * body.X_PF * X_FM;
      link.E = X.R;
      link.r = X.p;
      const RigidInertia<double> M = inverse_times(body.X_BM, body.inertia);
      link.m = M.m;
      link.c = (1 / M.m) * M.h;
      link.I = M.central().matrix();
    }
    links.push_back(link);
  }
  return links;
}

std::vector<double> three_vector_inverse_dynamics(const Model& model, const std::vector<double>& q,
                                                  const std::vector<double>& u,
                                                  const std::vector<double>& udot) {
  std::vector<Link> links = place(model, q);
  links[0].w = links[0].alpha = V3::zero();
  links[0].a = -model.gravity();
  for (std::size_t i = 1; i < links.size(); ++i) {
    Link& link = links[i];
    const Link& parent = links[static_cast<std::size_t>(link.parent)];
    const auto inward = [&](const V3& v) { return link.E.inverse_times(v); };
    const auto speed = static_cast<std::size_t>(model.body(static_cast<int>(i)).u0);
    const V3 zq = u[speed] * link.z, zqq = udot[speed] * link.z, w = inward(parent.w);
    link.w = w;
    link.alpha = inward(parent.alpha);
    link.a = inward(parent.a + cross(parent.alpha, link.r) + cross(parent.w, cross(parent.w, link.r)));
    if (link.turns) {
      link.w += zq;
      link.alpha += zqq + cross(w, zq);
    } else {
      link.a += zqq + 2.0 * cross(w, zq);
    }
    const V3 F = link.m * (link.a + cross(link.alpha, link.c) + cross(link.w, cross(link.w, link.c)));
    const V3 N = link.I * link.alpha + cross(link.w, link.I * link.w);
    link.f = F;
    link.n = N + cross(link.c, F);
  }
  std::vector<double> tau(u.size());
  for (std::size_t i = links.size() - 1; i > 0; --i) {
    const Link& link = links[i];
    Link& parent = links[static_cast<std::size_t>(link.parent)];
    tau[static_cast<std::size_t>(model.body(static_cast<int>(i)).u0)] =
        dot(link.z, link.turns ? link.n : link.f);
    const V3 f = link.E * link.f;
    parent.f += f;
    parent.n += link.E * link.n + cross(link.r, f);
  }
  return tau;
}

TEST(ThreeVectorNewtonEuler, AsksForTheSameForces) {
  for (const TreeShape shape : {TreeShape::chain, TreeShape::star, TreeShape::random}) {
    for (const int bodies : {1, 2, 7, 40}) {
      const Model model = random_tree({.bodies = bodies,
                                       .seed = 7U + static_cast<unsigned>(bodies),
                                       .shape = shape,
                                       .joints = TreeJoints::pins});
      Random random(17);
      const std::vector<double> q = random.numbers(model.nq(), -3, 3), u = random.numbers(model.nu(), -2, 2),
                                udot = random.numbers(model.nu(), -5, 5);
      const Tree<double> tree(model);
      InverseDynamics<double> workspace(tree);
      std::vector<double> tau(u.size());
      calc_inverse_dynamics(tree, q, u, udot, {}, workspace, tau);
      const std::vector<double> expected = three_vector_inverse_dynamics(model, q, u, udot);
      double largest = 1;  // what is projected on the joints, and rounded, are whole wrenches
      for (int b = 1; b < model.body_count(); ++b) {
        const Force<double> F = joint_reaction(tree, workspace, b);
        largest = std::max({largest, norm(F.t), norm(F.f)});
      }
      for (std::size_t k = 0; k < tau.size(); ++k)
        EXPECT_TRUE(close(tau[k], expected[k], 64, largest)) << bodies << " bodies, speed " << k;
    }
  }
}

}  // namespace
}  // namespace sarrus::testing::three_vector_newton_euler_test

// Equivalent inertias give the same equations of motion, and what that saves.

#include "sarrus/tree_methods/dynamic_equivalence.h"
#include "sarrus/dynamics/inverse_dynamics.h"
#include "sarrus/joint/joints.h"

#include <gtest/gtest.h>

#include "sarrus/dynamics/forward_dynamics.h"
#include "sarrus/dynamics/mass_matrix.h"
#include "sarrus/dynamics/mass_properties.h"
#include "sarrus/model/inertia_parameters.h"
#include "tests/support/close.h"
#include "tests/support/random_model.h"
#include "tests/support/reference_values.h"
#include "tests/support/says.h"

namespace sarrus::testing::dynamic_equivalence_test {
namespace {

using Names = std::vector<std::string>;
Names taken_through(const Joint& joint) {
  ModelBuilder builder("one");
  builder.body("body", Random(2).inertia());
  builder.joint("joint", joint, "world", "body").parent_frame(Random(3).pose()).child_frame(Random(4).pose());
  const Tree<double> tree(builder.build());
  Names names;
  for (int j : passing_inertias(tree, 1).taken)
    names.push_back(inertia_parameter_names[static_cast<std::size_t>(j)]);
  return names;
}

/// Table 9.7, and what the same conditions give for other joints.
TEST(DynamicEquivalence, WhatPassesThroughAJoint) {
  const Names pin{"m", "hz", "Ixx"}, slider{"Ixx", "Iyy", "Izz", "Ixy", "Ixz", "Iyz"}, ball{"m"},
      across_axis{"Ixx"};
  EXPECT_EQ(taken_through(Pin{}), pin);
  EXPECT_EQ(taken_through(Joint(Pin{}).reversed()), pin);
  EXPECT_EQ(taken_through(Slider{}), slider);
  EXPECT_EQ(taken_through(Translation{}), slider);
  EXPECT_EQ(taken_through(Ball{}), ball);
  EXPECT_EQ(taken_through(Gimbal{}), ball);
  EXPECT_EQ(taken_through(Universal{}), ball);
  EXPECT_EQ(taken_through(Cylinder{}), across_axis);
  EXPECT_EQ(taken_through(Screw{0.3}), across_axis);
  EXPECT_EQ(taken_through(Planar{}), across_axis);
  EXPECT_EQ(taken_through(Free{}), Names{});
}

class SameDynamics : public ::testing::TestWithParam<const char*> {
 protected:
  Model model_ =
      std::string(GetParam()) == "all_joints" ? model_of_all_joints() : load_reference_model(GetParam());
  Tree<double> tree_{model_}, simple_{model_, simplified(tree_)};
  Random random_{9};
  std::vector<double> q_ = random_coordinates(model_, random_), u_ = random_.numbers(model_.nu()),
                      udot_ = random_.numbers(model_.nu());
};

TEST_P(SameDynamics, MassMatrixBiasAndForces) {
  MatrixX<double> M[2];
  VectorX<double> bias[2], tau[2];
  double mass[2], energy[2];
  Vec3<double> com[2];
  for (int k : {0, 1}) {
    const Tree<double>& tree = k == 0 ? tree_ : simple_;
    PositionKinematics<double> position(tree);
    VelocityKinematics<double> velocity(tree);
    MassMatrix<double> mass_matrix(tree);
    InverseDynamics<double> inverse(tree);
    bias[k].resize(tree.nu()), tau[k].resize(tree.nu());
    calc_position_kinematics(tree, q_, position);
    calc_velocity_kinematics(tree, position, u_, velocity);
    calc_mass_matrix(tree, position, mass_matrix, M[k]);
    calc_inverse_dynamics(tree, q_, u_, {}, {}, inverse, bias[k]);
    calc_inverse_dynamics(tree, q_, u_, udot_, {}, inverse, tau[k]);
    mass[k] = tree.total_mass(), com[k] = calc_com_position(tree, position);
    energy[k] = calc_kinetic_energy(tree, position, velocity);
  }
  EXPECT_LT((M[0] - M[1]).norm(), 1e-12 * M[0].norm());
  EXPECT_LT((bias[0] - bias[1]).norm(), 1e-12 * bias[0].norm());
  EXPECT_LT((tau[0] - tau[1]).norm(), 1e-12 * tau[0].norm());
  EXPECT_TRUE(close(mass[1], mass[0], 256, 100));
  EXPECT_TRUE(close(energy[1], energy[0], 4096, 100));
  EXPECT_TRUE(close(com[1], com[0], 1024, 10));
}
INSTANTIATE_TEST_SUITE_P(Models, SameDynamics,
                         ::testing::Values("ur5", "hyq", "chain10", "chain30", "tree63", "all_joints"));

TEST(DynamicEquivalence, LeavesForwardDynamicsButNotTheReactions) {
  const Model model = load_reference_model("ur5");
  const Tree<double> tree(model), simple(model, simplified(tree));
  Random random(2);
  const std::vector<double> q = random.numbers(6), u = random.numbers(6), tau = random.numbers(6, -5, 5);
  VectorX<double> udot(6), same(6), forces(6);
  ForwardDynamics<double> forward(tree);
  calc_forward_dynamics(tree, q, u, tau, {}, forward, udot);
  calc_forward_dynamics(simple, q, u, tau, {}, forward, same);
  EXPECT_LT((udot - same).norm(), 1e-11 * udot.norm());
  InverseDynamics<double> inverse(tree), inverse_of_simple(simple);
  calc_inverse_dynamics(tree, q, u, udot, {}, inverse, forces);
  calc_inverse_dynamics(simple, q, u, udot, {}, inverse_of_simple, forces);
  // The mass of the last link, 0.19 kg and centered on its axis, now belongs to the link before.
  const Vec3<double> f = joint_reaction(tree, inverse, 6).f,
                     g = joint_reaction(simple, inverse_of_simple, 6).f;
  EXPECT_LT(norm(g), 1e-12);
  EXPECT_GT(norm(f), 0.5);
}

/// The static moment about a joint is that of the first moments of the augmented bodies beyond it.
TEST(DynamicEquivalence, AugmentedBodiesGiveTheGravityForces) {
  const Model model = load_reference_model("tree63");
  const Tree<double> tree(model);
  const std::vector<RigidInertia<double>> augmented = augmented_inertias(tree);
  Random random(3);
  const std::vector<double> q = random_coordinates(model, random);
  PositionKinematics<double> position(tree);
  InverseDynamics<double> inverse(tree);
  VectorX<double> tau(tree.nu());
  calc_position_kinematics(tree, q, position);
  calc_inverse_dynamics(tree, q, {}, {}, {}, inverse, tau);
  std::vector<Vec3<double>> beyond;
  for (int i = 0; i < tree.node_count(); ++i)
    beyond.push_back(position.nodes[static_cast<std::size_t>(i)].R *
                     augmented[static_cast<std::size_t>(i)].h);
  for (int i = tree.node_count() - 1; i > 0; --i) {
    const auto index = static_cast<std::size_t>(i);
    ASSERT_EQ(tree.node(i).shape, JointShape::revolute);
    beyond[static_cast<std::size_t>(tree.node(i).parent)] += beyond[index];
    const double moment =
        -dot(Vec3<double>(position.nodes[index].R.z), cross(beyond[index], model.gravity()));
    EXPECT_TRUE(close(tau[tree.node(i).u0], moment, 256, 100)) << i;
  }
  EXPECT_TRUE(close(augmented[0].m, tree.total_mass(), 256, 10));
  const Tree<double> sliding(model_of_all_joints());
  EXPECT_SAYS(message([&] { augmented_inertias(sliding); }), "need joints that only turn");
}

/// A double that counts only the operations a program written for these constants would do: nothing is done
/// with a factor of 0 or ±1, or with a term of 0.
struct Sparse {
  double value = 0;
  Sparse() = default;
  Sparse(double v) : value(v) {}
  inline static long multiplications = 0, additions = 0;
  friend Sparse operator-(Sparse a) { return -a.value; }
  friend Sparse operator+(Sparse a, Sparse b) {
    if (a.value != 0 && b.value != 0) ++additions;
    return a.value + b.value;
  }
  friend Sparse operator-(Sparse a, Sparse b) { return a + -b; }
  friend Sparse operator*(Sparse a, Sparse b) {
    const auto trivial = [](double x) { return x == 0 || x == 1 || x == -1; };
    if (!trivial(a.value) && !trivial(b.value)) ++multiplications;
    return a.value * b.value;
  }
};

/// A link of a chain of pins placed by a turn about x, a distance along it and one along the pin.
struct Link {
  double turn, length, offset;
  Pose<double> pose() const {
    const Rotation<double> R = Rotation<double>::about_x(turn);
    return {R, Vec3<double>{length, 0, 0} + R * Vec3<double>{0, 0, offset}};
  }
};

/// Newton and Euler's equations in the links' own axes, with U = [α]× + ω·ωᵀ − ω²·1.  [table 5.2]
std::vector<Sparse> chain_forces(const std::vector<Link>& links,
                                 const std::vector<RigidInertia<double>>& inertia,
                                 const std::vector<double>& q, const std::vector<double>& u,
                                 const std::vector<double>& udot) {
  using V = Vec3<Sparse>;
  struct State {
    Sparse sx, cx, s, c;
    V p, w, alpha, a, force, moment;
    Mat3<Sparse> U = Mat3<Sparse>::zero();
    V inward(const V& v) const {
      const V t{c * v.x - s * v.y, s * v.x + c * v.y, v.z};
      return {t.x, cx * t.y - sx * t.z, sx * t.y + cx * t.z};
    }
    V outward(const V& v) const {
      const V t{v.x, cx * v.y + sx * v.z, cx * v.z - sx * v.y};
      return {c * t.x + s * t.y, c * t.y - s * t.x, t.z};
    }
  };
  std::vector<State> states(links.size() + 1);
  states[0].a = {1.5, -2.5, 9.0};  // less gravity
  for (std::size_t i = 1; i < states.size(); ++i) {
    const State& parent = states[i - 1];
    State& at = states[i];
    const RigidInertia<Sparse> M = inertia[i].cast<Sparse>();
    at.sx = std::sin(links[i - 1].turn), at.cx = std::cos(links[i - 1].turn);
    at.s = std::sin(q[i - 1]), at.c = std::cos(q[i - 1]);
    at.p = links[i - 1].pose().p.cast<Sparse>();
    const V w = at.outward(parent.w);
    const Sparse rate = u[i - 1];
    at.w = {w.x, w.y, w.z + rate};
    at.alpha = at.outward(parent.alpha) + V{w.y * rate, -(w.x * rate), udot[i - 1]};
    const Sparse xx = at.w.x * at.w.x, yy = at.w.y * at.w.y, zz = at.w.z * at.w.z, xy = at.w.x * at.w.y,
                 xz = at.w.x * at.w.z, yz = at.w.y * at.w.z;
    at.U = Mat3<Sparse>::rows(-(yy + zz), xy - at.alpha.z, xz + at.alpha.y, xy + at.alpha.z, -(xx + zz),
                              yz - at.alpha.x, xz - at.alpha.y, yz + at.alpha.x, -(xx + yy));
    at.a = at.outward(parent.a + parent.U * at.p);
    at.force = M.m * at.a + at.U * M.h;
    at.moment = M.I * at.alpha + cross(at.w, M.I * at.w) + cross(M.h, at.a);
  }
  std::vector<Sparse> tau(links.size());
  for (std::size_t i = links.size(); i > 0; --i) {
    const State& at = states[i];
    tau[i - 1] = at.moment.z;
    if (i == 1) break;
    const V f = at.inward(at.force);
    states[i - 1].moment += at.inward(at.moment) + cross(at.p, f);
    states[i - 1].force += f;
  }
  return tau;
}

/// The book expects about 15 % of the recursive Newton–Euler algorithm. Counted here on general chains:
/// 11 %, 20 operations of 184 for each link, since three of its ten parameters vanish.
TEST(DynamicEquivalence, SavesOperationsWhereZerosAreUsed) {
  Random random(6);
  for (int n : {6, 20}) {
    ModelBuilder builder("chain");
    builder.gravity({-1.5, 2.5, -9.0});
    std::vector<Link> links;
    std::string parent = world_name;
    for (int i = 1; i <= n; ++i) {
      links.push_back({random.number(), random.number(), random.number()});
      const std::string name = "link" + std::to_string(i);
      builder.body(name, random.inertia());
      builder.joint("joint" + std::to_string(i), Pin{}, parent, name).parent_frame(links.back().pose());
      parent = name;
    }
    const Model model = builder.build();
    const Tree<double> tree(model);
    const std::vector<double> q = random.numbers(n), u = random.numbers(n), udot = random.numbers(n);
    InverseDynamics<double> inverse(tree);
    std::vector<double> tau(static_cast<std::size_t>(n));
    calc_inverse_dynamics(tree, q, u, udot, {}, inverse, tau);
    std::vector<RigidInertia<double>> given;
    for (const auto& node : tree.nodes()) given.push_back(node.inertia);
    const auto counted = [&](const std::vector<RigidInertia<double>>& inertia) {
      Sparse::multiplications = Sparse::additions = 0;
      const std::vector<Sparse> forces = chain_forces(links, inertia, q, u, udot);
      for (std::size_t i = 0; i < tau.size(); ++i) EXPECT_TRUE(close(forces[i].value, tau[i], 1024, 1e3));
      return std::pair(Sparse::multiplications, Sparse::additions);
    };
    const auto [m, a] = counted(given);
    const auto [fewer_m, fewer_a] = counted(simplified_inertias(tree));
    const double saving = 1 - static_cast<double>(fewer_m + fewer_a) / static_cast<double>(m + a);
    EXPECT_GT(saving, 0.10) << m << " m " << a << " a, simplified " << fewer_m << " m " << fewer_a << " a";
    EXPECT_LT(saving, 0.12) << m << " m " << a << " a, simplified " << fewer_m << " m " << fewer_a << " a";
  }
}

}  // namespace
}  // namespace sarrus::testing::dynamic_equivalence_test

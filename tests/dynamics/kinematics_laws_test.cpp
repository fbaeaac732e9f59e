// Kinematics of a tree with every joint type, against poses composed by hand and derivatives by dual numbers.

#include <gtest/gtest.h>

#include "sarrus/dynamics/coordinates.h"
#include "sarrus/dynamics/frames.h"
#include "sarrus/dynamics/jacobian.h"
#include "sarrus/dynamics/mass_properties.h"
#include "sarrus/dynamics/subtree_properties.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/scalar/scalar_types.h"
#include "tests/support/close.h"
#include "tests/support/lanes.h"
#include "tests/support/random_model.h"

namespace sarrus::testing::kinematics_laws_test {
namespace {

/// All stages of one state in scalar T.
template <class T>
struct Stages {
  PositionKinematics<T> position;
  VelocityKinematics<T> velocity;
  AccelerationKinematics<T> acceleration;
  Stages(const Tree<T>& tree, In<T> q, In<T> u, In<T> udot)
      : position(tree), velocity(tree), acceleration(tree) {
    calc_position_kinematics(tree, q, position);
    calc_velocity_kinematics(tree, position, u, velocity);
    calc_acceleration_kinematics(tree, position, velocity, udot, acceleration);
  }
};

Vec3<double> rate(const Vec3<Dual8>& v) { return {v.x.partial[0], v.y.partial[0], v.z.partial[0]}; }
Motion<double> rate(const Motion<Dual8>& V) { return {rate(V.w), rate(V.v)}; }
/// Velocity of a moving pose:  [w]× = Ṙ·Rᵀ, v = ṗ.
Motion<double> rate(const Pose<Dual8>& X) {
  Vec3<double> w = Vec3<double>::zero();
  for (int k = 0; k < 3; ++k) w += 0.5 * cross(lane(X.R.col(k), 0), rate(X.R.col(k)));
  return {w, rate(X.p)};
}

/// A state, the same state in motion as dual numbers, and the stages of both.
class KinematicsLaws : public ::testing::Test {
 protected:
  KinematicsLaws() {
    const auto qdot_of = [&](const std::vector<double>& speeds) {
      std::vector<double> rates(q_.size());
      calc_qdot(tree_, q_, speeds, rates);
      return rates;
    };
    qd_ = moving(q_, qdot_of(u_)), ud_ = moving(u_, udot_);
  }
  static std::vector<Dual8> moving(const std::vector<double>& x, const std::vector<double>& rates) {
    std::vector<Dual8> out;
    for (std::size_t i = 0; i < x.size(); ++i) out.emplace_back(x[i]), out.back().partial[0] = rates[i];
    return out;
  }
  FrameOn<double> frame(int body) const { return {body, X_BF_}; }
  FrameOn<Dual8> frame_d(int body) const { return {body, X_BF_.cast<Dual8>()}; }

  Random random_{3};
  Model model_ = model_of_all_joints();
  Tree<double> tree_{model_};
  Tree<Dual8> tree_d_{model_};
  std::vector<double> q_ = random_coordinates(model_, random_), u_ = random_.numbers(model_.nu()),
                      udot_ = random_.numbers(model_.nu());
  Pose<double> X_BF_ = random_.pose();
  std::vector<Dual8> qd_, ud_;
  Stages<double> at_{tree_, q_, u_, udot_};
  /// Only what is needed of the moving state: positions and velocities.
  Stages<Dual8> moving_stages() { return {tree_d_, qd_, ud_, {}}; }
  double size_ = 1e3;  // speeds and lever arms add up along the tree
};

TEST_F(KinematicsLaws, ATreeComputesInDoubleUnlessToldOtherwise) {
  const Tree tree(model_), with_parameters(model_, Parameters<double>(model_));
  static_assert(std::is_same_v<decltype(tree), const Tree<double>>);
  EXPECT_EQ(tree.nu(), with_parameters.nu());
}

TEST_F(KinematicsLaws, PosesAreTheProductsAlongTheTree) {
  std::vector<Pose<double>> X_WB(static_cast<std::size_t>(model_.body_count()));
  for (int b = 1; b < model_.body_count(); ++b) {
    const Body& body = model_.body(b);
    std::vector<double> p;
    for (const ParameterInfo& info : body.joint.parameters()) p.push_back(info.value);
    const Pose<double> X_FM = body.joint.pose(q_.data() + body.q0, p.data());
    X_WB[static_cast<std::size_t>(b)] =
        X_WB[static_cast<std::size_t>(body.parent)] * body.X_PF * X_FM * body.X_BM.inverse();
    EXPECT_TRUE(close(calc_pose(tree_, at_.position, b), X_WB[static_cast<std::size_t>(b)], 64, 30))
        << body.name;
  }
  const int a = 5, b = model_.body_count() - 1;
  EXPECT_TRUE(close(calc_pose(tree_, at_.position, frame(a), frame(b)),
                    (X_WB[5] * X_BF_).inverse() * (X_WB[static_cast<std::size_t>(b)] * X_BF_), 64, 30));
}

TEST_F(KinematicsLaws, VelocitiesAreTheRatesOfPoses) {
  const Stages<Dual8> d = moving_stages();
  for (int b = 0; b < model_.body_count(); ++b)
    EXPECT_TRUE(close(calc_velocity(tree_, at_.position, at_.velocity, frame(b)),
                      rate(calc_pose(tree_d_, d.position, frame_d(b))), 64, size_));
}

TEST_F(KinematicsLaws, AccelerationsAreTheRatesOfVelocities) {
  const Stages<Dual8> d = moving_stages();
  for (int b = 0; b < model_.body_count(); ++b)
    EXPECT_TRUE(close(calc_acceleration(tree_, at_.position, at_.velocity, at_.acceleration, frame(b)),
                      rate(calc_velocity(tree_d_, d.position, d.velocity, frame_d(b))), 256, size_));
}

TEST_F(KinematicsLaws, RelativeQuantitiesAreRatesSeenFromTheOtherBody) {
  const Stages<Dual8> d = moving_stages();
  for (int k = 0; k < 40; ++k) {
    const int a = random_.index(model_.body_count()), b = random_.index(model_.body_count());
    const Rotation<double> R_WA = calc_pose(tree_, at_.position, frame(a)).R;
    const Motion<double> V_AB = calc_velocity(tree_, at_.position, at_.velocity, frame(a), frame(b));
    EXPECT_TRUE(close(V_AB, R_WA * rate(calc_pose(tree_d_, d.position, frame_d(a), frame_d(b))), 256, size_));
    // The rate of V_AB expressed in A's axes, turned back into world axes.
    const Rotation<Dual8> R_AW = calc_pose(tree_d_, d.position, frame_d(a)).R.inverse();
    const Motion<Dual8> V_AB_A =
        R_AW * calc_velocity(tree_d_, d.position, d.velocity, frame_d(a), frame_d(b));
    EXPECT_TRUE(
        close(calc_acceleration(tree_, at_.position, at_.velocity, at_.acceleration, frame(a), frame(b)),
              R_WA * rate(V_AB_A), 1024, size_));
  }
}

TEST_F(KinematicsLaws, CoordinateRatesGoToSpeedsAndBack) {
  std::vector<double> qdot(q_.size()), u(u_.size()), qddot(q_.size());
  calc_qdot(tree_, q_, u_, qdot);
  calc_speeds(tree_, q_, qdot, u);
  for (std::size_t i = 0; i < u.size(); ++i) EXPECT_TRUE(close(u[i], u_[i]));
  // q̈ is the rate of q̇.
  std::vector<Dual8> qdot_d(q_.size());
  calc_qdot(tree_d_, qd_, ud_, qdot_d);
  calc_qddot(tree_, q_, u_, udot_, qddot);
  for (std::size_t i = 0; i < q_.size(); ++i) EXPECT_TRUE(close(qddot[i], qdot_d[i].partial[0], 64, 10));
  // fq·q̇ = fu·u.
  const auto fq = random_.numbers(model_.nq());
  std::vector<double> fu(u_.size());
  calc_speed_forces(tree_, q_, fq, fu);
  double power_q = 0, power_u = 0;
  for (std::size_t i = 0; i < q_.size(); ++i) power_q += fq[i] * qdot[i];
  for (std::size_t i = 0; i < u_.size(); ++i) power_u += fu[i] * u_[i];
  EXPECT_TRUE(close(power_u, power_q, 64, 100));
  // The other way round, for any forces on the speeds: fq·q̇ = fu·u, and Nᵀ takes them back.
  const auto on_speeds = random_.numbers(model_.nu());
  std::vector<double> on_rates(q_.size()), back(u_.size());
  calc_coordinate_forces(tree_, q_, on_speeds, on_rates);
  calc_speed_forces(tree_, q_, on_rates, back);
  power_q = power_u = 0;
  for (std::size_t i = 0; i < q_.size(); ++i) power_q += on_rates[i] * qdot[i];
  for (std::size_t i = 0; i < u_.size(); ++i) {
    power_u += on_speeds[i] * u_[i];
    EXPECT_TRUE(close(back[i], on_speeds[i], 64, 10));
  }
  EXPECT_TRUE(close(power_u, power_q, 64, 100));
}

/// Of a body and all beyond it: the center moves as its position does, and the momentum is that of the mass
/// at the center and of what turns about it; parts add up to the whole.
TEST_F(KinematicsLaws, MassPropertiesOfParts) {
  const Stages<Dual8> d = moving_stages();
  for (int b = 1; b < model_.body_count(); ++b) {
    const double m = calc_mass(tree_, b);
    if (m == 0) continue;
    const Vec3<Dual8> p = calc_com_position(tree_d_, d.position, b),
                      v = calc_com_velocity(tree_d_, d.position, d.velocity, b);
    const Vec3<double> v_b = calc_com_velocity(tree_, at_.position, at_.velocity, b);
    EXPECT_TRUE(close(v_b, rate(p), 64, size_)) << b;
    EXPECT_TRUE(close(calc_com_acceleration(tree_, at_.position, at_.velocity, at_.acceleration, b), rate(v),
                      64, size_))
        << b;
    const Force<double> H = calc_momentum(tree_, at_.position, at_.velocity, b),
                        central = calc_central_momentum(tree_, at_.position, at_.velocity, b);
    EXPECT_TRUE(close(H.f, m * v_b, 64, size_));
    EXPECT_TRUE(
        close(H.t, central.t + cross(calc_com_position(tree_, at_.position, b), H.f), 64, size_ * size_));
    EXPECT_LT(norm(calc_central_inertia(tree_, at_.position, b).h), 1e-11 * (1 + m));
  }
  EXPECT_EQ(calc_mass(tree_, 0), tree_.total_mass());
  EXPECT_TRUE(
      close(calc_com_position(tree_, at_.position, 0), calc_com_position(tree_, at_.position), 64, size_));
  const RigidInertia<double> whole = calc_central_inertia(tree_, at_.position, 0),
                             other = calc_central_inertia(tree_, at_.position);
  EXPECT_TRUE(close(whole.I.xx, other.I.xx, 256, size_ * size_));
  EXPECT_TRUE(close(whole.I.yz, other.I.yz, 256, size_ * size_));
  EXPECT_THROW((void)calc_mass(tree_, model_.body_count()), Error);
}

TEST_F(KinematicsLaws, FrameJacobiansMapSpeedsToVelocities) {
  const VectorX<double> u = Eigen::Map<const VectorX<double>>(u_.data(), model_.nu());
  MatrixX<double> J, Js, Jr;
  for (int b = 0; b < model_.body_count(); ++b) {
    const Motion<double> V = calc_velocity(tree_, at_.position, at_.velocity, frame(b));
    calc_frame_jacobian(tree_, at_.position, frame(b), J);
    calc_station_jacobian(tree_, at_.position, frame(b), Js);
    const VectorX<double> v = J * u, vs = Js * u;
    EXPECT_TRUE(close(Motion<double>{{v[0], v[1], v[2]}, {v[3], v[4], v[5]}}, V, 64, size_));
    EXPECT_TRUE(close(Vec3<double>{vs[0], vs[1], vs[2]}, V.v, 64, size_));
    EXPECT_TRUE(close(calc_frame_jacobian_times(tree_, at_.position, frame(b), u_), V, 64, size_));
    // Transposed: the power of a force is that of its generalized forces.
    const Force<double> F = random_.force();
    std::vector<double> tau(u_.size(), 0.0);
    add_frame_jacobian_transpose_times(tree_, at_.position, frame(b), F, tau);
    double power = 0;
    for (std::size_t i = 0; i < tau.size(); ++i) power += tau[i] * u_[i];
    EXPECT_TRUE(close(power, dot(V, F), 64, size_));
    // Relative to another body.
    const int a = random_.index(model_.body_count());
    calc_frame_jacobian(tree_, at_.position, frame(a), frame(b), Jr);
    const VectorX<double> vr = Jr * u;
    EXPECT_TRUE(close(Motion<double>{{vr[0], vr[1], vr[2]}, {vr[3], vr[4], vr[5]}},
                      calc_velocity(tree_, at_.position, at_.velocity, frame(a), frame(b)), 256, size_));
  }
}

TEST_F(KinematicsLaws, BiasIsTheRateOfTheJacobianTimesSpeeds) {
  AccelerationKinematics<double> bias(tree_);
  calc_acceleration_kinematics(tree_, at_.position, at_.velocity, {}, bias);
  const Stages<Dual8> d = moving_stages();
  MatrixX<Dual8> J;
  const int b = model_.body_count() - 2;
  calc_frame_jacobian(tree_d_, d.position, frame_d(b), J);
  double expected[6] = {};
  for (int row = 0; row < 6; ++row)
    for (int i = 0; i < model_.nu(); ++i)
      expected[row] += J(row, i).partial[0] * u_[static_cast<std::size_t>(i)];
  EXPECT_TRUE(
      close(calc_acceleration(tree_, at_.position, at_.velocity, bias, frame(b)),
            Motion<double>{{expected[0], expected[1], expected[2]}, {expected[3], expected[4], expected[5]}},
            256, size_));
}

TEST_F(KinematicsLaws, RelativeJacobiansHaveTheSameProductsAndBias) {
  AccelerationKinematics<double> bias(tree_);
  calc_acceleration_kinematics(tree_, at_.position, at_.velocity, {}, bias);
  const Stages<Dual8> d = moving_stages();
  MatrixX<Dual8> J;
  for (int k = 0; k < 10; ++k) {
    const int a = random_.index(model_.body_count()), b = random_.index(model_.body_count());
    calc_frame_jacobian(tree_d_, d.position, frame_d(a), frame_d(b), J);
    double rate_times_u[6] = {};
    for (int row = 0; row < 6; ++row)
      for (int i = 0; i < model_.nu(); ++i)
        rate_times_u[row] += J(row, i).partial[0] * u_[static_cast<std::size_t>(i)];
    const double* r = rate_times_u;
    EXPECT_TRUE(close(calc_frame_jacobian_bias(tree_, at_.position, at_.velocity, bias, frame(a), frame(b)),
                      Motion<double>{{r[0], r[1], r[2]}, {r[3], r[4], r[5]}}, 1024, size_));
    const Motion<double> V = calc_velocity(tree_, at_.position, at_.velocity, frame(a), frame(b));
    EXPECT_TRUE(close(calc_frame_jacobian_times(tree_, at_.position, frame(a), frame(b), u_), V, 256, size_));
    const Force<double> F = random_.force();
    std::vector<double> tau(u_.size(), 0.0);
    add_frame_jacobian_transpose_times(tree_, at_.position, frame(a), frame(b), F, tau);
    double power = 0;
    for (std::size_t i = 0; i < tau.size(); ++i) power += tau[i] * u_[i];
    EXPECT_TRUE(close(power, dot(V, F), 256, size_));
  }
}

TEST_F(KinematicsLaws, ExpressesInOtherAxes) {
  const Motion<double> V = random_.motion();
  const Force<double> F = random_.force();
  const Rotation<double> R_WB = calc_pose(tree_, at_.position, 4).R;
  const Motion<double> back = R_WB * express_in(tree_, at_.position, 4, V);
  EXPECT_TRUE(close(back, V));
  EXPECT_TRUE(
      close(dot(express_in(tree_, at_.position, 4, V), express_in(tree_, at_.position, 4, F)), dot(V, F)));
}

TEST_F(KinematicsLaws, SystemJacobianCollectsAllBodies) {
  VelocityKinematics<double> workspace(tree_);
  Array<Motion<double>> V_WB;
  calc_system_jacobian_times(tree_, at_.position, u_, workspace, V_WB);
  MatrixX<double> J;
  calc_system_jacobian(tree_, at_.position, J);
  const VectorX<double> v = J * Eigen::Map<const VectorX<double>>(u_.data(), model_.nu());
  Array<Force<double>> F(V_WB.size()), nodes;
  double power = 0;
  for (int b = 0; b < model_.body_count(); ++b) {
    const auto i = static_cast<std::size_t>(b);
    EXPECT_TRUE(close(V_WB[i], calc_velocity(tree_, at_.position, at_.velocity, b), 64, size_));
    EXPECT_TRUE(close(
        Motion<double>{{v[6 * b], v[6 * b + 1], v[6 * b + 2]}, {v[6 * b + 3], v[6 * b + 4], v[6 * b + 5]}},
        V_WB[i], 64, size_));
    F[i] = random_.force();
    power += dot(V_WB[i], F[i]);
  }
  std::vector<double> tau(u_.size());
  calc_system_jacobian_transpose_times(tree_, at_.position, F, nodes, tau);
  double power_tau = 0;
  for (std::size_t i = 0; i < tau.size(); ++i) power_tau += tau[i] * u_[i];
  EXPECT_TRUE(close(power_tau, power, 256, size_));
}

TEST_F(KinematicsLaws, CenterOfMassIsTheMeanOfTheBodies) {
  Vec3<double> sum = Vec3<double>::zero();
  double mass = 0;
  for (int b = 1; b < model_.body_count(); ++b) {
    const RigidInertia<double>& M = model_.body(b).inertia;
    sum += M.m * (calc_pose(tree_, at_.position, b) * M.com());
    mass += M.m;
  }
  EXPECT_TRUE(close(calc_com_position(tree_, at_.position), (1 / mass) * sum, 64, 30));
  EXPECT_TRUE(close(calc_potential_energy(tree_, at_.position), -dot(model_.gravity(), sum), 64, 1e3));
}

TEST_F(KinematicsLaws, CenterOfMassMovesByItsRates) {
  const Stages<Dual8> d = moving_stages();
  EXPECT_TRUE(close(calc_com_velocity(tree_, at_.position, at_.velocity),
                    rate(calc_com_position(tree_d_, d.position)), 64, size_));
  EXPECT_TRUE(close(calc_com_acceleration(tree_, at_.position, at_.velocity, at_.acceleration),
                    rate(calc_com_velocity(tree_d_, d.position, d.velocity)), 256, size_));
  CompositeInertias<double> composite(tree_);
  calc_composite_inertias(tree_, at_.position, composite);
  MatrixX<double> J;
  calc_com_jacobian(tree_, at_.position, composite, J);
  const VectorX<double> v = J * Eigen::Map<const VectorX<double>>(u_.data(), model_.nu());
  EXPECT_TRUE(
      close(Vec3<double>{v[0], v[1], v[2]}, calc_com_velocity(tree_, at_.position, at_.velocity), 64, size_));
}

TEST_F(KinematicsLaws, MomentumIsTheSumOverBodies) {
  Force<double> sum = Force<double>::zero();
  double energy = 0;
  RigidInertia<double> all;
  for (int b = 1; b < model_.body_count(); ++b) {
    const RigidInertia<double>& M = model_.body(b).inertia;
    const Pose<double> X = calc_pose(tree_, at_.position, b);
    const Motion<double> V = calc_velocity(tree_, at_.position, at_.velocity, b);
    const Force<double> h = X * (M * (X.R.inverse() * V));
    sum += h;
    energy += 0.5 * dot(V, X.R * (M * (X.R.inverse() * V)));
    all = all + X * M;
  }
  const Force<double> h = calc_momentum(tree_, at_.position, at_.velocity);
  EXPECT_TRUE(close(Motion<double>{h.t, h.f}, Motion<double>{sum.t, sum.f}, 256, 1e5));
  EXPECT_TRUE(close(calc_kinetic_energy(tree_, at_.position, at_.velocity), energy, 256));
  const RigidInertia<double> central = calc_central_inertia(tree_, at_.position);
  const Sym3<double> expected = all.central();
  for (auto element : {&Sym3<double>::xx, &Sym3<double>::yy, &Sym3<double>::zz, &Sym3<double>::xy,
                       &Sym3<double>::xz, &Sym3<double>::yz})
    EXPECT_TRUE(close(central.I.*element, expected.*element, 256, 1e5));
  EXPECT_TRUE(close(norm(central.h), 0, 256, 1e4));
}

TEST_F(KinematicsLaws, CentroidalMomentumMatrixGivesTheCentralMomentum) {
  CompositeInertias<double> composite(tree_);
  calc_composite_inertias(tree_, at_.position, composite);
  MatrixX<double> A;
  calc_centroidal_momentum_matrix(tree_, at_.position, composite, A);
  const VectorX<double> h = A * Eigen::Map<const VectorX<double>>(u_.data(), model_.nu());
  const Force<double> central = calc_central_momentum(tree_, at_.position, at_.velocity);
  EXPECT_TRUE(close(Motion<double>{{h[0], h[1], h[2]}, {h[3], h[4], h[5]}},
                    Motion<double>{central.t, central.f}, 256, 1e5));
}

TEST_F(KinematicsLaws, EnergyChangesByThePowerOfTheForcesOnTheBodies) {
  const Stages<Dual8> d = moving_stages();
  double power = 0;
  for (int b = 1; b < model_.body_count(); ++b) {
    const Rotation<double> R = calc_pose(tree_, at_.position, b).R;
    const Motion<double> V = calc_velocity(tree_, at_.position, at_.velocity, b);
    const Motion<double> A = calc_acceleration(tree_, at_.position, at_.velocity, at_.acceleration, b);
    power += dot(V, newton_euler(R * model_.body(b).inertia, A, V.w));
  }
  EXPECT_TRUE(close(power, calc_kinetic_energy(tree_d_, d.position, d.velocity).partial[0], 1024, 1e5));
  const Vec3<double> v = calc_com_velocity(tree_, at_.position, at_.velocity);
  EXPECT_TRUE(close(calc_potential_energy(tree_d_, d.position).partial[0],
                    -tree_.total_mass() * dot(model_.gravity(), v), 256, 1e4));
}

}  // namespace
}  // namespace sarrus::testing::kinematics_laws_test

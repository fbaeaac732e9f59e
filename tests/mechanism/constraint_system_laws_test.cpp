/// Laws of constraints in a System, on random trees with random constraints between their bodies.

#include <Eigen/Dense>

#include "sarrus/dynamics/coordinates.h"
#include "tests/mechanism/mechanism.h"
#include "tests/support/random_model.h"
#include "tests/support/random_tree.h"

namespace sarrus::testing::constraint_system_laws_test {
namespace {

/// A tree of all kinds of joints with a spring and a few constraints, at random coordinates and at speeds
/// that satisfy the constraints.
State random_system(unsigned seed) {
  Random random(seed);
  const Model model = random_tree({.bodies = 12, .seed = seed, .floating = seed % 2 == 0});
  SystemBuilder builder(model);
  const auto anywhere = [&](int body) { return Place(body, random.pose()); };
  const int last = static_cast<int>(model.bodies().size()) - 1;
  builder.add("spring", TwoPointSpring(anywhere(0), anywhere(last), 5, 0.3));
  builder.add("rod", RodConstraint(anywhere(0), anywhere(last), 1));
  builder.add("angle", ConstantAngleConstraint(anywhere(1), anywhere(last - 1), 1));
  builder.add("plane", PointInPlaneConstraint(anywhere(2), anywhere(last - 2)));
  builder.add("ball", BallConstraint(anywhere(3), anywhere(last - 3)));
  builder.add("rolling", SphereOnSphereContact(anywhere(0), anywhere(5), 0.3, 0.2, ContactMotion::rolling));
  builder.add("edge", NoSlipConstraint(anywhere(4), anywhere(7), anywhere(0)));
  State state = builder.build().default_state();
  state.set_q(random_coordinates(state.model(), random));
  state.set_u(random.numbers(state.nu()));
  return state;
}

State random_state_in_motion(unsigned seed) {
  State state = random_system(seed);
  ConstraintProjection projection;
  EXPECT_TRUE(projection.project_velocities(state, 1e-11));
  return state;
}

constexpr unsigned seeds = 20;

TEST(ConstraintSystemLaws, TheJacobianIsTheRateOfErrors) {
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    const State state = random_system(seed);
    MatrixX<double> G;
    constraint_jacobian(state).calc_full(G);
    const auto rows = position_errors(state).size();
    std::vector<double> along(static_cast<std::size_t>(state.nu())),
        rates(static_cast<std::size_t>(state.nq()));
    for (int k = 0; k < state.nu(); ++k) {
      std::fill(along.begin(), along.end(), 0.0);
      along[static_cast<std::size_t>(k)] = 1;
      calc_qdot(state.tree(), state.q(), In<double>(along), Out<double>(rates));
      std::vector<double> errors[2];
      for (const int side : {0, 1}) {
        State moved = state;
        std::vector<double> q(state.q().begin(), state.q().end());
        for (std::size_t i = 0; i < q.size(); ++i) q[i] += (side == 0 ? -1e-6 : 1e-6) * rates[i];
        moved.set_q(q);
        errors[side].assign(position_errors(moved).begin(), position_errors(moved).end());
      }
      int row = 0;  // rows of positions come first in each constraint
      std::size_t e = 0;
      for (const int count : {1, 1, 1, 3, 1}) {
        for (int i = 0; i < count; ++i, ++e)
          EXPECT_NEAR(G(row + i, k), (errors[1][e] - errors[0][e]) / 2e-6, 1e-6) << seed << ", speed " << k;
        row += count;
      }
      EXPECT_EQ(e, rows);
    }
  }
}

TEST(ConstraintSystemLaws, AccelerationsSatisfyTheConstraintsAndForcesDoNoWork) {
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    const State state = random_state_in_motion(seed);
    double size = 1;
    for (const double rate : udot(state)) size = std::max(size, std::abs(rate));
    EXPECT_LT(largest(acceleration_errors(state)), 1e-10 * size) << seed;
    double power = 0, force = 1;
    for (const auto& entry : state.layout().constraints) {
      power = std::max(power, std::abs(constraint_power(state, entry->id)));
      force = std::max(force, largest(multipliers(state, entry->id)));
    }
    EXPECT_LT(power, 1e-10 * force) << seed;
  }
}

/// Forces in all joints, welds among them, from the sweep of inverse dynamics, against Newton and Euler's
/// equations of each body by itself, with all moments about the world's origin. The world is held by its own.
TEST(ConstraintSystemLaws, EveryBodyIsInBalance) {
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    const State state = random_state_in_motion(seed);
    const Model& model = state.model();
    const int bodies = static_cast<int>(model.bodies().size());
    std::vector<Force<double>> rest(static_cast<std::size_t>(bodies), Force<double>::zero());
    double size = 1;
    const auto add = [&](int body, const Vec3<double>& at, const Force<double>& F, double sign) {
      Force<double>& sum = rest[static_cast<std::size_t>(body)];
      sum = sum + sign * Force<double>{F.t + cross(at, F.f), F.f};
      size = std::max({size, norm(F.t), norm(F.f)});
    };
    for (int b = 0; b < bodies; ++b) {
      const Body& body = model.body(b);
      const Pose<double> X = pose(state, b);
      add(b, X.p, reaction(state, b), 1);
      if (b > 0) add(body.parent, X.p, reaction(state, b), -1);
      if (!applied_forces(state).on_bodies().empty()) add(b, X.p, applied_forces(state).on_body(b), 1);
      add(b, X.p, constraint_forces(state).on_body(b), 1);
      if (body.inertia.m == 0) continue;
      const Vec3<double> com = body.inertia.com(), w = velocity(state, b).w, at = X * com;
      const Motion<double> A = acceleration(state, {b, com});
      const Mat3<double> I = rotate(X.R, body.inertia.central()).matrix();
      add(b, at, {I * A.w + cross(w, I * w), body.inertia.m * (A.v - model.gravity())}, -1);
    }
    for (int b = 0; b < bodies; ++b) {
      const Force<double>& sum = rest[static_cast<std::size_t>(b)];
      EXPECT_LT(norm(sum.t) + norm(sum.f), 1e-10 * size) << seed << ", body " << b;
    }
  }
}

/// Two ways to the same forces.
TEST(ConstraintSystemLaws, ReactionsFollowFromTheBalanceOfAllThatHangsOnAJoint) {
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    const State state = random_state_in_motion(seed);
    for (int b = 0; b < state.model().body_count(); ++b) {
      const Force<double> swept = reaction(state, b), balanced = reaction_by_balance(state, b);
      const double size = 1 + norm(swept.t) + norm(swept.f);
      EXPECT_LT(norm(swept.t - balanced.t) + norm(swept.f - balanced.f), 1e-9 * size)
          << seed << ", body " << b;
    }
  }
}

/// What one constraint exerts and how it errs, against what all do together.
TEST(ConstraintSystemLaws, EachConstraintIsAPartOfTheWhole) {
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    const State state = random_state_in_motion(seed);
    std::vector<double> errors, on_speeds(static_cast<std::size_t>(state.nu()), 0.0);
    double size = 1;
    for (const auto& entry : state.layout().constraints) {
      for (const double error : acceleration_errors(state, entry->id)) errors.push_back(error);
      const std::vector<double> forces = constraint_mobility_forces(state, entry->id);
      ASSERT_EQ(forces.size(), entry->shape.mobilities.size());
      for (std::size_t k = 0; k < forces.size(); ++k)
        on_speeds[static_cast<std::size_t>(entry->shape.mobilities[k].number())] += forces[k];
    }
    EXPECT_EQ(errors, acceleration_errors(state));
    for (int k = 0; k < state.nu(); ++k) {
      size = std::max(size, std::abs(on_speeds[static_cast<std::size_t>(k)]));
      EXPECT_NEAR(on_speeds[static_cast<std::size_t>(k)], constraint_forces(state).on_speed(k), 1e-12 * size);
    }
    // The accelerations satisfy G·u̇ + bias = 0.
    std::vector<double> sum(errors.size());
    constraint_jacobian(state).calc_times(udot(state), Out<double>(sum));
    const std::vector<double> biases = calc_constraint_biases(state);
    for (std::size_t i = 0; i < sum.size(); ++i)
      EXPECT_NEAR(sum[i] + biases[i], 0, 1e-9 * (1 + std::abs(biases[i]) + largest(udot(state)))) << seed;
  }
}

/// Impulses that enforce the constraints at once: afterwards G·u = 0, nothing else could have been reached
/// with less kinetic energy in the change, and what is lost is the energy of the change (Carnot).
TEST(ConstraintSystemLaws, ImpulsesChangeVelocitiesAsLittleAsPossible) {
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    State state = random_system(seed);
    MatrixX<double> G;
    constraint_jacobian(state).calc_full(G);
    const int n = state.nu();
    const Eigen::VectorXd u = Eigen::Map<const Eigen::VectorXd>(state.u().data(), n);
    const Eigen::VectorXd b = -G * u, none = Eigen::VectorXd::Zero(n);
    Eigen::VectorXd change(n), impulses(G.rows());
    solve_constrained(state, In<double>(none.data(), static_cast<std::size_t>(n)),
                      In<double>(b.data(), static_cast<std::size_t>(b.size())), Out<double>(change),
                      Out<double>(impulses));
    EXPECT_LT((G * (u + change)).norm(), 1e-10) << seed;
    const Eigen::MatrixXd M = mass_matrix(state);
    const Eigen::MatrixXd free = Eigen::FullPivLU<Eigen::MatrixXd>(G).kernel();
    ASSERT_GT(free.cols(), 0);
    EXPECT_LT((free.transpose() * M * change).norm(), 1e-9 * (1 + (M * change).norm())) << seed;
    const double before = kinetic_energy(state);
    const Eigen::VectorXd after = u + change;
    state.set_u(In<double>(after.data(), static_cast<std::size_t>(n)));
    EXPECT_NEAR(before - kinetic_energy(state), 0.5 * change.dot(M * change), 1e-9 * (1 + before)) << seed;
  }
}

}  // namespace
}  // namespace sarrus::testing::constraint_system_laws_test

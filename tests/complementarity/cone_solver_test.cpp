/// Single steps of bodies with dry friction: closed forms, and answers computed with extended precision by
/// projected Gauss–Seidel iteration (h = 0.01 s, g = 9.81 m/s², no restitution).
#include "sarrus/complementarity/cone_solver.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tests/complementarity/contact_bodies.h"
#include "tests/support/numbers.h"

namespace sarrus::testing::cone_solver_test {
namespace {

using Eigen::Vector3d;
using testing::ContactBodies;
using testing::make_cube_on_floor;

constexpr double h = 0.01;

Eigen::Map<const Eigen::VectorXd> as_eigen(const Array<double>& x) {
  return {x.data(), static_cast<Eigen::Index>(x.size())};
}

/// The certificate holds, and forces and speeds obey Coulomb's law as it is written in textbooks.
void expect_coulomb(const ContactBodies& bodies, const ConeSolution& solution, double tolerance = 1e-9) {
  ASSERT_EQ(solution.status, ConeStatus::solved);
  EXPECT_LE(solution.certificate.momentum, 1e-9 * solution.certificate.scale);
  EXPECT_LE(solution.certificate.complementarity, 1e-9 * solution.certificate.scale);
  const Eigen::VectorXd r = as_eigen(solution.forces), v = as_eigen(solution.speeds), u = bodies.J * v;
  EXPECT_LE((bodies.M * (v - bodies.speeds) - bodies.J.transpose() * r).norm(), tolerance * r.norm());
  for (std::size_t i = 0; i < bodies.sets.size(); ++i) {
    const Vector3d f = r.segment<3>(3 * static_cast<Eigen::Index>(i)),
                   s = u.segment<3>(3 * static_cast<Eigen::Index>(i));
    const double mu = bodies.sets[i].friction[0], slip = s.tail<2>().norm(), size = r.norm();
    EXPECT_GE(f[0], -tolerance * size);
    EXPECT_GE(s[0], -tolerance);
    EXPECT_NEAR(f[0] * s[0], 0, tolerance * size);
    EXPECT_LE(f.tail<2>().norm(), mu * f[0] + tolerance * size);
    if (slip > 1e-6) {
      EXPECT_LE((f.tail<2>() + mu * f[0] * s.tail<2>() / slip).norm(), 1e-6 * size);
    }
  }
}

void expect_speeds(const ConeSolution& solution, std::initializer_list<double> expected,
                   double tolerance = 1e-12) {
  int i = 0;
  for (const double e : expected) {
    EXPECT_NEAR(solution.speeds[i], e, tolerance) << "speed " << i;
    ++i;
  }
}

TEST(ConeSolver, BallSlidesThenSticks) {
  for (const double v : {2.0, 0.01}) {
    ContactBodies ball;
    ball.add_ball(1, 0.1, {0, 0, 0}, {v, v / 2, 0});
    ball.add_contact(0.3, {0, 0, 1}, 0, {0, 0, -0.1});
    ball.fall(h);
    const ConeSolution solution = ball.solve();
    expect_coulomb(ball, solution);
    // It slides until friction has made it roll, which takes the share 2/7 of its speed.
    const double slip = std::hypot(v, v / 2), lost = std::min(0.3 * g * h, slip * 2 / 7);
    EXPECT_NEAR(std::hypot(solution.speeds[3], solution.speeds[4]), slip - lost, 1e-13);
    EXPECT_EQ(solution.modes[0], v > 1 ? RowMode::sliding : RowMode::holding);
  }
}

TEST(ConeSolver, LeaningRodStrikes) {
  const Vector3d e = Vector3d(1, 0.5, 1.2).normalized();
  const auto strike = [&](double friction) {
    ContactBodies rod;
    rod.add_body(1,
                 (Eigen::Matrix3d::Identity() - e * e.transpose()) / 12 + 1e-4 * Eigen::Matrix3d::Identity(),
                 {0.3, -0.2, 0.1}, {0.5, -0.4, -1});
    rod.add_contact(friction, {0, 0, 1}, 0, -e / 2);
    const ConeSolution solution = rod.solve();
    expect_coulomb(rod, solution);
    return solution;
  };
  expect_speeds(strike(0.2), {-0.189366022344633, 1.53625740686607, -0.215635567573669, 0.523014325514109,
                              -0.302109164156612, -0.49720096159135});
  expect_speeds(strike(1.5), {0.145974215764798, 1.45741826598697, -0.462236123965238, 0.603619744607459,
                              -0.194316399512565, -0.422051287375981});
}

TEST(ConeSolver, CubeRestsIsHeldAndSlides) {
  const auto solve = [](double friction, const Vector3d& w, const Vector3d& v) {
    ContactBodies cube = make_cube_on_floor(2, 0.1, friction, w, v);
    cube.fall(h);
    const ConeSolution solution = cube.solve();
    expect_coulomb(cube, solution);
    return solution;
  };
  const ConeSolution rests = solve(0.5, {0, 0, 0}, {0, 0, 0});
  expect_speeds(rests, {0, 0, 0, 0, 0, 0});
  for (int i = 0; i < 4; ++i)
    EXPECT_NEAR(rests.forces[3 * i], 2 * g * h / 4, 1e-7) << "equal springs share equally";
  expect_speeds(solve(0.5, {0, 0, 0}, {0.02, 0, 0}), {0, 0, 0, 0, 0, 0});
  expect_speeds(solve(0.3, {0, 0, 0}, {0.5, 0.2, 0}), {0, 0, 0, 0.472674930987247, 0.189069972394899, 0});
  expect_speeds(solve(1.2, {0, 0, 0}, {1, 0, 0}),
                {0, 0.420428571428571, 0, 0.831828571428571, 0, 0.0420428571428571});
  solve(0.3, {0, 0, 4}, {0.3, 0, 0});  // one of many answers: the load of the corners is undetermined
}

TEST(ConeSolver, HeavyBallOnLightOne) {
  for (const double mass : {1.0, 1e4}) {
    ContactBodies balls;
    const int low = balls.add_ball(1, 0.1, {0, 0, 0}, {0.001, 0, 0});
    const int high = balls.add_ball(mass, 0.1, {0, 0, 0}, {0.002, 0, 0});
    balls.add_contact(0.5, {0, 0, 1}, low, {0, 0, -0.1});
    balls.add_contact(0.5, {0, 0, 1}, high, {0, 0, -0.1}, low, {0, 0, 0.1});
    balls.fall(h);
    const ConeSolution solution = balls.solve();
    expect_coulomb(balls, solution);
    EXPECT_NEAR(solution.forces[0], (1 + mass) * g * h, 1e-11 * mass);
    const double low_speed = mass == 1 ? 0.000842696629213483 : 0.000999965004286975;
    EXPECT_NEAR(solution.speeds[3], low_speed, 1e-13);
  }
}

TEST(ConeSolver, BallRunsIntoCorner) {
  ContactBodies ball;
  ball.add_ball(1, 0.1, {0, 0, 0}, {1, 0.1, 0});
  ball.add_contact(0.3, {0, 0, 1}, 0, {0, 0, -0.1});
  ball.add_contact(0.5, {-1, 0, 0}, 0, {0.1, 0, 0});
  ball.fall(h);
  const ConeSolution solution = ball.solve();
  expect_coulomb(ball, solution);
  expect_speeds(solution, {-0.555555555555555, 0, -0.555555555555556, 0, 0.0555555555555556, 0});
}

/// A block on an inclined plane, 20°, pushed across the slope: friction is against the slip in every
/// direction.
TEST(ConeSolver, FrictionIsTheSameInAllDirections) {
  const double angle = 20 * M_PI / 180;
  for (int i = 0; i < 12; ++i) {
    const double turn = 0.3 + i * M_PI / 6;
    ContactBodies block =
        make_cube_on_floor(1, 0.1, 0.6, {0, 0, 0}, {2 * std::cos(turn), 2 * std::sin(turn), 0});
    block.fall(1e-3, {g * std::sin(angle), 0, -g * std::cos(angle)});
    const ConeSolution solution = block.solve();
    expect_coulomb(block, solution);
    const Vector3d free = block.speeds.tail<3>();
    const double speed = free.head<2>().norm(), slower = speed - 0.6e-3 * g * std::cos(angle);
    EXPECT_NEAR(solution.speeds[3], free[0] * slower / speed, 1e-12);
    EXPECT_NEAR(solution.speeds[4], free[1] * slower / speed, 1e-12);
  }
}

ContactBodies make_tower(int cubes, double top_speed, double mass_ratio) {
  ContactBodies tower;
  for (int i = 0; i < cubes; ++i) {
    const double mass = std::pow(mass_ratio, static_cast<double>(i) / (cubes - 1));
    tower.add_body(mass, mass * (2.0 / 3) * 0.01 * Eigen::Matrix3d::Identity(), {0, 0, 0},
                   {i == cubes - 1 ? top_speed : 0.0, 0, 0});
    for (const double x : {-0.1, 0.1})
      for (const double y : {-0.1, 0.1})
        tower.add_contact(0.5, {0, 0, 1}, i, {x, y, -0.1}, i - 1, {x, y, 0.1});
  }
  tower.fall(h);
  return tower;
}

TEST(ConeSolver, TowersOfCubes) {
  for (const auto& [cubes, speed, ratio] : {std::tuple{3, 0.1, 1.0},
                                            {10, 0.0, 1.0},
                                            {10, 0.0, 1e4},
                                            {10, 0.2, 1.0},
                                            {20, 0.2, 1.0},
                                            {20, 0.5, 1e3}}) {
    SCOPED_TRACE(cubes);
    const ContactBodies tower = make_tower(cubes, speed, ratio);
    ConeSolution solution = tower.solve({.tolerance = 1e-11});
    expect_coulomb(tower, solution, 1e-8);
    double floor = 0, weight = 0;
    for (int i = 0; i < 4; ++i) floor += solution.forces[3 * i];
    for (int i = 0; i < cubes; ++i) weight += tower.M(6 * i + 3, 6 * i + 3) * g * h;
    if (speed == 0) {
      EXPECT_NEAR(floor, weight, 1e-8 * weight);
    }

    // The same problem once more is solved by the modes of the solution.
    tower.solve_from(solution, {.tolerance = 1e-11});
    EXPECT_TRUE(solution.certificate.first_try);
    EXPECT_EQ(solution.certificate.newton_steps, 0);
  }
}

/// The proximal steps alone, without the equations of modes, which large problems do without.
TEST(ConeSolver, ProximalStepsAloneConverge) {
  const ContactBodies tower = make_tower(5, 0.2, 1);
  const ConeSolution solution = tower.solve({.tolerance = 1e-9, .max_renewals = 200, .max_dense_rows = 0});
  expect_coulomb(tower, solution, 1e-7);
}

TEST(ConeSolver, RowsThatHoldAndGiveWay) {
  // A weight of 1 kg on a vertical guide with dry friction of 4 N·s, a stop below and a rope above, one
  // speed.
  const auto solve = [](double free_speed, double limit) {
    const Eigen::MatrixXd M = Eigen::MatrixXd::Ones(1, 1), J = Eigen::Vector3d(1, 1, -1);
    const std::vector<ForceSet> sets = {ForceSet::make_limited(limit), ForceSet::make_unilateral(),
                                        ForceSet::make_unilateral()};
    DenseRows rows(M, J, sets);
    ConeSolution solution;
    // Stop: v ≥ −5. Rope: v ≤ 2.
    ConeSolver().solve(rows, {.sets = sets, .free_speeds = {free_speed}, .bias = {0, 5, 2}}, solution);
    return solution;
  };
  EXPECT_NEAR(solve(-3, 4).speeds[0], 0, 1e-12);
  EXPECT_EQ(solve(-3, 4).modes[0], RowMode::holding);
  EXPECT_NEAR(solve(-6, 4).speeds[0], -2, 1e-12);
  EXPECT_EQ(solve(-6, 4).modes[0], RowMode::upper);
  const ConeSolution stopped = solve(-12, 4);
  EXPECT_NEAR(stopped.speeds[0], -5, 1e-12);
  EXPECT_NEAR(stopped.forces[0], 4, 1e-12);
  EXPECT_NEAR(stopped.forces[1], 3, 1e-12);
  const ConeSolution pulled = solve(9, 4);
  EXPECT_NEAR(pulled.speeds[0], 2, 1e-12);
  EXPECT_NEAR(pulled.forces[2], 3, 1e-12);
  EXPECT_EQ(pulled.modes[0], RowMode::lower);
}

/// A massless table on four legs: forces r ≥ 0 of least norm that carry 100 N at (x, y). A plate of mass and
/// inertia small against the load stands for it, so that speeds do not matter.
TEST(ConeSolver, TableOnFourLegsSharesItsLoad) {
  const auto legs = [](double x, double y) {
    const Eigen::MatrixXd M = Eigen::Vector3d(1, 1, 1).asDiagonal();  // speeds: vertical, about x, about y
    Eigen::MatrixXd J(4, 3);
    J << 1, 0.4, -0.6, 1, 0.4, 0.6, 1, -0.4, 0.6, 1, -0.4, -0.6;
    const std::vector<ForceSet> sets(4, ForceSet::make_unilateral());
    DenseRows rows(M, J, sets);
    ConeSolution solution;
    ConeSolver().solve(rows, {.sets = sets, .free_speeds = {-100.0, -100 * y, 100 * x}, .bias = {0, 0, 0, 0}},
                       solution);
    return solution.forces;
  };
  const auto expect = [&](double x, double y, std::initializer_list<double> expected) {
    const Array<double> forces = legs(x, y);
    int i = 0;
    for (const double e : expected) {
      EXPECT_NEAR(forces[i], e, 1e-5) << x << ' ' << y << " leg " << i;
      ++i;
    }
  };
  expect(0, 0, {25, 25, 25, 25});
  expect(0.2, 0.1, {39.583333333333, 22.916666666667, 10.416666666667, 27.083333333333});
  expect(0.45, 0.2, {62.5, 12.5, 0, 25});
  expect(0.5, 0.3, {79.166666666667, 8.3333333333333, 0, 12.5});
}

TEST(ConeSolver, ContradictionIsNamed) {
  // One speed between a wall that moves up at 1 m/s and one that moves down at 1 m/s; a third row is
  // innocent.
  const Eigen::MatrixXd M = Eigen::MatrixXd::Identity(2, 2);
  Eigen::MatrixXd J(3, 2);
  J << 1, 0, -1, 0, 0, 1;
  const std::vector<ForceSet> sets(3, ForceSet::make_unilateral());
  DenseRows rows(M, J, sets);
  ConeSolution solution;
  ConeSolver().solve(rows, {.sets = sets, .free_speeds = {0.0, -1.0}, .bias = {-1, -1, 0}}, solution);
  ASSERT_EQ(solution.status, ConeStatus::contradictory);
  EXPECT_NEAR(solution.ray[0], 1, 1e-6);
  EXPECT_NEAR(solution.ray[1], 1, 1e-6);
  EXPECT_NEAR(solution.ray[2], 0, 1e-6);
}

/// Four stops on one rigid plate, wanted to open at speeds that no motion of the plate has: forces that
/// cancel each other show nothing as long as some of them pull. Lifting the plate satisfies all.
TEST(ConeSolver, RedundantStopsWithDifferentSpeedsAreNoContradiction) {
  const Eigen::MatrixXd M = Eigen::Vector3d(1, 0.1, 0.1).asDiagonal();
  Eigen::MatrixXd J(4, 3);
  J << 1, 1, 1, 1, -1, 1, 1, -1, -1, 1, 1, -1;
  const std::vector<ForceSet> sets(4, ForceSet::make_unilateral());
  DenseRows rows(M, J, sets);
  for (const int dense : {300, 0}) {
    ConeSolution solution;
    ConeSolver().solve(rows, {.sets = sets, .free_speeds = {-1.0, 0.0, 0.0}, .bias = {-1, 0.5, -1, 0.5}},
                       solution, {.max_dense_rows = dense});
    ASSERT_EQ(solution.status, ConeStatus::solved);
    EXPECT_NEAR(solution.speeds[0], 1, 1e-8);
    EXPECT_NEAR(solution.forces[0] + solution.forces[2], 2, 1e-8);
    EXPECT_NEAR(solution.forces[1] + solution.forces[3], 0, 1e-8);
  }
}

/// Torsion: a ball that spins about the normal is slowed by at most the coefficient times the normal impulse.
TEST(ConeSolver, TorsionalFriction) {
  const double radius = 0.004;  // of torsion, m
  Eigen::MatrixXd M = Eigen::Vector2d(1, 0.004).asDiagonal(), J = Eigen::MatrixXd::Identity(2, 2);
  const std::vector<ForceSet> sets = {ForceSet::make_contact(In<double>{radius})};
  DenseRows rows(M, J, sets);
  ConeSolution solution;
  ConeSolver().solve(rows, {.sets = sets, .free_speeds = {-g * h, 5.0}, .bias = {0, 0}}, solution);
  EXPECT_NEAR(solution.speeds[0], 0, 1e-13);
  EXPECT_NEAR(solution.speeds[1], 5 - radius * g * h / 0.004, 1e-12);
}

/// Units do not matter: a scene in millimeters and tons has the same answer.
TEST(ConeSolver, UnitsDoNotMatter) {
  ContactBodies cube = make_cube_on_floor(2, 0.1, 1.2, {0, 0, 0}, {1, 0.4, 0});
  cube.fall(h);
  const ConeSolution solution = cube.solve();
  ContactBodies small = make_cube_on_floor(2e-3, 100, 1.2, {0, 0, 0}, {1000, 400, 0});
  small.fall(h, {0, 0, -9810});
  const ConeSolution scaled = small.solve();
  for (int i = 0; i < 6; ++i)
    EXPECT_NEAR(scaled.speeds[i], solution.speeds[i] * (i < 3 ? 1 : 1000), 1e-8) << i;
}

/// Four corners that close at speeds which no rigid cube has by rounding, while the cube slides and spins:
/// the normal forces drift until one corner opens. They are found in spite of that.
TEST(ConeSolver, SlidingCornersThatContradictEachOtherSlightly) {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  for (int trial = 0; trial < 1000; ++trial) {
    SCOPED_TRACE(trial);
    const Vector3d w(0.01 * normal(random), 0.01 * normal(random), normal(random));
    ContactBodies cube =
        make_cube_on_floor(0.5, 0.1, 0.6, w, {0.1 * normal(random), 0.1 * normal(random), 0});
    cube.fall(h / 5);
    Eigen::VectorXd bias = Eigen::VectorXd::Zero(12);
    bias[3 * (trial % 4)] = std::pow(10.0, -5 - trial % 3);
    DenseRows rows(cube.M, cube.J, cube.sets);
    ConeSolution solution;
    ConeSolver().solve(rows, {.sets = cube.sets, .free_speeds = cube.speeds, .bias = bias}, solution,
                       {.tolerance = 1e-10});
    ASSERT_EQ(solution.status, ConeStatus::solved);
    EXPECT_LE(solution.certificate.complementarity, 1e-10 * solution.certificate.scale);
    // The share of the loads is not open any more: one corner does not touch, or two where the cube tips.
    const Eigen::VectorXd u = cube.J * as_eigen(solution.speeds) + bias;
    int open = 0;
    for (int i = 0; i < 4; ++i) open += u[3 * i] > 1e-9 ? 1 : 0;
    EXPECT_GE(open, 1);
    EXPECT_LE(open, trial < 60 ? 1 : 2);
    EXPECT_LE(solution.certificate.renewals, 60);
  }
}

/// Random heaps of contacts on random bodies: Coulomb's law and no gain of energy.
TEST(ConeSolver, RandomProblems) {
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  const auto vector = [&] { return Vector3d(normal(random), normal(random), normal(random)); };
  for (int trial = 0; trial < 60; ++trial) {
    SCOPED_TRACE(trial);
    ContactBodies bodies;
    const int count = 1 + trial % 4;
    for (int i = 0; i < count; ++i) {
      const Vector3d principal(1 + std::abs(normal(random)), 2, 2);
      bodies.add_body(std::exp(normal(random)), principal.asDiagonal(), vector(), vector());
    }
    for (int i = 0; i < 3 * count; ++i) {
      const int body = i % count, other = (i + 1 + i / count) % count;
      bodies.add_contact(0.2 + 0.1 * (i % 5), vector().normalized(), body, vector(),
                         other == body ? -1 : other, vector());
    }
    const ConeSolution solution = bodies.solve();
    if (solution.status == ConeStatus::solved) expect_coulomb(bodies, solution, 1e-8);
    EXPECT_NE(solution.status, ConeStatus::contradictory);
    const Eigen::VectorXd v = as_eigen(solution.speeds);
    EXPECT_LE(v.dot(bodies.M * v), bodies.speeds.dot(bodies.M * bodies.speeds) * (1 + 1e-9));
  }
}

TEST(ConeSolver, RefusesWhatItCannotUse) {
  const Eigen::MatrixXd M = Eigen::MatrixXd::Identity(1, 1), J = Eigen::MatrixXd::Ones(1, 1);
  const std::vector<ForceSet> sets = {ForceSet::make_unilateral()};
  DenseRows rows(M, J, sets);
  ConeSolution solution;
  EXPECT_THROW(ConeSolver().solve(rows, {.sets = sets, .free_speeds = {1.0, 2.0}, .bias = {0}}, solution),
               Error);
  EXPECT_THROW(ConeSolver().solve(rows, {.sets = sets, .free_speeds = {NAN}, .bias = {0}}, solution), Error);
  EXPECT_THROW(ForceSet::make_contact(-0.1), Error);
  EXPECT_THROW(ForceSet::make_limited(NAN), Error);
  EXPECT_THROW(DenseRows(-M, J, sets), Error);
}

}  // namespace
}  // namespace sarrus::testing::cone_solver_test

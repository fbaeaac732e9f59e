/// Wheels that roll on a plane: a disk that stands or falls, and the benchmark bicycle.

#include <Eigen/Eigenvalues>
#include <complex>

#include "sarrus/joint/joints.h"
#include "sarrus/linearize/internal/extrapolated_difference.h"
#include "sarrus/linearize/internal/permitted_states.h"
#include "sarrus/linearize/linear_modes.h"
#include "tests/mechanism/mechanism.h"
#include "tests/support/says.h"

namespace sarrus::testing::wheel_test {
namespace {

using V = Vec3<double>;
using internal::calc_extrapolated_difference;
using internal::PermittedStates;

Place across(const std::string& body, const V& axis) {
  return {body, Pose<double>::rotation(rotation_with_axis(2, axis))};
}

/// A body that can go along the ground and lean, carried by bodies without mass: "track" (yaw, x, y), "lean"
/// about x at the height of the ground, and "height" along its own z axis.
void add_carriage(ModelBuilder& model) {
  model.gravity({0, 0, -g});
  model.massless_body("track").massless_body("leaning").massless_body("carriage");
  model.joint("track", Planar{}, "world", "track");
  model.joint("lean", Pin{}, "track", "leaning").axis({1, 0, 0});
  model.joint("height", Slider{}, "leaning", "carriage").axis({0, 0, 1});
}

/// A wheel with the inertias A across and C along its axis that rolls upright at the rate w. For a small lean
/// θ the moments about the point that touches and about the vertical give, with ψ̇ the rate of yaw,
///   (A + m·R²)·θ̈ = m·g·R·θ + (C + m·R²)·w·ψ̇,   A·ψ̈ = −C·w·θ̇
/// so that it stands if C·(C + m·R²)·w² > A·m·g·R: for a disk w² > g/(3·R), for a hoop w² > g/(4·R). [Routh
/// 1884, "Advanced Rigid Dynamics", art. 244]
void expect_small_motion(double A, double C, double critical, double w) {
  constexpr double m = 1.5, R = 0.3, small = 1e-5;
  const double I = m * R * R;
  ModelBuilder model("wheel");
  add_carriage(model);
  model.body("wheel", RigidInertia<double>::from_central(m, {}, {A * I, C * I, A * I, 0, 0, 0}));
  model.joint("spin", Pin{}, "carriage", "wheel").axis({0, 1, 0});
  SystemBuilder builder(model.build());
  builder.add("ground", DiskOnPlaneContact("world", across("wheel", {0, 1, 0}), R, ContactMotion::rolling));
  State begin = builder.build().default_state();
  set(begin, "height", R);
  set(begin, "lean", small);
  set(begin, "spin", 0, w);
  set(begin, "track", 0, -C / A * w * small);  // ψ̇ = −C·w·θ/A: it turns to the side to which it leans
  set(begin, "track", 0, w * R, 1);
  assemble(begin);
  ASSERT_NEAR(speed(begin, "spin"), w, 1e-8);
  ASSERT_NEAR(speed(begin, "lean"), 0, 1e-9);

  const double k2 = (C * (C + 1) * w * w - A * g / R) / (A * (A + 1)), k = std::sqrt(std::abs(k2));
  EXPECT_EQ(k2 > 0, w * w > critical * g / R);
  Simulation simulation(begin, {.accuracy = 1e-11, .every = 0.05});
  simulation.run(1.5);
  for (const State& state : simulation.trajectory()) {
    const double t = state.time(), expected = small * (k2 > 0 ? std::cos(k * t) : std::cosh(k * t));
    EXPECT_NEAR(coordinate(state, "lean"), expected, 1e-4 * std::abs(small)) << t;
  }
}

TEST(Wheel, StandsIfItRollsFastEnough) {
  for (const double share : {0.8, 1.2}) {
    constexpr double R = 0.3;
    expect_small_motion(0.25, 0.5, 1.0 / 3, share * std::sqrt(g / (3 * R)));
    expect_small_motion(0.5, 1, 1.0 / 4, share * std::sqrt(g / (4 * R)));
  }
}

/// A disk that falls over without turning ends flat, with a message; it does not rise on the other side.
TEST(Wheel, EndsWhereItFallsFlat) {
  ModelBuilder model("coin");
  model.gravity({0, 0, -g});
  model.body("coin", thin_disk(0.01, 0.02));
  model.joint("coin", Free{}, "world", "coin");
  SystemBuilder builder(model.build());
  builder.add("table", DiskOnPlaneContact("world", "coin", 0.02, ContactMotion::rolling));
  builder.characteristic_length(0.02);
  State begin = builder.build().default_state();
  expect_error([&] { (void)udot(begin); }, {"'table'", "flat", "0 rad", "stood up"});
  set_free(begin, "coin", {Rotation<double>::about_x(1.0), {0, 0, 0.02 * std::sin(1.0)}});
  for (const double accuracy : {1e-3, 1e-6, 1e-9}) {
    Simulation simulation(begin, {.accuracy = accuracy});
    const double before = energy(begin);
    expect_error([&] { simulation.run(1); }, {"'table'", "lies flat", "event"});
    EXPECT_NEAR(energy(simulation.state()), before, 10 * accuracy * before);
    EXPECT_LT(std::acos(pose(simulation.state(), 1).R(2, 2)), 0.02);
    EXPECT_GT(simulation.state().time(), 0.01);
  }
}

/// The bicycle of J. P. Meijaard, J. M. Papadopoulos, A. Ruina, A. L. Schwab, "Linearized dynamics equations
/// for the balance and steer of a bicycle: a benchmark and review", Proc. R. Soc. A 463 (2007), table 1. The
/// paper's axes point forward, to the right and down; here forward, to the left and up.
State benchmark_bicycle() {
  constexpr double wheelbase = 1.02, trail = 0.08, tilt = pi / 10, rear = 0.3, front = 0.35;
  const auto body = [](double mass, const V& p, double xx, double yy, double zz, double xz) {
    return RigidInertia<double>::from_central(mass, p, {xx, yy, zz, 0, -xz, 0});
  };
  const V ground_on_axis{wheelbase + trail, 0, 0}, down_the_axis{std::sin(tilt), 0, -std::cos(tilt)};
  ModelBuilder model("bicycle");
  add_carriage(model);
  model.body("frame", body(85, {0.3, 0, 0.9}, 9.2, 11, 2.8, 2.4));
  model.body("fork", body(4, V{0.9, 0, 0.7} - ground_on_axis, 0.05892, 0.06, 0.00708, -0.00756));
  model.body("rear wheel", body(2, {}, 0.0603, 0.12, 0.0603, 0));
  model.body("front wheel", body(3, {}, 0.1405, 0.28, 0.1405, 0));
  model.joint("pitch", Pin{}, "carriage", "frame").axis({0, 1, 0});
  model.joint("rear axle", Pin{}, "frame", "rear wheel").axis({0, 1, 0}).parent_frame({0, 0, rear});
  model.joint("steer", Pin{}, "frame", "fork").axis(down_the_axis).parent_frame(ground_on_axis);
  model.joint("front axle", Pin{}, "fork", "front wheel")
      .axis({0, 1, 0})
      .parent_frame(V{wheelbase, 0, front} - ground_on_axis);
  SystemBuilder builder(model.build());
  builder.add("rear contact",
              DiskOnPlaneContact("world", across("rear wheel", {0, 1, 0}), rear, ContactMotion::rolling));
  builder.add("front contact",
              DiskOnPlaneContact("world", across("front wheel", {0, 1, 0}), front, ContactMotion::rolling));
  return builder.build().default_state();
}

/// (φ̈, δ̈) at x = (φ, δ, φ̇, δ̇), lean and steer to the right, and a forward speed.
Eigen::Vector2d lean_and_steer(const State& upright, const Eigen::Vector4d& x, double forward) {
  State state = upright;
  set(state, "lean", x[0], x[2]);
  set(state, "steer", x[1], x[3]);
  set(state, "rear axle", 0, forward / 0.3);
  for (const char* held : {"lean", "steer", "rear axle"})
    state.lock(state.model().joint_body(held), MotionLevel::acceleration);
  assemble(state, 1e-14);
  for (const char* held : {"lean", "steer", "rear axle"}) state.unlock(state.model().joint_body(held));
  return {rate(state, "lean"), rate(state, "steer")};
}

/// d/dx of it about upright, straight motion, by central differences of the fourth order.
Eigen::Matrix<double, 2, 4> linearize(const State& upright, double forward) {
  constexpr double h = 1e-3;
  Eigen::Matrix<double, 2, 4> D;
  for (int k = 0; k < 4; ++k) {
    const auto at = [&](double step) {
      Eigen::Vector4d x = Eigen::Vector4d::Zero();
      x[k] = step;
      return lean_and_steer(upright, x, forward);
    };
    D.col(k) = (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
  }
  return D;
}

std::vector<std::complex<double>> eigenvalues_at(const State& upright, double forward) {
  Eigen::Matrix4d A = Eigen::Matrix4d::Zero();
  A.topRightCorner<2, 2>().setIdentity();
  A.bottomRows<2>() = linearize(upright, forward);
  const Eigen::Vector4cd found = Eigen::EigenSolver<Eigen::Matrix4d>(A, false).eigenvalues();
  std::vector<std::complex<double>> sorted(found.begin(), found.end());
  std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
    return a.real() != b.real() ? a.real() < b.real() : a.imag() < b.imag();
  });
  return sorted;
}

/// M·q̈ + v·C₁·q̇ + (g·K₀ + v²·K₂)·q = 0 with the matrices of the paper.
TEST(Wheel, BenchmarkBicycle) {
  const State upright = benchmark_bicycle();
  Eigen::Matrix2d M, C1, K0, K2;
  M << 80.81722, 2.31941332208709, 2.31941332208709, 0.29784188199686;
  C1 << 0, 33.86641391492494, -0.85035641456978, 1.68540397397560;
  K0 << -80.95, -2.59951685249872, -2.59951685249872, -0.80329488458618;
  K2 << 0, 76.59734589573222, 0, 2.65431523794604;
  for (const double v : {0.0, 2.0, 5.0, 8.0}) {
    Eigen::Matrix<double, 2, 4> wanted;
    wanted << (g * K0 + v * v * K2), v * C1;
    const Eigen::Matrix<double, 2, 4> found = -M * linearize(upright, v);
    EXPECT_LT((found - wanted).norm(), 1e-7 * wanted.norm()) << "at " << v << " m/s\n" << found;
  }
}

TEST(Wheel, BenchmarkBicycleIsStableBetweenItsTwoSpeeds) {
  const State upright = benchmark_bicycle();
  const std::vector<std::complex<double>> at_5{{-14.07838969279822, 0},
                                               {-0.77534188219585, -4.46486771378823},
                                               {-0.77534188219585, 4.46486771378823},
                                               {-0.32286642900409, 0}},
      found = eigenvalues_at(upright, 5);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_LT(std::abs(found[i] - at_5[i]), 1e-6) << found[i];
  // From the weave speed on no oscillation grows; from the capsize speed on it falls slowly to one side.
  EXPECT_NEAR(eigenvalues_at(upright, 4.29238253634111).back().real(), 0, 1e-6);
  EXPECT_NEAR(std::abs(eigenvalues_at(upright, 4.29238253634111).back().imag()), 3.4350338486614, 1e-6);
  EXPECT_LT(std::abs(eigenvalues_at(upright, 6.02426201538837).back()), 1e-6);
}

/// linearize() finds by itself that two wheels on the ground leave lean and steer, besides coordinates that
/// do not matter: all other eigenvalues are zero.
TEST(Wheel, EigenvaluesOfTheBicycleToTenDigits) {
  Eigen::Matrix2d M, C1, K0, K2;
  M << 80.81722, 2.31941332208709, 2.31941332208709, 0.29784188199686;
  C1 << 0, 33.86641391492494, -0.85035641456978, 1.68540397397560;
  K0 << -80.95, -2.59951685249872, -2.59951685249872, -0.80329488458618;
  K2 << 0, 76.59734589573222, 0, 2.65431523794604;
  for (const double v : {0.0, 1.0, 3.0, 5.0, 7.0, 10.0}) {
    State state = benchmark_bicycle();
    set(state, "rear axle", 0, v / 0.3);
    set(state, "front axle", 0, v / 0.35);
    set(state, "track", 0, v, 1);
    assemble(state, 1e-14);
    Eigen::Matrix4d expected = Eigen::Matrix4d::Zero();
    expected.topRightCorner<2, 2>().setIdentity();
    expected.bottomLeftCorner<2, 2>() = -M.inverse() * (g * K0 + v * v * K2);
    expected.bottomRightCorner<2, 2>() = -M.inverse() * v * C1;
    const Eigen::VectorXcd wanted = Eigen::EigenSolver<Eigen::Matrix4d>(expected, false).eigenvalues();
    const Linearization linear = sarrus::linearize(state);
    const Eigen::VectorXcd found = Eigen::EigenSolver<MatrixX<double>>(linear.A, false).eigenvalues();
    EXPECT_EQ(linear.speeds, 3);  // lean, steer, and on along the road
    EXPECT_TRUE(linear.is_exact);
    for (const std::complex<double>& x : wanted) {
      double nearest = 1e9;
      for (const std::complex<double>& y : found) nearest = std::min(nearest, std::abs(x - y));
      EXPECT_LT(nearest, 1e-10 * std::max(1.0, wanted.cwiseAbs().maxCoeff())) << x << " at " << v << " m/s";
    }
  }
}

/// About a motion that is neither straight nor steady: exact derivatives against differences.
TEST(Wheel, BicycleInACurveIsLinearizedExactly) {
  State state = benchmark_bicycle();
  set(state, "rear axle", 0, 4 / 0.3);
  set(state, "front axle", 0, 4 / 0.35);
  set(state, "track", 0, 4, 1);
  set(state, "lean", 0.2, 0.3);
  set(state, "steer", 0.3, -0.2);
  assemble(state, 1e-14);
  const Linearization linear = sarrus::linearize(state);
  ASSERT_TRUE(linear.is_exact);
  PermittedStates states(state);
  for (int j = 0; j < states.size(); ++j) {
    const auto along = [&](double step) {
      (void)states.at(step * VectorX<double>::Unit(states.size(), j));
      return states.rates();
    };
    const VectorX<double> expected = calc_extrapolated_difference(along, 0.01).derivative;
    EXPECT_LT((linear.A.col(j) - expected).norm(), 1e-9 * linear.A.norm()) << linear.states[j];
  }
}

/// Ridden at 5 m/s and pushed, it swings, recovers and rolls on as before.
TEST(Wheel, BicycleRightsItself) {
  State begin = benchmark_bicycle();
  set(begin, "rear axle", 0, 5 / 0.3);
  set(begin, "front axle", 0, 5 / 0.35);
  set(begin, "track", 0, 5, 1);
  set(begin, "lean", 0, 0.1);
  assemble(begin);
  Simulation simulation(begin, {.accuracy = 1e-8});
  simulation.run(12);
  const State& end = simulation.state();
  EXPECT_NEAR(energy(end), energy(begin), 1e-4);
  EXPECT_LT(std::abs(coordinate(end, "lean")), 2e-3);
  EXPECT_LT(std::abs(coordinate(end, "steer")), 2e-3);
}

}  // namespace
}  // namespace sarrus::testing::wheel_test

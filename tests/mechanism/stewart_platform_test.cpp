/// The Stewart platform: a body on six legs. Where it is, each leg is as long as its ends are apart; the
/// other way round has no formula and is found from a start nearby.

#include <Eigen/Dense>

#include "sarrus/joint/joints.h"
#include "tests/mechanism/mechanism.h"

namespace sarrus::testing::stewart_platform_test {
namespace {

constexpr double platform_mass = 20, low_mass = 1.5, high_mass = 0.8, low_com = 0.25, high_com = 0.2;

/// Feet on the base and hips on the platform, in pairs.
Vec3<double> foot(int i) {
  const double angle = (i / 2 * 120 + (i % 2 == 0 ? -12 : 12)) * pi / 180;
  return {std::cos(angle), std::sin(angle), 0};
}
Vec3<double> hip(int i) {
  const double angle = (i / 2 * 120 + (i % 2 == 0 ? -48 : 48)) * pi / 180;
  return {0.6 * std::cos(angle), 0.6 * std::sin(angle), -0.05};
}
const Vec3<double> com{0.05, -0.03, 0.1};

/// A pose somewhere in the middle of the range.
const Pose<double> wanted{
    Rotation<double>::about_z(0.15) * Rotation<double>::about_x(-0.1) * Rotation<double>::about_y(0.12),
    {0.08, -0.05, 1.1}};
const Pose<double> middle{{}, {0, 0, 1}};

Vec3<double> leg_at(const Pose<double>& X, int i) { return X * hip(i) - foot(i); }

/// A pose a little further: a turn w and a displacement v.
Pose<double> moved(const Pose<double>& X, int direction, double step) {
  if (direction >= 3) return {X.R, X.p + step * Vec3<double>::unit(direction - 3)};
  return {Rotation<double>::about(Vec3<double>::unit(direction), step) * X.R, X.p};
}

void add_platform(ModelBuilder& model) {
  model.gravity({0, 0, -g});
  model.body("platform", Pose<double>::translation(com) * solid_cylinder(platform_mass, 0.6, 0.1));
  model.joint("platform", Free{}, "world", "platform");
}

/// Legs without mass.
System platform_on_rods(const Pose<double>& X) {
  ModelBuilder model("platform on rods");
  add_platform(model);
  SystemBuilder builder(model.build());
  for (int i = 0; i < 6; ++i)
    builder.add("leg" + std::to_string(i),
                RodConstraint(Place("world", foot(i)), Place("platform", hip(i)), norm(leg_at(X, i))));
  return builder.build();
}

/// Legs of two parts that slide on each other: on a universal joint below, with a ball joint above.
System platform_on_sliders() {
  ModelBuilder model("platform on sliders");
  add_platform(model);
  SystemBuilder builder([&] {
    for (int i = 0; i < 6; ++i) {
      const std::string low = "low" + std::to_string(i), high = "high" + std::to_string(i);
      model.body(low, Pose<double>::translation({0, 0, low_com}) * solid_cylinder(low_mass, 0.02, 0.5));
      model.body(high, Pose<double>::translation({0, 0, -high_com}) * solid_cylinder(high_mass, 0.01, 0.4));
      model.joint(low, Universal{}, "world", low).parent_frame(foot(i));
      model.joint(high, Slider{}, low, high).axis({0, 0, 1});
    }
    return model.build();
  }());
  for (int i = 0; i < 6; ++i)
    builder.add("hip" + std::to_string(i),
                BallConstraint(Place("platform", hip(i)), "high" + std::to_string(i)));
  return builder.build();
}

/// Generalized forces J of what the legs do: rates of the lengths for six motions of the platform.
Eigen::MatrixXd lengths_by_motions(const Pose<double>& X) {
  Eigen::MatrixXd J(6, 6);
  for (int i = 0; i < 6; ++i) {
    const Vec3<double> n = normalized(leg_at(X, i)), moment = cross(X.R * hip(i), n);
    J.row(i) << moment.x, moment.y, moment.z, n.x, n.y, n.z;
  }
  return J;
}
/// Weights, as forces against six motions of the platform, by central differences.
Eigen::VectorXd weights_by_motions(const Pose<double>& X, bool with_legs) {
  const auto potential = [&](const Pose<double>& at) {
    double V = platform_mass * (at * com).z;
    for (int i = 0; i < 6 && with_legs; ++i) {
      const Vec3<double> leg = leg_at(at, i);
      V += low_mass * low_com * leg.z / norm(leg) + high_mass * (norm(leg) - high_com) * leg.z / norm(leg);
    }
    return g * V;
  };
  Eigen::VectorXd f(6);
  for (int k = 0; k < 6; ++k) f[k] = (potential(moved(X, k, 1e-5)) - potential(moved(X, k, -1e-5))) / 2e-5;
  return f;
}

::testing::AssertionResult is_at(const State& state, const Pose<double>& X) {
  const Pose<double> found = pose(state, state.model().body_number("platform"));
  double off = norm(found.p - X.p);
  for (int j = 0; j < 3; ++j) off = std::max(off, norm(found.R.col(j) - X.R.col(j)));
  if (off < 1e-12) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "off by " << off;
}

TEST(StewartPlatform, LegsOfGivenLengthsBearItWhereGeometrySays) {
  const System system = platform_on_rods(wanted);
  State state = system.default_state();
  set_free(state, "platform", middle);
  EXPECT_GT(largest(position_errors(state)), 0.05);
  assemble(state);
  EXPECT_TRUE(is_at(state, wanted));
  // Jᵀ·λ = weights
  const Eigen::VectorXd forces =
      lengths_by_motions(wanted).transpose().partialPivLu().solve(weights_by_motions(wanted, false));
  for (int i = 0; i < 6; ++i)
    EXPECT_NEAR(multipliers(state, system.element("leg" + std::to_string(i)))[0], forces[i], 1e-7);
  EXPECT_LT(largest(udot(state)), 1e-11);
}

TEST(StewartPlatform, LegsThatSlideAreHeldByTheSamePrinciple) {
  const System system = platform_on_sliders();
  State state = system.default_state();
  set_free(state, "platform", middle);
  for (int i = 0; i < 6; ++i) set(state, "high" + std::to_string(i), norm(leg_at(wanted, i)));
  for (int i = 0; i < 6; ++i) state.lock(state.model().body_number("high" + std::to_string(i)));
  assemble(state);
  EXPECT_TRUE(is_at(state, wanted));
  for (int i = 0; i < 6; ++i)
    EXPECT_NEAR(coordinate(state, "high" + std::to_string(i)), norm(leg_at(wanted, i)), 1e-15);
  const Eigen::VectorXd forces =
      lengths_by_motions(wanted).transpose().partialPivLu().solve(weights_by_motions(wanted, true));
  for (int i = 0; i < 6; ++i)
    EXPECT_NEAR(motion_force(state, speed_number(state, "high" + std::to_string(i))), forces[i], 1e-7);
  EXPECT_LT(largest(udot(state)), 1e-10);
}

}  // namespace
}  // namespace sarrus::testing::stewart_platform_test

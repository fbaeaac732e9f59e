/// The arch of stone: how thin may it be?

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sarrus/joint/joints.h"
#include "tests/rigid/rigid_scenes.h"
#include "tests/support/numbers.h"

namespace sarrus::testing::arch_test {
namespace {

/// A semicircle of blocks about the origin, with a mean radius of 1 m and joints along radii.
struct Arch {
  static constexpr int blocks = 20, half = blocks / 2;
  static constexpr double angle = pi / blocks;  // of a block
  double thickness;

  double inner() const { return 1 - 0.5 * thickness; }
  double outer() const { return 1 + 0.5 * thickness; }
  /// A block is a trapezoid with a height from inner to outer, each times this.
  static double cosine() { return std::cos(0.5 * angle); }
  static double tangent() { return std::tan(0.5 * angle); }
  /// The radius at which the centers of mass are.
  double center() const {
    const double a = inner(), b = outer();
    return 2.0 / 3 * cosine() * (b * b * b - a * a * a) / (b * b - a * a);
  }

  /// The block about its center, z along the radius.
  ConvexShape block() const {
    Array<Vec3<double>> corners;
    for (const double r : {inner(), outer()})
      for (const double x : {-1, 1})
        for (const double y : {-0.1, 0.1})
          corners.push_back({x * r * std::sin(0.5 * angle), y, r * cosine() - center()});
    return convex_hull(corners);
  }

  /// How far the line of thrust of greatest horizontal force stays from the inner circle at the joint where
  /// it is nearest. It goes through the crown and the springing at the outer circle; with the horizontal
  /// force H and the weights w above a joint at the angle a from the crown, it meets the joint at the radius
  /// r with H·(outer − r·cos a) = Σ w·(r·sin a − x).
  double margin() const {
    double levers = 0;  // Σ x of all blocks of a half, for w = 1
    for (int k = 0; k < half; ++k) levers += center() * std::sin((k + 0.5) * angle);
    const double H = (half * outer() - levers) / outer();
    double least = infinity, above = 0;
    for (int k = 1; k < half; ++k) {
      above += center() * std::sin((k - 0.5) * angle);
      const double a = k * angle, r = (H * outer() + above) / (k * std::sin(a) + H * std::cos(a));
      least = std::min(least, r - inner());
    }
    return least;
  }
};

/// The thickness at which the line of thrust just fits.
double find_least_thickness() {
  double low = 0.05, high = 0.2;
  while (high - low > 1e-12) {
    const double middle = 0.5 * (low + high);
    (Arch{middle}.margin() < 0 ? low : high) = middle;
  }
  return high;
}

/// How far the arch moves in a second.
double sink(double thickness) {
  const Arch arch{thickness};
  const ConvexShape block = arch.block();
  ModelBuilder model("arch");
  Array<ContactSurface> surfaces{{"ground", "world", HalfSpaceShape{}, rough(0.9)}};
  for (int i = 0; i < Arch::blocks; ++i) {
    const std::string name = "block" + std::to_string(i);
    const double a = (i + 0.5 - Arch::half) * Arch::angle;
    model.body(name, block.solid(2000));
    model.joint(name, Free{}, "world", name)
        .start({std::cos(0.5 * a), 0, std::sin(0.5 * a), 0, arch.center() * std::sin(a), 0,
                arch.center() * std::cos(a)});
    surfaces.push_back({name, name, block, rough(0.9)});
  }
  SystemBuilder builder(model.build());
  builder.add("contact", RigidContact(surfaces));
  const State start = builder.build().default_state();
  TimeStepping stepping(start, {.step = 5e-3, .record = false});
  stepping.run(1);
  double most = 0;
  for (int i = 0; i < Arch::blocks; ++i) {
    const std::string name = "block" + std::to_string(i);
    most = std::max(most, norm(pose(stepping.state(), name).p - pose(start, name).p));
  }
  return most;
}

/// A semicircular arch stands if t/R ≥ 0.1075 [Milankovitch 1907]; with joints at every 9° a little less
/// will do. It falls by turning about five joints.
TEST(Arch, StandsAtItsLeastThicknessAndFallsBelow) {
  const double least = find_least_thickness();
  EXPECT_NEAR(least, 0.1075, 5e-4);
  EXPECT_LT(sink(1.001 * least), 1e-9);
  EXPECT_GT(sink(0.998 * least), 1e-2);
}

}  // namespace
}  // namespace sarrus::testing::arch_test

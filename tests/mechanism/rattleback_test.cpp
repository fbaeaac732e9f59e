/// The rattleback: an ellipsoid whose principal axes of inertia are turned a little against its radii. Spun
/// one way it begins to rattle, stops and turns back; spun the other way it goes on. Numbers of Kane &
/// Levinson 1982, "Realistic mathematical modeling of the rattleback", Int. J. Non-Linear Mechanics 17(3).

#include "sarrus/joint/joints.h"
#include "tests/mechanism/ellipsoid_on_plane.h"
#include "tests/mechanism/mechanism.h"

namespace sarrus::testing::rattleback_test {
namespace {

State rattleback(double product_of_inertia, double spin, double tilt) {
  ModelBuilder model("rattleback");
  model.gravity({0, 0, -g});
  model.body("stone", RigidInertia<double>::from_central(1, {0, 0, -0.01},
                                                         {2e-4, 1.6e-3, 1.7e-3, product_of_inertia, 0, 0}));
  model.joint("stone", Free{}, "world", "stone");
  SystemBuilder builder(model.build());
  builder.add("table", EllipsoidOnPlane("world", "stone", {0.2, 0.03, 0.02}));
  State state = builder.build().default_state();
  set_free(state, "stone", {Rotation<double>::about_x(tilt), {0, 0, 0.02}}, {{0, 0, spin}, {}});
  assemble(state);
  return state;
}

double spin_of(const State& state) { return velocity(state, 1).w.z; }

TEST(Rattleback, TurnsBackWhenSpunOneWay) {
  const double tilt = 0.5 * pi / 180;
  for (const double spin : {5.0, -5.0}) {
    const State begin = rattleback(-2e-5, spin, tilt);
    Simulation simulation(begin, {.accuracy = 1e-7, .every = 0.1});
    simulation.run(10);
    double least = spin, most = spin;
    for (const State& state : simulation.trajectory()) {
      least = std::min(least, spin_of(state)), most = std::max(most, spin_of(state));
      EXPECT_NEAR(energy(state), energy(begin), 1e-6);
    }
    if (spin > 0) {
      EXPECT_GT(least, 4.8);
    } else {
      EXPECT_LT(least, -4.9);
      EXPECT_GT(most, 4.9);
      EXPECT_GT(spin_of(simulation.state()), 4.9);  // and there it stays
    }
  }
}

/// Seen in a mirror it is the same stone with its axes turned the other way, spun the other way.
TEST(Rattleback, IsItsOwnMirrorImage) {
  Simulation one(rattleback(-2e-5, 5, 0.01), {.accuracy = 1e-9, .every = 0.1}),
      other(rattleback(2e-5, -5, -0.01), {.accuracy = 1e-9, .every = 0.1});
  one.run(1), other.run(1);
  for (std::size_t i = 0; i < one.trajectory().size(); ++i)
    EXPECT_NEAR(spin_of(one.trajectory()[i]), -spin_of(other.trajectory()[i]), 1e-6);
}

}  // namespace
}  // namespace sarrus::testing::rattleback_test

/// Constraints that are independent by little are obeyed, and those that depend on others must not contradict
/// them.

#include "tests/mechanism/mechanism.h"
#include "tests/support/says.h"

namespace sarrus::testing::nearly_dependent_test {
namespace {

/// A bead of 1 kg on two planes whose normals differ by an angle e. It may move along their common line only,
/// the y axis; gravity acts along x.
System bead_on_two_planes(double e) {
  ModelBuilder builder("bead");
  builder.gravity({g, 0, 0}).particle("bead", 1);
  builder.joint("bead", Translation{}, "world", "bead");
  SystemBuilder system(builder.build());
  system.add("plane", PointInPlaneConstraint("world", "bead", 0));
  const Place tilted("world", Pose<double>{Rotation<double>::about_y(e), {}});
  system.add("tilted plane", PointInPlaneConstraint(tilted, "bead", 0));
  return system.build();
}

TEST(NearlyDependent, ABeadRestsBetweenPlanesHoweverAlike) {
  for (const double e : {1e-1, 1e-2, 1e-3, 6e-4, 4e-4, 1e-4, 1e-5, 1e-6}) {
    const System system = bead_on_two_planes(e);
    const State start = system.default_state();
    EXPECT_NEAR(udot(start)[0], 0, 1e-11) << e;
    // Forces of the planes hold its weight: λ·sin e of the tilted one.
    EXPECT_NEAR(multipliers(start)[1] * std::sin(e), -g, 1e-9) << e;
    Simulation simulation(start, {.accuracy = 1e-8});
    simulation.run(1);
    EXPECT_NEAR(simulation.state().q(0), 0, 1e-11) << e;
  }
}

/// Planes that numbers cannot tell from one: what they contradict each other in is not ignored.
TEST(NearlyDependent, PlanesTooMuchAlikeAreRefused) {
  for (const double e : {1e-7, 1e-8}) {
    const System system = bead_on_two_planes(e);
    Simulation simulation(system.default_state(), {.accuracy = 1e-6});
    expect_error([&] { simulation.run(1); },
                 {"plane' asks for another acceleration than those it depends on"});
  }
}

}  // namespace
}  // namespace sarrus::testing::nearly_dependent_test

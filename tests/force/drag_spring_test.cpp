/// The spring with which a user drags bodies: motions and masses in closed form.

#include "sarrus/force/drag_spring.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/simulate/simulation.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/responses.h"
#include "tests/support/says.h"

namespace sarrus::testing::drag_spring_test {
namespace {

/// A ball of 3 kg and 1 m radius that floats without weight, and a post that is welded to the world.
System floating_ball() {
  ModelBuilder model("ball");
  model.gravity({0, 0, 0});
  model.body("ball", solid_sphere(3.0, 1.0)).body("post", thin_rod(1.0, {0, 0, 1}));
  model.joint("float", Free{}, "world", "ball");
  model.joint("fixed", Weld{}, "world", "post");
  SystemBuilder builder(model.build());
  builder.add("drag", DragSpring{});
  return builder.build();
}

TEST(DragSpring, AFreeBodyComesToTheTargetWithoutSwinging) {
  const System system = floating_ball();
  const auto& drag = system.force<DragSpring>("drag");
  State state = system.default_state();
  const double omega = 5;
  EXPECT_FALSE(drag.is_holding(state));
  ASSERT_TRUE(drag.hold(state, 1, {0, 0, 0}, {0.5, 0, -1}, omega));
  EXPECT_TRUE(drag.is_holding(state));
  Simulation simulation(state, {.accuracy = 1e-9});
  for (const double t : {0.1, 0.3, 1.0, 2.0}) {
    simulation.run_until(t);
    const double part = 1 - (1 + omega * t) * std::exp(-omega * t);  // critical damping
    const Vec3<double> p = pose(simulation.state(), 1).p;
    EXPECT_NEAR(p.x, 0.5 * part, 1e-7);
    EXPECT_NEAR(p.z, -part, 1e-7);
  }
}

TEST(DragSpring, FeelsTheMassAtThePoint) {
  const State state = floating_ball().default_state();
  EXPECT_NEAR(mean_mass_at(state, 1, {0, 0, 0}), 3, 1e-12);
  // On the surface, 1/m' = 1/m + r²/(⅖·m·r²) = 3.5/m along it and 1/m across.
  EXPECT_NEAR(mean_mass_at(state, 1, {0, 0, 1}), 3 / ((3.5 + 3.5 + 1) / 3.0), 1e-12);
  EXPECT_TRUE(std::isinf(mean_mass_at(state, 0, {0, 0, 0})));
}

TEST(DragSpring, KeepsItsStiffnessWhileTheTargetMoves) {
  const System system = floating_ball();
  const auto& drag = system.force<DragSpring>("drag");
  State state = system.default_state();
  drag.hold(state, 1, {0, 0, 1}, {1, 0, 1}, 10);
  const double energy = potential_energy(state);  // ½·m'·ω²·1² with m' = 9/8 kg
  EXPECT_NEAR(energy, 56.25, 1e-9);
  drag.hold(state, 1, {0, 0, 1}, {2, 0, 1}, 99);
  EXPECT_NEAR(potential_energy(state), 4 * energy, 1e-9);
  drag.release(state);
  EXPECT_EQ(potential_energy(state), 0);
}

TEST(DragSpring, RefusesWhatCannotBeHeld) {
  const System system = floating_ball();
  const auto& drag = system.force<DragSpring>("drag");
  State state = system.default_state();
  EXPECT_FALSE(drag.hold(state, 2, {0, 0, 0}, {1, 0, 0})) << "welded";
  EXPECT_FALSE(drag.hold(state, 0, {0, 0, 0}, {1, 0, 0})) << "the world";
  EXPECT_FALSE(drag.is_holding(state));
  expect_error([&] { drag.hold(state, 7, {0, 0, 0}, {1, 0, 0}); }, {"no body 7"});
  expect_error([&] { drag.hold(state, 1, {0, 0, 0}, {NAN, 0, 0}); }, {"cannot be dragged to nan"});
}

}  // namespace
}  // namespace sarrus::testing::drag_spring_test

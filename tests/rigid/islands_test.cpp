/// Groups of bodies that do not touch each other are solved by several threads.

#include <gtest/gtest.h>

#include "sarrus/joint/joints.h"
#include "tests/rigid/rigid_scenes.h"
#include "tests/support/numbers.h"
#include "tests/support/random.h"
#include "tests/support/says.h"

namespace sarrus::testing::islands_test {
namespace {

/// Heaps of boxes and balls that fall, some of which run into each other.
State make_heaps(int heaps, double restitution) {
  Random random(4);
  std::vector<Piece> pieces;
  for (int i = 0; i < heaps; ++i)
    for (int k = 0; k < 4; ++k)
      pieces.push_back({"p" + std::to_string(10 * i + k),
                        random.number(0.5, 2.0),
                        k % 2 == 0 ? Vec3<double>{0.2, 0.25, 0.15} : Vec3<double>{0.1, 0, 0},
                        {0.6 * i + 0.05 * random.number(), 0.05 * random.number(), 0.12 + 0.3 * k},
                        {i % 3 == 0 ? 2.0 : 0.1 * random.number(), 0.1 * random.number(), -1.0}});
  return make_scene(pieces, rough(0.5, restitution));
}

Array<double> run(const State& start, TimeSteppingOptions options, int threads, int* most_islands) {
  options.threads = threads;
  options.record = false;
  TimeStepping stepping(start, options);
  Array<double> motion;
  for (int i = 1; i <= 3; ++i) {
    stepping.run_until(0.1 * i);
    motion.insert(motion.end(), stepping.state().y().begin(), stepping.state().y().end());
    for (const RigidForce& force : stepping.forces()) motion.push_back(force.normal_force());
    motion.push_back(stepping.energy_balance().by_rigid);
  }
  *most_islands = stepping.report().most_islands;
  return motion;
}

/// Not one bit depends on the number of threads.
TEST(Islands, AreTheSameOnAnyNumberOfThreads) {
  for (const double restitution : {0.0, 0.4})
    for (const TimeSteppingOptions& options :
         {TimeSteppingOptions{.step = 2e-3, .impact_law = ImpactLaw::poisson},
          TimeSteppingOptions{.accuracy = 1e-2, .smallest_step = 1e-3}}) {
      const State start = make_heaps(5, restitution);
      int islands = 0;
      const Array<double> one = run(start, options, 1, &islands);
      EXPECT_GE(islands, 4);
      for (const int threads : {2, 4}) {
        const Array<double> many = run(start, options, threads, &islands);
        ASSERT_EQ(one.size(), many.size());
        for (std::size_t i = 0; i < one.size(); ++i) ASSERT_EQ(one[i], many[i]) << threads << ", " << i;
      }
    }
}

/// What fails in one island is told by the thread that waits for all.
TEST(Islands, ContradictionsAreNamedOnAnyNumberOfThreads) {
  for (const int threads : {1, 4}) {
    ModelBuilder model("carts");
    model.gravity({0, 0, 0});
    for (int i = 0; i < 60; ++i) {
      const std::string name = "cart" + std::to_string(i);
      model.body(name, solid_brick(1, {0.1, 0.1, 0.1}));
      model.joint(name, Slider{}, "world", name).axis({1, 0, 0}).limit(-1, i == 33 ? 0.001 : 1);
    }
    SystemBuilder builder(model.build());
    builder.add("stops", HardStops::of_model(builder.model()));
    for (int i = 0; i < 60; ++i)
      builder.add("friction" + std::to_string(i), DryFriction("cart" + std::to_string(i), 1));
    builder.prescribe("motor", "cart33", MotionLevel::velocity, {constant(1)});
    TimeStepping stepping(builder.build().default_state(), {.step = 2e-3, .threads = threads});
    expect_error([&] { stepping.run(0.1); }, {"contradict", "stops", "cart33"});
  }
}

TEST(Islands, RefuseNumbersOfThreadsThatAreNone) {
  expect_error([] { TimeStepping(make_heaps(1, 0), {.threads = -1}); }, {"threads", "-1"});
}

}  // namespace
}  // namespace sarrus::testing::islands_test

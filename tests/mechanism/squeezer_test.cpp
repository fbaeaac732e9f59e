#include "tests/support/squeezer.h"

#include "tests/mechanism/mechanism.h"

namespace sarrus::testing::squeezer_test {
namespace {

const char* const rods[] = {"K1", "K2", "K3", "K4", "K5", "K6", "K7"};

/// The largest error of an angle at the end.
double error_at_end(const SimulationOptions& options) {
  Simulation simulation(squeezer().start, options);
  simulation.run_until(0.03);
  double error = 0;
  for (std::size_t i = 0; i < 7; ++i)
    error = std::max(error, std::abs(coordinate(simulation.state(), rods[i]) - squeezer_end[i]));
  return error;
}

/// The initial accelerations and multipliers that the books give to many digits.
TEST(Squeezer, BeginsAsInTheBooks) {
  const Linkage mechanism = squeezer();
  const State& state = mechanism.start;
  EXPECT_LT(largest(position_errors(state)), 1e-16);
  EXPECT_NEAR(rate(state, "K1"), 14222.4439199541138705911625887, 1e-8);
  EXPECT_NEAR(rate(state, "K2"), -10666.8329399655854029433719415, 1e-8);
  for (const char* rod : {"K3", "K4", "K5", "K6", "K7"}) EXPECT_NEAR(rate(state, rod), 0, 1e-9);
  // K2 bears the opposite of the books' multipliers, which are forces in the axes of the world.
  const Force<double> on_K2 = constraint_force(state, mechanism.system.element("K3 on K2"));
  const Vec3<double> f = pose(state, state.model().body_number("K3")).R * on_K2.f;
  EXPECT_NEAR(f.x, -98.5668703962410896057654982170, 1e-10);
  EXPECT_NEAR(f.y, 6.12268834425566265503114393122, 1e-10);
  for (const char* loop : {"K4 on K2", "K6 on K2"})
    EXPECT_LT(largest(multipliers(state, mechanism.system.element(loop))), 1e-10);
}

TEST(Squeezer, EndsAsInTheBooks) {
  for (const char* integrator : {"merson", "dormand-prince5", "dormand-prince8"})
    for (const double accuracy : {1e-5, 1e-7, 1e-9})
      EXPECT_LT(error_at_end({.accuracy = accuracy, .integrator = integrator, .record = false}),
                100 * accuracy)
          << integrator << " at accuracy " << accuracy;
}

/// Methods that remember several steps add up more errors, and are disturbed by every correction of the
/// constraints: many small ones are better than few large ones.
TEST(Squeezer, EndsAsInTheBooksByMethodsOfSeveralSteps) {
  EXPECT_LT(
      error_at_end({.accuracy = 1e-9, .integrator = "adams", .constraint_tolerance = 1e-12, .record = false}),
      1e-7);
  EXPECT_LT(error_at_end({.accuracy = 1e-9, .integrator = "bdf", .record = false}), 1e-5);
}

}  // namespace
}  // namespace sarrus::testing::squeezer_test

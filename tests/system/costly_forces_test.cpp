/// Force elements that share threads.

#include <gtest/gtest.h>

#include <thread>

#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/declaration.h"
#include "sarrus/system/responses.h"
#include "sarrus/system/system.h"
#include "tests/support/count_allocations.h"
#include "tests/support/says.h"

namespace sarrus::testing::costly_forces_test {
namespace {

Model pendulum() {
  ModelBuilder builder("pendulum");
  builder.body("rod", thin_rod(1.0, {0, 0, 1}));
  builder.joint("hinge", Pin{}, "world", "rod").axis({0, 1, 0}).child_frame({0, 0, 0.5});
  return builder.build();
}

/// A force whose sum with others depends on the order: many digits, of many sizes.
class Rough : public ForceElement {
 public:
  explicit Rough(double seed, bool costly = true) : seed_(seed), costly_(costly) {}
  std::vector<Dependency> declare(Declaration& declaration) override {
    threshold_ = declaration.declare_parameter("threshold", 100.0);
    slow_ = declaration.quantity<double>("slow", {declaration.quantities().velocity}, 0.0,
                                         [seed = seed_](const State& state, double& value) {
                                           value = std::sin(seed + velocity(state, 1).w.y);
                                         });
    return {slow_, declaration.quantities().velocity};
  }
  void add_forces(const State& state, AppliedForces& forces) const override {
    require(seed_ < state[threshold_], "seed {} is too much", seed_);
    double x = state[slow_];
    for (int i = 0; i < 20; ++i) {
      x = std::sin(3.9 * x + seed_);
      forces.add_to_speed(0, x * std::pow(10.0, i % 7));
      forces.add(1, {{x, 1e5 * x, x}, pose(state, 1).R.col(0)});
    }
  }
  bool is_costly() const override { return costly_; }

 private:
  double seed_;
  bool costly_;
  Parameter threshold_;
  Quantity<double> slow_;
};

System system_with(int threads) {
  SystemBuilder builder(pendulum());
  for (int i = 0; i < 7; ++i)
    builder.add("rough" + std::to_string(i), Rough(0.1 + 0.37 * i, /*costly=*/i % 3 != 2));
  builder.force_threads(threads);
  return builder.build();
}

TEST(CostlyForces, AreTheSameForAnyNumberOfThreads) {
  const System alone = system_with(1);
  for (const int threads : {2, 3, 5}) {
    const System shared = system_with(threads);
    State a = alone.default_state(), b = shared.default_state();
    for (int i = 0; i < 50; ++i) {
      for (State* state : {&a, &b}) state->set_q(0, 0.1 * i), state->set_u(0, 0.03 * i);
      a.set_enabled(alone.element("rough3"), i % 2 == 0);
      b.set_enabled(shared.element("rough3"), i % 2 == 0);
      EXPECT_EQ(applied_forces(a).on_speed(0), applied_forces(b).on_speed(0));
      EXPECT_EQ(applied_forces(a).on_body(1).t.y, applied_forces(b).on_body(1).t.y);
      EXPECT_NE(applied_forces(a).on_speed(0), 0);
    }
  }
}

TEST(CostlyForces, AnErrorReachesTheCallerAndTheNextStateIsGood) {
  const System system = system_with(3);
  State state = system.default_state();
  const double before = applied_forces(state).on_speed(0);
  state.set(system.parameter("rough1.threshold"), 0.0);
  state.set(system.parameter("rough4.threshold"), 0.0);
  expect_error([&] { (void)applied_forces(state); }, {"seed 0.47 is too much"});
  state.set(system.parameter("rough1.threshold"), 100.0);
  state.set(system.parameter("rough4.threshold"), 100.0);
  EXPECT_EQ(applied_forces(state).on_speed(0), before);
}

TEST(CostlyForces, ManyStatesMayUseTheSameThreads) {
  const System system = system_with(2);
  State reference = system.default_state();
  reference.set_u(0, 0.5);
  const double expected = applied_forces(reference).on_speed(0);
  std::vector<int> good(4, 0);
  std::vector<std::thread> threads;
  for (int& count : good)
    threads.emplace_back([&system, &count, expected] {
      State state = system.default_state();
      for (int i = 0; i < 200; ++i) {
        state.set_u(0, 0.5);
        count += applied_forces(state).on_speed(0) == expected;
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (const int count : good) EXPECT_EQ(count, 200);
}

TEST(CostlyForces, TakeNoMemoryAfterTheFirstTime) {
  const System system = system_with(2);
  State state = system.default_state();
  (void)applied_forces(state);
  const long before = allocations();
  for (int i = 1; i < 10; ++i) {
    state.set_u(0, 0.1 * i);
    (void)applied_forces(state);
  }
  EXPECT_EQ(allocations(), before);
  EXPECT_EQ(state.evaluations(system.quantities().forces), 10);
}

/// Reads what another element has declared, but not this one.
class Sneaky : public ForceElement {
 public:
  explicit Sneaky(bool declares) : declares_(declares) {}
  std::vector<Dependency> declare(Declaration& declaration) override {
    if (declares_) return {declaration.quantities().kinetic_energy};
    return {Source::u};
  }
  void add_forces(const State& state, AppliedForces& forces) const override {
    if (!declares_) forces.add_to_speed(0, kinetic_energy(state));
  }
  bool is_costly() const override { return !declares_; }

 private:
  bool declares_;
};

TEST(CostlyForces, ReadingWhatWasNotDeclaredIsAnErrorInsteadOfARace) {
  SystemBuilder builder(pendulum());
  builder.add("declares", Sneaky(true));
  builder.add("first", Sneaky(false));
  builder.add("second", Sneaky(false));
  builder.force_threads(2);
  const State state = builder.build().default_state();
  expect_error([&] { (void)applied_forces(state); }, {"'kinetic energy'", "thread"});
}

TEST(CostlyForces, TheNumberOfThreadsIsChecked) {
  SystemBuilder builder(pendulum());
  expect_error([&] { builder.force_threads(0); }, {"0 threads", "1 to 1024"});
}

}  // namespace
}  // namespace sarrus::testing::costly_forces_test

/// Constraints that read more of the State than places and mobilities.

#include <gtest/gtest.h>

#include "sarrus/constraint/constraints.h"
#include "sarrus/function/polynomial.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/simulate/simulation.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/declaration.h"
#include "sarrus/system/internal/layout.h"
#include "sarrus/system/responses.h"
#include "tests/support/says.h"

namespace sarrus::testing::constraint_reads_test {

using namespace internal;
namespace {

/// A rod between F and M whose length is somewhere in the State: `Length` says what it reads, and the length
/// L with its rates from the arguments.
///   e = |p| − L,   ė = n·v − L̇,   ë = n·a + (|v|² − (n·v)²)/|p| − L̈
template <class Length>
class RodOf : public ConstraintOf<RodOf<Length>> {
 public:
  explicit RodOf(Length length) : length_(std::move(length)) {}
  ConstraintShape declare(Declaration& declaration) override {
    places_.find(declaration);
    ConstraintShape shape{
        .position_rows = 1, .F = places_.A, .frames = {places_.B}, .units = {ErrorUnit::length}};
    length_.declare(declaration, shape);
    return shape;
  }
  template <class T>
  void errors(const ConstraintArguments<T>& at, Out<T> e) const {
    e[0] = norm(at.frames[0].X.p) - T(length_.value(at));
  }
  template <class T>
  void rows(const ConstraintArguments<T>& at, const ConstraintRows<T>& G) const {
    G.wrench(0).f = normalized(at.frames[0].X.p);
  }
  template <class T>
  void drifts(const ConstraintArguments<T>& at, Out<T> drift) const {
    drift[0] = T(-length_.rate(at));
  }
  template <class T>
  void biases(const ConstraintArguments<T>& at, Out<T> bias) const {
    bias[0] = PointDistance<T>(at.frames[0].X.p, 1).bias(at.frames[0].V.v) - T(length_.second_rate(at));
  }
  const Length& length() const { return length_; }

 private:
  PlacePair places_{Place("world"), Place("bob")};
  Length length_;
};

ModelBuilder free_bob() {
  ModelBuilder model("bob");
  model.particle("bob", 2).gravity({0, 0, -9.81});
  model.joint("place", Translation{}, "world", "bob").start({0.6, 0, -0.8});
  return model;
}

/// A discrete variable of the constraint's own: it needs no further word.
struct DiscreteLength {
  Discrete<double> own{};
  void declare(Declaration& declaration, ConstraintShape&) { own = declaration.discrete("length", 1.0); }
  template <class T>
  double value(const ConstraintArguments<T>& at) const {
    return at[own];
  }
  template <class T>
  double rate(const ConstraintArguments<T>&) const {
    return 0;
  }
  template <class T>
  double second_rate(const ConstraintArguments<T>&) const {
    return 0;
  }
};

TEST(ConstraintReads, ADiscreteVariable) {
  SystemBuilder builder(free_bob().build()), usual(free_bob().build());
  builder.add("rod", RodOf<DiscreteLength>({}));
  const Discrete<int> other = builder.declare().discrete("other", 1);
  usual.add("rod", RodConstraint("world", "bob", 1));
  const System system = builder.build();
  const Discrete<double> length = system.constraint<RodOf<DiscreteLength>>("rod").length().own;
  State state = system.default_state(), twin = usual.build().default_state();
  EXPECT_NEAR(position_errors(state)[0], 0, 1e-15);
  EXPECT_NEAR(multipliers(state)[0], multipliers(twin)[0], 1e-13);
  EXPECT_NEAR(multipliers(state)[0], -2 * 9.81 * 0.8, 1e-12);

  // What is known stays known until the variable changes.
  const SystemQuantities& known = system.quantities();
  const long errors = state.evaluations(known.position_errors),
             rows = state.evaluations(known.constraint_rows), rates = state.evaluations(known.accelerations);
  state.set(other, 2);
  (void)multipliers(state), (void)position_errors(state);
  EXPECT_EQ(state.evaluations(known.position_errors), errors);
  EXPECT_EQ(state.evaluations(known.accelerations), rates);
  state.set(length, 0.75);
  EXPECT_NEAR(position_errors(state)[0], 0.25, 1e-15);
  (void)multipliers(state);
  EXPECT_EQ(state.evaluations(known.position_errors), errors + 1);
  EXPECT_EQ(state.evaluations(known.constraint_rows), rows + 1);
  EXPECT_EQ(state.evaluations(known.accelerations), rates + 1);
}

/// An auxiliary variable z with ż = rate: a winch. The rate is a parameter of the System.
struct WinchLength {
  Auxiliary z;
  Parameter speed;
  void declare(Declaration&, ConstraintShape& shape) {
    shape.reads = {z};
    shape.rates_read = {speed};
  }
  template <class T>
  double value(const ConstraintArguments<T>& at) const {
    return at[z][0];
  }
  template <class T>
  double rate(const ConstraintArguments<T>& at) const {
    return at[speed];
  }
  template <class T>
  double second_rate(const ConstraintArguments<T>&) const {
    return 0;
  }
};

/// The bob on a rope that a winch pays out moves as on a slider that is moved so.
TEST(ConstraintReads, AnAuxiliaryVariableAndAParameter) {
  constexpr double speed = 0.3;
  SystemBuilder builder(free_bob().build());
  const Parameter rate = builder.declare().declare_parameter("winch.speed", speed, "m/s");
  const Auxiliary z = builder.declare().auxiliary(
      "winch.length", {1.0}, {rate}, [rate](const State& state, Out<double> zdot) { zdot[0] = state[rate]; });
  builder.add("rope", RodOf<WinchLength>({z, rate}));
  State state = builder.build().default_state();
  state.set_u(std::vector<double>{0.6 * speed, 0, -0.8 * speed});
  EXPECT_NEAR(velocity_errors(state)[0], 0, 1e-15);
  Simulation winch(state, {.accuracy = 1e-10});
  winch.run(2);

  ModelBuilder model("arm");
  model.massless_body("arm").particle("bob", 2).gravity({0, 0, -9.81});
  model.joint("swing", Pin{}, "world", "arm").axis({0, -1, 0}).start({std::atan2(0.6, 0.8)});
  model.joint("slide", Slider{}, "arm", "bob").axis({0, 0, -1}).start({1});
  SystemBuilder twin(model.build());
  twin.prescribe("winch", "slide", MotionLevel::position, {polynomial({1, speed})});
  Simulation arm(twin.build().default_state(), {.accuracy = 1e-10});
  arm.run(2);
  const Vec3<double> expected = pose(arm.state(), arm.state().model().body_number("bob")).p,
                     found = pose(winch.state(), 1).p;
  EXPECT_LT(norm(found - expected), 1e-7);
  EXPECT_NEAR(norm(found), 1 + 2 * speed, 1e-8);
  EXPECT_NEAR(position_errors(winch.state())[0], 0, 1e-9);

  // The parameter is read by velocities, not by positions.
  const SystemQuantities& known = state.layout().system;
  (void)position_errors(state), (void)velocity_errors(state);
  const long errors = state.evaluations(known.position_errors),
             velocities = state.evaluations(known.velocity_errors);
  state.set(rate, 0.5);
  (void)position_errors(state);
  EXPECT_NEAR(velocity_errors(state)[0], speed - 0.5, 1e-15);
  EXPECT_EQ(state.evaluations(known.position_errors), errors);
  EXPECT_EQ(state.evaluations(known.velocity_errors), velocities + 1);
}

/// A quantity, here of time and a discrete variable.
struct ComputedLength {
  Quantity<double> quantity{};
  bool declared = true;
  void declare(Declaration&, ConstraintShape& shape) {
    if (declared) shape.reads = {quantity};
  }
  template <class T>
  double value(const ConstraintArguments<T>& at) const {
    return at[quantity];
  }
  template <class T>
  double rate(const ConstraintArguments<T>&) const {
    return 0;
  }
  template <class T>
  double second_rate(const ConstraintArguments<T>&) const {
    return 0;
  }
};

TEST(ConstraintReads, AQuantity) {
  SystemBuilder builder(free_bob().build());
  const Discrete<double> steps = builder.declare().discrete("steps", 2.0);
  const Quantity<double> length = builder.declare().quantity<double>(
      "length", {steps}, 0.0, [steps](const State& state, double& value) { value = 0.5 * state[steps]; });
  builder.add("rod", RodOf<ComputedLength>({length}));
  State state = builder.build().default_state();
  EXPECT_NEAR(position_errors(state)[0], 0, 1e-15);
  state.set(steps, 4);
  EXPECT_NEAR(position_errors(state)[0], -1, 1e-15);
}

TEST(ConstraintReads, WhatWasNotDeclaredIsRefused) {
  SystemBuilder builder(free_bob().build());
  const Discrete<double> steps = builder.declare().discrete("steps", 2.0);
  const Quantity<double> length = builder.declare().quantity<double>(
      "length", {steps}, 0.0, [steps](const State& state, double& value) { value = 0.5 * state[steps]; });
  builder.add("rod", RodOf<ComputedLength>({length, false}));
  const State state = builder.build().default_state();
  expect_error([&] { (void)position_errors(state); }, {"errors of positions", "length"});
}

TEST(ConstraintReads, RowsOfPositionsDoNotReadSpeeds) {
  SystemBuilder builder(free_bob().build());
  const Quantity<double> fast = builder.declare().quantity<double>(
      "fast", {Source::u}, 0.0, [](const State& state, double& value) { value = 1 + state.u(0); });
  builder.add("rod", RodOf<ComputedLength>({fast}));
  expect_error([&] { (void)builder.build(); }, {"'rod'", "'fast'", "speeds", "rates_read"});
}

}  // namespace
}  // namespace sarrus::testing::constraint_reads_test

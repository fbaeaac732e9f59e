/// Derivatives of accelerations and multipliers under every constraint, against differences of the same.

#include <gtest/gtest.h>

#include <Eigen/LU>

#include "sarrus/constraint/constraints.h"
#include "sarrus/force/forces.h"
#include "sarrus/function/user_function.h"
#include "sarrus/model/builder.h"
#include "sarrus/system/constraint_freedom.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/state_derivatives.h"
#include "tests/constraint/constraint_rows.h"
#include "tests/support/random_model.h"
#include "tests/support/state_derivatives_check.h"

namespace sarrus::testing::constraint_derivatives_test {
namespace {

State random_state(const SystemBuilder& builder, Random& random) {
  State state = builder.build().default_state();
  state.set_time(0.3);
  state.set_q(random_coordinates(state.model(), random)), state.set_u(random.numbers(state.nu()));
  state.set_z(random.numbers(state.nz()));
  return state;
}

/// True if a row counts as dependent only because errors of positions, which are large at random, make it
/// uncertain.
bool has_doubtful_rows(const State& state) {
  const ConstraintFreedom freedom(state, MotionLevel::acceleration);
  return freedom.rank() < Eigen::FullPivLU<MatrixX<double>>(freedom.calc_rows()).rank();
}

class ConstraintDerivativesOf : public ::testing::TestWithParam<ConstraintRow> {};

TEST_P(ConstraintDerivativesOf, AgreeWithDifferences) {
  SystemBuilder builder(floating_mechanism());
  GetParam().make().add(builder);
  Random random(3);
  for (int i = 0; i < 4; ++i) {
    const State state = random_state(builder, random);
    if (has_doubtful_rows(state)) continue;
    EXPECT_TRUE(calc_state_derivatives(state).differenced.empty());
    expect_state_derivatives(state, 1e-8);
    EXPECT_TRUE(expect_parameter_derivatives(state, 1e-10).empty());
  }
}

INSTANTIATE_TEST_SUITE_P(AllConstraints, ConstraintDerivativesOf, ::testing::ValuesIn(constraint_rows()),
                         [](const auto& row) { return row.param.name; });

/// All at once: loops that share joints, rolling, a formula, forces, a driven and a locked joint.
TEST(ConstraintDerivatives, HoldForManyConstraintsTogether) {
  SystemBuilder builder(floating_mechanism());
  const Function square = user_function_of<1>([](const auto& x) { return x[0] * x[0]; });
  builder.add("rod", RodConstraint({"slide", {0.3, -0.2, 0.4}}, "ball", 0.7));
  builder.add("plane", PointInPlaneConstraint("base", "grip", 0.3));
  builder.add("cam", DrivenCoordinateConstraint("hinge", square, {"track"}));
  builder.add("spring", MobilitySpring({"twist", 1}, 20.0, 0.2));
  builder.add("damper", GlobalDamper(0.7));
  builder.add("line", TwoPointSpring("base", "grip", 30.0, 0.7));
  Random random(5);
  State state = random_state(builder, random);
  expect_state_derivatives(state, 1e-8);
  expect_parameter_derivatives(state, 1e-10);
  state.lock("sleeve", MotionLevel::velocity);
  expect_state_derivatives(state, 1e-8);
  expect_parameter_derivatives(state, 1e-10);
}

TEST(ConstraintDerivatives, HoldWithStabilization) {
  SystemBuilder builder(floating_mechanism());
  builder.add("ball", BallConstraint({"slide", {0.3, -0.2, 0.4}}, "grip"));
  builder.add("disk", DiskOnPlaneContact("base", "ball", 0.4, ContactMotion::rolling, 0.1));
  Random random(6);
  State state = random_state(builder, random);
  state.set(state.layout().stabilization_time, 0.4);
  expect_state_derivatives(state, 1e-7);
}

/// Rows that are there twice change nothing.
TEST(ConstraintDerivatives, HoldWithRedundantRows) {
  SystemBuilder once(floating_mechanism()), twice(floating_mechanism());
  for (SystemBuilder* builder : {&once, &twice})
    builder->add("ball", BallConstraint({"slide", {0.3, -0.2, 0.4}}, "grip"));
  twice.add("again", BallConstraint({"slide", {0.3, -0.2, 0.4}}, "grip"));
  Random random(7), same(7);
  const State state = random_state(twice, random), twin = random_state(once, same);
  expect_state_derivatives(state, 1e-8);
  const StateDerivatives of_twice = calc_state_derivatives(state), of_once = calc_state_derivatives(twin);
  EXPECT_LT((of_twice.by_dq - of_once.by_dq).norm(), 1e-10 * of_once.by_dq.norm());
  EXPECT_LT((of_twice.by_u - of_once.by_u).norm(), 1e-10 * of_once.by_u.norm());
}

/// A constraint without dual numbers, which also reads an auxiliary variable: a rod whose length is z.
class PlainRod : public Constraint {
 public:
  explicit PlainRod(Auxiliary length) : length_(length) {}
  ConstraintShape declare(Declaration& declaration) override {
    places_.find(declaration);
    return {.position_rows = 1,
            .F = places_.A,
            .frames = {places_.B},
            .units = {ErrorUnit::length},
            .reads = {length_},
            .rates_read = {Source::z}};
  }
  void calc_errors(const ConstraintArguments<double>& at, Out<double> e) const override {
    e[0] = norm(at.frames[0].X.p) - at[length_][0];
  }
  void calc_rows(const ConstraintArguments<double>& at, const ConstraintRows<double>& G) const override {
    G.wrench(0).f = normalized(at.frames[0].X.p);
  }
  void calc_drifts(const ConstraintArguments<double>& at, Out<double> drift) const override {
    drift[0] = at[length_][0];  // ż = −z
  }
  void calc_biases(const ConstraintArguments<double>& at, Out<double> bias) const override {
    bias[0] = PointDistance<double>(at.frames[0].X.p, 1).bias(at.frames[0].V.v) - at[length_][0];
  }

 private:
  PlacePair places_{Place("slide"), Place("ball")};
  Auxiliary length_;
};

TEST(ConstraintDerivatives, AreDifferencedWhereThereAreNone) {
  SystemBuilder builder(floating_mechanism());
  const Auxiliary length = builder.declare().auxiliary(
      "length", {1.0}, {Source::z}, [](const State& state, Out<double> rate) { rate[0] = -state.z()[0]; });
  builder.add("rod", PlainRod(length));
  Random random(8);
  const State state = random_state(builder, random);
  EXPECT_EQ(calc_state_derivatives(state).differenced, (Array<std::string>{"rod", "the rate of length"}));
  expect_state_derivatives(state, 1e-7);
}

}  // namespace
}  // namespace sarrus::testing::constraint_derivatives_test

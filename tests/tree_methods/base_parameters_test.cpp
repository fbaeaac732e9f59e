// Base parameters against known counts and combinations, and as sufficient for inverse dynamics.

#include "sarrus/tree_methods/base_parameters.h"
#include "sarrus/joint/joints.h"

#include <gtest/gtest.h>

#include <sstream>

#include "sarrus/model/builder.h"
#include "sarrus/tree_methods/regressor.h"
#include "tests/support/random_model.h"
#include "tests/support/reference_values.h"
#include "tests/support/says.h"

namespace sarrus::testing::base_parameters_test {
namespace {

/// A chain of bodies placed at random on joints of one type.
Model chain(int n, const Joint& joint, const Vec3<double>& gravity, Random& random) {
  ModelBuilder builder("chain");
  builder.gravity(gravity);
  std::string parent = world_name;
  for (int i = 1; i <= n; ++i) {
    const std::string name = "link" + std::to_string(i);
    builder.body(name, random.inertia());
    builder.joint("joint" + std::to_string(i), joint, parent, name)
        .parent_frame(i == 1 ? Pose<double>{} : random.pose())
        .child_frame(random.pose());
    parent = name;
  }
  return builder.build();
}

TEST(BaseParameters, OfAPendulumAreThree) {
  ModelBuilder builder("pendulum");
  builder.gravity({0, -9.81, 0});
  builder.body("rod", Random(3).inertia());
  builder.joint("hinge", Pin{}, "world", "rod");
  const BaseParameters base = calc_base_parameters(builder.build());
  ASSERT_EQ(base.count(), 3);
  EXPECT_EQ(base.combination(0), "rod.hx");
  EXPECT_EQ(base.combination(1), "rod.hy");
  EXPECT_EQ(base.combination(2), "rod.Izz");
  EXPECT_TRUE(base.dependent.empty());
  EXPECT_EQ(base.without_effect.size(), 7u);
  std::ostringstream table;
  table << base;
  EXPECT_EQ(table.str(),
            "3 base parameters of 10 inertial parameters\n  rod.hx\n  rod.hy\n  rod.Izz\n"
            "without effect: rod.m rod.hz rod.Ixx rod.Iyy rod.Ixy rod.Ixz rod.Iyz\n");
}

/// Two links in a plane, the second at distance 0.5: its mass may as well be a part of the first.
TEST(BaseParameters, OfADoublePendulumRegroupTheSecondMass) {
  ModelBuilder builder("double pendulum");
  builder.gravity({0, -9.81, 0});
  builder.body("a", Random(3).inertia()).body("b", Random(4).inertia());
  builder.joint("shoulder", Pin{}, "world", "a");
  builder.joint("elbow", Pin{}, "a", "b").parent_frame({0.5, 0, 0});
  const BaseParameters base = calc_base_parameters(builder.build());
  ASSERT_EQ(base.count(), 6);
  EXPECT_EQ(base.combination(0), "a.hx + 0.5·b.m");
  EXPECT_EQ(base.combination(1), "a.hy");
  EXPECT_EQ(base.combination(2), "a.Izz + 0.25·b.m");
  EXPECT_EQ(base.combination(3), "b.hx");
}

TEST(BaseParameters, CountsOfChains) {
  Random random(5);
  const Vec3<double> oblique{3, -2, -8}, along_first{0, 0, -9.81}, none{0, 0, 0};
  for (int n : {2, 3, 6}) {
    EXPECT_EQ(calc_base_parameters(chain(n, Pin{}, oblique, random)).count(), 7 * n - 4) << n;
    EXPECT_EQ(calc_base_parameters(chain(n, Pin{}, along_first, random)).count(), 7 * n - 6) << n;
    EXPECT_EQ(calc_base_parameters(chain(n, Pin{}, none, random)).count(), 7 * n - 6) << n;
    // Nothing turns: only the mass beyond each slider counts.
    EXPECT_EQ(calc_base_parameters(chain(n, Slider{}, oblique, random)).count(), n) << n;
    // Of each body the mass at the center of its ball may belong to the next one inward; the first body's is
    // held by the world.
    EXPECT_EQ(calc_base_parameters(chain(n, Ball{}, oblique, random)).count(), 9 * n) << n;
  }
  // A body that flies shows all ten.
  EXPECT_EQ(calc_base_parameters(chain(1, Free{}, oblique, random)).count(), 10);
}

/// The first axis is vertical and the next three are parallel to each other: as of a general chain.
TEST(BaseParameters, OfAnArmWithSixPins) {
  EXPECT_EQ(calc_base_parameters(load_reference_model("ur5")).count(), 7 * 6 - 6);
}

TEST(BaseParameters, GiveAllOfInverseDynamics) {
  Random random(8);
  for (const Model& model : {load_reference_model("hyq"), chain(5, Pin{}, {3, -2, -8}, random)}) {
    const BaseParameters base = calc_base_parameters(model, {.seed = 2});
    const Tree<double> tree(model);
    Regressor<double> workspace(tree);
    MatrixX<double> Y;
    VectorX<double> pi;
    get_inertia_parameters(tree.parameters(), pi);
    const VectorX<double> beta = base.values(pi);
    for (int trial = 0; trial < 5; ++trial) {
      calc_regressor(tree, random_coordinates(model, random), random.numbers(model.nu()),
                     random.numbers(model.nu()), workspace, Y);
      VectorX<double> tau = VectorX<double>::Zero(model.nu());
      for (int i = 0; i < base.count(); ++i)
        tau += beta[i] * Y.col(base.independent[static_cast<std::size_t>(i)]);
      EXPECT_LT((tau - Y * pi).norm(), 1e-9 * (Y * pi).norm());
    }
  }
}

TEST(BaseParameters, RefusesWhatCannotBe) {
  const Model model = load_reference_model("ur5");
  EXPECT_SAYS(message([&] { calc_base_parameters(model, {.tolerance = 0}); }), "between 0 and 1");
  const BaseParameters base = calc_base_parameters(model);
  EXPECT_SAYS(message([&] { (void)base.values(VectorX<double>::Zero(3)); }), "use get_inertia_parameters()");
  EXPECT_SAYS(message([&] { (void)base.combination(36); }), "there are 36");
}

}  // namespace
}  // namespace sarrus::testing::base_parameters_test

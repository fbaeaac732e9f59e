/// Derivatives of accelerations with bodies in contact, against differences of the accelerations.

#include <gtest/gtest.h>

#include "sarrus/all.h"
#include "sarrus/joint/joints.h"
#include "sarrus/system/state_derivatives.h"
#include "tests/support/state_derivatives_check.h"

namespace sarrus::testing::contact_derivatives_test {
namespace {

/// A body with a shape that hangs on an arm, pressed into the floor while it slides and turns.
State pressed(const AnyShape& shape, double height) {
  ModelBuilder model("arm");
  model.body("arm", solid_brick(1, {0.5, 0.1, 0.1})).body("foot", solid_brick(2, {0.2, 0.3, 0.1}));
  model.joint("shoulder", Free{}, "world", "arm");
  model.joint("ankle", Ball{}, "arm", "foot").parent_frame({0.25, 0, 0}).child_frame({0, 0.05, 0.1});
  SystemBuilder builder(model.build());
  const ContactMaterial material{
      .modulus = 1e6, .dissipation = 0.3, .static_friction = 0.8, .dynamic_friction = 0.5};
  builder.add("contact", CompliantContact({{"foot", "foot", shape, material},
                                           {"floor", "world", HalfSpaceShape{}, material}}));
  State state = builder.build().default_state();
  Array<double> u(state.nu());
  for (int k = 0; k < state.nu(); ++k) u[k] = 0.1 * std::sin(3.0 * k + 1);
  state.set_u(u);
  state.set_q("shoulder.z", 0);
  // The shape's lowest point is at `height`.
  state.set_q("shoulder.z", height - pose(state, 2).p.z);
  return state;
}

TEST(ContactDerivatives, OfASphereOnAFloor) {
  const State state = pressed(SphereShape{0.1}, 0.09);
  EXPECT_EQ(calc_state_derivatives(state).differenced, Array<std::string>{"contact"});
  expect_state_derivatives(state, 1e-6, 5e-4);
}

TEST(ContactDerivatives, OfABoxOnAFloor) {
  State state = pressed(BoxShape{{0.2, 0.3, 0.1}}, 0.04);
  expect_state_derivatives(state, 1e-6, 5e-4);
}

TEST(ContactDerivatives, AreExactWhereNothingTouches) {
  EXPECT_TRUE(calc_state_derivatives(pressed(SphereShape{0.1}, 0.2)).differenced.empty());
}

}  // namespace
}  // namespace sarrus::testing::contact_derivatives_test

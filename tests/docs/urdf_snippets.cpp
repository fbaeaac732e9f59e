/// What docs/urdf.md shows, compiled and run.

#include <gtest/gtest.h>

#include "sarrus/contact.h"
#include "sarrus/sarrus.h"

namespace sarrus::testing {
namespace {

TEST(UrdfSnippets, ContactOfCollisionShapes) {
  // [contact]
  const LoadedModel robot = load_model("examples/dog.urdf", {.base = RootJoint::free});
  SystemBuilder builder = robot.make_system_builder();
  const LoadedContact contact = load_contact(robot, {.material = rubber_material(), .ground_height = -0.5});
  builder.add_force("contact", contact.contact);
  // [/contact]

  const System system = builder.build();
  const State state = system.default_state();
  EXPECT_EQ(state[system.parameter("contact.head.static_friction")], rubber_material().static_friction);
  EXPECT_TRUE(contact.notes.empty());
  EXPECT_TRUE(contact.contact->contacts(state).empty());
}

}  // namespace
}  // namespace sarrus::testing

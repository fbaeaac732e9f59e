// Contact of the shapes in model files: bodies that fall come to rest where statics says, and what cannot
// touch does not.

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/base/file.h"
#include "sarrus/format/load_contact.h"
#include "sarrus/format/load_model.h"
#include "sarrus/simulate/simulation.h"
#include "sarrus/system/responses.h"
#include "tests/support/close.h"
#include "tests/support/numbers.h"
#include "tests/support/says.h"
#include "tests/support/temporary_folder.h"

namespace sarrus::testing::load_contact_test {
namespace {

std::string collision(const std::string& shape, const std::string& xyz = "0 0 0") {
  return "<collision><origin xyz='" + xyz + "'/><geometry>" + shape + "</geometry></collision>";
}
/// A link of 2 kg with the given elements.
std::string link(const std::string& name, const std::string& elements) {
  return "<link name='" + name +
         "'><inertial><mass value='2'/><inertia ixx='0.01' iyy='0.01' izz='0.01' ixy='0' ixz='0' "
         "iyz='0'/></inertial>" +
         elements + "</link>";
}
std::string joint(const std::string& type, const std::string& parent, const std::string& child,
                  const std::string& xyz) {
  return "<joint name='" + parent + "_" + child + "' type='" + type + "'><origin xyz='" + xyz +
         "'/><parent link='" + parent + "'/><child link='" + child + "'/><axis xyz='0 1 0'/></joint>";
}
LoadedModel robot(const std::string& elements, RootJoint base = RootJoint::free,
                  FixedJoints fixed_joints = FixedJoints::keep, const std::string& file = "test.urdf") {
  return load_model_text("<robot name='r'>" + elements + "</robot>", file,
                         {.base = base, .fixed_joints = fixed_joints});
}

struct Rest {
  State state;
  std::shared_ptr<CompliantContact> contact;
};
/// A single link, dropped from a height of its origin and left alone for some seconds.
Rest drop(const std::string& shape, double height, const ContactOptions& options = {}) {
  const LoadedModel loaded = robot(link("body", collision(shape)));
  SystemBuilder builder = loaded.make_system_builder();
  const std::shared_ptr<CompliantContact> contact = load_contact(loaded, options).contact;
  builder.add_force("contact", contact);
  const System system = builder.build();
  State start = system.default_state();
  start.set_q("root_joint.z", height);
  Simulation simulation(start, {.accuracy = 1e-9, .largest_step = 0.01, .record = false});
  simulation.run(3);
  return {simulation.state(), contact};
}
/// The force of the ground carries the weight, to 1e-6 of it unless told otherwise.
void expect_rest(const Rest& rest, double tolerance = 1e-6) {
  const Force<double> force = rest.contact->force_between(rest.state, "ground", "body");
  EXPECT_NEAR(force.f.z, 2 * g, 2 * g * tolerance);
  EXPECT_NEAR(force.f.x, 0, 2 * g * tolerance);
  EXPECT_NEAR(force.f.y, 0, 2 * g * tolerance);
}

TEST(LoadContact, ASphereRestsAtTheDepthOfHertz) {
  const Rest rest = drop("<sphere radius='0.1'/>", 0.15);
  expect_rest(rest);
  // F = 4/3·E*·√R·x^{3/2}, E* of two equal moduli is half of one.
  const double x = std::pow(2 * g / (4.0 / 3 * 0.5e7 * std::sqrt(0.1)), 2.0 / 3);
  ASSERT_EQ(rest.contact->contacts(rest.state).size(), 1U);
  EXPECT_NEAR(rest.contact->contacts(rest.state)[0].depth, x, 1e-5 * x);
  EXPECT_NEAR(rest.state.q("root_joint.z"), 0.1 - x, 1e-5 * x);
}

TEST(LoadContact, ABoxAndACylinderRestOnLayersOfSprings) {
  // F = κ·A·x, κ = 1e7 Pa/0.1 m for each of two layers in series.
  const double kappa = 0.5e8;
  for (const auto& [shape, half, area] :
       {std::tuple{"<box size='0.3 0.2 0.1'/>", 0.05, 0.06},
        std::tuple{"<cylinder radius='0.1' length='0.2'/>", 0.1, pi * 0.01}}) {
    const Rest rest = drop(shape, half);
    // Stiff layers vibrate for long.
    expect_rest(rest, 1e-5);
    const double x = 2 * g / (kappa * area);
    EXPECT_NEAR(half - rest.state.q("root_joint.z"), x, 1e-4 * x) << shape;
    State level = rest.state;
    for (int i = 0; i < level.nq(); ++i) level.set_q(i, level.model().coordinates()[i].default_value);
    for (int i = 0; i < level.nu(); ++i) level.set_u(i, 0);
    level.set_q("root_joint.z", half - x);
    EXPECT_NEAR(rest.contact->force_between(level, "ground", "body").f.z, 2 * g, 2e-9 * g) << shape;
  }
}

TEST(LoadContact, ACapsuleRestsOnItsEnd) {
  // It stands: as a sphere of its radius, though not for long if it tilts.
  const LoadedModel loaded = robot(link("body", collision("<capsule radius='0.1' length='0.3'/>")));
  SystemBuilder builder = loaded.make_system_builder();
  const std::shared_ptr<CompliantContact> contact = load_contact(loaded).contact;
  builder.add_force("contact", contact);
  const System system = builder.build();
  State state = system.default_state();
  const double x = std::pow(2 * g / (4.0 / 3 * 0.5e7 * std::sqrt(0.1)), 2.0 / 3);
  state.set_q("root_joint.z", 0.25 - x);
  EXPECT_NEAR(contact->force_between(state, "ground", "body").f.z, 2 * g, 1e-9);
  EXPECT_NEAR(udot(state)[5], 0, 1e-9);
}

TEST(LoadContact, TheGroundHasAHeight) {
  const Rest rest = drop("<sphere radius='0.1'/>", 1.2, {.ground_height = 1});
  expect_rest(rest);
  EXPECT_NEAR(rest.state.q("root_joint.z"), 1.1, 1e-3);
  const LoadedContact none =
      load_contact(robot(link("body", collision("<sphere radius='0.1'/>"))), {.ground = false});
  ASSERT_EQ(none.contact->surfaces().size(), 1U);
}

TEST(LoadContact, SurfacesAreNamedLikeLinks) {
  const std::string foot = link("foot", collision("<sphere radius='0.1'/>", "0.5 0 0") +
                                            collision("<box size='0.1 0.1 0.1'/>", "-0.5 0 0"));
  const std::string elements = link("leg", collision("<capsule radius='0.1' length='0.3'/>", "0 0 2")) +
                               foot + link("ground", "") + joint("fixed", "leg", "foot", "0 0 0") +
                               joint("revolute", "leg", "ground", "0 0 4");
  const auto names = [](const LoadedContact& loaded) {
    Array<std::string> all;
    for (const ContactSurface& surface : loaded.contact->surfaces()) all.push_back(surface.name);
    return all;
  };
  EXPECT_EQ(names(load_contact(robot(elements))), (Array<std::string>{"leg", "foot.1", "foot.2", "ground"}));
  // Merged, the leg has three shapes, and its name alone means all of them.
  EXPECT_EQ(names(load_contact(robot(elements, RootJoint::free, FixedJoints::merge))),
            (Array<std::string>{"leg.1", "foot.1", "foot.2", "ground"}));
}

/// The contacts of a model in its default position, without the ground.
std::size_t count_contacts(const LoadedModel& loaded, Array<std::string>* notes = nullptr) {
  SystemBuilder builder = loaded.make_system_builder();
  const LoadedContact made = load_contact(loaded, {.ground = false});
  builder.add_force("contact", made.contact);
  if (notes != nullptr) *notes = made.notes;
  return made.contact->contacts(builder.build().default_state()).size();
}

TEST(LoadContact, NeighborsAndShapesDrawnWithOverlapsDoNotTouch) {
  const std::string ball = collision("<sphere radius='0.1'/>");
  const std::string chain = link("a", ball) + link("b", ball) + link("c", ball);
  Array<std::string> notes;
  // Neighbors overlap, without a note; a and c are 0.19 m apart, less than two radii: with a note.
  EXPECT_EQ(count_contacts(robot(chain + joint("revolute", "a", "b", "0.1 0 0") +
                                 joint("revolute", "b", "c", "0.09 0 0")),
                           &notes),
            0U);
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_SAYS(notes[0],
              "1 pair of shapes is left out of contact, as it overlaps in the default position: 'a' and 'c'");
  // Bodies that float can be parted: they touch.
  EXPECT_EQ(count_contacts(robot(chain + joint("floating", "a", "b", "0.1 0 0") +
                                 joint("floating", "a", "c", "0.09 0 0")),
                           &notes),
            3U);
  EXPECT_TRUE(notes.empty());
}

TEST(LoadContact, LinksThatALoopConnectsAreNeighbors) {
  // Two links overlap beside their common parent: without the loop, that is worth a note.
  const std::string open = link("a", "") + link("b", collision("<sphere radius='0.1'/>", "0.25 0 0")) +
                           link("c", collision("<sphere radius='0.1'/>")) +
                           joint("revolute", "a", "b", "0 0 0") + joint("revolute", "a", "c", "0.3 0 0");
  const std::string loop =
      "<loop name='l' type='continuous'><predecessor link='b'><origin xyz='0.3 0 0'/></predecessor>"
      "<successor link='c'><origin xyz='0 0 0'/></successor><axis xyz='0 1 0'/></loop>";
  Array<std::string> notes;
  EXPECT_EQ(count_contacts(robot(open), &notes), 0U);
  EXPECT_EQ(notes.size(), 1U);
  EXPECT_EQ(count_contacts(robot(open + loop), &notes), 0U);
  EXPECT_EQ(notes.size(), 0U);
}

TEST(LoadContact, OfAFixedBaseLeavesOutWhatStandsInTheGround) {
  const std::string rod = collision("<cylinder radius='0.1' length='0.4'/>");
  const LoadedModel arm = robot(link("base", rod) + link("shoulder", rod) + link("hand", rod) +
                                    joint("revolute", "base", "shoulder", "0 0 0.1") +
                                    joint("revolute", "shoulder", "hand", "0 0 1"),
                                RootJoint::fixed);
  SystemBuilder builder = arm.make_system_builder();
  const LoadedContact made = load_contact(arm);
  builder.add_force("contact", made.contact);
  const System system = builder.build();
  ASSERT_EQ(made.notes.size(), 1U);
  EXPECT_SAYS(made.notes[0], "'shoulder' and 'ground'");
  State state = system.default_state();
  EXPECT_EQ(made.contact->contacts(state).size(), 0U);
  state.set_q("base_shoulder", pi / 2 + 0.05);  // presses the hand into the ground
  const Array<Contact>& contacts = made.contact->contacts(state);
  ASSERT_EQ(contacts.size(), 1U);
  EXPECT_EQ(made.contact->surfaces()[contacts[0].surface1].name, "hand");
}

TEST(LoadContact, MeshesAreConvexHullsAndWhatIsMissingIsSaid) {
  const TemporaryFolder folder;
  const std::string file = (folder.path / "robot.urdf").string();
  // A cube of 1 m with a dent in its top: the hull has none.
  replace_file(
      (folder.path / "cube.obj").string(),
      "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\nv .5 .5 .5\nf 1 4 3 2\n"
      "f 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\nf 5 6 9\nf 6 7 9\nf 7 8 9\nf 8 5 9\n");
  replace_file((folder.path / "flat.obj").string(), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  const auto mesh = [](const std::string& name) {
    return "<mesh filename='" + name + "' scale='1 2 -0.5'/>";
  };
  const LoadedModel loaded =
      robot(link("a", collision(mesh("cube.obj")) + collision(mesh("flat.obj")) +
                          collision(mesh("gone.obj")) + collision("<sphere radius='0'/>")),
            RootJoint::free, FixedJoints::keep, file);
  const LoadedContact made = load_contact(loaded);
  ASSERT_EQ(made.contact->surfaces().size(), 2U);
  EXPECT_EQ(made.contact->surfaces()[0].name, "a.1");
  EXPECT_TRUE(close<float>(*volume(made.contact->surfaces()[0].shape), 1.0));
  ASSERT_EQ(made.notes.size(), 4U);
  EXPECT_SAYS(made.notes[0], "A shape of link 'a'");
  EXPECT_SAYS(made.notes[1], "left out of contact: sphere");
  EXPECT_SAYS(made.notes[2], "1 mesh is not found and left out of contact: 'gone.obj' of link 'a'");
  EXPECT_SAYS(made.notes[3], "1 mesh is replaced by its convex hull in contact: 'cube.obj' of link 'a'");
}

TEST(LoadContact, WithoutUsableShapesIsNothing) {
  EXPECT_EQ(load_contact(robot(link("a", ""))).contact, nullptr);
  const LoadedContact missing = load_contact(robot(link("a", collision("<mesh filename='gone.stl'/>"))));
  EXPECT_EQ(missing.contact, nullptr);
  ASSERT_EQ(missing.notes.size(), 1U);
  EXPECT_SAYS(missing.notes[0], "gone.stl");
  const double infinite = std::numeric_limits<double>::infinity();
  expect_error([&] { load_contact(robot(link("a", "")), {.ground_height = infinite}); },
               {"ground", "finite"});
}

}  // namespace
}  // namespace sarrus::testing::load_contact_test

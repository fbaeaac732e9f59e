// Scenes against what is known of the mechanisms: their names, places and shapes.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sarrus/base/file.h"
#include "sarrus/constraint/close_loops.h"
#include "sarrus/contact/compliant_contact.h"
#include "sarrus/force/forces.h"
#include "sarrus/format/load_model.h"
#include "sarrus/joint/joints.h"
#include "sarrus/rigid/rigid_contact.h"
#include "sarrus/scene/make_scene.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/constraint_entry.h"
#include "sarrus/system/measures.h"
#include "sarrus/system/responses.h"
#include "tests/support/close.h"
#include "tests/support/linkages.h"
#include "tests/support/says.h"
#include "tests/support/temporary_folder.h"

namespace sarrus::testing::make_scene_test {
namespace {

/// The visuals of a body.
Array<Visual> visuals_of(const Scene& scene, std::string_view body) {
  Array<Visual> result;
  for (const Visual& visual : scene.visuals)
    if (visual.body == scene.body(body)) result.push_back(visual);
  return result;
}

/// The ends of the axis of a capsule, in body axes.
std::array<Vec3<double>, 2> capsule_ends(const Visual& visual) {
  const double half = std::get<CapsuleShape>(visual.shape).length / 2;
  return {visual.X_BV * Vec3<double>{0, 0, -half}, visual.X_BV * Vec3<double>{0, 0, half}};
}

template <class List>
auto named(const List& list, std::string_view name) {
  const auto found =
      std::find_if(list.begin(), list.end(), [&](const auto& entry) { return entry.name == name; });
  EXPECT_NE(found, list.end()) << name;
  return found != list.end() ? *found : list.front();
}

TEST(Scene, OfAFourBarHasItsPartsAndRodsBetweenJoints) {
  const Linkage linkage = four_bar(Closure::ball);
  const Scene scene = make_scene(linkage.start);
  EXPECT_EQ(scene.name, "four-bar");
  EXPECT_TRUE(close(scene.up, {0, 1, 0}));
  ASSERT_EQ(scene.bodies.size(), 4U);
  EXPECT_EQ(scene.bodies[0].name, "world");
  const SceneBody coupler = scene.bodies[scene.body("coupler")];
  EXPECT_EQ(coupler.parent, scene.body("crank"));
  EXPECT_TRUE(close(coupler.mass, 0.9));
  EXPECT_TRUE(close(coupler.com, {0, 0.45, 0}));
  EXPECT_TRUE(close(coupler.inertia.xx, 0.9 * 0.9 * 0.9 / 12));

  ASSERT_EQ(scene.joints.size(), 3U);
  const SceneJoint hinge = scene.joints[coupler.joint];
  EXPECT_EQ(hinge.type, "Pin");
  EXPECT_TRUE(close(hinge.X_PF.p, {0, 0.35, 0}));
  ASSERT_EQ(hinge.axes.size(), 1U);
  EXPECT_EQ(hinge.axes[0].kind, SceneAxis::Kind::rotation);
  EXPECT_TRUE(close(hinge.X_BM.R * hinge.axes[0].direction, {0, 0, 1}));
  ASSERT_EQ(hinge.coordinates.size(), 1U);
  EXPECT_EQ(scene.signals[hinge.coordinates[0]].name, "coupler");

  const SceneConstraint tip = named(scene.constraints, "tip");
  EXPECT_EQ(tip.type, "BallConstraint");
  ASSERT_EQ(tip.ends.size(), 2U);
  EXPECT_TRUE(close(tip.ends[0].point, {0, 0.8, 0}));
  EXPECT_TRUE(close(tip.ends[1].point, {0, 0.9, 0}));
  EXPECT_EQ(tip.errors.size(), 3U);

  // Each rod reaches from the body's joint to where the next one is attached.
  for (const auto& [body, length] : {std::pair{"crank", 0.35}, {"coupler", 0.9}, {"rocker", 0.8}}) {
    const Array<Visual> rods = visuals_of(scene, body);
    ASSERT_EQ(rods.size(), 1U) << body;
    EXPECT_EQ(rods[0].role, VisualRole::drawn);
    auto ends = capsule_ends(rods[0]);
    if (norm(ends[0]) > norm(ends[1])) std::swap(ends[0], ends[1]);
    EXPECT_TRUE(close(ends[0], {0, 0, 0}));
    EXPECT_TRUE(close(ends[1], {0, length, 0}));
  }
  EXPECT_GT(scene.size, 0.5);
  EXPECT_LT(scene.size, 1.5);
}

TEST(Scene, DrawsABodyThatIsSplitAtALoopOnce) {
  ModelBuilder model("triangle of rods");
  const auto rod = [](const Vec3<double>& tip) {
    return Pose<double>::translation(0.5 * tip) * thin_rod(1, tip);
  };
  model.body("crank", rod({0, 0.5, 0})).body("coupler", rod({1, 0, 0})).body("rocker", rod({-0.3, 0.5, 0}));
  model.joint("motor", Pin{}, "world", "crank");
  model.joint("knee", Pin{}, "crank", "coupler").parent_frame({0, 0.5, 0});
  model.joint("base", Pin{}, "world", "rocker").parent_frame({1.3, 0, 0});
  model.joint("tip", Pin{}, "coupler", "rocker").parent_frame({1, 0, 0}).child_frame({-0.3, 0.5, 0});
  const System system = close_loops(model).build();
  const Scene scene = make_scene(system);
  EXPECT_EQ(scene.bodies.size(), 5U);  // the world, three rods, and a part of one
  int drawn = 0;
  for (const Visual& visual : scene.visuals) {
    const auto ends = capsule_ends(visual);
    const double length = norm(ends[1] - ends[0]);
    EXPECT_TRUE(close(length, 0.5) || close(length, 1) || close(length, std::hypot(0.3, 0.5))) << length;
    ++drawn;
  }
  EXPECT_EQ(drawn, 3);
}

TEST(Scene, ShowsSolidsWithTheInertiaOfBodies) {
  // Solids whose inertia is that of a shape are drawn as this shape.
  ModelBuilder model("solids");
  const Pose<double> X{Rotation<double>::about_x(0.3), {0.1, 0.2, 0.3}};
  model.body("ball", solid_sphere(2, 0.5));
  model.body("can", X * solid_cylinder(3, 0.2, 0.5));
  model.body("coin", solid_cylinder(3, 0.2, 0.05));
  model.body("brick", X * solid_brick(1, {0.1, 0.2, 0.4}));
  model.body("stick", thin_rod(1, {0.6, 0, 0}));
  for (const char* body : {"ball", "can", "coin", "brick", "stick"})
    model.joint(std::string(body) + " free", Free{}, "world", body);
  const Scene scene = make_scene(System(model.build()));
  const auto only = [&](const char* body) {
    const Array<Visual> visuals = visuals_of(scene, body);
    EXPECT_EQ(visuals.size(), 1U) << body;
    return visuals.at(0);
  };
  EXPECT_TRUE(close(std::get<SphereShape>(only("ball").shape).radius, 0.5));
  const Visual can = only("can"), coin = only("coin");
  EXPECT_TRUE(close(std::get<CylinderShape>(can.shape).radius, 0.2, 1e4));
  EXPECT_TRUE(close(std::get<CylinderShape>(can.shape).length, 0.5, 1e4));
  EXPECT_TRUE(close(std::abs(dot(can.X_BV.R.col(2), X.R.col(2))), 1));
  EXPECT_TRUE(close(can.X_BV.p, X.p));
  EXPECT_TRUE(close(std::get<CylinderShape>(coin.shape).length, 0.05, 1e4));
  const Vec3<double> edges = std::get<BoxShape>(only("brick").shape).size;
  Array<double> sorted{edges.x, edges.y, edges.z};
  std::sort(sorted.begin(), sorted.end());
  EXPECT_TRUE(close(Vec3<double>{sorted[0], sorted[1], sorted[2]}, {0.1, 0.2, 0.4}, 1e4));
  const CapsuleShape stick = std::get<CapsuleShape>(only("stick").shape);
  EXPECT_TRUE(close(stick.length + 2 * stick.radius, 0.6, 1e4));
  EXPECT_TRUE(close(std::abs(only("stick").X_BV.R.col(2).x), 1));
}

TEST(Scene, ShowsADoorWithItsSpringAsADoor) {
  ModelBuilder model("door");
  model.body("door", Pose<double>::translation({0.4, 0, 0}) * solid_brick(20, {0.8, 0.04, 2}));
  model.joint("hinge", Pin{}, "world", "door");
  SystemBuilder builder(model.build());
  builder.add("spring", TwoPointSpring(Place("world", Vec3<double>{0.8, 0.5, 0}),
                                       Place("door", Vec3<double>{0.8, 0, 0}), 30, 0.1));
  const Scene scene = make_scene(builder.build());
  ASSERT_EQ(scene.visuals.size(), 1U);
  EXPECT_TRUE(close(scene.visuals[0].X_BV.p, {0.4, 0, 0}));
  const Vec3<double> edges = std::get<BoxShape>(scene.visuals[0].shape).size;
  EXPECT_TRUE(close(edges.x * edges.y * edges.z, 0.8 * 0.04 * 2, 1e4));
}

TEST(Scene, OfAFileHasItsShapesAndANoteOnAMissingMesh) {
  const LoadedModel robot = load_model("tests/data/urdf/arm.urdf");
  const Scene scene = make_scene(robot.make_system(), robot, {.collisions = true});
  int visuals = 0, collisions = 0;
  for (const Visual& visual : scene.visuals) {
    visuals += visual.role == VisualRole::visual ? 1 : 0;
    collisions += visual.role == VisualRole::collision ? 1 : 0;
  }
  EXPECT_EQ(visuals, 2);  // the third is a missing mesh
  EXPECT_EQ(collisions, 1);
  const Visual tube = named(scene.visuals, "tube");
  EXPECT_TRUE(close(std::get<BoxShape>(tube.shape).size, {0.08, 0.06, 0.5}));
  EXPECT_TRUE(close(tube.X_BV.p, {0, 0, 0.25}));
  EXPECT_EQ(tube.opacity, 0.5);
  ASSERT_EQ(scene.notes.size(), 1U);
  EXPECT_SAYS(scene.notes[0], "package://arm/meshes/tool.stl");
  EXPECT_SAYS(scene.notes[0], "ROS_PACKAGE_PATH");
  EXPECT_TRUE(std::any_of(scene.visuals.begin(), scene.visuals.end(), [](const Visual& visual) {
    const auto* box = std::get_if<BoxShape>(&visual.shape);
    return box != nullptr && box->size.x == box->size.y && box->size.x == box->size.z &&
           visual.role == VisualRole::drawn && visual.opacity < 0.5;
  }));
}

TEST(Scene, SharesAMeshThatIsUsedTwiceAndDrawsABrokenOneAsABox) {
  const TemporaryFolder folder;
  const std::string model = (folder.path / "arm.urdf").string();
  replace_file((folder.path / "tool.obj").string(),
               "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
  replace_file((folder.path / "broken.stl").string(), "solid\nendsolid\n");
  const auto visual = [](const std::string& file) {
    return "<visual><geometry><mesh filename='" + file + "'/></geometry></visual>";
  };
  replace_file(model, "<robot name='r'><link name='a'>" + visual("tool.obj") + visual("./tool.obj") +
                          visual("tool.obj") + visual("broken.stl") + "</link></robot>");
  const LoadedModel loaded = load_model(model);
  const Scene scene = make_scene(loaded.make_system(), loaded);
  ASSERT_EQ(scene.visuals.size(), 4U);
  EXPECT_EQ(std::get<TriangleMeshShape>(scene.visuals[0].shape).mesh,
            std::get<TriangleMeshShape>(scene.visuals[2].shape).mesh);
  EXPECT_TRUE(std::holds_alternative<BoxShape>(scene.visuals[3].shape));
  ASSERT_EQ(scene.notes.size(), 1U);
  EXPECT_SAYS(scene.notes[0], "broken.stl");
  EXPECT_SAYS(scene.notes[0], "no triangle with an area");
}

TEST(Scene, LimitsOfJointsAreThoseOfTheModel) {
  const LoadedModel robot = load_model_text(
      "<robot name='r'><link name='a'><inertial><mass value='1'/>"
      "<inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link><link name='world'/>"
      "<joint name='rail' type='prismatic'><parent link='world'/><child link='a'/><axis xyz='0 0 1'/>"
      "<limit lower='-0.5' upper='2' velocity='1' effort='1'/></joint></robot>",
      "r.urdf");
  const Scene scene = make_scene(robot.make_system(), robot);
  ASSERT_EQ(scene.joints.size(), 1U);
  EXPECT_EQ(scene.joints[0].type, "Slider");
  EXPECT_EQ(scene.joints[0].lower.at(0), -0.5);
  EXPECT_EQ(scene.joints[0].upper.at(0), 2);
  EXPECT_EQ(scene.joints[0].axes.at(0).kind, SceneAxis::Kind::translation);
  EXPECT_TRUE(close(scene.joints[0].X_BM.R * scene.joints[0].axes[0].direction, {0, 0, 1}));
}

TEST(Scene, HasForcesWithTheirSignalsAndArrows) {
  ModelBuilder model("springs");
  model.body("mass", solid_sphere(1, 0.1));
  model.joint("rail", Slider{}, "world", "mass").axis({0, 0, 1}).start({-2});
  SystemBuilder builder(model.build());
  builder.add("spring", TwoPointSpring(Place("world", Vec3<double>{0, 0, 0}),
                                       Place("mass", Vec3<double>{0, 0, 0}), 30, 1.5));
  builder.add("damper", MobilityDamper("rail", 4));
  const Measure height = builder.quantity("height", {Source::q}, [](const State& s) { return s.q("rail"); });
  (void)height;
  const System system = builder.build();
  State state = system.default_state();
  state.set_u("rail.rate", 0.5);
  const Scene scene = make_scene(system);
  EXPECT_EQ(named(scene.forces, "spring").type, "TwoPointSpring");
  EXPECT_EQ(named(scene.forces, "spring").ends.size(), 2U);
  EXPECT_EQ(named(scene.forces, "damper").ends.size(), 2U);
  const auto value = [&](const char* force) {
    const Array<int>& values = named(scene.forces, force).values;
    return values.size() == 1 ? scene.signals[values[0]].value(state) : NAN;
  };
  EXPECT_TRUE(close(value("spring"), 30 * 0.5));
  EXPECT_TRUE(close(value("damper"), -4 * 0.5));
  EXPECT_EQ(named(scene.forces, "spring").arrows, Array<int>{0});
  EXPECT_EQ(named(scene.forces, "damper").arrows, Array<int>{});
  const auto signal = [&](const char* group, const char* name) {
    for (const SceneSignal& one : scene.signals)
      if (one.group == group && one.name == name) return one.value(state);
    ADD_FAILURE() << group << ": " << name;
    return 0.0;
  };
  EXPECT_TRUE(close(signal("forces", "spring"), 30 * 0.5));
  EXPECT_TRUE(close(signal("forces", "damper"), -4 * 0.5));
  EXPECT_TRUE(close(signal("coordinates", "rail"), -2));
  EXPECT_TRUE(close(signal("accelerations", "d/dt rail.rate"), 15 - 2 - 9.81));
  EXPECT_TRUE(close(signal("energies", "total energy"), 0.5 * 0.25 + 0.5 * 30 * 0.25 - 9.81 * 2));
  EXPECT_TRUE(close(signal("measures", "height"), -2));
  ASSERT_EQ(scene.arrows.size(), 1U);  // none on the world
  const ArrowValue pull = scene.arrows[0].value(state);
  EXPECT_TRUE(close(pull.point, {0, 0, -2}));
  EXPECT_TRUE(close(pull.vector, {0, 0, 15}));
}

TEST(Scene, ShowsReactionsAtJointsWhereAPendulumHangs) {
  // A rod at rest on its hinge: the weight acts there, and no torque about the hinge's own place.
  ModelBuilder model("pendulum");
  model.body("rod", thin_rod(2, {0, 0, 1}));
  model.joint("hinge", Pin{}, "world", "rod").axis({0, 1, 0}).child_frame({0, 0, 0.5});
  const System system(model.build());
  const Scene scene = make_scene(system, {.reactions = true});
  ASSERT_EQ(scene.arrows.size(), 2U);
  const ArrowValue force = scene.arrows[0].value(system.default_state());
  EXPECT_TRUE(close(force.point, {0, 0, 0}));
  EXPECT_TRUE(close(force.vector, {0, 0, 2 * 9.81}));
  EXPECT_TRUE(close(scene.arrows[1].value(system.default_state()).vector, {0, 0, 0}));
}

TEST(Scene, ShowsSumsOnBodiesOfForcesWhosePlacesAreNotKnown) {
  ModelBuilder model("wind");
  model.body("kite", Pose<double>::translation({0, 0, 0.2}) * solid_sphere(1, 0.1));
  model.joint("free", Free{}, "world", "kite");
  SystemBuilder builder(model.build());
  builder.add("wind", CustomForce({}, [](const State&, AppliedForces& forces) {
                forces.add_at(1, {0, 0, 0.2}, {3, 0, 0});
              }));
  const System system = builder.build();
  const Scene scene = make_scene(system);
  ASSERT_EQ(scene.arrows.size(), 2U);
  const ArrowValue force = scene.arrows[0].value(system.default_state()),
                   torque = scene.arrows[1].value(system.default_state());
  EXPECT_TRUE(close(force.point, {0, 0, 0.2}));
  EXPECT_TRUE(close(force.vector, {3, 0, 0}));
  EXPECT_TRUE(close(torque.vector, {0, 0, 0}));
  EXPECT_EQ(named(scene.forces, "wind").arrows, Array<int>{});
}

TEST(Scene, ConstraintForcesHoldWhatHangsOnThem) {
  // Two rods hinged at their tips hang from the ground: vertically, the forces of the tip's constraint on one
  // and the reaction of the hinges carry the weight.
  const Linkage linkage = four_bar(Closure::ball);
  const Scene scene = make_scene(linkage.start);
  ASSERT_EQ(scene.arrows.size(), 1U);
  EXPECT_EQ(scene.arrows[0].group, "constraint forces");
  EXPECT_EQ(scene.constraints[0].arrows, Array<int>{0});
  const ArrowValue force = scene.arrows[0].value(linkage.start);
  EXPECT_TRUE(close(
      force.point,
      pose(linkage.start, Place("coupler").find(linkage.system.model(), "").body) * Vec3<double>{0, 0.9, 0},
      1e4));
  // Newton's law of the coupler, with the reaction of its hinge.
  const int coupler = linkage.system.model().body_number("coupler");
  const Vec3<double> a = acceleration(linkage.start, FrameOn<double>(coupler, Vec3<double>{0, 0.45, 0})).v;
  const Vec3<double> sum =
      force.vector + reaction(linkage.start, coupler).f + 0.9 * Vec3<double>{0, -9.81, 0};
  EXPECT_TRUE(close(sum, 0.9 * a, 1e6));
}

TEST(Scene, ShowsSurfacesOfRigidContact) {
  ModelBuilder model("brick");
  model.body("brick", solid_brick(2, {0.2, 0.1, 0.1}));
  model.joint("brick", Free{}, "world", "brick");
  SystemBuilder builder(model.build());
  builder.add("contact", RigidContact({{"brick", "brick", BoxShape{{0.2, 0.1, 0.1}}},
                                       {"floor", "world", HalfSpaceShape{}}}));
  const Scene scene = make_scene(builder.build());
  ASSERT_EQ(visuals_of(scene, "brick").size(), 1U);
  EXPECT_EQ(std::get<BoxShape>(visuals_of(scene, "brick")[0].shape).size.x, 0.2);
  EXPECT_FALSE(std::get<PlaneShape>(named(scene.visuals, "floor").shape).size);  // the ground
}

TEST(Scene, ShowsSurfacesOfContactAndTheirForces) {
  ModelBuilder model("stack");
  for (const char* body : {"crate", "ball"}) {
    model.body(body, solid_brick(2, {0.2, 0.2, 0.2}));
    model.joint(body, Free{}, "world", body);
  }
  SystemBuilder builder(model.build());
  const auto contact = std::make_shared<CompliantContact>(Array<ContactSurface>{
      {"ball", "ball", SphereShape{0.1}, {.dissipation = 0}},
      {"crate", {"crate", {0, 0, 0.05}}, RoundedBoxShape{{0.2, 0.2, 0.1}, 0.02}, {.dissipation = 0}},
      {"floor", "world", HalfSpaceShape{}, {.dissipation = 0}},
      {"slope", {"world", Pose<double>{Rotation<double>::about_y(-0.5), {3, 0, 0}}}, HalfSpaceShape{}}});
  builder.add_force("contact", contact);
  const System system = builder.build();
  const Scene scene = make_scene(system);

  // Surfaces are the shapes of bodies that have none.
  ASSERT_EQ(visuals_of(scene, "ball").size(), 1U);
  EXPECT_EQ(std::get<SphereShape>(visuals_of(scene, "ball")[0].shape).radius, 0.1);
  EXPECT_EQ(visuals_of(scene, "ball")[0].role, VisualRole::visual);
  ASSERT_EQ(visuals_of(scene, "crate").size(), 1U);
  const Visual crate = visuals_of(scene, "crate")[0];
  EXPECT_EQ(crate.X_BV.p.z, 0.05);
  for (const std::array<float, 3>& p : std::get<TriangleMeshShape>(crate.shape).mesh->positions)
    EXPECT_NEAR(nearest(RoundedBoxShape{{0.2, 0.2, 0.1}, 0.02}, {p[0], p[1], p[2]}).distance, 0, 1e-6);
  EXPECT_FALSE(std::get<PlaneShape>(named(scene.visuals, "floor").shape).size);  // the ground
  EXPECT_TRUE(std::get<PlaneShape>(named(scene.visuals, "slope").shape).size);   // has an end

  // The ball is on the floor, and the crate in the air.
  State state = system.default_state();
  state.set_q(system.model().body("ball").q0 + 6, 0.099);
  state.set_q(system.model().body("crate").q0 + 4, -1);
  state.set_q(system.model().body("crate").q0 + 6, 1);
  const double load = contact->forces(state).at(0).normal;
  ASSERT_EQ(scene.arrows.size(), 5U);  // all pairs but that of the half-spaces
  const SceneArrow on_ball = named(scene.arrows, "ball on floor");
  EXPECT_EQ(on_ball.group, "contact forces");
  EXPECT_TRUE(close(on_ball.value(state).vector, {0, 0, load}));
  EXPECT_TRUE(close(on_ball.value(state).point, contact->forces(state).at(0).point));
  EXPECT_TRUE(std::isnan(named(scene.arrows, "crate on floor").value(state).point.x));
  EXPECT_TRUE(close(named(scene.signals, "ball on floor").value(state), load));
  EXPECT_EQ(named(scene.signals, "crate on floor").value(state), 0);
  const std::optional<ContactPatch> patch = scene.patches.at(0).value(state);
  ASSERT_TRUE(patch);
  EXPECT_TRUE(close(patch->center, contact->forces(state).at(0).point));
  EXPECT_TRUE(close(norm(patch->a), contact->forces(state).at(0).patch_a));
  EXPECT_FALSE(scene.patches.at(1).value(state));
  state.set_enabled(system.element("contact"), false);
  EXPECT_EQ(named(scene.signals, "ball on floor").value(state), 0);
  EXPECT_FALSE(scene.patches.at(0).value(state));
}

TEST(Scene, ShowsForcesOfManyContactsBySurfaces) {
  ModelBuilder model("marbles");
  Array<ContactSurface> surfaces{{"floor", "world", HalfSpaceShape{}}};
  const int count = 12;
  for (int i = 0; i < count; ++i) {
    const std::string name = "marble " + std::to_string(i);
    model.body(name, solid_sphere(1, 0.1));
    model.joint(name, Free{}, "world", name).start({1, 0, 0, 0, 0.195 * i, 0, 0.099});
    surfaces.push_back({name, name, SphereShape{0.1}});
  }
  SystemBuilder builder(model.build());
  builder.add("contact", CompliantContact(surfaces));
  const System system = builder.build();
  const State state = system.default_state();
  // Each marble presses on the floor and on the one before: all forces are shown, none twice.
  int shown = 0;
  Vec3<double> sum{0, 0, 0};
  for (const SceneArrow& arrow : make_scene(system).arrows)
    if (const ArrowValue value = arrow.value(state); !std::isnan(value.point.x)) ++shown, sum += value.vector;
  EXPECT_EQ(shown, 2 * count - 1);
  double load = 0;
  for (int i = 0; i < count; ++i) load += applied_forces(state).on_body(i + 1).f.z;
  EXPECT_TRUE(close(sum.z, load));
  // So are all areas of contact; if there are fewer places than contacts, some of them.
  for (const int places : {128, 7, 0}) {
    const Scene scene = make_scene(system, {.contact_patches = places});
    ASSERT_EQ(scene.patches.size(), static_cast<std::size_t>(places));
    Array<double> seen;
    for (const ScenePatch& one : scene.patches)
      if (const std::optional<ContactPatch> patch = one.value(state))
        seen.push_back(patch->center.x + 1000 * patch->center.z);
    std::sort(seen.begin(), seen.end());
    EXPECT_EQ(std::unique(seen.begin(), seen.end()), seen.end());
    EXPECT_EQ(static_cast<int>(seen.size()), std::min(places, 2 * count - 1));
  }
}

/// A universal joint turns about an axis of the parent and about one of the body, wherever it is.
TEST(Scene, AxesOfJointsAreOnTheBodiesInWhichTheyStay) {
  ModelBuilder model("universal");
  for (const char* body : {"cross", "plate"}) model.body(body, solid_brick(1, {0.1, 0.2, 0.3}));
  model.joint("cardan", Universal{}, "world", "cross").start({0.7, -0.4});
  model.joint("sheet", Planar{}, "cross", "plate").start({0.5, 0.1, 0.2});
  const System system = SystemBuilder(model.build()).build();
  const Scene scene = make_scene(system);
  const SceneJoint cardan = named(scene.joints, "cardan"), sheet = named(scene.joints, "sheet");
  ASSERT_EQ(cardan.axes.size(), 2U);
  EXPECT_TRUE(cardan.axes[0].on_parent);
  EXPECT_FALSE(cardan.axes[1].on_parent);
  ASSERT_EQ(sheet.axes.size(), 3U);
  // In another state the speeds still turn and move along the axes of the scene.
  State state = system.default_state();
  state.set_q(0, -1.1), state.set_q(1, 0.9), state.set_q(2, 2.0);
  for (const SceneJoint& joint : {cardan, sheet}) {
    const int first = system.model().body(joint.body).u0;
    for (int k = 0; k < static_cast<int>(joint.axes.size()); ++k) {
      for (int i = 0; i < state.nu(); ++i) state.set_u(i, i == first + k ? 1 : 0);
      const SceneAxis& axis = joint.axes[k];
      const Vec3<double> direction = axis.on_parent
                                         ? pose(state, joint.parent).R * (joint.X_PF.R * axis.direction)
                                         : pose(state, joint.body).R * (joint.X_BM.R * axis.direction);
      const Motion<double> V = velocity(state, joint.body);
      EXPECT_TRUE(close(axis.kind == SceneAxis::Kind::rotation ? V.w : V.v, direction)) << joint.name << k;
    }
  }
}

TEST(Scene, TakesDecorationsOfTheUser) {
  const Linkage linkage = four_bar(Closure::in_plane);
  Scene scene = make_scene(linkage.system);
  const int target = scene.add_body("target", [](const State& s) { return pose(s, "rocker"); });
  EXPECT_EQ(target, 4);
  scene.add_visual(target, SphereShape{0.02}, {1, 0, 0}).opacity = 0.5;
  scene.add_visual("coupler", FrameShape{0.1});
  EXPECT_EQ(scene.visuals.back().body, scene.body("coupler"));
  expect_error([&] { scene.add_visual("copler", FrameShape{0.1}); }, {"copler", "Did you mean 'coupler'"});
  expect_error([&] { scene.add_visual(9, FrameShape{0.1}); }, {"5 bodies", "9"});
}

}  // namespace
}  // namespace sarrus::testing::make_scene_test

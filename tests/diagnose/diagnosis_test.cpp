#include "sarrus/diagnose/diagnosis.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "sarrus/constraint/close_loops.h"
#include "sarrus/force/two_point_spring.h"
#include "sarrus/function/user_function.h"
#include "sarrus/joint/joints.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/system/responses.h"
#include "tests/support/assembly_cases.h"
#include "tests/support/linkages.h"
#include "tests/support/says.h"

namespace sarrus::testing::diagnosis_test {
namespace {

std::string text(const Diagnosis& diagnosis) {
  std::ostringstream out;
  out << diagnosis;
  return out.str();
}

/// Three pins and a ball in the plane: the row across the plane cannot be violated.
TEST(Diagnosis, FourBarWithABall) {
  const Diagnosis d = diagnose(four_bar(Closure::ball).start);
  EXPECT_EQ(d.speeds, 3);
  EXPECT_EQ(d.rows, 3);
  EXPECT_EQ(d.independent_rows, 2);
  EXPECT_EQ(d.mobility(), 1);
  EXPECT_EQ(d.generic_mobility(), 1);
  EXPECT_EQ(d.loops(), 1);
  ASSERT_EQ(d.redundant.size(), 1u);
  ASSERT_EQ(d.redundant[0].rows.size(), 1u);
  EXPECT_EQ(d.redundant[0].rows[0].row, "tip[2]");
  EXPECT_TRUE(d.redundant[0].rows[0].follows_from.empty());
  EXPECT_EQ(d.health(), DiagnosisVerdict::remarks);
  EXPECT_SAYS(text(d),
              "3 rows of 1 constraint, 2 of them independent: 1 degree of freedom here and in general.");
  EXPECT_SAYS(text(d), "1 row of 'tip' can be left out: tip[2], which no motion can violate.");
}

TEST(Diagnosis, FourBarInPlanesIsHealthy) {
  const Diagnosis d = diagnose(four_bar(Closure::in_plane).start);
  EXPECT_EQ(d.mobility(), 1);
  EXPECT_TRUE(d.redundant.empty());
  EXPECT_EQ(d.health(), DiagnosisVerdict::healthy) << text(d);
  EXPECT_GT(d.clusters.at(0).distance_from_singular, 0.05);
  EXPECT_SAYS(text(d), "Nothing to report.");
}

/// Counting gives 5 − 5 = 0, and yet it moves, everywhere.
TEST(Diagnosis, BricardMovesAgainstCounting) {
  const Diagnosis d = diagnose(bricard().start);
  EXPECT_EQ(d.speeds, 5);
  EXPECT_EQ(d.rows, 5);
  EXPECT_EQ(d.independent_rows, 4);
  EXPECT_EQ(d.mobility(), 1);
  EXPECT_EQ(d.generic_mobility(), 1);
  EXPECT_FALSE(d.clusters.at(0).is_singular());
  EXPECT_SAYS(text(d), "Counting rows alone would give 0");
}

/// Sarrus's linkage: two pairs of plates with three parallel hinges each, the pairs across each other; its
/// top moves straight up. 6 hinges − 6 rows of the loop = 0, but one row is redundant.
void add_sarrus_linkage(ModelBuilder& model) {
  const Vec3<double> x{1, 0, 0}, y{0, 1, 0};
  const auto plate = solid_brick(1, {0.2, 0.2, 0.2});
  for (const std::string name : {"a1", "a2", "b1", "b2", "top"}) model.body(name, plate);
  model.joint("A1", Pin{}, "world", "a1").axis(x).parent_frame({0, 1, 0});
  model.joint("A2", Pin{}, "a1", "a2").axis(x).parent_frame({0, 0.5, 0.8});
  model.joint("A3", Pin{}, "a2", "top").axis(x).parent_frame({0, -0.5, 0.8});
  model.joint("B1", Pin{}, "world", "b1").axis(y).parent_frame({1, 0, 0});
  model.joint("B2", Pin{}, "b1", "b2").axis(y).parent_frame({0.5, 0, 0.8});
}
/// The last hinge of b2 at (1, 0, 1.6): of the top, whose origin is at (0, 1, 1.6), the point (1, −1, 0).
void close_sarrus_linkage(SystemBuilder& builder) {
  const auto along_y = Pose<double>{rotation_with_axis(2, Vec3<double>{0, 1, 0}), {}};
  builder.add("pin",
              BallConstraint(Place("top", Vec3<double>{1, -1, 0}), Place("b2", Vec3<double>{-0.5, 0, 0.8})));
  builder.add("axis", ParallelAxesConstraint(Place("top", along_y), Place("b2", along_y)));
}

/// Rows that vanish but for rounding are not what others depend on. With hinges exactly along the axes some
/// rows of the joint that closes the loop are such.
TEST(Diagnosis, ExplainsNothingByRoundingErrors) {
  constexpr double length = 0.5, half = 0.3;
  ModelBuilder model("Sarrus linkage");
  model.body("plate", solid_brick(2, {2 * half, 2 * half, 0.02}));
  for (const bool second : {false, true}) {
    const std::string leg = second ? "b" : "a";
    const Vec3<double> foot = second ? Vec3<double>{0, half, 0} : Vec3<double>{half, 0, 0},
                       axis = second ? Vec3<double>{-1, 0, 0} : Vec3<double>{0, 1, 0}, up{0, 0, length};
    const RigidInertia<double> rod = Pose<double>::translation(0.5 * up) * thin_rod(0.5, up);
    model.body(leg + " lower", rod).body(leg + " upper", rod);
    model.joint(leg + " foot", Pin{}, "world", leg + " lower").axis(axis).parent_frame(foot);
    model.joint(leg + " knee", Pin{}, leg + " lower", leg + " upper").axis(axis).parent_frame(up);
    model.joint(leg + " top", Pin{}, leg + " upper", "plate").axis(axis).parent_frame(up).child_frame(foot);
  }
  const System system = close_loops(model).build();
  for (const double angle : {0.1, 0.4, 0.9}) {
    State start = system.default_state();
    start.set_q("a foot", angle), start.set_q("a knee", -2 * angle), start.set_q("b foot", angle);
    const Diagnosis d = diagnose(assembled(start, {.hold = {"a foot"}}));
    EXPECT_EQ(d.mobility(), 1);
    ASSERT_FALSE(d.redundant.empty());
    for (const RedundantGroup& group : d.redundant)
      for (const DependentRow& row : group.rows)
        for (const NamedAmount& part : row.follows_from) EXPECT_LT(std::abs(part.amount), 100) << text(d);
  }
}

TEST(Diagnosis, SarrusLinkage) {
  ModelBuilder model("Sarrus linkage");
  add_sarrus_linkage(model);
  SystemBuilder builder(model.build());
  close_sarrus_linkage(builder);
  const Diagnosis d = diagnose(builder.build().default_state());
  EXPECT_EQ(d.speeds, 5);
  EXPECT_EQ(d.rows, 5);
  EXPECT_EQ(d.independent_rows, 4);
  EXPECT_EQ(d.mobility(), 1) << text(d);
  EXPECT_EQ(d.generic_mobility(), 1);
  EXPECT_EQ(d.loops(), 1);
}

/// A parallelogram whose rods lie in one line can go on as a parallelogram or cross over.
TEST(Diagnosis, FlatParallelogramIsSingular) {
  const Linkage linkage = ladder(1, Closure::in_plane, LadderStart::swing);
  EXPECT_FALSE(diagnose(linkage.start).clusters.at(0).is_singular());
  State flat = linkage.start;
  const double quarter = 1.57079632679489661923;
  for (const char* joint : {"V0", "V1"}) flat.set_q(flat.model().coordinate_number(joint), quarter);
  flat.set_q(flat.model().coordinate_number("H1"), -quarter);
  const Diagnosis d = diagnose(flat);
  EXPECT_EQ(d.mobility(), 2);
  EXPECT_EQ(d.generic_mobility(), 1);
  const ConstraintCluster& cluster = d.clusters.at(0);
  EXPECT_TRUE(cluster.is_singular());
  EXPECT_LT(cluster.distance_from_singular, 1e-6);
  ASSERT_EQ(cluster.motions.size(), 2u);
  EXPECT_EQ(d.health(), DiagnosisVerdict::remarks);
  EXPECT_SAYS(text(d), "2 degrees of freedom here, but 1 in general");
  EXPECT_SAYS(text(d), "Singular position of 'tip1.x', 'tip1.y': 2 degrees of freedom instead of 1.");
}

TEST(Diagnosis, NearlyFlatIsSaidToBeNear) {
  State state = ladder(1, Closure::in_plane, LadderStart::swing).start;
  const double nearly = 1.57079632679489661923 + 2e-4;
  for (const char* joint : {"V0", "V1"}) state.set_q(state.model().coordinate_number(joint), nearly);
  state.set_q(state.model().coordinate_number("H1"), -nearly);
  const Diagnosis d = diagnose(state);
  EXPECT_EQ(d.mobility(), 1);
  EXPECT_LT(d.clusters.at(0).distance_from_singular, 1e-3);
  EXPECT_GT(d.clusters.at(0).distance_from_singular, 1e-5);
  EXPECT_SAYS(text(d), "Near a singular position");
}

/// Neighboring loops of a ladder share joints.
TEST(Diagnosis, LadderIsOneCluster) {
  const Diagnosis d = diagnose(ladder(5, Closure::in_plane, LadderStart::swing).start);
  EXPECT_EQ(d.clusters.size(), 1u);
  EXPECT_EQ(d.loops(), 5);
  EXPECT_EQ(d.mobility(), 1);
  EXPECT_EQ(d.generic_mobility(), 1);
}

TEST(Diagnosis, SeparateLoopsAreSeparateClusters) {
  ModelBuilder model("two four-bars");
  for (const std::string side : {"l", "r"}) {
    const double x = side == "l" ? 0 : 5;
    for (const std::string name : {"crank", "coupler", "rocker"})
      model.body(side + name, solid_sphere(1, 0.1));
    model.joint(side + "crank", Pin{}, "world", side + "crank").parent_frame({x, 0, 0});
    model.joint(side + "coupler", Pin{}, side + "crank", side + "coupler").parent_frame({0, 0.35, 0});
    model.joint(side + "rocker", Pin{}, "world", side + "rocker").parent_frame({x + 1, 0, 0});
  }
  SystemBuilder builder(model.build());
  for (const std::string side : {"l", "r"})
    builder.add(side + "tip", BallConstraint(Place(side + "rocker", Vec3<double>{0, 0.8, 0}),
                                             Place(side + "coupler", Vec3<double>{0, 0.9, 0})));
  const Diagnosis d = diagnose(builder.build().default_state());
  ASSERT_EQ(d.clusters.size(), 2u);
  EXPECT_EQ(d.clusters[0].constraints, std::vector<std::string>{"ltip"});
  EXPECT_EQ(d.clusters[0].joints, (std::vector<std::string>{"lcrank", "lcoupler", "lrocker"}));
  EXPECT_EQ(d.mobility(), 2);
  EXPECT_SAYS(text(d), "2 loops in 2 clusters");
  EXPECT_SAYS(text(d), "As given, its constraints are off by");
}

/// A door on two hinges, ten rows of which five are independent.
TEST(Diagnosis, DoorWithTwoHinges) {
  ModelBuilder model("door");
  model.body("door", solid_brick(20, {0.8, 0.04, 2}));
  model.joint("free", Free{}, "world", "door").start({1, 0, 0, 0, 0.4, 0, 1});
  SystemBuilder builder(model.build());
  for (const std::string hinge : {"lower", "upper"}) {
    const double z = hinge == "lower" ? 0.2 : 1.8;
    builder.add(hinge + " pin", BallConstraint(Place("world", Vec3<double>{0, 0, z}),
                                               Place("door", Vec3<double>{-0.4, 0, z - 1})));
    builder.add(hinge + " axis", ParallelAxesConstraint("world", "door"));
  }
  const Diagnosis d = diagnose(builder.build().default_state());
  EXPECT_EQ(d.rows, 10);
  EXPECT_EQ(d.independent_rows, 5);
  EXPECT_EQ(d.mobility(), 1);
  ASSERT_EQ(d.redundant.size(), 1u);
  EXPECT_EQ(d.redundant[0].rows.size(), 5u);
  for (const char* name : {"lower pin", "upper pin", "lower axis", "upper axis"})
    EXPECT_EQ(std::count(d.redundant[0].constraints.begin(), d.redundant[0].constraints.end(), name), 1)
        << name;
}

/// How a row follows from others: with the same rod twice, each from the other.
TEST(Diagnosis, TellsHowARowFollows) {
  ModelBuilder model("point");
  model.body("point", solid_sphere(1, 0.1));
  model.joint("place", Translation{}, "world", "point").start({1, 0, 0});
  SystemBuilder builder(model.build());
  builder.add("first", RodConstraint("world", "point", 1.0));
  builder.add("second", RodConstraint("world", "point", 1.0));
  const Diagnosis d = diagnose(builder.build().default_state());
  ASSERT_EQ(d.redundant.size(), 1u);
  const DependentRow& row = d.redundant[0].rows.at(0);
  ASSERT_EQ(row.follows_from.size(), 1u);
  EXPECT_EQ(std::min(row.row, row.follows_from[0].name), "first");
  EXPECT_EQ(std::max(row.row, row.follows_from[0].name), "second");
  EXPECT_NEAR(row.follows_from[0].amount, 1, 1e-12);
}

TEST(Diagnosis, ContradictionsAreFaults) {
  ModelBuilder model("point");
  model.body("point", solid_sphere(1, 0.1));
  model.joint("place", Translation{}, "world", "point").start({1, 0, 0});
  SystemBuilder builder(model.build());
  builder.add("short", RodConstraint("world", "point", 1.0));
  builder.add("long", RodConstraint("world", "point", 1.5));
  const Diagnosis d = diagnose(builder.build().default_state());
  EXPECT_FALSE(d.is_assembled);
  EXPECT_EQ(d.health(), DiagnosisVerdict::faults);
  EXPECT_EQ(d.opposing.size(), 2u);
  EXPECT_SAYS(text(d), "contradict each other");
  EXPECT_SAYS(text(d), "by 0.25");
  EXPECT_TRUE(d.redundant.empty());
}

/// A load on a slider, with two constraints.
template <class First, class Second>
Diagnosis diagnose_load(First first, Second second) {
  ModelBuilder model("load");
  model.body("load", solid_sphere(3, 0.1));
  model.joint("way", Slider{}, "world", "load");
  SystemBuilder builder(model.build());
  builder.add("first", std::move(first));
  builder.add("second", std::move(second));
  return diagnose(builder.build().default_state());
}

/// In the middle between two values each is off by half of the difference; one row is left of two, and it
/// leaves no freedom. Neither can be left out.
void expect_contradiction(const Diagnosis& d, MotionLevel level, double half) {
  EXPECT_EQ(d.rows, 2);
  EXPECT_EQ(d.independent_rows, 1);
  EXPECT_EQ(d.mobility(), 0);
  EXPECT_EQ(d.health(), DiagnosisVerdict::faults);
  EXPECT_TRUE(d.redundant.empty()) << text(d);
  ASSERT_EQ(d.opposing.size(), 2u) << text(d);
  for (const AssemblyConflict& part : d.opposing) {
    EXPECT_EQ(part.level, level);
    EXPECT_NEAR(part.amount, part.name == "first" ? half : -half, 1e-12);
  }
}

TEST(Diagnosis, AccelerationsThatContradictEachOther) {
  const Diagnosis d =
      diagnose_load(ConstantAccelerationConstraint("way", 1), ConstantAccelerationConstraint("way", 2));
  expect_contradiction(d, MotionLevel::acceleration, 0.5);
  EXPECT_TRUE(d.is_assembled);
  EXPECT_TRUE(d.immobile_bodies.empty());
  EXPECT_SAYS(text(d), "No accelerations satisfy its constraints: constraints contradict each other: ");
  EXPECT_SAYS(text(d), "'first' is off by 0.5 in acceleration");
}

/// 1 and 1 + t² agree in value and velocity at t = 0; the second accelerates with 2.
TEST(Diagnosis, MotionsThatPartAreAContradiction) {
  const Diagnosis d =
      diagnose_load(ConstantCoordinateConstraint("way", 1),
                    PrescribedCoordinateConstraint("way", user_function([](auto t) { return 1.0 + t * t; })));
  expect_contradiction(d, MotionLevel::acceleration, 1);
}

TEST(Diagnosis, SpeedsThatContradictEachOther) {
  const Diagnosis d = diagnose_load(ConstantSpeedConstraint("way", 1), ConstantSpeedConstraint("way", 2));
  expect_contradiction(d, MotionLevel::velocity, 0.5);
  EXPECT_FALSE(d.is_assembled);
  EXPECT_SAYS(text(d), "No speeds satisfy its constraints: constraints contradict each other: ");
  EXPECT_SAYS(text(d), "'second' is off by -0.5 in velocity");
}

/// A constant speed does not accelerate: a constraint that says so once more is redundant.
TEST(Diagnosis, AccelerationsThatAgreeAreRedundant) {
  const Diagnosis d =
      diagnose_load(ConstantSpeedConstraint("way", 1), ConstantAccelerationConstraint("way", 0));
  EXPECT_EQ(d.rows, 2);
  EXPECT_EQ(d.mobility(), 0);
  EXPECT_TRUE(d.opposing.empty());
  ASSERT_EQ(d.redundant.size(), 1u);
  EXPECT_EQ(d.health(), DiagnosisVerdict::remarks);
}

/// A triangle of rods cannot move; a pendulum beside it can.
TEST(Diagnosis, NamesWhatCannotMove) {
  ModelBuilder model("triangle");
  for (const char* name : {"left", "right", "pendulum"}) model.body(name, solid_sphere(1, 0.1));
  model.joint("left", Pin{}, "world", "left");
  model.joint("right", Pin{}, "world", "right").parent_frame({1, 0, 0});
  model.joint("pendulum", Pin{}, "world", "pendulum").child_frame({0, 1, 0});
  SystemBuilder builder(model.build());
  builder.add("apex", BallConstraint(Place("left", Vec3<double>{0.5, 0.8, 0}),
                                     Place("right", Vec3<double>{-0.5, 0.8, 0})));
  const Diagnosis d = diagnose(builder.build().default_state());
  EXPECT_EQ(d.mobility(), 1);
  EXPECT_EQ(d.immobile_bodies, (std::vector<std::string>{"left", "right"}));
  EXPECT_SAYS(text(d), "Cannot move: 'left', 'right'.");
}

void add_slider_crank(ModelBuilder& model, double stroke) {
  for (const char* name : {"crank", "rod", "piston"}) model.body(name, solid_sphere(1, 0.1));
  model.joint("crank", Pin{}, "world", "crank");
  model.joint("rod", Pin{}, "crank", "rod").parent_frame({1, 0, 0});
  model.joint("piston", Slider{}, "world", "piston").axis({1, 0, 0}).start({stroke});
}
void close_slider_crank(SystemBuilder& builder) {
  builder.add("wrist", PointOnLineConstraint("piston", Place("rod", Vec3<double>{2, 0, 0})));
}
/// A crank of 1 and a rod of 2, in one line with the piston, whose place is `stroke`.
State slider_crank(double stroke) {
  ModelBuilder model("slider crank");
  add_slider_crank(model, stroke);
  SystemBuilder builder(model.build());
  close_slider_crank(builder);
  return builder.build().default_state();
}

/// At its dead center the piston rests for an instant while the crank goes on; both rows hold.
TEST(Diagnosis, PistonPausesAtItsDeadCenter) {
  const Diagnosis d = diagnose(slider_crank(3));
  EXPECT_EQ(d.independent_rows, 2);
  EXPECT_EQ(d.mobility(), 1);
  EXPECT_EQ(d.generic_mobility(), 1);
  EXPECT_TRUE(d.immobile_bodies.empty());
  EXPECT_EQ(d.pausing_bodies, std::vector<std::string>{"piston"});
  EXPECT_SAYS(text(d), "Cannot move at this instant: 'piston'.");
}

/// With the piston locked there, crank and rod form a triangle without height: rigid, but not to the first
/// order. 2 speeds − 2 rows = 0 in general; here the row along the line sees nothing.
TEST(Diagnosis, RigidMechanismInASingularPosition) {
  State state = slider_crank(3);
  state.lock(state.model().joint_body("piston"));
  const Diagnosis d = diagnose(state);
  EXPECT_EQ(d.speeds, 2);
  EXPECT_EQ(d.mobility(), 1);
  EXPECT_EQ(d.generic_mobility(), 0);
  EXPECT_TRUE(d.clusters.at(0).is_singular());
  EXPECT_TRUE(d.redundant.empty()) << text(d);
  EXPECT_SAYS(text(d), "1 degree of freedom here, but 0 in general");
  EXPECT_SAYS(text(d), "Singular position of 'wrist': 1 degree of freedom instead of 0.");
}

/// Sarrus's linkage is redundant only where its constraints are met, the slider crank's rows tell what they
/// are in general only where they are not: each is judged by itself.
TEST(Diagnosis, RigidMechanismBesideOneThatMovesAgainstCounting) {
  ModelBuilder model("both");
  add_slider_crank(model, 3);
  add_sarrus_linkage(model);
  SystemBuilder builder(model.build());
  close_slider_crank(builder);
  close_sarrus_linkage(builder);
  State state = builder.build().default_state();
  state.lock(state.model().joint_body("piston"));
  const Diagnosis d = diagnose(state);
  ASSERT_EQ(d.clusters.size(), 2u);
  EXPECT_TRUE(d.clusters[0].is_singular());
  EXPECT_EQ(d.clusters[0].generic_mobility(), 0);
  EXPECT_FALSE(d.clusters[1].is_singular());
  EXPECT_EQ(d.clusters[1].generic_mobility(), 1);
  ASSERT_EQ(d.redundant.size(), 1u) << text(d);
  EXPECT_EQ(d.redundant[0].rows.size(), 1u);
}

/// Two links of 1 whose end is held, with the elbow bent by an angle. With a = sin(bend), to the first order,
/// the rows are (−a, −a) and (2, 1). Free of units, speeds are divided by s = √M_kk, and the rows by their
/// lengths, the first by what it would be if its force pointed along the motions, √5 instead of a·√2: of unit
/// vectors v₁ along (1/s₁, 1/s₂) and v₂ along (2/s₁, 1/s₂) the smallest singular value is a·√(2/5)·|v₁ × v₂|,
/// beside a largest of one.
TEST(Diagnosis, RigidMechanismNearASingularPosition) {
  for (const double bend : {1e-7, 1e-4}) {
    ModelBuilder model("arm");
    for (const char* name : {"upper", "lower"}) model.body(name, solid_sphere(1, 0.1));
    model.joint("shoulder", Pin{}, "world", "upper");
    model.joint("elbow", Pin{}, "upper", "lower").parent_frame({1, 0, 0});
    SystemBuilder builder(model.build());
    builder.add("end",
                PointOnLineConstraint(Place("world", Vec3<double>{1 + std::cos(bend), std::sin(bend), 0}),
                                      Place("lower", Vec3<double>{1, 0, 0})));
    State state = builder.build().default_state();
    state.set_q(1, bend);
    const Diagnosis d = diagnose(state);
    EXPECT_EQ(d.generic_mobility(), 0);
    EXPECT_EQ(d.clusters.at(0).is_singular(), bend < 1e-6);
    if (bend > 1e-6) {
      const double s1 = std::sqrt(mass_matrix(state)(0, 0)), s2 = std::sqrt(mass_matrix(state)(1, 1)),
                   crossed =
                       (1 / s1 / s2 - 2 / s1 / s2) / std::hypot(1 / s1, 1 / s2) / std::hypot(2 / s1, 1 / s2);
      EXPECT_NEAR(d.clusters.at(0).distance_from_singular, bend * std::sqrt(0.4) * std::abs(crossed),
                  1e-4 * bend);
    }
    EXPECT_EQ(d.health(), DiagnosisVerdict::remarks);
    EXPECT_SAYS(text(d), bend < 1e-6 ? "Singular position" : "Near a singular position");
  }
}

/// Away from the dead center the triangle has a height, and nothing moves at all.
TEST(Diagnosis, RigidTriangleWithoutRemark) {
  State state = slider_crank(2.5);
  state.lock(state.model().joint_body("piston"));
  const Diagnosis d = diagnose(state);
  EXPECT_EQ(d.mobility(), 0);
  EXPECT_EQ(d.generic_mobility(), 0);
  EXPECT_FALSE(d.clusters.at(0).is_singular());
  EXPECT_EQ(d.immobile_bodies, (std::vector<std::string>{"crank", "rod"}));
}

TEST(Diagnosis, RemarksOnSizes) {
  ModelBuilder model("ship and pin");
  model.body("ship", solid_sphere(1e7, 30)).body("pin", solid_sphere(0.1, 0.05));
  model.joint("sea", Free{}, "world", "ship");
  model.joint("hinge", Pin{}, "ship", "pin").parent_frame({1, 0, 0}).child_frame({0.1, 0, 0});
  SystemBuilder builder(model.build());
  builder.add("soft", TwoPointSpring("world", "pin", 1, 1));
  builder.add("hard", TwoPointSpring("world", "ship", 1e8, 1));
  const Diagnosis d = diagnose(builder.build().default_state());
  EXPECT_EQ(d.mobility(), 7);
  EXPECT_SAYS(text(d), "masses range from 0.1 kg ('pin') to 1e+07 kg ('ship')");
  EXPECT_SAYS(text(d), "'hard");
  EXPECT_SAYS(text(d), "There are no constraints.");
  EXPECT_EQ(d.health(), DiagnosisVerdict::remarks);
}

/// Angles and lengths meet in the rows of a weld; how many are independent does not depend on their units.
TEST(Diagnosis, CountsFreedomsOfMechanismsOfAnySize) {
  for (const double length : {1e-6, 1e-3, 1.0, 1e3, 1e6}) {
    ModelBuilder model("four-bar");
    for (const char* body : {"a", "b", "c"}) model.body(body, solid_sphere(1.0, 0.1 * length));
    model.joint("A", Pin{}, "world", "a");
    model.joint("B", Pin{}, "a", "b").parent_frame({0, length, 0});
    model.joint("D", Pin{}, "world", "c").parent_frame({length, 0, 0});
    model.joint("C", Pin{}, "b", "c").parent_frame({length, 0, 0}).child_frame({0, length, 0});
    const Diagnosis d = diagnose(close_loops(model).build().default_state());
    EXPECT_EQ(d.mobility(), 1) << length;
    EXPECT_TRUE(d.immobile_bodies.empty()) << length;
    EXPECT_TRUE(d.badly_scaled.empty()) << length;
  }
}

}  // namespace
}  // namespace sarrus::testing::diagnosis_test

/// Mechanisms with closed loops and coupled joints from URDF files, against closed forms and against the same
/// mechanism built by hand.

#include "sarrus/assemble/assembly.h"
#include "sarrus/base/file.h"
#include "sarrus/constraint/close_loops.h"
#include "sarrus/diagnose/diagnosis.h"
#include "sarrus/format/urdf/urdf.h"
#include "sarrus/joint/joints.h"
#include "tests/mechanism/mechanism.h"
#include "tests/support/close.h"
#include "tests/support/says.h"

namespace sarrus::testing::urdf_loops_test {
namespace {

// --- A parallelogram: two rods hang on a bar, a third one connects their tips

constexpr double rod_length = 0.5, rod_mass = 0.4, rod_inertia = 0.01;  // the inertia is about the middle
constexpr double bar_mass = 0.7, bar_inertia = 0.06;

std::string inertial(double mass, const std::string& com, double moment) {
  return fmt::format(
      "<inertial><origin xyz='{0}'/><mass value='{1}'/>"
      "<inertia ixx='{2}' ixy='0' ixz='0' iyy='{2}' iyz='0' izz='{2}'/></inertial>",
      com, mass, moment);
}
std::string link(const std::string& name, const std::string& inside) {
  return "<link name='" + name + "'>" + inside + "</link>";
}
std::string joint(const std::string& name, const std::string& type, const std::string& parent,
                  const std::string& child, const std::string& inside) {
  return "<joint name='" + name + "' type='" + type + "'><parent link='" + parent + "'/><child link='" +
         child + "'/>" + inside + "</joint>";
}
std::string robot(const std::string& inside) { return "<robot name='r'>" + inside + "</robot>"; }

/// All but the loop. Pins turn about y, and at zero everything fits.
std::string open_parallelogram(const std::string& base = "base") {
  const std::string about_y = "<axis xyz='0 1 0'/>", rod = inertial(rod_mass, "0 0 -0.25", rod_inertia);
  return link(base, inertial(2, "0.5 0 0", 0.2)) + link("crank", rod) + link("rocker", rod) +
         link("coupler", inertial(bar_mass, "0.5 0 0", bar_inertia)) +
         joint("left", "continuous", base, "crank", about_y) +
         joint("elbow", "continuous", "crank", "coupler", "<origin xyz='0 0 -0.5'/>" + about_y) +
         joint("right", "continuous", base, "rocker", "<origin xyz='1 0 0'/>" + about_y);
}
/// The usual loop, in frames whose z axes point along −y.
const std::string tip =
    "<loop name='tip' type='revolute'><predecessor link='coupler'><origin xyz='1 0 0' "
    "rpy='1.5707963267948966 0 0'/></predecessor><successor link='rocker'><origin xyz='0 0 -0.5' "
    "rpy='1.5707963267948966 0 0'/></successor><axis xyz='0 0 1'/></loop>";

State parallelogram_at(const System& system, double angle, double rate) {
  State state = system.default_state();
  set(state, "left", angle, rate);
  set(state, "right", angle, rate);
  set(state, "elbow", -angle, -rate);
  return state;
}
System parallelogram(const std::string& loop = tip, const LoadOptions& options = {}) {
  return read_urdf_text(robot(open_parallelogram() + loop), "r.urdf", options).make_system();
}

/// The rods turn by θ, the bar does not: a pendulum.
///   (2·(I + m·l²/4) + M·l²)·θ̈ = −(m + M)·g·l·sin θ
double parallelogram_rate(double angle) {
  const double l = rod_length;
  return -(rod_mass + bar_mass) * g * l * std::sin(angle) /
         (2 * (rod_inertia + rod_mass * l * l / 4) + bar_mass * l * l);
}

TEST(UrdfLoops, ParallelogramHasOneFreedomAndIsAPendulum) {
  const System system = parallelogram();
  const State state = parallelogram_at(system, 0.6, 1.3);
  ASSERT_EQ(position_errors(state).size(), 5U);
  EXPECT_LT(largest(position_errors(state)), 1e-15);
  EXPECT_LT(largest(velocity_errors(state)), 1e-15);
  EXPECT_EQ(diagnose(state).mobility(), 1);
  EXPECT_EQ(diagnose(state).loops(), 1);
  EXPECT_NEAR(rate(state, "left"), parallelogram_rate(0.6), 1e-12);
  EXPECT_NEAR(rate(state, "right"), parallelogram_rate(0.6), 1e-12);
  EXPECT_NEAR(rate(state, "elbow"), -parallelogram_rate(0.6), 1e-12);
}

TEST(UrdfLoops, ParallelogramKeepsItsBarLevelAndItsEnergy) {
  const System system = parallelogram();
  Simulation simulation(parallelogram_at(system, 0.6, 1.3), {.accuracy = 1e-9});
  simulation.run(2);
  double farthest = 0;
  for (const State& state : simulation.trajectory()) {
    EXPECT_NEAR(coordinate(state, "left") + coordinate(state, "elbow"), 0, 1e-8);
    EXPECT_NEAR(coordinate(state, "left"), coordinate(state, "right"), 1e-8);
    EXPECT_NEAR(energy(state), energy(simulation.trajectory().front()), 1e-7);
    farthest = std::max(farthest, std::abs(coordinate(state, "left") - 0.6));
  }
  EXPECT_GT(farthest, 1);
}

TEST(UrdfLoops, AcceleratesLikeTheMechanismBuiltByHand) {
  ModelBuilder model("by hand");
  const auto moment = [](double i) { return Sym3<double>{i, i, i, 0, 0, 0}; };
  const auto rod = RigidInertia<double>::from_central(rod_mass, {0, 0, -0.25}, moment(rod_inertia));
  model.body("crank", rod).body("rocker", rod);
  model.body("coupler", RigidInertia<double>::from_central(bar_mass, {0.5, 0, 0}, moment(bar_inertia)));
  model.joint("left", Pin{}, "world", "crank").axis({0, 1, 0});
  model.joint("elbow", Pin{}, "crank", "coupler").parent_frame({0, 0, -0.5}).axis({0, 1, 0});
  model.joint("right", Pin{}, "world", "rocker").parent_frame({1, 0, 0}).axis({0, 1, 0});
  model.joint("tip", Pin{}, "coupler", "rocker")
      .parent_frame({1, 0, 0})
      .child_frame({0, 0, -0.5})
      .axis({0, 1, 0});
  const System by_hand = close_loops(model, {.cut = {{"tip", LoopClosing::with_coordinates}}}).build();
  const System from_file = parallelogram();
  for (const double angle : {-0.8, 0.1, 0.6}) {
    State expected = parallelogram_at(by_hand, angle, 1.3);
    set(expected, "tip", angle, 1.3);
    const State state = parallelogram_at(from_file, angle, 1.3);
    for (const char* name : {"left", "elbow", "right"})
      EXPECT_NEAR(rate(state, name), rate(expected, name), 1e-9) << name;
  }
}

// --- What the loop's links become

TEST(UrdfLoops, FramesFollowLinksThatAreMerged) {
  // The loop is on a plate that is fixed on the coupler's end, turned and shifted.
  const std::string plate =
      link("plate", "") +
      joint("glue", "fixed", "coupler", "plate", "<origin xyz='0.8 0 0.1' rpy='0 1.5707963267948966 0'/>") +
      // +z of the plate is x of the coupler, and +x its −z.
      "<loop name='tip' type='revolute'><predecessor link='plate'><origin xyz='0.1 0 0.2'/></predecessor>"
      "<successor link='rocker'><origin xyz='0 0 -0.5'/></successor><axis xyz='0 1 0'/></loop>";
  for (const FixedJoints fixed : {FixedJoints::keep, FixedJoints::merge}) {
    const LoadedModel read =
        read_urdf_text(robot(open_parallelogram() + plate), "r.urdf", {.fixed_joints = fixed});
    ASSERT_EQ(read.loops.size(), 1U);
    EXPECT_EQ(read.loops[0].parent, fixed == FixedJoints::keep ? "plate" : "coupler");
    const System system = read.make_system();
    const State state = parallelogram_at(system, 0.6, 1.3);
    EXPECT_LT(largest(position_errors(state)), 1e-14);
    EXPECT_NEAR(rate(state, "left"), parallelogram_rate(0.6), 1e-12);
  }
}

TEST(UrdfLoops, FreeMechanismFallsWithoutTurning) {
  const System system = parallelogram(tip, {.base = RootJoint::free});
  const State state = parallelogram_at(system, 0.6, 0);
  EXPECT_EQ(state.nu(), 9);
  EXPECT_LT(largest(position_errors(state)), 1e-15);
  for (const char* name : {"left", "elbow", "right"}) EXPECT_NEAR(rate(state, name), 0, 1e-12);
  const Motion<double> fall = acceleration(state, FrameOn<double>(state.model().body_number("base")));
  EXPECT_TRUE(close(fall, Motion<double>{{0, 0, 0}, {0, 0, -g}}, 1000));
}

TEST(UrdfLoops, RootCalledWorldIsTheWorldInLoopsToo) {
  // A rod on the world by two pins about the same axis: the second is a loop.
  const std::string text = robot(
      link("world", inertial(1, "0 0 0", 0.1)) + link("rod", inertial(1, "0 0 -0.5", 0.1)) +
      joint("pin", "continuous", "world", "rod", "<axis xyz='0 1 0'/>") +
      "<loop name='second' type='revolute'><predecessor link='world'><origin xyz='0 0.3 0'/>"
      "</predecessor><successor link='rod'><origin xyz='0 0.3 0'/></successor><axis xyz='0 1 0'/></loop>");
  const LoadedModel fixed = read_urdf_text(text, "r.urdf"),
                    floating = read_urdf_text(text, "r.urdf", {.base = RootJoint::free});
  EXPECT_EQ(fixed.loops[0].parent, "world");
  EXPECT_EQ(floating.loops[0].parent, "world_link");
  State state = fixed.make_system().default_state();
  set(state, "pin", 0.4);
  EXPECT_NEAR(rate(state, "pin"), -g * 0.5 * std::sin(0.4) / (0.1 + 0.25), 1e-12);
}

TEST(UrdfLoops, MasslessEndsAreRefusedOrWelded) {
  std::string text = robot(open_parallelogram() + tip);
  const std::string bar = inertial(bar_mass, "0.5 0 0", bar_inertia);
  text.erase(text.find(bar), bar.size());
  expect_error([&] { read_urdf_text(text, "r.urdf"); }, {"joint 'elbow' moves link 'coupler'", "no", "mass"});
  const LoadedModel read = read_urdf_text(text, "r.urdf", {.massless_ends = MasslessEnds::weld});
  const State state = read.make_system().default_state();
  EXPECT_LT(largest(position_errors(state)), 1e-15);
  EXPECT_EQ(diagnose(state).mobility(), 0);  // a bar that is welded to one of the rods holds both
}

// --- Types of loops

TEST(UrdfLoops, EveryTypeHasItsRows) {
  const std::vector<std::pair<std::string, std::size_t>> rows = {
      {"revolute", 5}, {"continuous", 5}, {"prismatic", 5}, {"fixed", 6},
      {"floating", 0}, {"planar", 3},     {"ball", 3},      {"spherical", 3}};
  for (const auto& [type, count] : rows) {
    std::string loop = tip;
    loop.replace(loop.find("revolute"), 8, type);
    const LoadedModel read = read_urdf_text(robot(open_parallelogram() + loop), "r.urdf");
    const System system = read.make_system();
    const std::size_t found = count == 0 ? 0 : position_errors(system.default_state()).size();
    EXPECT_EQ(found, count) << type;
  }
}

TEST(UrdfLoops, SliderCrankFollowsItsFormula) {
  // x = r·cos θ + √(l² − r²·sin² θ), with the block of the piston on a prismatic loop along x.
  const std::string about_y = "<axis xyz='0 -1 0'/>", some = inertial(1, "0 0 0", 0.1);
  const std::string text =
      robot(link("base", "") + link("crank", some) + link("rod", some) + link("piston", some) +
            joint("crank", "continuous", "base", "crank", about_y) +
            joint("elbow", "continuous", "crank", "rod", "<origin xyz='0.2 0 0'/>" + about_y) +
            joint("wrist", "continuous", "rod", "piston", "<origin xyz='0.5 0 0'/>" + about_y) +
            "<loop name='guide' type='prismatic'><predecessor link='base'><origin xyz='0.1 0 0'/>"
            "</predecessor><successor link='piston'/><axis xyz='1 0 0'/></loop>");
  const System system = read_urdf_text(text, "r.urdf").make_system();
  for (const double angle : {-0.8, 0.3, 1.0}) {
    State start = system.default_state();
    set(start, "crank", angle);
    const State state = assembled(start, {.hold = {"crank"}});
    const double x = 0.2 * std::cos(angle) + std::sqrt(0.25 - std::pow(0.2 * std::sin(angle), 2));
    EXPECT_TRUE(close(point(state, "piston"), {x, 0, 0}, 1e6));
    EXPECT_EQ(diagnose(state).mobility(), 1);
  }
}

TEST(UrdfLoops, OpenStartEndsWhereTheLawOfCosinesPutsIt) {
  // Crank a, coupler b, rocker c on a base of length 0.7; see the file for where zero is.
  const LoadedModel read = read_urdf("examples/four_bar.urdf");
  const System system = read.make_system();
  const double a = 0.3, b = 0.8, c = 0.6, base = 0.7;
  for (const double angle : {0.0, 0.5, 1.0, 2.0}) {
    State start = system.default_state();
    set(start, "crank", angle);
    EXPECT_GT(largest(position_errors(start)), 0.1);
    const State state = assembled(start, {.hold = {"crank"}});
    // The triangle of the coupler, the rocker and d, from the crank's tip to the rocker's pivot.
    const double x = base - a * std::cos(angle), z = -a * std::sin(angle), d = std::hypot(x, z);
    const double at_tip = std::acos((d * d + b * b - c * c) / (2 * d * b)),
                 at_pivot = std::acos((d * d + c * c - b * b) / (2 * d * c)), slope = std::atan2(z, x);
    EXPECT_NEAR(coordinate(state, "elbow"), slope + at_tip - angle, 1e-9);
    EXPECT_NEAR(coordinate(state, "rocker"), slope + pi - at_pivot - pi / 2, 1e-9);
    EXPECT_EQ(coordinate(state, "crank"), angle);
  }
}

TEST(UrdfLoops, LoopThatCannotBeClosedTellsItsGap) {
  // All rods in line reach 0.3 + 0.8 + 0.6 = 1.7 m.
  std::string text = read_file("examples/four_bar.urdf");
  const std::string pivot = "<origin xyz=\"0.7 0 0\"/>";
  text.replace(text.find(pivot), pivot.size(), "<origin xyz=\"2 0 0\"/>");
  const System system = read_urdf_text(text, "r.urdf").make_system();
  const AssemblyResult result = assemble(system.default_state());
  EXPECT_FALSE(result.succeeded);
  ASSERT_EQ(result.opposing.size(), 1U);
  EXPECT_EQ(result.opposing[0].name, "tip");
  EXPECT_NEAR(result.opposing[0].amount, 0.3, 1e-6);
}

// --- Couplings

std::string coupling(const std::string& predecessor, const std::string& successor, const std::string& ratio) {
  return "<coupling name='gear'><predecessor link='" + predecessor + "'/><successor link='" + successor +
         "'/><ratio value='" + ratio + "'/></coupling>";
}

TEST(UrdfLoops, RotorCountsWithTheSquareOfItsRatio) {
  // A lever of mass m and inertia I about its middle at l, and a rotor: (I + m·l² + 144·J)·q̈ = m·g·l.
  const std::string about_y = "<axis xyz='0 1 0'/>";
  const std::string text =
      robot(link("base", "") + link("ankle", inertial(2, "0.3 0 0", 0.05)) +
            link("rotor", inertial(0.1, "0 0 0", 0.0004)) +
            joint("ankle_joint", "continuous", "base", "ankle", about_y) +
            joint("rotor_joint", "continuous", "base", "rotor", about_y) + coupling("ankle", "rotor", "12"));
  const LoadedModel read = read_urdf_text(text, "r.urdf");
  const System system = read.make_system();
  const State state = system.default_state();
  const double expected = 2 * g * 0.3 / (0.05 + 2 * 0.09 + 144 * 0.0004);
  EXPECT_NEAR(rate(state, "ankle_joint"), expected, 1e-11);
  EXPECT_NEAR(rate(state, "rotor_joint"), 12 * expected, 1e-10);
}

/// Two links about the same vertical axis, the second on the first, and a rotor on the base that turns with
/// the second link, as by a belt.
std::string belt(const std::string& inside = "") {
  const std::string about_z = "<axis xyz='0 0 1'/>";
  return robot(link("base", "") + link("thigh", inertial(1, "0 0 0", 0.3)) +
               link("shank", inertial(1, "0 0 0", 0.2)) + link("rotor", inertial(1, "0 0 0", 0.01)) +
               link("shell", "") + joint("hip", "continuous", "base", "thigh", about_z) +
               joint("knee", "continuous", "thigh", "shank", about_z) +
               joint("motor", "continuous", "base", "rotor", about_z) +
               joint("cover", "fixed", "shank", "shell", "") + inside);
}

TEST(UrdfLoops, CouplingCountsAllJointsOfAWay) {
  // The rotor follows s = hip + knee: I₁·q̈ = τ₁ − τ₂ and (I₂ + 9·J)·s̈ = τ₂, with τ₁ at the hip and τ₂ at the
  // knee. A fixed joint on the way counts nothing.
  const LoadedModel read = read_urdf_text(belt(coupling("shell", "rotor", "-3")), "r.urdf");
  ASSERT_EQ(read.couplings.size(), 1U);
  EXPECT_EQ(read.couplings[0].predecessor, (std::vector<std::string>{"hip", "knee"}));
  EXPECT_EQ(read.couplings[0].successor, (std::vector<std::string>{"motor"}));
  SystemBuilder builder = read.make_system_builder();
  builder.add("at hip", MobilityConstant("hip", 0.7));
  builder.add("at knee", MobilityConstant("knee", 0.3));
  const State state = builder.build().default_state();
  const double hip = (0.7 - 0.3) / 0.3, sum = 0.3 / (0.2 + 9 * 0.01);
  EXPECT_NEAR(rate(state, "hip"), hip, 1e-12);
  EXPECT_NEAR(rate(state, "knee"), sum - hip, 1e-12);
  EXPECT_NEAR(rate(state, "motor"), -3 * sum, 1e-12);
}

TEST(UrdfLoops, CouplingToAnAncestorHoldsTheSum) {
  const System system = read_urdf_text(belt(coupling("base", "shank", "2")), "r.urdf").make_system();
  State state = system.default_state();
  set(state, "hip", 0.4);
  set(state, "knee", -0.4);
  EXPECT_EQ(position_errors(state).size(), 1U);
  EXPECT_EQ(largest(position_errors(state)), 0);
  set(state, "knee", 0.1);
  EXPECT_NEAR(largest(position_errors(state)), 0.5, 1e-15);
}

TEST(UrdfLoops, CouplingToAWeldedMasslessLinkIsLeftOut) {
  std::string text = belt(coupling("shank", "rotor", "2"));
  const std::string rotor = link("rotor", inertial(1, "0 0 0", 0.01));
  text.replace(text.find(rotor), rotor.size(), link("rotor", ""));
  const LoadedModel read = read_urdf_text(text, "r.urdf", {.massless_ends = MasslessEnds::weld});
  EXPECT_EQ(read.couplings.size(), 1U);
  EXPECT_EQ(diagnose(read.make_system().default_state()).constraints, 0);
}

// --- Reports and faults

TEST(UrdfLoops, AreInTheReport) {
  std::string text =
      belt(coupling("shank", "rotor", "2") +
           "<loop name='rail' type='planar'><predecessor link='base'/><successor link='shank'/>"
           "<axis xyz='0 0 2'/><limit lower='0'/></loop>");
  text.replace(text.find("type='continuous'"), 0, "independent='true' ");
  std::string notes;
  for (const LoadNote& note : read_urdf_text(text, "r.urdf").report.notes)
    notes += note.where + ": " + note.text + "\n";
  EXPECT_SAYS(notes, "loop 'rail': <loop>; the model is the tree without it");
  EXPECT_SAYS(notes, "loop 'rail': an axis of length 2 was scaled to 1");
  EXPECT_SAYS(notes, "loop 'rail': <limit> in <loop>");
  EXPECT_SAYS(notes, "coupling 'gear': <coupling>; the model leaves the coordinates free");
  EXPECT_SAYS(notes, "joint 'hip': attribute independent of <joint>");
}

/// A loop between the thigh and the rotor on line 2, one word changed.
void expect_loop_refused(const std::string& from, const std::string& to,
                         std::initializer_list<const char*> parts) {
  std::string text =
      "<loop name='rail' type='planar'><predecessor link='thigh'/><successor link='rotor'/>"
      "<axis xyz='0 0 1'/></loop>";
  text.replace(text.find(from), from.size(), to);
  expect_error([&] { read_urdf_text(belt("\n" + text), "r.urdf"); }, parts);
}
void expect_coupling_refused(const std::string& from, const std::string& to,
                             std::initializer_list<const char*> parts) {
  std::string text = coupling("thigh", "rotor", "2");
  text.replace(text.find(from), from.size(), to);
  expect_error([&] { read_urdf_text(belt("\n" + text), "r.urdf"); }, parts);
}

TEST(UrdfLoops, FaultsOfLoops) {
  expect_loop_refused(
      "'thigh'", "'thihg'",
      {"r.urdf:2: loop 'rail' has the predecessor 'thihg', a link that does not exist. Did you "
       "mean 'thigh'?"});
  expect_loop_refused("<successor link='rotor'/>", "",
                      {"r.urdf:2: loop 'rail': <loop> lacks <successor link"});
  expect_loop_refused("<predecessor link='thigh'/>", "", {"loop 'rail': <loop> lacks <predecessor link"});
  expect_loop_refused(" link='thigh'", "",
                      {"r.urdf:2: loop 'rail': <predecessor> lacks the attribute 'link'"});
  expect_loop_refused("'rotor'", "'thigh'", {"r.urdf:2: loop 'rail' has link 'thigh' at both ends"});
  expect_loop_refused("'rail'", "'knee'", {"r.urdf:2: loop 'knee' has the name of that on line 1"});
  expect_loop_refused("name='rail'", "", {"r.urdf:2: robot 'r': <loop> lacks the attribute 'name'"});
  expect_loop_refused("planar", "planer", {"loop 'rail': there is no joint type 'planer'", "'planar'?"});
  expect_loop_refused("0 0 1", "0 0 0",
                      {"r.urdf:2: loop 'rail': the axis is (0, 0, 0); give it a direction"});
  expect_loop_refused("<axis", "<axis xyz='1 0 0'/><axis", {"r.urdf:2: loop 'rail': a second <axis>"});
  expect_loop_refused("link='thigh'/><successor link='rotor'", "link='shank'/><successor link='shell'",
                      {"r.urdf:2: loop 'rail': no joint between link 'shank' and link 'shell' moves"});
}

TEST(UrdfLoops, FaultsOfCouplings) {
  expect_coupling_refused("'rotor'", "'rotr'", {"coupling 'gear' has the successor 'rotr'", "mean 'rotor'?"});
  expect_coupling_refused("'rotor'", "'thigh'", {"r.urdf:2: coupling 'gear' has link 'thigh' at both ends"});
  expect_coupling_refused("<ratio value='2'/>", "",
                          {"r.urdf:2: coupling 'gear': <coupling> lacks <ratio value"});
  expect_coupling_refused(" value='2'", "", {"coupling 'gear': <coupling> lacks <ratio value"});
  expect_coupling_refused("'2'", "'0'", {"r.urdf:2: coupling 'gear': the ratio is 0"});
  expect_coupling_refused("'2'", "'nan'",
                          {"r.urdf:2: coupling 'gear': value=\"nan\" of <ratio> is not a finite"});
  expect_coupling_refused("<predecessor link='thigh'/>", "", {"gear': <coupling> lacks <predecessor link"});
  expect_coupling_refused("'gear'", "'hip'", {"r.urdf:2: coupling 'hip' has the name of that on line 1"});
  expect_coupling_refused(
      "link='thigh'/><successor link='rotor'", "link='shank'/><successor link='shell'",
      {"r.urdf:2: coupling 'gear': no joint between link 'shank' and link 'shell' moves"});
  std::string text = belt("\n" + coupling("shank", "rotor", "2"));
  text.replace(text.find("continuous"), 10, "planar");
  expect_error(
      [&] { read_urdf_text(text, "r.urdf"); },
      {"r.urdf:2: coupling 'gear' counts joint 'hip' (line 1), which is planar and does not have one "
       "coordinate"});
}

TEST(UrdfLoops, ASecondParentIsToldOfLoops) {
  expect_error(
      [] {
        read_urdf_text(robot(open_parallelogram() + joint("j", "fixed", "coupler", "rocker", "")), "r.urdf");
      },
      {"link 'rocker' is the child of joint 'j' and of joint 'right'", "make it a <loop>"});
}

}  // namespace
}  // namespace sarrus::testing::urdf_loops_test

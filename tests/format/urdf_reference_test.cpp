#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "sarrus/dynamics/forward_dynamics.h"
#include "sarrus/dynamics/inverse_dynamics.h"
#include "sarrus/format/urdf/urdf.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/spatial/euler.h"
#include "sarrus/system/constraint_entry.h"
#include "tests/support/reference_values.h"

namespace sarrus::testing::urdf_reference_test {
namespace {

std::string three(const Vec3<double>& v) { return fmt::format("{:.17g} {:.17g} {:.17g}", v.x, v.y, v.z); }

/// A model of pins, sliders and a free base as URDF.
std::string urdf_of(const Model& model) {
  const EulerSequence fixed_xyz = euler_sequence("space-xyz");
  std::string text = fmt::format("<robot name='{}'>\n", model.name());
  const bool has_free_base = model.body(1).joint.type_name() == "free";
  if (!has_free_base) text += "<link name='ground'/>\n";
  for (int b = 1; b < model.body_count(); ++b) {
    const Body& body = model.body(b);
    const Sym3<double> I = body.inertia.central();
    text += fmt::format(
        "<link name='{}'><inertial><origin xyz='{}'/><mass value='{:.17g}'/><inertia ixx='{:.17g}' "
        "iyy='{:.17g}' "
        "izz='{:.17g}' ixy='{:.17g}' ixz='{:.17g}' iyz='{:.17g}'/></inertial></link>\n",
        body.name, three(body.inertia.com()), body.inertia.m, I.xx, I.yy, I.zz, I.xy, I.xz, I.yz);
    if (body.joint.type_name() == "free") continue;
    const Pose<double> X = body.X_PF * body.X_BM.inverse();
    const bool slides = body.joint.type_name() == "slider";
    text += fmt::format(
        "<joint name='{}' type='{}'><parent link='{}'/><child link='{}'/><origin xyz='{}' rpy='{}'/><axis "
        "xyz='{}'/></joint>\n",
        body.joint_name, slides ? "prismatic" : "continuous",
        body.parent == 0 ? "ground" : model.body(body.parent).name, body.name, three(X.p),
        three(euler_angles(fixed_xyz, X.R)), three(body.X_BM.R.col(slides ? 0 : 2)));
  }
  return text + "</robot>\n";
}

/// Where each entry of one model's coordinates or speeds is in another's, by name.
template <class Items>
std::vector<int> places(const Items& from, const Items& to) {
  std::vector<int> found;
  for (const auto& item : from)
    for (std::size_t i = 0; i < to.size(); ++i)
      if (to[i].name == item.name) found.push_back(static_cast<int>(i));
  EXPECT_EQ(found.size(), from.size()) << "a name is missing";
  return found;
}
VectorX<double> moved(const VectorX<double>& v, const std::vector<int>& places) {
  VectorX<double> out(v.size());
  for (std::size_t i = 0; i < places.size(); ++i) out[places[i]] = v[static_cast<Eigen::Index>(i)];
  return out;
}

/// Inverse and forward dynamics of a model as another program has them, up to a relative tolerance.
void expect_reference_values(const Model& model, const ReferenceModel& reference, double tolerance) {
  const std::vector<int> q_places = places(reference.model.coordinates(), model.coordinates());
  const std::vector<int> u_places = places(reference.model.speeds(), model.speeds());
  ASSERT_EQ(model.nu(), reference.model.nu());
  const Tree<double> tree(model);
  InverseDynamics<double> inverse(tree);
  ForwardDynamics<double> forward(tree);
  for (const ReferenceSample& sample : reference.samples) {
    const VectorX<double> q = moved(sample.q, q_places), u = moved(sample.u, u_places);
    VectorX<double> tau(model.nu()), udot(model.nu());
    calc_inverse_dynamics(tree, q, u, moved(sample.udot, u_places), {}, inverse, tau);
    EXPECT_LT((tau - moved(sample.inverse_dynamics, u_places)).norm(), tolerance * tau.norm());
    calc_forward_dynamics(tree, q, u, moved(sample.tau, u_places), {}, forward, udot);
    EXPECT_LT((udot - moved(sample.forward_dynamics, u_places)).norm(), 100 * tolerance * udot.norm());
  }
}

class UrdfReference : public ::testing::TestWithParam<const char*> {};

TEST_P(UrdfReference, ModelsWrittenAsUrdfMoveAsInTheOtherProgram) {
  const ReferenceModel reference = load_reference(GetParam());
  const RootJoint base = std::string(GetParam()) == "hyq" ? RootJoint::free : RootJoint::fixed;
  const LoadedModel robot = read_urdf_text(urdf_of(reference.model), "r.urdf", {.base = base});
  expect_reference_values(robot.model, reference, 1e-12);
}
INSTANTIATE_TEST_SUITE_P(Models, UrdfReference, ::testing::Values("ur5", "hyq", "chain10", "tree63"));

/// Descriptions of real robots, which are not part of the project: the folder that the environment variable
/// SARRUS_ROBOTS names, or shared/robots beside the project.
class RobotCorpus : public ::testing::Test {
 protected:
  void SetUp() override {
    if (const char* named = std::getenv("SARRUS_ROBOTS")) folder_ = named;
    if (!std::filesystem::is_directory(folder_))
      GTEST_SKIP() << "no robots in '" << folder_ << "'; SARRUS_ROBOTS can name their folder";
  }
  std::string folder_ = "../shared/robots";
};

TEST_F(RobotCorpus, EveryRobotLoads) {
  for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
    if (entry.path().extension() != ".urdf") continue;
    SCOPED_TRACE(entry.path());
    for (const RootJoint base : {RootJoint::fixed, RootJoint::free}) {
      const Model kept = read_urdf(entry.path(), {.base = base}).model;
      const Model merged = read_urdf(entry.path(), {.base = base, .fixed_joints = FixedJoints::merge}).model;
      ASSERT_EQ(kept.nu(), merged.nu());
      const Tree<double> tree(kept), merged_tree(merged);
      ForwardDynamics<double> workspace(tree), merged_workspace(merged_tree);
      VectorX<double> udot(kept.nu()), merged_udot(kept.nu());
      calc_forward_dynamics(tree, kept.default_q(), {}, {}, {}, workspace, udot);
      calc_forward_dynamics(merged_tree, merged.default_q(), {}, {}, {}, merged_workspace, merged_udot);
      for (int i = 0; i < kept.nu(); ++i) {
        const int other = merged.speed_number(kept.speeds()[static_cast<std::size_t>(i)].name);
        EXPECT_NEAR(udot[i], merged_udot[other], 1e-7 * udot.norm());
      }
    }
  }
}

TEST_F(RobotCorpus, Ur5MovesAsInTheOtherProgram) {
  const std::string file = folder_ + "/ur5_robot.urdf";
  if (!std::filesystem::exists(file)) GTEST_SKIP() << "no " << file;
  expect_reference_values(read_urdf(file).model, load_reference("ur5"), 1e-12);
}

TEST_F(RobotCorpus, HyqMovesAsInTheOtherProgram) {
  const std::string file = folder_ + "/hyq_no_sensors.urdf";
  if (!std::filesystem::exists(file)) GTEST_SKIP() << "no " << file;
  expect_reference_values(read_urdf(file, {.base = RootJoint::free}).model, load_reference("hyq"), 1e-12);
}

}  // namespace
}  // namespace sarrus::testing::urdf_reference_test

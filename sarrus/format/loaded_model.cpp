#include "sarrus/format/loaded_model.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "sarrus/base/array.h"
#include "sarrus/base/names.h"
#include "sarrus/constraint/coordinate_coupler_constraint.h"
#include "sarrus/constraint/gear_constraint.h"
#include "sarrus/constraint/loop_constraints.h"
#include "sarrus/force/joint_friction.h"
#include "sarrus/force/mobility_damper.h"
#include "sarrus/function/linear.h"

namespace sarrus {

namespace {

/// The joints of a model with one coordinate; welded joints have none.
std::set<std::string_view> joints_with_coordinate(const Model& model) {
  std::set<std::string_view> joints;
  for (const Body& body : model.bodies())
    if (body.nq == 1) joints.insert(body.joint_name);
  return joints;
}

/// The speed at which smooth friction changes its sign; none: no friction.
using TransitionSpeed = std::optional<double>;

void add_damping_and_friction(SystemBuilder& builder, const Body& body, const LoadedJoint& joint,
                              TransitionSpeed transition_speed) {
  for (int k = 0; k < body.nu; ++k) {
    const std::string number = body.nu == 1 ? "" : std::to_string(k);
    const Mobility speed(joint.joint, k);
    if (joint.damping > 0)
      builder.add(joint.joint + ".damping" + number, MobilityDamper(speed, joint.damping));
    if (joint.friction > 0 && transition_speed)
      builder.add(joint.joint + ".friction" + number,
                  JointFriction(
                      speed, {joint.friction, joint.friction, 10 * *transition_speed, *transition_speed, 0}));
  }
}

/// ratio·Σ q(predecessor) − Σ q(successor) = 0. A joint that was welded because it moves no mass is left out.
void add_coupling(SystemBuilder& builder, const std::set<std::string_view>& countable,
                  const Coupling& coupling) {
  Array<double> factors(coupling.predecessor.size(), coupling.ratio);
  factors.resize(factors.size() + coupling.successor.size(), -1.0);
  Array<std::string> joints = coupling.predecessor;
  joints.insert(joints.end(), coupling.successor.begin(), coupling.successor.end());
  if (!std::all_of(joints.begin(), joints.end(),
                   [&](const std::string& joint) { return countable.contains(joint); }))
    return;
  if (coupling.predecessor.size() == 1 && coupling.successor.size() == 1)
    builder.add(coupling.name, GearConstraint(joints[0], joints[1], coupling.ratio));
  else
    builder.add(coupling.name,
                CoordinateCouplerConstraint(linear(std::move(factors)), {joints.begin(), joints.end()}));
}

SystemBuilder make_builder(const LoadedModel& loaded, TransitionSpeed transition_speed) {
  const Model& model = loaded.model;
  SystemBuilder builder(model);
  std::map<std::string_view, const LoadedJoint*> data;
  for (const LoadedJoint& joint : loaded.joints) data[joint.joint] = &joint;
  for (const Body& body : model.bodies())
    if (const auto found = data.find(body.joint_name); found != data.end())
      add_damping_and_friction(builder, body, *found->second, transition_speed);
  const std::set<std::string_view> countable = joints_with_coordinate(model);
  for (const LoadedJoint& joint : loaded.joints)
    if (joint.mimic && countable.contains(joint.joint) && countable.contains(joint.mimic->joint))
      builder.add(joint.joint + ".mimic", GearConstraint(joint.mimic->joint, joint.joint,
                                                         joint.mimic->multiplier, joint.mimic->offset));
  for (const JointDescription& loop : loaded.loops) add_loop_constraints(builder, loop);
  for (const Coupling& coupling : loaded.couplings) add_coupling(builder, countable, coupling);
  return builder;
}

}  // namespace

SystemBuilder LoadedModel::make_system_builder(double transition_speed) const {
  return make_builder(*this, transition_speed);
}
SystemBuilder LoadedModel::make_system_builder_without_friction() const {
  return make_builder(*this, std::nullopt);
}

const LoadedJoint& LoadedModel::joint(std::string_view name) const {
  for (const LoadedJoint& data : joints)
    if (data.joint == name) return data;
  Array<std::string> names;
  for (const LoadedJoint& data : joints) names.push_back(data.joint);
  fail("there is no joint named '{}'.{}", name, suggestion(name, names));
}

}  // namespace sarrus

#include "sarrus/format/urdf_system.h"

#include <algorithm>

#include "sarrus/constraint/coordinate_coupler_constraint.h"
#include "sarrus/constraint/gear_constraint.h"
#include "sarrus/constraint/loop_constraints.h"
#include "sarrus/force/joint_friction.h"
#include "sarrus/force/mobility_damper.h"
#include "sarrus/function/linear.h"

namespace sarrus {

namespace {

/// Whether the model has a joint of that name with one coordinate: a joint that was welded has none.
bool has_coordinate(const Model& model, const std::string& joint) {
  for (const Body& body : model.bodies())
    if (body.joint_name == joint) return body.nq == 1;
  return false;
}

/// ratio·Σ q(predecessor) − Σ q(successor) = 0. Where a joint was welded because it moves no mass, there is
/// nothing to drive.
void add_coupling(SystemBuilder& builder, const Coupling& coupling) {
  std::vector<double> factors(coupling.predecessor.size(), coupling.ratio);
  factors.resize(factors.size() + coupling.successor.size(), -1.0);
  std::vector<std::string> joints = coupling.predecessor;
  joints.insert(joints.end(), coupling.successor.begin(), coupling.successor.end());
  if (!std::all_of(joints.begin(), joints.end(),
                   [&](const std::string& joint) { return has_coordinate(builder.model(), joint); }))
    return;
  if (coupling.predecessor.size() == 1 && coupling.successor.size() == 1)
    builder.add(coupling.name, GearConstraint(joints[0], joints[1], coupling.ratio));
  else
    builder.add(coupling.name,
                CoordinateCouplerConstraint(linear(std::move(factors)), {joints.begin(), joints.end()}));
}

}  // namespace

SystemBuilder make_system_builder(const UrdfRobot& robot, double transition_speed) {
  SystemBuilder builder(robot.model);
  for (const Body& body : robot.model.bodies()) {
    if (body.nu == 0) continue;
    for (const UrdfJointData& joint : robot.joints) {
      if (joint.joint != body.joint_name) continue;
      for (int k = 0; k < body.nu; ++k) {
        const std::string number = body.nu == 1 ? "" : std::to_string(k);
        const Mobility speed(joint.joint, k);
        if (joint.damping > 0)
          builder.add(joint.joint + ".damping" + number, MobilityDamper(speed, joint.damping));
        if (joint.friction > 0)
          builder.add(joint.joint + ".friction" + number,
                      JointFriction(speed, {joint.friction, joint.friction, 10 * transition_speed,
                                            transition_speed, 0}));
      }
    }
  }
  for (const UrdfJointData& joint : robot.joints)
    if (joint.mimic && has_coordinate(robot.model, joint.joint) &&
        has_coordinate(robot.model, joint.mimic->joint))
      builder.add(joint.joint + ".mimic", GearConstraint(joint.mimic->joint, joint.joint,
                                                         joint.mimic->multiplier, joint.mimic->offset));
  for (const JointDescription& loop : robot.loops) add_loop_constraints(builder, loop);
  for (const Coupling& coupling : robot.couplings) add_coupling(builder, coupling);
  return builder;
}

}  // namespace sarrus

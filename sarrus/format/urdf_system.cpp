#include "sarrus/format/urdf_system.h"

#include "sarrus/constraint/gear_constraint.h"
#include "sarrus/force/joint_friction.h"
#include "sarrus/force/mobility_damper.h"

namespace sarrus {

namespace {

/// Whether the model has a joint of that name with one coordinate: a joint that was welded has none.
bool has_coordinate(const Model& model, const std::string& joint) {
  for (const Body& body : model.bodies())
    if (body.joint_name == joint) return body.nq == 1;
  return false;
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
  return builder;
}

}  // namespace sarrus

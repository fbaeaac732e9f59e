#include "sarrus/format/urdf_file.h"

namespace sarrus {

namespace {

/// The coordinate of a joint that has one, and its speed; nothing for a joint that was welded.
struct Place {
  int q, u;
};
std::optional<Place> place(const Model& model, const std::string& joint) {
  for (const Body& body : model.bodies())
    if (body.joint_name == joint && body.nq == 1) return Place{body.q0, body.u0};
  return {};
}

/// The relation of a joint to the one at the end of its chain, which follows nobody:
///   q = a·(b·q' + c) + d = a·b·q' + (a·c + d)
Mimic whole_chain(const UrdfRobot& robot, Mimic relation) {
  for (const UrdfJointData* next = &robot.joint(relation.joint); next->mimic;
       next = &robot.joint(relation.joint)) {
    const Mimic& further = *next->mimic;
    relation = {further.joint, relation.multiplier * further.multiplier,
                relation.multiplier * further.offset + relation.offset};
  }
  return relation;
}

}  // namespace

void check_urdf_mimics(const UrdfFile& file, Findings& findings) {
  std::map<std::string, const UrdfJoint*> joints;
  std::vector<std::string> names;
  for (const UrdfJoint& joint : file.joints) {
    joints[joint.name()] = &joint;
    names.push_back(joint.name());
  }
  std::map<std::string, std::string> met;  // joint met on the way, and by whom first
  for (const UrdfJoint& joint : file.joints) {
    if (!joint.data.mimic) continue;
    const std::string& leader = joint.data.mimic->joint;
    auto at = joints.find(leader);
    if (at == joints.end())
      findings.fault(joint.line, "{} mimics joint '{}', which does not exist.{}", joint.where(),
                     shown(leader), suggest(leader, names));
    else if (!has_one_coordinate(at->second->type))
      findings.fault(joint.line, "{} mimics joint '{}', which is {} and does not have one coordinate",
                     joint.where(), shown(leader), shown(at->second->type));
    while (at != joints.end() && at->second->data.mimic && met.emplace(at->first, joint.name()).second)
      at = joints.find(at->second->data.mimic->joint);
    if (at != joints.end() && at->second->data.mimic && met[at->first] == joint.name())
      findings.fault(joint.line, "{} mimics joint '{}', and so on in a circle", joint.where(), shown(leader));
  }
}

void apply_mimic(const UrdfRobot& robot, Out<double> q, Out<double> u) {
  require_size(q, robot.model.nq(), "q", "the model has nq");
  if (!u.empty()) require_size(u, robot.model.nu(), "u", "the model has nu");
  for (const UrdfJointData& joint : robot.joints) {
    if (!joint.mimic) continue;
    const Mimic relation = whole_chain(robot, *joint.mimic);
    const std::optional<Place> follower = place(robot.model, joint.joint),
                               leader = place(robot.model, relation.joint);
    if (!follower || !leader) continue;
    q[follower->q] = relation.multiplier * q[leader->q] + relation.offset;
    if (!u.empty()) u[follower->u] = relation.multiplier * u[leader->u];
  }
}

}  // namespace sarrus

#include "sarrus/format/urdf_file.h"

namespace sarrus {

namespace {

/// What is known of a joint that may lead or follow.
struct Partner {
  const Body* body = nullptr;  ///< None where the joint was welded.
  const std::optional<Mimic>* mimic = nullptr;
};
using Partners = std::map<std::string_view, Partner>;

Partners find_partners(const UrdfRobot& robot, const Model& model) {
  Partners partners;
  for (const UrdfJointData& joint : robot.joints) partners[joint.joint].mimic = &joint.mimic;
  for (const Body& body : model.bodies())
    if (const auto found = partners.find(body.joint_name); found != partners.end() && body.nq == 1)
      found->second.body = &body;
  return partners;
}

/// The relation of a joint to the one at the end of its chain, which follows nobody:
///   q = a·(b·q' + c) + d = a·b·q' + (a·c + d)
Mimic whole_chain(const Partners& partners, Mimic relation) {
  while (const std::optional<Mimic>& further = *partners.at(relation.joint).mimic)
    relation = {further->joint, relation.multiplier * further->multiplier,
                relation.multiplier * further->offset + relation.offset};
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

std::vector<MimicRelation> mimic_relations(const UrdfRobot& robot, const Model& model) {
  const Partners partners = find_partners(robot, model);
  std::vector<MimicRelation> relations;
  for (const UrdfJointData& joint : robot.joints) {
    if (!joint.mimic) continue;
    const Mimic relation = whole_chain(partners, *joint.mimic);
    const Body *follower = partners.at(joint.joint).body, *leader = partners.at(relation.joint).body;
    if (follower && leader)
      relations.push_back(
          {follower->q0, follower->u0, leader->q0, leader->u0, relation.multiplier, relation.offset});
  }
  return relations;
}

void apply_mimic(const UrdfRobot& robot, Out<double> q, Out<double> u) {
  require_size(q, robot.model.nq(), "q", "the model has nq");
  if (!u.empty()) require_size(u, robot.model.nu(), "u", "the model has nu");
  for (const MimicRelation& relation : mimic_relations(robot)) {
    q[relation.follower_q] = relation.multiplier * q[relation.leader_q] + relation.offset;
    if (!u.empty()) u[relation.follower_u] = relation.multiplier * u[relation.leader_u];
  }
}

}  // namespace sarrus

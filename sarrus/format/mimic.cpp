#include "sarrus/format/mimic.h"

#include <map>

namespace sarrus {

namespace {

/// A joint that may lead or follow.
struct Partner {
  const Body* body = nullptr;  ///< Null if the joint was welded.
  const std::optional<Mimic>* mimic = nullptr;
};
using Partners = std::map<std::string_view, Partner>;

Partners find_partners(const LoadedModel& loaded, const Model& model) {
  Partners partners;
  for (const LoadedJoint& joint : loaded.joints) partners[joint.joint].mimic = &joint.mimic;
  for (const Body& body : model.bodies())
    if (const auto found = partners.find(body.joint_name); found != partners.end() && body.nq == 1)
      found->second.body = &body;
  return partners;
}

/// The relation of a joint to the one at the end of its chain, which follows no other:
///   q = a·(b·q' + c) + d = a·b·q' + (a·c + d)
Mimic whole_chain(const Partners& partners, Mimic relation) {
  while (const std::optional<Mimic>& further = *partners.at(relation.joint).mimic)
    relation = {further->joint, relation.multiplier * further->multiplier,
                relation.multiplier * further->offset + relation.offset};
  return relation;
}

}  // namespace

Array<MimicRelation> mimic_relations(const LoadedModel& loaded, const Model& model) {
  const Partners partners = find_partners(loaded, model);
  Array<MimicRelation> relations;
  for (const LoadedJoint& joint : loaded.joints) {
    if (!joint.mimic) continue;
    const Mimic relation = whole_chain(partners, *joint.mimic);
    const Body *follower = partners.at(joint.joint).body, *leader = partners.at(relation.joint).body;
    if (follower && leader)
      relations.push_back(
          {follower->q0, follower->u0, leader->q0, leader->u0, relation.multiplier, relation.offset});
  }
  return relations;
}

void apply_mimic(const LoadedModel& loaded, Out<double> q, Out<double> u) {
  require_size(q, loaded.model.nq(), "q", "the model has nq");
  if (!u.empty()) require_size(u, loaded.model.nu(), "u", "the model has nu");
  for (const MimicRelation& relation : mimic_relations(loaded)) {
    q[relation.follower_q] = relation.multiplier * q[relation.leader_q] + relation.offset;
    if (!u.empty()) u[relation.follower_u] = relation.multiplier * u[relation.leader_u];
  }
}

}  // namespace sarrus

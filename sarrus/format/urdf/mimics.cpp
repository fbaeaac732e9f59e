#include "sarrus/format/urdf/internal/mimics.h"

#include <map>

namespace sarrus::internal {

void check_urdf_mimics(const UrdfFile& file, Findings& findings) {
  std::map<std::string, const UrdfJoint*> joints;
  Array<std::string> names;
  for (const UrdfJoint& joint : file.joints) {
    joints[joint.name()] = &joint;
    names.push_back(joint.name());
  }
  std::map<std::string, std::string> met;  // joints met on a chain, and the joint that met each first
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
      findings.fault(joint.line, "{} mimics joint '{}', and so on in a cycle", joint.where(), shown(leader));
  }
}

}  // namespace sarrus::internal

#include "sarrus/format/urdf/internal/missing_inertia.h"

#include <algorithm>
#include <set>

#include "sarrus/base/array.h"
#include "sarrus/model/internal/missing_inertia.h"

namespace sarrus::internal {

void note_missing_inertia(const UrdfFile& file, const Model& model, Findings& findings) {
  const bool follows = std::any_of(file.joints.begin(), file.joints.end(),
                                   [](const UrdfJoint& joint) { return joint.data.mimic.has_value(); });
  if (follows || !file.loops.empty() || !file.couplings.empty()) return;
  std::set<std::string> lacking;
  for (const int k : find_speeds_without_inertia(model, Parameters<double>(model)))
    lacking.insert(model.body(model.speeds()[k].body).joint_name);
  for (const UrdfJoint& joint : file.joints)
    if (lacking.contains(joint.name()))
      findings.note(
          NoteKind::doubtful, joint.line, joint.where(),
          "no inertia resists it, so how fast it accelerates is not defined; is <inertia> missing?");
}

}  // namespace sarrus::internal

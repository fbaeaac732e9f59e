#include "sarrus/format/urdf.h"

#include "sarrus/base/error.h"
#include "sarrus/base/file.h"
#include "sarrus/format/urdf_file.h"

namespace sarrus {

UrdfRobot read_urdf(const std::string& path, const UrdfOptions& options) {
  return read_urdf_text(read_file(path), path, options);
}

UrdfRobot read_urdf_text(std::string_view text, const std::string& name, const UrdfOptions& options) {
  const XmlText xml(text, name);
  Findings findings(name);
  UrdfFile file = read_urdf_file(xml, findings);
  const std::vector<UrdfStep> order = order_urdf_links(file, findings);
  check_urdf_mimics(file, findings);
  check_urdf_ties(file, findings);
  findings.require_no_faults();

  settle_urdf_inertias(file, order, options, findings);
  std::vector<Coupling> couplings = find_urdf_ways(file, order, findings);
  UrdfMechanism mechanism = make_urdf_mechanism(file, order, options, findings);
  UrdfRobot robot{.model = std::move(mechanism.model),
                  .joints = {},
                  .loops = std::move(mechanism.loops),
                  .couplings = std::move(couplings),
                  .visuals = std::move(file.visuals),
                  .collisions = std::move(file.collisions),
                  .report = findings.report()};
  for (UrdfJoint& joint : file.joints) robot.joints.push_back(std::move(joint.data));
  return robot;
}

const UrdfJointData& UrdfRobot::joint(std::string_view name) const {
  for (const UrdfJointData& data : joints)
    if (data.joint == name) return data;
  std::vector<std::string> names;
  for (const UrdfJointData& data : joints) names.push_back(data.joint);
  fail("there is no joint named '{}'.{}", name, suggest(std::string(name), names));
}

}  // namespace sarrus

#include "sarrus/format/urdf/urdf.h"

#include "sarrus/base/array.h"
#include "sarrus/base/error.h"
#include "sarrus/base/file.h"
#include "sarrus/format/urdf/internal/inertia_repair.h"
#include "sarrus/format/urdf/internal/loops.h"
#include "sarrus/format/urdf/internal/mechanism.h"
#include "sarrus/format/urdf/internal/mimics.h"
#include "sarrus/format/urdf/internal/missing_inertia.h"
#include "sarrus/format/urdf/internal/paths.h"

namespace sarrus {

using namespace internal;

LoadedModel read_urdf(const std::string& path, const LoadOptions& options) {
  return read_urdf_text(read_file(path), path, options);
}

LoadedModel read_urdf_text(std::string_view text, const std::string& name, const LoadOptions& options) {
  const XmlText xml(text, name);
  Findings findings(name);
  UrdfFile file = read_urdf_file(xml, findings);
  const Array<UrdfStep> order = order_urdf_links(file, findings);
  check_urdf_mimics(file, findings);
  check_urdf_ties(file, findings);
  findings.require_no_faults();

  repair_urdf_inertias(file, order, options, findings);
  Array<Coupling> couplings = find_urdf_paths(file, order, findings);
  UrdfMechanism mechanism = make_urdf_mechanism(file, order, options, findings);
  note_missing_inertia(file, mechanism.model, findings);
  LoadedModel robot{.model = std::move(mechanism.model),
                    .joints = {},
                    .loops = std::move(mechanism.loops),
                    .couplings = std::move(couplings),
                    .visuals = std::move(file.visuals),
                    .collisions = std::move(file.collisions),
                    .report = findings.report()};
  for (UrdfJoint& joint : file.joints) robot.joints.push_back(std::move(joint.data));
  return robot;
}

}  // namespace sarrus

#include "sarrus/format/urdf_file.h"
#include "sarrus/spatial/inertia_check.h"

namespace sarrus {

namespace {

/// Links that are fixed on each other: the group's first one and the place on it of each.
struct Member {
  std::size_t group = 0;
  Pose<double> X_GL{};
};

std::vector<Member> find_groups(const UrdfFile& file, const std::vector<UrdfStep>& order) {
  std::vector<Member> members(file.links.size());
  for (const UrdfStep& step : order) {
    const Member& parent = members[step.parent];
    if (step.inboard && step.inboard->is_fixed())
      members[step.link] = {parent.group, parent.X_GL * step.inboard->X_PF};
    else
      members[step.link] = {step.link, {}};
  }
  return members;
}

/// Per group, its heaviest link with a real inertia; the number of links where there is none.
std::vector<std::size_t> find_heaviest(const UrdfFile& file, const std::vector<Member>& members) {
  const std::size_t none = file.links.size();
  std::vector<std::size_t> heaviest(none, none);
  for (std::size_t i = 0; i < none; ++i) {
    std::size_t& best = heaviest[members[i].group];
    if (file.links[i].unreal || file.links[i].inertia.m == 0) continue;
    if (best == none || file.links[i].inertia.m > file.links[best].inertia.m) best = i;
  }
  return heaviest;
}

}  // namespace

void settle_urdf_inertias(UrdfFile& file, const std::vector<UrdfStep>& order, const UrdfOptions& options,
                          Findings& findings) {
  const std::vector<Member> members = find_groups(file, order);
  const std::vector<std::size_t> heaviest = find_heaviest(file, members);
  for (const UrdfStep& step : order) {
    UrdfLink& link = file.links[step.link];
    if (!link.unreal) continue;
    if (const std::size_t other = heaviest[members[step.link].group]; other < file.links.size()) {
      UrdfLink& carrier = file.links[other];
      const Pose<double> X_CL = members[other].X_GL.inverse_times(members[step.link].X_GL);
      const RigidInertia<double> together = carrier.inertia + X_CL * link.inertia;
      if (inertia_faults(together).empty()) {
        carrier.inertia = together;
        link.inertia = {};
        findings.note(
            NoteKind::changed, link.unreal->line, link.where(),
            fmt::format("the inertia is that of no real body; it counts with link '{}', which is fixed to it",
                        shown(carrier.name)));
        continue;
      }
    }
    if (options.unreal_inertia == UnrealInertia::refuse)
      findings.fault(link.unreal->line, "{}: {}; check <inertia>, or choose to repair it", link.where(),
                     link.unreal->fault);
    findings.note_alteration(link.unreal->line, link.where(), link.unreal->change);
    link.inertia = link.unreal->repaired;
  }
}

}  // namespace sarrus

#include "sarrus/format/urdf/internal/inertia_repair.h"

#include "sarrus/base/array.h"
#include "sarrus/spatial/inertia_check.h"

namespace sarrus::internal {

namespace {

/// A link in a group of links that are fixed to each other: the group's first link, and the pose relative to
/// it.
struct Member {
  std::size_t group = 0;
  Pose<double> X_GL{};
};

Array<Member> find_groups(const UrdfFile& file, const Array<UrdfStep>& order) {
  Array<Member> members(file.links.size());
  for (const UrdfStep& step : order) {
    const Member& parent = members[step.parent];
    if (step.inboard && step.inboard->is_fixed())
      members[step.link] = {parent.group, parent.X_GL * step.inboard->X_PF};
    else
      members[step.link] = {step.link, {}};
  }
  return members;
}

/// Per group, its heaviest link with a possible inertia; the number of links if there is none.
Array<std::size_t> find_heaviest(const UrdfFile& file, const Array<Member>& members) {
  const std::size_t none = file.links.size();
  Array<std::size_t> heaviest(none, none);
  for (std::size_t i = 0; i < none; ++i) {
    std::size_t& best = heaviest[members[i].group];
    if (file.links[i].unreal || file.links[i].inertia.m == 0) continue;
    if (best == none || file.links[i].inertia.m > file.links[best].inertia.m) best = i;
  }
  return heaviest;
}

bool is_zero(const Sym3<double>& S) {
  return S.xx == 0 && S.yy == 0 && S.zz == 0 && S.xy == 0 && S.xz == 0 && S.yz == 0;
}

/// Keeps physically impossible inertias as written.
void keep_unreal_inertias(UrdfFile& file) {
  for (UrdfLink& link : file.links) {
    const bool has_no_mass = !is_zero(link.without_mass.I);
    if (!link.unreal && !has_no_mass) continue;
    if (has_no_mass) link.inertia = link.without_mass;
    link.inertia_check = InertiaCheck::any;
  }
}

}  // namespace

void repair_urdf_inertias(UrdfFile& file, const Array<UrdfStep>& order, const LoadOptions& options,
                          Findings& findings) {
  if (options.unreal_inertia == UnrealInertia::keep) return keep_unreal_inertias(file);
  for (const UrdfLink& link : file.links)
    if (!is_zero(link.without_mass.I))
      findings.note_alteration(link.inertia_line, link.where(),
                               "<inertia> of a mass of zero is taken as zero");
  const Array<Member> members = find_groups(file, order);
  const Array<std::size_t> heaviest = find_heaviest(file, members);
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
            fmt::format(
                "the inertia is physically impossible; it counts with link '{}', which is fixed to it",
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

}  // namespace sarrus::internal

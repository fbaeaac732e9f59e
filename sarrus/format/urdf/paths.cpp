#include "sarrus/format/urdf/internal/paths.h"

#include <algorithm>

#include "sarrus/base/array.h"
#include "sarrus/constraint/function_rows.h"

namespace sarrus::internal {

namespace {

/// The joints between two links: from their nearest common ancestor to each, outermost first.
struct Ways {
  Array<const UrdfJoint*> to_predecessor, to_successor;

  template <class Visit>
  void for_each(const Visit& visit) const {
    for (const auto* way : {&to_predecessor, &to_successor})
      for (const UrdfJoint* joint : *way) visit(*joint);
  }
  bool any_moves() const {
    bool moves = false;
    for_each([&](const UrdfJoint& joint) { moves = moves || !joint.is_fixed(); });
    return moves;
  }
};

class WayFinder {
 public:
  WayFinder(const UrdfFile& file, const Array<UrdfStep>& order) {
    for (const UrdfStep& step : order) inboard_[file.links[step.link].name] = step.inboard;
  }
  Ways find(const UrdfTie& tie) const {
    Ways ways{to_root(tie.predecessor.link), to_root(tie.successor.link)};
    Array<const UrdfJoint*>&a = ways.to_predecessor, &b = ways.to_successor;
    while (!a.empty() && !b.empty() && a.back() == b.back()) a.pop_back(), b.pop_back();
    return ways;
  }

 private:
  Array<const UrdfJoint*> to_root(const std::string& link) const {
    Array<const UrdfJoint*> way;
    for (const UrdfJoint* at = inboard_.at(link); at; at = inboard_.at(at->parent)) way.push_back(at);
    return way;
  }

  std::map<std::string, const UrdfJoint*> inboard_;
};

/// The names of the moving joints, from the ancestor outward.
Array<std::string> moving_names(const Array<const UrdfJoint*>& way) {
  Array<std::string> names;
  for (auto joint = way.rbegin(); joint != way.rend(); ++joint)
    if (!(*joint)->is_fixed()) names.push_back((*joint)->name());
  return names;
}

void require_motion(const UrdfTie& tie, const Ways& ways, Findings& findings) {
  if (!ways.any_moves())
    findings.fault(tie.line,
                   "{}: no joint between link '{}' and link '{}' moves; name links that can move "
                   "against each other, or leave it out",
                   tie.where(), shown(tie.predecessor.link), shown(tie.successor.link));
}

void require_countable(const UrdfCoupling& coupling, const Ways& ways, Findings& findings) {
  int count = 0;
  ways.for_each([&](const UrdfJoint& joint) {
    if (joint.is_fixed()) return;
    ++count;
    if (!has_one_coordinate(joint.type))
      findings.fault(coupling.line,
                     "{} counts {} (line {}), which is {} and does not have one coordinate; "
                     "only revolute, continuous and prismatic joints can be coupled",
                     coupling.where(), joint.where(), joint.line, shown(joint.type));
  });
  if (count > max_constraint_arguments)
    findings.fault(coupling.line, "{} counts {} joints, more than {}; divide it into several",
                   coupling.where(), count, max_constraint_arguments);
}

}  // namespace

Array<Coupling> find_urdf_paths(const UrdfFile& file, const Array<UrdfStep>& order, Findings& findings) {
  const WayFinder finder(file, order);
  for (const UrdfLoop& loop : file.loops) require_motion(loop, finder.find(loop), findings);
  Array<Coupling> couplings;
  for (const UrdfCoupling& coupling : file.couplings) {
    const Ways ways = finder.find(coupling);
    require_motion(coupling, ways, findings);
    require_countable(coupling, ways, findings);
    couplings.push_back(
        {coupling.name, coupling.ratio, moving_names(ways.to_predecessor), moving_names(ways.to_successor)});
  }
  return couplings;
}

}  // namespace sarrus::internal

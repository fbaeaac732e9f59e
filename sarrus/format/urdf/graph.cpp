#include "sarrus/format/urdf/internal/graph.h"

#include <fmt/format.h>

#include "sarrus/base/array.h"
#include "sarrus/base/names.h"

namespace sarrus::internal {

namespace {

std::string_view without_blanks(std::string_view name) {
  const std::size_t first = name.find_first_not_of(" \t\r\n"), last = name.find_last_not_of(" \t\r\n");
  return first == name.npos ? "" : name.substr(first, last - first + 1);
}

/// Checks names and connections; links are identified by their numbers in the file. Empty names were reported
/// when they were read.
class Graph {
 public:
  Graph(const UrdfFile& file, Findings& findings)
      : file_(file), findings_(findings), inboard_(file.links.size(), nullptr) {}

  Array<UrdfStep> order() {
    number_links();
    check_names();
    for (const UrdfJoint& joint : file_.joints) connect(joint);
    const int root = the_root();
    return root < 0 ? Array<UrdfStep>{} : order_from(root);
  }

 private:
  void number_links() {
    for (std::size_t i = 0; i < file_.links.size(); ++i) {
      const UrdfLink& link = file_.links[i];
      const auto [first, is_new] = numbers_.emplace(link.name, static_cast<int>(i));
      if (!is_new || link.name.empty()) is_torn_ = true;
      if (!is_new && !link.name.empty())
        findings_.fault(link.line, "link '{}' has the name of that on line {}; give each its own",
                        shown(link.name), file_.links[first->second].line);
    }
  }
  /// Checks that names are unique: joints, loops and couplings become elements of one system.
  void check_names() {
    std::map<std::string, int> lines;
    const auto check = [&](const std::string& name, int line, const std::string& where) {
      const auto [first, is_new] = lines.emplace(name, line);
      if (!is_new && !name.empty())
        findings_.fault(line, "{} has the name of that on line {}; give each its own", where, first->second);
    };
    for (const UrdfJoint& joint : file_.joints) check(joint.name(), joint.line, joint.where());
    for (const UrdfLoop& loop : file_.loops) check(loop.name, loop.line, loop.where());
    for (const UrdfCoupling& coupling : file_.couplings)
      check(coupling.name, coupling.line, coupling.where());
  }

  /// Number of a joint's parent or child; -1, with a fault, if it is unknown.
  int link_number(const UrdfJoint& joint, const char* end, const std::string& name) {
    if (const auto it = numbers_.find(name); it != numbers_.end()) return it->second;
    is_torn_ = true;
    if (name.empty()) return -1;
    findings_.fault(joint.line, "{} has the {} '{}', a link that does not exist.{}", joint.where(), end,
                    shown(name), suggest_link(name));
    return -1;
  }
  std::string suggest_link(const std::string& name) const {
    Array<std::string> names;
    for (const UrdfLink& link : file_.links) {
      names.push_back(link.name);
      if (without_blanks(link.name) == without_blanks(name))
        return fmt::format(" There is '{}': note the spaces around the name.", shown(link.name));
    }
    return suggest(name, names);
  }
  void connect(const UrdfJoint& joint) {
    link_number(joint, "parent", joint.parent);
    const int child = link_number(joint, "child", joint.child);
    if (child < 0) return;
    const UrdfJoint*& inboard = inboard_[child];
    if (inboard)
      findings_.fault(joint.line,
                      "link '{}' is the child of {} and of joint '{}' on line {}; joints make a tree, so "
                      "leave one out or make it a <loop>",
                      shown(joint.child), joint.where(), shown(inboard->name()), inboard->line);
    inboard = &joint;
  }

  Array<UrdfStep> order_from(std::size_t root) const {
    std::map<std::string, Array<const UrdfJoint*>> outboard;
    for (const UrdfJoint& joint : file_.joints) outboard[joint.parent].push_back(&joint);
    Array<UrdfStep> steps{{root}};
    for (std::size_t next = 0; next < steps.size(); ++next) {
      const std::size_t parent = steps[next].link;
      for (const UrdfJoint* joint : outboard[file_.links[parent].name]) {
        const std::size_t child = numbers_.at(joint->child);
        steps.push_back({child, joint, parent});
      }
    }
    return steps;
  }

  /// The only link that is not a child, or -1.
  int the_root() {
    Array<int> roots;
    for (std::size_t i = 0; i < inboard_.size(); ++i)
      if (!inboard_[i]) roots.push_back(static_cast<int>(i));
    if (file_.links.empty())
      findings_.fault(1, "robot '{}' has no links; it needs at least one", shown(file_.name));
    else if (roots.size() > 1 && !is_torn_)
      report_roots(roots);
    report_circle();
    return findings_.has_faults() ? -1 : roots.front();
  }
  void report_roots(const Array<int>& roots) {
    constexpr std::size_t most = 8;
    Array<std::string> names;
    for (const int root : roots) {
      const UrdfLink& link = file_.links[root];
      if (names.size() < most) names.push_back(fmt::format("'{}' (line {})", shown(link.name), link.line));
    }
    if (roots.size() > most) names.push_back(fmt::format("{} more", roots.size() - most));
    findings_.fault(file_.links[roots[1]].line,
                    "{} links are the child of no joint: {}; a robot has one root, so connect the others",
                    roots.size(), join(names, ", "));
  }
  /// Reports the first cycle of links that are descendants of each other and not of a root.
  void report_circle() {
    Array<int> seen(file_.links.size(), -1);  // the walk that met the link
    for (std::size_t start = 0; start < seen.size(); ++start) {
      int at = static_cast<int>(start);
      while (at >= 0 && seen[at] < 0) {
        seen[at] = static_cast<int>(start);
        at = parent(at);
      }
      if (at < 0 || seen[at] != static_cast<int>(start)) continue;
      const UrdfLink& link = file_.links[at];
      findings_.fault(link.line, "link '{}' is its own ancestor: {}", shown(link.name), circle(at));
      return;
    }
  }
  std::string circle(int first) const {
    constexpr int most = 10;
    std::string text = shown(file_.links[first].name);
    int count = 0;
    for (int at = parent(first); at != first && ++count <= most; at = parent(at))
      text += " <- " + shown(file_.links[at].name);
    return text + (count > most ? " <- …" : " <- " + shown(file_.links[first].name));
  }
  int parent(int link) const {
    const UrdfJoint* joint = inboard_[link];
    const auto it = joint ? numbers_.find(joint->parent) : numbers_.end();
    return it == numbers_.end() ? -1 : it->second;
  }

  const UrdfFile& file_;
  Findings& findings_;
  std::map<std::string, int> numbers_;
  Array<const UrdfJoint*> inboard_;
  bool is_torn_ = false;  // a link or a joint's end is missing, which explains several roots
};

}  // namespace

Array<UrdfStep> order_urdf_links(const UrdfFile& file, Findings& findings) {
  return Graph(file, findings).order();
}

}  // namespace sarrus::internal

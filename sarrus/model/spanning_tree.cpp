#include "sarrus/model/spanning_tree.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>

#include "sarrus/base/error.h"
#include "sarrus/base/names.h"
#include "sarrus/joint/free.h"
#include "sarrus/model/unused_name.h"
#include "sarrus/model/validate.h"

namespace sarrus {

namespace {

/// Grows the tree body by body.
class Grower {
 public:
  Grower(const ModelDescription& description, const std::set<std::string>& cut) : input_(description) {
    result_.tree = description;
    result_.tree.joints.clear();
    for (const BodyDescription& body : input_.bodies) bodies_[body.name] = &body;
    for (std::size_t j = 0; j < input_.joints.size(); ++j) {
      if (cut.contains(input_.joints[j].name)) continue;
      neighbours_[input_.joints[j].parent].push_back(j);
      neighbours_[input_.joints[j].child].push_back(j);
    }
    for (auto& [name, joints] : neighbours_) sort_by_far_end(name, joints);
  }

  SpanningTree grow() {
    grow_from(world_name);
    for (std::string base = next_base(); !base.empty(); base = next_base()) {
      const std::string name = unused_name(base + "_free", input_.joints);
      result_.tree.joints.push_back({.name = name, .joint = Free{}, .parent = world_name, .child = base});
      result_.added.push_back(name);
      grow_from(base);
    }
    lead_on_from_massless_leaves();
    std::vector<bool> used(input_.joints.size(), false);
    for (const auto& [body, j] : inboard_) {
      const JointDescription& joint = input_.joints[j];
      result_.tree.joints.push_back(joint.child == body ? joint : reversed(joint));
      used[j] = true;
    }
    for (std::size_t j = 0; j < input_.joints.size(); ++j)
      if (!used[j]) result_.loops.push_back(with_axis_in_frames(input_.joints[j]));
    return std::move(result_);
  }

 private:
  const std::string& far_end(std::size_t joint, const std::string& body) const {
    const JointDescription& j = input_.joints[joint];
    return j.parent == body ? j.child : j.parent;
  }
  void sort_by_far_end(const std::string& body, std::vector<std::size_t>& joints) const {
    std::sort(joints.begin(), joints.end(), [&](std::size_t a, std::size_t b) {
      const std::string &x = far_end(a, body), &y = far_end(b, body);
      return x != y ? natural_less(x, y) : natural_less(input_.joints[a].name, input_.joints[b].name);
    });
  }
  void grow_from(const std::string& root) {
    reached_.insert(root);
    std::deque<std::string> front{root};
    while (!front.empty()) {
      const std::string body = front.front();
      front.pop_front();
      for (std::size_t j : neighbours_[body]) {
        const std::string& next = far_end(j, body);
        if (!reached_.insert(next).second) continue;
        inboard_[next] = j;
        front.push_back(next);
      }
    }
  }

  /// The body's parent in the tree so far; the world for a body with a free joint.
  std::string parent(const std::string& body) const {
    const auto it = inboard_.find(body);
    return it == inboard_.end() ? world_name : far_end(it->second, body);
  }
  bool is_ancestor(const std::string& ancestor, std::string body) const {
    while (body != world_name && body != ancestor) body = parent(body);
    return body == ancestor;
  }
  bool is_leaf(const std::string& body) const {
    for (const auto& [child, j] : inboard_)
      if (far_end(j, child) == body) return false;
    return true;
  }
  /// Hangs a neighbour of each massless leaf onto it, where a joint leads on to one: that neighbour's old
  /// joint closes the loop instead.
  void lead_on_from_massless_leaves() {
    for (const auto& [name, body] : bodies_) {
      if (!is_massless(*body) || !is_leaf(name)) continue;
      for (std::size_t j : neighbours_[name]) {
        const std::string& next = far_end(j, name);
        const bool is_own = inboard_.contains(name) && inboard_[name] == j;
        if (is_own || next == world_name || !inboard_.contains(next) || is_ancestor(next, name)) continue;
        inboard_[next] = j;
        break;
      }
    }
  }

  /// Greatest number of joints from `root` to a body that is not reached yet and connected to it.
  int eccentricity(const std::string& root) const {
    std::map<std::string, int> depth{{root, 0}};
    std::deque<std::string> front{root};
    int deepest = 0;
    while (!front.empty()) {
      const std::string body = front.front();
      front.pop_front();
      deepest = std::max(deepest, depth[body]);
      const auto it = neighbours_.find(body);
      if (it == neighbours_.end()) continue;
      for (std::size_t j : it->second)
        if (depth.emplace(far_end(j, body), depth[body] + 1).second) front.push_back(far_end(j, body));
    }
    return deepest;
  }
  /// The body that shall carry the free joint of the first part not yet reached: the one nearest to all
  /// others, of several the heaviest, of several the first by name.
  std::string next_base() const {
    std::vector<const BodyDescription*> left;
    for (const BodyDescription& body : input_.bodies)
      if (!reached_.contains(body.name)) left.push_back(&body);
    if (left.empty()) return "";
    std::sort(left.begin(), left.end(),
              [](const auto* a, const auto* b) { return natural_less(a->name, b->name); });
    const std::set<std::string> part = connected_to(left.front()->name);
    const BodyDescription* best = nullptr;
    int least = 0;
    for (const BodyDescription* body : left) {
      if (!part.contains(body->name)) continue;
      const int e = eccentricity(body->name);
      if (!best || e < least || (e == least && body->inertia.m > best->inertia.m)) best = body, least = e;
    }
    return best->name;
  }
  std::set<std::string> connected_to(const std::string& root) const {
    std::set<std::string> part{root};
    std::deque<std::string> front{root};
    while (!front.empty()) {
      const auto it = neighbours_.find(front.front());
      const std::string body = front.front();
      front.pop_front();
      if (it == neighbours_.end()) continue;
      for (std::size_t j : it->second)
        if (part.insert(far_end(j, body)).second) front.push_back(far_end(j, body));
    }
    return part;
  }

  const ModelDescription& input_;
  SpanningTree result_;
  std::map<std::string, const BodyDescription*> bodies_;
  std::map<std::string, std::vector<std::size_t>> neighbours_;
  std::map<std::string, std::size_t> inboard_;  // the joint by which the tree reaches each body
  std::set<std::string> reached_;
};

}  // namespace

SpanningTree choose_spanning_tree(const ModelDescription& description, const std::vector<std::string>& cut) {
  require_no_faults(description, graph_faults(description));
  std::vector<std::string> names;
  for (const JointDescription& joint : description.joints) names.push_back(joint.name);
  for (const std::string& name : cut)
    require(std::find(names.begin(), names.end(), name) != names.end(),
            "model '{}' cannot be cut at joint '{}', which does not exist.{}", description.name, name,
            suggestion(name, names));
  return Grower(description, {cut.begin(), cut.end()}).grow();
}

JointDescription reversed(JointDescription joint) {
  std::swap(joint.parent, joint.child);
  std::swap(joint.X_PF, joint.X_BM);
  joint.joint = joint.joint.reversed();
  return joint;
}

}  // namespace sarrus

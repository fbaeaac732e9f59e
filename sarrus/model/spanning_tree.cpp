#include "sarrus/model/spanning_tree.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>

#include "sarrus/base/array.h"
#include "sarrus/base/error.h"
#include "sarrus/base/names.h"
#include "sarrus/joint/free.h"
#include "sarrus/model/internal/unused_name.h"
#include "sarrus/model/internal/validate.h"

namespace sarrus {

using namespace internal;

namespace {

/// Another tree replaces the first one, which is the most predictable, if it costs less than this fraction of
/// it.
constexpr double enough_less = 0.5;

/// Rules by which a tree grows from the world, and from the bodies with added free joints.
enum class Growth {
  by_name,  ///< Level by level; the parent of a body is the first possible one by name.
  /// The parent is the possible one with most children: branches are few, and loops between them short.
  gathered,
  from_one_side,  ///< Like `gathered`, and each part is attached to the world by its first joint only.
};

/// Grows the tree level by level.
class Grower {
 public:
  Grower(const ModelDescription& description, const std::set<std::string>& cut, Growth growth)
      : input_(description), growth_(growth) {
    result_.tree = description;
    result_.tree.joints.clear();
    for (const BodyDescription& body : input_.bodies) bodies_[body.name] = &body;
    for (std::size_t j = 0; j < input_.joints.size(); ++j) {
      if (cut.contains(input_.joints[j].name)) continue;
      neighbors_[input_.joints[j].parent].push_back(j);
      neighbors_[input_.joints[j].child].push_back(j);
    }
    for (auto& [name, joints] : neighbors_) sort_by_far_end(name, joints);
  }

  SpanningTree grow() {
    grow_from_world();
    for (std::string base = next_base(); !base.empty(); base = next_base()) {
      const std::string name = unused_name(base + "_free", input_.joints);
      result_.tree.joints.push_back({.name = name, .joint = Free{}, .parent = world_name, .child = base});
      result_.added.push_back(name);
      grow_from(base);
    }
    lead_on_from_massless_leaves();
    Array<bool> used(input_.joints.size(), false);
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
  void sort_by_far_end(const std::string& body, Array<std::size_t>& joints) const {
    std::sort(joints.begin(), joints.end(), [&](std::size_t a, std::size_t b) {
      const std::string &x = far_end(a, body), &y = far_end(b, body);
      return x != y ? natural_less(x, y) : natural_less(input_.joints[a].name, input_.joints[b].name);
    });
  }
  void grow_from_world() {
    if (growth_ != Growth::from_one_side) return grow_from(world_name);
    reached_.insert(world_name);
    for (const std::size_t j : neighbors_[world_name]) {
      const std::string& first = far_end(j, world_name);
      if (reached_.contains(first)) continue;
      inboard_[first] = j;
      grow_from(first);
    }
  }
  void grow_from(const std::string& root) {
    reached_.insert(root);
    Array<std::string> level{root};
    while (!level.empty()) level = grow_level(level);
  }
  /// Attaches all neighbors of a level that have not been reached to it, and returns them.
  Array<std::string> grow_level(const Array<std::string>& level) {
    Array<std::string> next;
    std::map<std::string, Array<std::size_t>> ways;  // joints between this level and each body of the next
    for (const std::string& body : level)
      for (const std::size_t j : neighbors_[body]) {
        const std::string& far = far_end(j, body);
        if (reached_.contains(far)) continue;
        if (ways[far].empty()) next.push_back(far);
        ways[far].push_back(j);
      }
    std::map<std::string, int> hanging;  // number of children of each body of this level
    for (const auto& [body, joints] : ways)
      if (joints.size() == 1) ++hanging[far_end(joints.front(), body)];
    for (const std::string& body : next) {
      const Array<std::size_t>& joints = ways[body];
      std::size_t best = joints.front();
      for (const std::size_t j : joints)
        if (growth_ != Growth::by_name && hanging[far_end(j, body)] > hanging[far_end(best, body)]) best = j;
      if (joints.size() > 1) ++hanging[far_end(best, body)];
      inboard_[body] = best;
      reached_.insert(body);
    }
    return next;
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
  /// Makes a neighbor of each massless leaf its child, if a joint leads to one: that neighbor's old joint
  /// closes the loop instead.
  void lead_on_from_massless_leaves() {
    for (const auto& [name, body] : bodies_) {
      if (!is_massless(*body) || !is_leaf(name)) continue;
      for (std::size_t j : neighbors_[name]) {
        const std::string& next = far_end(j, name);
        const bool is_own = inboard_.contains(name) && inboard_[name] == j;
        if (is_own || next == world_name || !inboard_.contains(next) || is_ancestor(next, name)) continue;
        inboard_[next] = j;
        break;
      }
    }
  }

  /// Greatest number of joints from `root` to a connected body that is not reached yet.
  int eccentricity(const std::string& root) const {
    std::map<std::string, int> depth{{root, 0}};
    std::deque<std::string> front{root};
    int deepest = 0;
    while (!front.empty()) {
      const std::string body = front.front();
      front.pop_front();
      deepest = std::max(deepest, depth[body]);
      const auto it = neighbors_.find(body);
      if (it == neighbors_.end()) continue;
      for (std::size_t j : it->second)
        if (depth.emplace(far_end(j, body), depth[body] + 1).second) front.push_back(far_end(j, body));
    }
    return deepest;
  }
  /// The body that shall have the free joint of the first part not yet reached: the one nearest to all
  /// others; among several the heaviest, then the first by name.
  std::string next_base() const {
    Array<const BodyDescription*> left;
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
      const auto it = neighbors_.find(front.front());
      const std::string body = front.front();
      front.pop_front();
      if (it == neighbors_.end()) continue;
      for (std::size_t j : it->second)
        if (part.insert(far_end(j, body)).second) front.push_back(far_end(j, body));
    }
    return part;
  }

  const ModelDescription& input_;
  Growth growth_;
  SpanningTree result_;
  std::map<std::string, const BodyDescription*> bodies_;
  std::map<std::string, Array<std::size_t>> neighbors_;
  std::map<std::string, std::size_t> inboard_;  // the joint by which the tree reaches each body
  std::set<std::string> reached_;
};

/// Approximate cost of closing the loops of a tree: a joint of it through which k loops pass couples
/// their rows with each other, Σ k².
double cost_of_loops(const SpanningTree& spanning) {
  std::map<std::string, std::size_t> number{{world_name, 0}};
  for (const BodyDescription& body : spanning.tree.bodies) number.emplace(body.name, number.size());
  Array<std::size_t> parent(number.size(), 0), depth(parent), loops(parent);
  for (const JointDescription& joint : spanning.tree.joints)
    parent[number.at(joint.child)] = number.at(joint.parent);
  for (std::size_t i = 1; i < parent.size(); ++i)
    for (std::size_t body = i; body != 0; body = parent[body]) ++depth[i];
  for (const JointDescription& loop : spanning.loops) {
    std::size_t a = number.at(loop.parent), b = number.at(loop.child);
    while (a != b) {
      std::size_t& deeper = depth[a] > depth[b] ? a : b;
      ++loops[deeper];
      deeper = parent[deeper];
    }
  }
  double sum = 0;
  for (const std::size_t count : loops) sum += static_cast<double>(count * count);
  return sum;
}

}  // namespace

SpanningTree choose_spanning_tree(const ModelDescription& description, const Array<std::string>& cut) {
  require_no_faults(description, graph_faults(description));
  Array<std::string> names;
  for (const JointDescription& joint : description.joints) names.push_back(joint.name);
  for (const std::string& name : cut)
    if (std::find(names.begin(), names.end(), name) == names.end())
      fail("model '{}' cannot be cut at joint '{}', which does not exist.{}", description.name, name,
           suggestion(name, names));
  const std::set<std::string> left_out(cut.begin(), cut.end());
  SpanningTree best = Grower(description, left_out, Growth::by_name).grow();
  if (best.loops.size() < 2) return best;
  double least = enough_less * cost_of_loops(best);
  for (const Growth growth : {Growth::gathered, Growth::from_one_side}) {
    SpanningTree other = Grower(description, left_out, growth).grow();
    const double cost = cost_of_loops(other);
    if (cost < least) least = cost, best = std::move(other);
  }
  return best;
}

JointDescription reversed(JointDescription joint) {
  std::swap(joint.parent, joint.child);
  std::swap(joint.X_PF, joint.X_BM);
  joint.joint = joint.joint.reversed();
  return joint;
}

}  // namespace sarrus

#include "sarrus/model/internal/validate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "sarrus/base/array.h"
#include "sarrus/base/error.h"
#include "sarrus/base/names.h"
#include "sarrus/spatial/inertia_check.h"
#include "sarrus/spatial/internal/finite.h"

namespace sarrus::internal {

namespace {

/// Collects the faults of one description.
class Inspector {
 public:
  explicit Inspector(const ModelDescription& description) : model_(description) {}

  Array<std::string> graph_faults() {
    inspect_graph();
    return std::move(faults_);
  }
  Array<std::string> model_faults() {
    inspect_graph();
    inspect_tree();
    return std::move(faults_);
  }

 private:
  void inspect_graph() {
    if (!is_finite(model_.gravity))
      fault("gravity is ({}, {}, {}); give three finite numbers", model_.gravity.x, model_.gravity.y,
            model_.gravity.z);
    inspect_names();
    for (const BodyDescription& body : model_.bodies) inspect_body(body);
    for (const JointDescription& joint : model_.joints) inspect_joint(joint);
    inspect_coordinate_names();
    for (const FrameDescription& frame : model_.frames) {
      const std::string what = fmt::format("frame '{}'", frame.name);
      inspect_body_name(what, frame.body);
      inspect_pose(what, frame.X_BF);
    }
    for (const PointDescription& point : model_.points) {
      const std::string what = fmt::format("point '{}'", point.name);
      inspect_body_name(what, point.body);
      if (!is_finite(point.p_B))
        fault("{} is at ({}, {}, {}); give three finite numbers", what, point.p_B.x, point.p_B.y,
              point.p_B.z);
    }
  }

  template <class... Args>
  void fault(fmt::format_string<Args...> message, Args&&... args) {
    faults_.push_back(fmt::format(message, std::forward<Args>(args)...));
  }

  template <class Items>
  void inspect_unique(const char* what, const char* whats, const Items& items) {
    std::map<std::string, int> count;
    for (const auto& item : items) ++count[item.name];
    for (const auto& [name, n] : count) {
      if (name.empty())
        fault("{} {} without a name; name every {}", n, n == 1 ? what : whats, what);
      else if (n > 1)
        fault("{} {} are named '{}'; give each its own name", n, whats, name);
    }
  }
  void inspect_names() {
    inspect_unique("body", "bodies", model_.bodies);
    inspect_unique("joint", "joints", model_.joints);
    inspect_unique("frame", "frames", model_.frames);
    inspect_unique("point", "points", model_.points);
    body_names_.push_back(world_name);
    for (const BodyDescription& body : model_.bodies) {
      if (body.name == world_name)
        fault("a body is named '{}', which is the name of the fixed world; choose another", world_name);
      body_names_.push_back(body.name);
    }
    known_bodies_.insert(body_names_.begin(), body_names_.end());
  }
  void inspect_body(const BodyDescription& body) {
    for (const std::string& text : body.inertia_check == InertiaCheck::any
                                       ? inertia_number_faults(body.inertia)
                                       : inertia_faults(body.inertia))
      fault("body '{}': {}", body.name, text);
    if (body.kind == BodyKind::massless && !is_massless(body))
      fault("body '{}' is of the massless kind but has a mass of {} kg; make it rigid, or take the mass away",
            body.name, body.inertia.m);
  }
  void inspect_pose(const std::string& what, const Pose<double>& X) {
    if (!is_finite(X))
      fault("{} has a placement that is not finite; check its numbers", what);
    else if (const double off = distance_from_rotation(X.R); off > rotation_tolerance)
      fault(
          "{} has an orientation that is no rotation: off by {:.2g}; nearest_rotation() repairs rounded ones",
          what, off);
  }
  bool inspect_body_name(const std::string& what, const std::string& name) {
    if (known_bodies_.contains(name)) return true;
    fault("{} refers to body '{}', which does not exist.{}", what, name, suggestion(name, body_names_));
    return false;
  }
  void inspect_joint(const JointDescription& joint) {
    const std::string what = fmt::format("joint '{}'", joint.name);
    inspect_body_name(what, joint.parent);
    inspect_body_name(what, joint.child);
    if (joint.parent == joint.child) fault("{} connects body '{}' to itself", what, joint.parent);
    inspect_pose(what + " on its parent", joint.X_PF);
    inspect_pose(what + " on its child", joint.X_BM);
    if (joint.axis_direction && !(norm(*joint.axis_direction) > 0 && is_finite(*joint.axis_direction)))
      fault("{} has the axis ({}, {}, {}); give a direction of nonzero length", what, joint.axis_direction->x,
            joint.axis_direction->y, joint.axis_direction->z);
    for (const std::string& text : joint.joint.parameter_faults())
      fault("{} ({}): {}", what, joint.joint.type_name(), text);
    if (inspect_sizes(what, joint)) inspect_start(what, joint);
  }
  /// Checks the starting values and limits of a joint, once their counts are right.
  void inspect_start(const std::string& what, const JointDescription& joint) {
    const Array<double> start = joint.default_q.empty() ? joint.joint.default_q() : joint.default_q;
    for (double q : start)
      if (!std::isfinite(q)) fault("{} starts at a coordinate of {}; give a finite number", what, q);
    if (joint.joint.has_quaternion() && start[0] == 0 && start[1] == 0 && start[2] == 0 && start[3] == 0)
      fault("{} starts with a quaternion of zeros; (1, 0, 0, 0) is no rotation", what);
    for (std::size_t i = 0; i < joint.limits.size(); ++i) {
      const CoordinateLimits& limits = joint.limits[i];
      if (!(limits.lower <= limits.upper))
        fault("coordinate {} of {} has limits {} to {}; the lower must not exceed the upper", i, what,
              limits.lower, limits.upper);
      else if (start[i] < limits.lower || start[i] > limits.upper)
        fault("coordinate {} of {} starts at {}, outside its limits {} to {}; set start() or the limits", i,
              what, start[i], limits.lower, limits.upper);
      if (!(limits.speed >= 0) || !(limits.effort >= 0))
        fault(
            "coordinate {} of {} has a speed limit of {} and an effort limit of {}; neither may be negative",
            i, what, limits.speed, limits.effort);
    }
  }
  bool inspect_sizes(const std::string& what, const JointDescription& joint) {
    const std::size_t before = faults_.size();
    const std::size_t nq = joint.joint.nq();
    const auto check = [&](std::size_t n, const char* of) {
      if (n != 0 && n != nq)
        fault("{} ({}) has {} coordinates but {} {}", what, joint.joint.type_name(), nq, n, of);
    };
    check(joint.default_q.size(), "starting values");
    check(joint.limits.size(), "limits");
    check(joint.coordinate_names.size(), "coordinate names");
    return faults_.size() == before;
  }

  /// Every body but the world must be the child of exactly one joint, and be connected to the world.
  void inspect_tree() {
    std::map<std::string, Array<const JointDescription*>> inboard;
    for (const JointDescription& joint : model_.joints) {
      inboard[joint.child].push_back(&joint);
      if (joint.child == world_name)
        fault(
            "joint '{}' has the world as its child; exchange parent and child, or let choose_spanning_tree() "
            "reverse it",
            joint.name);
    }
    for (const BodyDescription& body : model_.bodies) {
      const auto& joints = inboard[body.name];
      if (joints.empty())
        fault("body '{}' is the child of no joint; connect it, with a Free joint if it is to move freely",
              body.name);
      if (joints.size() > 1) {
        Array<std::string> names;
        for (const JointDescription* joint : joints) names.push_back(joint->name);
        fault("body '{}' is the child of {} joints ({}): a closed loop; let choose_spanning_tree() open it",
              body.name, joints.size(), join(names, ", "));
      }
    }
    inspect_cycles(inboard);
    inspect_massless_branches(inboard);
  }
  void inspect_cycles(const std::map<std::string, Array<const JointDescription*>>& inboard) {
    // each body, and the start of the walk that visited it first
    std::map<std::string_view, std::string_view> walks;
    for (const BodyDescription& body : model_.bodies) {
      Array<std::string_view> trail{body.name};
      for (auto it = inboard.find(body.name);
           walks.emplace(trail.back(), body.name).second && it != inboard.end() && it->second.size() == 1;
           it = inboard.find(it->second.front()->parent))
        trail.push_back(it->second.front()->parent);
      const auto first = std::find(trail.begin(), trail.end() - 1, trail.back());
      if (first != trail.end() - 1)
        fault("the bodies {} form a cycle that is not connected to the world",
              join(Array<std::string>(first, trail.end()), " <- "));
    }
  }
  /// A movable branch without mass would have unbounded accelerations.
  void inspect_massless_branches(const std::map<std::string, Array<const JointDescription*>>& inboard) {
    std::set<std::string> loaded;  // bodies with mass, or with mass beyond them
    for (const BodyDescription& body : model_.bodies) {
      if (is_massless(body)) continue;
      std::string name = body.name;
      for (auto it = inboard.find(name);
           loaded.insert(name).second && it != inboard.end() && it->second.size() == 1;
           it = inboard.find(name))
        name = it->second.front()->parent;
    }
    for (const BodyDescription& body : model_.bodies) {
      const auto it = inboard.find(body.name);
      if (it == inboard.end() || it->second.size() != 1 || loaded.contains(body.name)) continue;
      const JointDescription& joint = *it->second.front();
      if (joint.joint.nu() > 0 && body.inertia_check != InertiaCheck::any)
        fault(
            "body '{}' is massless, carries no mass and can move by joint '{}' ({}); give it mass, or weld "
            "it",
            body.name, joint.name, joint.joint.type_name());
    }
  }
  void inspect_coordinate_names() {
    std::map<std::string, int> count;
    for (const JointDescription& joint : model_.joints)
      for (const std::string& name : joint.coordinate_names) ++count[name];
    for (const auto& [name, n] : count)
      if (n > 1) fault("{} coordinates are named '{}'; give each its own name", n, name);
  }

  const ModelDescription& model_;
  Array<std::string> body_names_, faults_;
  std::set<std::string, std::less<>> known_bodies_;
};

}  // namespace

Array<std::string> graph_faults(const ModelDescription& description) {
  return Inspector(description).graph_faults();
}
Array<std::string> model_faults(const ModelDescription& description) {
  return Inspector(description).model_faults();
}

void require_no_faults(const ModelDescription& description, const Array<std::string>& faults) {
  if (faults.empty()) return;
  fail("model '{}' has {} fault{}:\n  - {}", description.name, faults.size(), faults.size() == 1 ? "" : "s",
       join(faults, "\n  - "));
}

}  // namespace sarrus::internal

#include "sarrus/model/validate.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <map>
#include <set>

#include "sarrus/base/names.h"
#include "sarrus/spatial/inertia_check.h"

namespace sarrus {

namespace {

bool finite(const Vec3<double>& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }
bool finite(const Pose<double>& X) {
  return finite(X.R.col(0)) && finite(X.R.col(1)) && finite(X.R.col(2)) && finite(X.p);
}
bool is_massless(const BodyDescription& body) {
  const RigidInertia<double>& M = body.inertia;
  return M.m == 0 && norm(M.h) == 0 && M.I.xx == 0 && M.I.yy == 0 && M.I.zz == 0;
}

/// Collects the faults of one description.
class Inspector {
 public:
  explicit Inspector(const ModelDescription& description) : model_(description) {}

  std::vector<std::string> faults() {
    if (!finite(model_.gravity))
      fault("gravity is ({}, {}, {}); give three finite numbers", model_.gravity.x, model_.gravity.y,
            model_.gravity.z);
    inspect_names();
    for (const BodyDescription& body : model_.bodies) inspect_inertia(body);
    for (const JointDescription& joint : model_.joints) inspect_joint(joint);
    inspect_tree();
    for (const FrameDescription& frame : model_.frames)
      inspect_place("frame", frame.name, frame.body, finite(frame.X_BF));
    for (const PointDescription& point : model_.points)
      inspect_place("point", point.name, point.body, finite(point.p_B));
    return std::move(faults_);
  }

 private:
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
  }
  void inspect_inertia(const BodyDescription& body) {
    for (const std::string& text : inertia_faults(body.inertia)) fault("body '{}': {}", body.name, text);
  }
  bool inspect_body_name(const std::string& what, const std::string& name) {
    for (const std::string& known : body_names_)
      if (known == name) return true;
    fault("{} refers to body '{}', which does not exist.{}", what, name, suggestion(name, body_names_));
    return false;
  }
  void inspect_place(const char* what, const std::string& name, const std::string& body, bool is_finite) {
    inspect_body_name(fmt::format("{} '{}'", what, name), body);
    if (!is_finite) fault("{} '{}' has a placement that is not finite; check its numbers", what, name);
  }
  void inspect_joint(const JointDescription& joint) {
    const std::string what = fmt::format("joint '{}'", joint.name);
    inspect_body_name(what, joint.parent);
    inspect_body_name(what, joint.child);
    if (joint.parent == joint.child) fault("{} connects body '{}' to itself", what, joint.parent);
    if (!finite(joint.X_PF) || !finite(joint.X_BM))
      fault("{} has a frame that is not finite; check its numbers", what);
    if (joint.axis_direction && !(norm(*joint.axis_direction) > 0 && finite(*joint.axis_direction)))
      fault("{} has the axis ({}, {}, {}); give a direction of nonzero length", what, joint.axis_direction->x,
            joint.axis_direction->y, joint.axis_direction->z);
    inspect_sizes(what, joint);
    for (const ParameterInfo& p : joint.joint.parameters())
      if (!std::isfinite(p.value))
        fault("parameter '{}' of {} is {}; give a finite number", p.name, what, p.value);
    for (double q : joint.default_q)
      if (!std::isfinite(q)) fault("{} starts at a coordinate of {}; give a finite number", what, q);
    for (std::size_t i = 0; i < joint.limits.size(); ++i)
      if (!(joint.limits[i].lower <= joint.limits[i].upper))
        fault("coordinate {} of {} has limits {} to {}; the lower must not exceed the upper", i, what,
              joint.limits[i].lower, joint.limits[i].upper);
  }
  void inspect_sizes(const std::string& what, const JointDescription& joint) {
    const auto nq = static_cast<std::size_t>(joint.joint.nq());
    const auto check = [&](std::size_t n, const char* of) {
      if (n != 0 && n != nq)
        fault("{} ({}) has {} coordinates but {} {}", what, joint.joint.type_name(), nq, n, of);
    };
    check(joint.default_q.size(), "starting values");
    check(joint.limits.size(), "limits");
    check(joint.coordinate_names.size(), "coordinate names");
  }

  /// Every body but the world must be the child of exactly one joint, and lead to the world.
  void inspect_tree() {
    std::map<std::string, std::vector<const JointDescription*>> inboard;
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
        fault("body '{}' is the child of no joint; connect it, with a Free joint if it shall move freely",
              body.name);
      if (joints.size() > 1) {
        std::vector<std::string> names;
        for (const JointDescription* joint : joints) names.push_back(joint->name);
        fault("body '{}' is the child of {} joints ({}): a closed loop; let choose_spanning_tree() open it",
              body.name, joints.size(), fmt::join(names, ", "));
      }
    }
    inspect_cycles(inboard);
    inspect_massless_leaves(inboard);
  }
  void inspect_cycles(const std::map<std::string, std::vector<const JointDescription*>>& inboard) {
    std::set<std::string> reported;
    for (const BodyDescription& body : model_.bodies) {
      std::vector<std::string> trail{body.name};
      std::set<std::string> seen{body.name};
      for (auto it = inboard.find(body.name); it != inboard.end() && it->second.size() == 1;
           it = inboard.find(trail.back())) {
        const std::string& parent = it->second.front()->parent;
        trail.push_back(parent);
        if (!seen.insert(parent).second) {
          if (parent == body.name && reported.insert(*seen.begin()).second)
            fault("the bodies {} hang on each other in a cycle and not on the world",
                  fmt::join(trail, " <- "));
          break;
        }
      }
    }
  }
  /// A massless body at the end of a branch would be flung about by any force at all.
  void inspect_massless_leaves(const std::map<std::string, std::vector<const JointDescription*>>& inboard) {
    std::set<std::string> carriers;
    for (const JointDescription& joint : model_.joints) carriers.insert(joint.parent);
    for (const BodyDescription& body : model_.bodies) {
      const auto it = inboard.find(body.name);
      if (it == inboard.end() || it->second.size() != 1 || carriers.contains(body.name) || !is_massless(body))
        continue;
      const JointDescription& joint = *it->second.front();
      if (joint.joint.nu() > 0)
        fault(
            "body '{}' is massless, carries nothing and can move by joint '{}' ({}); give it mass, or weld "
            "it",
            body.name, joint.name, joint.joint.type_name());
    }
  }

  const ModelDescription& model_;
  std::vector<std::string> body_names_, faults_;
};

}  // namespace

std::vector<std::string> model_faults(const ModelDescription& description) {
  return Inspector(description).faults();
}

}  // namespace sarrus

#include "sarrus/format/urdf/internal/mechanism.h"

#include <algorithm>

#include "sarrus/base/array.h"
#include "sarrus/base/error.h"
#include "sarrus/joint/joints.h"
#include "sarrus/system/place.h"

namespace sarrus::internal {

namespace {

Joint joint_of(const std::string& type) {
  if (type == "revolute" || type == "continuous") return Pin{};
  if (type == "prismatic") return Slider{};
  if (type == "planar") return Planar{};
  if (type == "floating") return Free{};
  if (type == "fixed") return Weld{};
  return Ball{};
}

/// The joint as a weld at its start position.
JointDescription welded(const JointDescription& moving) {
  JointDescription joint = with_axis_in_frames(moving);
  const Array<double> q = joint.default_q.empty() ? joint.joint.default_q() : joint.default_q;
  joint.X_PF = joint.X_PF * joint.joint.pose(q.data(), nullptr);
  joint.joint = Weld{};
  joint.default_q.clear();
  joint.limits.clear();
  return joint;
}

/// Makes a description of the links of a file, parents first.
class ModelMaker {
 public:
  ModelMaker(UrdfFile& file, const Array<UrdfStep>& order, const LoadOptions& options, Findings& findings)
      : file_(file), order_(order), options_(options), findings_(findings), places_(file.links.size()) {
    description_.name = file.name;
    for (std::size_t i = 0; i < file.links.size(); ++i) numbers_[file.links[i].name] = i;
    find_loaded();
  }

  const ModelDescription& make() {
    add_root(order_.front().link);
    for (std::size_t i = 1; i < order_.size(); ++i) add_link(order_[i]);
    for (BodyDescription& body : description_.bodies)
      if (is_massless(body)) body.kind = BodyKind::massless;
    for (Array<Geometry>* shapes : {&file_.visuals, &file_.collisions})
      for (Geometry& shape : *shapes) move_to_body(shape);
    return description_;
  }

  /// A joint between the bodies that carry a loop's links.
  JointDescription make_loop(const UrdfLoop& loop) const {
    const Place &P = places_[numbers_.at(loop.predecessor.link)],
                &S = places_[numbers_.at(loop.successor.link)];
    JointDescription made{.name = loop.name,
                          .joint = joint_of(loop.type),
                          .parent = body_name(P),
                          .child = body_name(S),
                          .X_PF = P.X_BL * loop.predecessor.X_LF,
                          .X_BM = S.X_BL * loop.successor.X_LF};
    if (norm(loop.axis) > 0) made.axis(loop.axis);
    return made;
  }

 private:
  /// The body that carries a link, and the link's pose on it; body -1 is the world.
  struct Place {
    int body = -1;
    Pose<double> X_BL{};
  };

  /// Marks the links with mass, or with mass in their descendants.
  void find_loaded() {
    loaded_.resize(file_.links.size());
    for (auto step = order_.rbegin(); step != order_.rend(); ++step) {
      const UrdfLink& link = file_.links[step->link];
      if (link.inertia.m > 0 || link.inertia_check == InertiaCheck::any) loaded_[step->link] = true;
      if (loaded_[step->link] && step->inboard) loaded_[step->parent] = true;
    }
  }

  const std::string& body_name(const Place& place) const {
    return place.body < 0 ? world_name : description_.bodies[place.body].name;
  }
  /// `name` with as many underscores as needed to be unique.
  template <class Taken>
  static std::string free_name(std::string name, const Taken& is_taken) {
    while (is_taken(name)) name += '_';
    return name;
  }

  void add_body(std::size_t link_number) {
    const UrdfLink& link = file_.links[link_number];
    std::string name = link.name;
    if (name == world_name) {
      name = free_name("world_link", [&](const std::string& n) { return numbers_.contains(n); });
      findings_.note(NoteKind::changed, link.line, link.where(),
                     fmt::format("the name is that of the fixed world; the body is called '{}'", name));
    }
    places_[link_number] = {static_cast<int>(description_.bodies.size()), {}};
    description_.bodies.push_back({std::move(name), link.inertia, BodyKind::rigid, link.inertia_check});
  }

  void add_root(std::size_t root) {
    const UrdfLink& link = file_.links[root];
    const bool fixed = options_.base == RootJoint::fixed;
    if (fixed && link.name == world_name) {
      if (link.inertia.m > 0)
        findings_.note(NoteKind::ignored, link.line, "link 'world'", "the inertia of the fixed world");
      return;
    }
    if (!fixed && !loaded_[root])
      findings_.fault(link.line,
                      "link '{}' is to move freely, but the robot has no mass; give it some, or fix the base",
                      shown(link.name));
    add_body(root);
    const auto is_joint = [&](const std::string& name) {
      return std::any_of(file_.joints.begin(), file_.joints.end(),
                         [&](const UrdfJoint& joint) { return joint.name() == name; });
    };
    description_.joints.push_back({.name = free_name("root_joint", is_joint),
                                   .joint = fixed ? Joint(Weld{}) : Joint(Free{}),
                                   .parent = world_name,
                                   .child = body_name(places_[root])});
  }

  void add_link(const UrdfStep& step) {
    const UrdfLink& link = file_.links[step.link];
    const UrdfJoint& joint = *step.inboard;
    const Place parent = places_[step.parent];
    if (joint.is_fixed() && options_.fixed_joints == FixedJoints::merge && parent.body >= 0) {
      const Pose<double> X_BL = parent.X_BL * joint.X_PF;
      BodyDescription& body = description_.bodies[parent.body];
      body.inertia = body.inertia + X_BL * link.inertia;
      if (link.inertia_check == InertiaCheck::any) body.inertia_check = InertiaCheck::any;
      description_.frames.push_back({link.name, body.name, X_BL});
      places_[step.link] = {parent.body, X_BL};
      return;
    }
    JointDescription made = describe(joint, parent, loaded_[step.link]);
    add_body(step.link);
    made.child = body_name(places_[step.link]);
    description_.joints.push_back(std::move(made));
  }

  JointDescription describe(const UrdfJoint& joint, const Place& parent, bool is_loaded) {
    JointDescription made{.name = joint.name(),
                          .joint = joint_of(joint.type),
                          .parent = body_name(parent),
                          .child = "",
                          .X_PF = parent.X_BL * joint.X_PF};
    if (norm(joint.axis) > 0) made.axis(joint.axis);
    if (has_one_coordinate(joint.type)) {
      made.limits = {joint.limits};
      const double start = std::clamp(0.0, joint.limits.lower, joint.limits.upper);
      if (start != 0) {
        made.start({start});
        findings_.note(NoteKind::changed, joint.line, joint.where(),
                       "zero is outside the limits; the default position is the nearest one");
      }
    }
    return joint.is_fixed() || is_loaded ? made : without_load(joint, made);
  }
  /// Refuses or welds a moving joint that carries no mass.
  JointDescription without_load(const UrdfJoint& joint, const JointDescription& made) {
    if (options_.massless_ends == MasslessEnds::refuse) {
      findings_.fault(joint.line,
                      "{} moves link '{}', which neither has mass nor carries any; give it a mass in "
                      "<inertial>, make the joint fixed, or let such joints be welded (--weld-massless, "
                      "massless_ends)",
                      joint.where(), shown(joint.child));
      return made;
    }
    findings_.note_alteration(joint.line, joint.where(), "it carries no mass and was welded");
    return welded(made);
  }

  void move_to_body(Geometry& shape) const {
    const Place& place = places_[numbers_.at(shape.link)];
    shape.body = body_name(place);
    shape.X_BG = place.X_BL * shape.X_BG;
  }

  UrdfFile& file_;
  const Array<UrdfStep>& order_;
  const LoadOptions& options_;
  Findings& findings_;
  ModelDescription description_;
  std::map<std::string, std::size_t> numbers_;
  Array<bool> loaded_;
  Array<Place> places_;
};

}  // namespace

UrdfMechanism make_urdf_mechanism(UrdfFile& file, const Array<UrdfStep>& order, const LoadOptions& options,
                                  Findings& findings) {
  ModelMaker maker(file, order, options, findings);
  const ModelDescription& description = maker.make();
  findings.require_no_faults();
  try {
    UrdfMechanism mechanism{make_model(description), {}};
    for (const UrdfLoop& loop : file.loops) mechanism.loops.push_back(maker.make_loop(loop));
    return mechanism;
  } catch (const Error& error) {
    fail("{}: {}", findings.file(), error.what());
  }
}

}  // namespace sarrus::internal

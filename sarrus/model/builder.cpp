#include "sarrus/model/builder.h"

#include <cmath>

#include "sarrus/model/internal/missing_inertia.h"
#include "sarrus/model/internal/validate.h"

namespace sarrus {

using namespace internal;

ModelBuilder& ModelBuilder::body(std::string name, const RigidInertia<double>& inertia, InertiaCheck check) {
  description_.bodies.push_back({std::move(name), inertia, BodyKind::rigid, check});
  return *this;
}

ModelBuilder& ModelBuilder::line_body(std::string name, double mass, double com_z,
                                      double transverse_inertia) {
  const auto inertia = RigidInertia<double>::from_central(
      mass, {0, 0, com_z}, Sym3<double>::diagonal(transverse_inertia, transverse_inertia, 0));
  description_.bodies.push_back({std::move(name), inertia, BodyKind::line});
  return *this;
}

ModelBuilder& ModelBuilder::particle(std::string name, double mass) {
  description_.bodies.push_back({std::move(name), {.m = mass}, BodyKind::particle});
  return *this;
}

ModelBuilder& ModelBuilder::massless_body(std::string name) {
  description_.bodies.push_back({std::move(name), {}, BodyKind::massless});
  return *this;
}

JointDescription& ModelBuilder::joint(std::string name, Joint joint, std::string parent, std::string child) {
  description_.joints.push_back({.name = std::move(name),
                                 .joint = std::move(joint),
                                 .parent = std::move(parent),
                                 .child = std::move(child)});
  return description_.joints.back();
}

JointDescription& ModelBuilder::joint(std::string name, Joint type, const DenavitHartenberg& parameters,
                                      std::string parent, std::string child) {
  const std::string kind = type.type_name();
  const bool has_axis = kind == "pin" || kind == "slider" || kind == "screw" || kind == "cylinder";
  require((has_axis || kind == "weld") && !type.is_reversed(),
          "the joint '{}' is {}'{}', which Denavit–Hartenberg parameters cannot place: give a pin, slider, "
          "screw, cylinder or weld that is not reversed, or the joint's frames",
          name, type.is_reversed() ? "a reversed " : "a ", kind);
  for (const double number : {parameters.a, parameters.alpha, parameters.d, parameters.theta})
    require(
        std::isfinite(number),
        "the joint '{}' has the Denavit–Hartenberg parameters a = {} m, alpha = {} rad, d = {} m, theta = "
        "{} rad; give finite numbers",
        name, parameters.a, parameters.alpha, parameters.d, parameters.theta);
  JointDescription& added = joint(std::move(name), std::move(type), std::move(parent), std::move(child))
                                .parent_frame(parameters.parent_frame())
                                .child_frame(parameters.child_frame());
  return has_axis ? added.axis({0, 0, 1}) : added;
}

ModelBuilder& ModelBuilder::frame(std::string name, std::string body, const Pose<double>& X_BF) {
  description_.frames.push_back({std::move(name), std::move(body), X_BF});
  return *this;
}

ModelBuilder& ModelBuilder::point(std::string name, std::string body, const Vec3<double>& p_B) {
  description_.points.push_back({std::move(name), std::move(body), p_B});
  return *this;
}

Model ModelBuilder::build() const {
  Model model = make_model(description_);
  require_no_faults(description_, inertia_lacks(model));
  return model;
}

ModelWithLoops ModelBuilder::build_with_loops() const {
  SpanningTree tree = choose_spanning_tree(description_);
  return {make_model(tree.tree), std::move(tree.loops), std::move(tree.added)};
}

}  // namespace sarrus

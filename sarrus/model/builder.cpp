#include "sarrus/model/builder.h"

namespace sarrus {

ModelBuilder& ModelBuilder::body(std::string name, const RigidInertia<double>& inertia) {
  description_.bodies.push_back({std::move(name), inertia, BodyKind::rigid});
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

ModelBuilder& ModelBuilder::frame(std::string name, std::string body, const Pose<double>& X_BF) {
  description_.frames.push_back({std::move(name), std::move(body), X_BF});
  return *this;
}

ModelBuilder& ModelBuilder::point(std::string name, std::string body, const Vec3<double>& p_B) {
  description_.points.push_back({std::move(name), std::move(body), p_B});
  return *this;
}

ModelWithLoops ModelBuilder::build_with_loops() const {
  SpanningTree tree = choose_spanning_tree(description_);
  return {make_model(tree.tree), std::move(tree.loops), std::move(tree.added)};
}

}  // namespace sarrus

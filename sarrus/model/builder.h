#pragma once
/// @file
/// Builds a model step by step, in any order.

#include "sarrus/base/array.h"
#include "sarrus/joint/joint.h"
#include "sarrus/model/denavit_hartenberg.h"
#include "sarrus/model/spanning_tree.h"

namespace sarrus {

/// A model built from a graph with closed loops: the tree, and the joints that close the loops.
struct ModelWithLoops {
  Model model;
  Array<JointDescription> loops;
  Array<std::string> added;  ///< Free joints added to bodies that nothing connects to the world.
};

/// Collects bodies, joints, frames and points; build() checks them all together.
///
///     ModelBuilder builder("pendulum");
///     builder.body("rod", thin_rod(1.0, {0, 0, 1}));
///     builder.joint("hinge", Pin{}, "world", "rod").axis({0, 1, 0}).child_frame({0, 0, 0.5});
///     Model model = builder.build();
class ModelBuilder {
 public:
  explicit ModelBuilder(std::string name) { description_.name = std::move(name); }

  ModelBuilder& gravity(const Vec3<double>& g) { return description_.gravity = g, *this; }
  /// A rigid body with its inertia about its own origin.
  ModelBuilder& body(std::string name, const RigidInertia<double>& inertia,
                     InertiaCheck check = InertiaCheck::real);
  /// A body whose mass is all on its z axis: mass, position of the center of mass along z, and inertia about
  /// any axis through the center of mass perpendicular to z.
  ModelBuilder& line_body(std::string name, double mass, double com_z, double transverse_inertia);
  /// A body whose mass is all at its origin.
  ModelBuilder& particle(std::string name, double mass);
  /// A body without mass.
  ModelBuilder& massless_body(std::string name);
  /// Adds a joint. Its frames, axis, limits and start are set on the returned description.
  JointDescription& joint(std::string name, Joint joint, std::string parent, std::string child);
  /// Adds a joint about, along, or about and along one axis (pin, slider, screw, cylinder; a weld for the
  /// frame of a tool) that is placed by Denavit–Hartenberg parameters: they set both frames, and the frames
  /// of the bodies are those of the convention.
  JointDescription& joint(std::string name, Joint joint, const DenavitHartenberg& parameters,
                          std::string parent, std::string child);
  ModelBuilder& frame(std::string name, std::string body, const Pose<double>& X_BF);
  ModelBuilder& point(std::string name, std::string body, const Vec3<double>& p_B);

  const ModelDescription& description() const { return description_; }
  /// The model, if the joints form a tree rooted at the world. Throws an Error that lists every fault at
  /// once, including a joint that can move although no inertia resists it: a particle on a ball joint, for
  /// example.
  Model build() const;
  /// The model of a spanning tree of any graph, and the joints that close its loops.
  ModelWithLoops build_with_loops() const;

 private:
  ModelDescription description_;
};

}  // namespace sarrus

#pragma once
/// @file
/// The result of every reader of model files, whatever the format.

#include <optional>
#include <string>

#include "sarrus/base/array.h"
#include "sarrus/format/geometry.h"
#include "sarrus/format/load_report.h"
#include "sarrus/model/model.h"
#include "sarrus/system/system.h"

namespace sarrus {

/// The connection of the root body to the world.
enum class RootJoint {
  fixed,  ///< Welded to the world; a root link called "world" is the world.
  free,   ///< Connected by a Free joint.
};
/// The treatment of links on fixed joints.
enum class FixedJoints {
  keep,   ///< They become separate bodies, welded.
  merge,  ///< Their inertia and shapes go to the body they are fixed on; a frame keeps their name and place.
};
/// The treatment of inertias that are physically impossible, as long as no moment is negative.
enum class UnrealInertia {
  repair,  ///< Replaced by the closest possible inertia, with a note; without mass, by zero.
  refuse,
  keep,  ///< Used as written (InertiaCheck::any), for models that represent rotors in this way.
};
/// The treatment of moving joints that carry no mass at all, whose acceleration would not be defined.
enum class MasslessEnds {
  refuse,
  weld,  ///< They become fixed at their start position, with a note.
};

/// Options for reading a model file.
struct LoadOptions {
  RootJoint base = RootJoint::fixed;
  FixedJoints fixed_joints = FixedJoints::keep;
  UnrealInertia unreal_inertia = UnrealInertia::repair;
  MasslessEnds massless_ends = MasslessEnds::refuse;
};

/// A coordinate that follows another: q = multiplier·q(joint) + offset.
struct Mimic {
  std::string joint;
  double multiplier = 1, offset = 0;
};

/// Coordinates in a fixed ratio, by the names of their joints:
///   ratio·Σ q(predecessor) = Σ q(successor)
/// An empty sum is zero.
struct Coupling {
  std::string name;
  double ratio = 1;
  Array<std::string> predecessor{}, successor{};
};

/// Data of a joint in a file beyond the model. Limits are in the model's coordinates.
struct LoadedJoint {
  std::string joint;
  double damping = 0;   ///< Viscous, in N·m·s/rad or N·s/m.
  double friction = 0;  ///< Static, in N·m or N.
  std::optional<Mimic> mimic{};
};

/// A model from a file of any format, with further data of the file and the report of the reader. In addition
/// to the model its System has: a MobilityDamper "JOINT.damping" and a JointFriction "JOINT.friction" for
/// each joint with damping or friction; a GearConstraint "JOINT.mimic" for each joint that follows another;
/// constraints "LOOP" and "LOOP.axes" for each loop, without coordinates of their own; and couplings. Its
/// default state is that of the model, which need not close the loops: assemble/assembly.h finds one that
/// does.
struct LoadedModel {
  Model model;
  Array<LoadedJoint> joints;      ///< All joints of the file, in its order.
  Array<JointDescription> loops;  ///< Joints that close loops, between bodies of the model.
  Array<Coupling> couplings;
  Array<Geometry> visuals, collisions;
  LoadReport report;

  /// The file's data of the joint with the given name. An unknown name is an Error that suggests the nearest.
  const LoadedJoint& joint(std::string_view name) const;

  /// Makes the System, or a builder of it to which more can be added. Friction is smooth: it changes its sign
  /// between ± `transition_speed`.
  System make_system() const { return make_system_builder().build(); }
  SystemBuilder make_system_builder(double transition_speed = 0.01) const;
  /// The same without friction of joints, for friction of another kind in its place.
  SystemBuilder make_system_builder_without_friction() const;
};

}  // namespace sarrus

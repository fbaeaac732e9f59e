#pragma once
/// @file
/// What every reader of model files returns, whatever the format.

#include <optional>
#include <string>

#include "sarrus/base/array.h"
#include "sarrus/format/geometry.h"
#include "sarrus/format/load_report.h"
#include "sarrus/model/model.h"
#include "sarrus/system/system.h"

namespace sarrus {

/// How the root body is connected to the world.
enum class RootJoint {
  fixed,  ///< Welded to it; a root link called "world" is the world.
  free,   ///< By a Free joint.
};
/// What becomes of links on fixed joints.
enum class FixedJoints {
  keep,   ///< Bodies of their own, welded.
  merge,  ///< Their inertia and shapes go to the body they are fixed on; a frame keeps their name and place.
};
/// What becomes of inertias that no real body can have, as long as no moment is negative.
enum class UnrealInertia {
  repair,  ///< Replaced by the nearest possible one, with a note; that of a mass of zero counts as zero.
  refuse,
  keep,  ///< Taken as they stand (InertiaCheck::any), for models that keep account of rotors in this way.
};
/// What becomes of moving joints that carry no mass at all, whose acceleration would not be defined.
enum class MasslessEnds {
  refuse,
  weld,  ///< They become fixed where they start, with a note.
};

/// How a file is read.
struct LoadOptions {
  RootJoint base = RootJoint::fixed;
  FixedJoints fixed_joints = FixedJoints::keep;
  UnrealInertia unreal_inertia = UnrealInertia::repair;
  MasslessEnds massless_ends = MasslessEnds::refuse;
};

/// A coordinate that shall follow another:  q = multiplier·q(joint) + offset.
struct Mimic {
  std::string joint;
  double multiplier = 1, offset = 0;
};

/// Coordinates in proportion, by the names of their joints:
///   ratio·Σ q(predecessor) = Σ q(successor)
/// The sum over no joints is zero.
struct Coupling {
  std::string name;
  double ratio = 1;
  Array<std::string> predecessor{}, successor{};
};

/// What a file says about a joint beyond the model. Limits are in the model's coordinates.
struct LoadedJoint {
  std::string joint;
  double damping = 0;   ///< N·m·s/rad or N·s/m.
  double friction = 0;  ///< Static; N·m or N.
  std::optional<Mimic> mimic{};
};

/// A model from a file of any format, what the file says beyond it, and the report of what was not taken as
/// it stands. Its System has, beside the model: damping and friction, a MobilityDamper "JOINT.damping" and a
/// JointFriction "JOINT.friction" each; joints that follow others, a GearConstraint "JOINT.mimic" each;
/// loops, by constraints "LOOP" and "LOOP.axes" without coordinates of their own; couplings. Its default
/// state is that of the model, which need not close the loops: assemble/assembly.h finds one that does.
struct LoadedModel {
  Model model;
  Array<LoadedJoint> joints;      ///< All joints of the file, in its order.
  Array<JointDescription> loops;  ///< Joints that close loops, between bodies of the model.
  Array<Coupling> couplings;
  Array<Geometry> visuals, collisions;
  LoadReport report;

  /// What the file says about the joint of that name. An unknown name is an Error that suggests the nearest.
  const LoadedJoint& joint(std::string_view name) const;

  /// The System, or a builder of it to which more can be added. Friction is smooth: it changes its sign
  /// between ± `transition_speed`.
  System make_system() const { return make_system_builder().build(); }
  SystemBuilder make_system_builder(double transition_speed = 0.01) const;
};

}  // namespace sarrus

#pragma once
/// @file
/// Reads robots described in URDF (https://wiki.ros.org/urdf/XML) and in its extension by closed loops, URDF+
/// [Chignoli et al. 2024]. docs/urdf.md says what becomes of each element.

#include "sarrus/base/array.h"
#include "sarrus/format/geometry.h"
#include "sarrus/format/load_report.h"
#include "sarrus/model/model.h"

namespace sarrus {

/// How the root link hangs on the world.
enum class UrdfBase {
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

struct UrdfOptions {
  UrdfBase base = UrdfBase::fixed;
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
  std::vector<std::string> predecessor{}, successor{};
};

/// What a file says about a joint beyond the model. Limits are in the model's coordinates.
struct UrdfJointData {
  std::string joint;
  double damping = 0;   ///< N·m·s/rad or N·s/m.
  double friction = 0;  ///< Static; N·m or N.
  std::optional<Mimic> mimic{};
};

/// A robot: the model, what the file says beyond it, and the report.
struct UrdfRobot {
  Model model;
  std::vector<UrdfJointData> joints;    ///< All joints of the file, in its order.
  std::vector<JointDescription> loops;  ///< Joints that close loops, between bodies of the model.
  std::vector<Coupling> couplings;
  std::vector<Geometry> visuals, collisions;
  LoadReport report;

  /// What the file says about the joint of that name. An unknown name is an Error that suggests the nearest.
  const UrdfJointData& joint(std::string_view name) const;
};

/// The robot in a file. Throws an Error that lists every fault with file, line and name.
UrdfRobot read_urdf(const std::string& path, const UrdfOptions& options = {});
/// The robot in a text; messages call it `file`.
UrdfRobot read_urdf_text(std::string_view text, const std::string& file, const UrdfOptions& options = {});

/// A coordinate of the model that follows another, which follows none, with the numbers of both and of their
/// speeds:  q = multiplier·q(leader) + offset.
struct MimicRelation {
  int follower_q, follower_u, leader_q, leader_u;
  double multiplier, offset;
};
/// All of them, in the robot's model or in that model with other orientation coordinates; joints that were
/// welded neither lead nor follow.
std::vector<MimicRelation> mimic_relations(const UrdfRobot& robot, const Model& model);
inline std::vector<MimicRelation> mimic_relations(const UrdfRobot& robot) {
  return mimic_relations(robot, robot.model);
}

/// Sets the coordinates and speeds that follow others, which the model leaves free. `u` may be empty.
void apply_mimic(const UrdfRobot& robot, Out<double> q, Out<double> u = {});

}  // namespace sarrus

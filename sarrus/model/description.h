#pragma once
/// @file
/// A mechanism as a person describes it: bodies, joints between any two of them, frames and points, in any
/// order. The description is plain data from which a Model is made.

#include <deque>
#include <limits>
#include <optional>
#include <string>

#include "sarrus/base/array.h"
#include "sarrus/joint/joint.h"
#include "sarrus/spatial/rigid_inertia.h"

namespace sarrus {

/// The kind of a body's mass distribution.
enum class BodyKind {
  rigid,     ///< Mass with extent in three dimensions.
  line,      ///< All mass on the body's z axis: no inertia about it.
  particle,  ///< All mass at the body's origin.
  massless,  ///< No mass: a carrier of joints and frames.
};

/// The requirements on a body's inertia.
enum class InertiaCheck {
  real,  ///< Some mass distribution has it, and it resists every motion of the body's joint.
  /// Any finite numbers with a mass that is not negative, for cases in which the missing inertia is provided
  /// otherwise: a rotor's moment about one axis on a body without mass, identified moments, a body whose
  /// motion is determined by locks, prescribed motions, constraints or ports.
  any,
};

/// A body: a name and the inertia about its own origin.
struct BodyDescription {
  std::string name;
  RigidInertia<double> inertia{};
  BodyKind kind = BodyKind::rigid;
  InertiaCheck inertia_check = InertiaCheck::real;
};

/// Range, speed limit and effort limit of a coordinate: data that simulation and control may use.
struct CoordinateLimits {
  double lower = -std::numeric_limits<double>::infinity(), upper = std::numeric_limits<double>::infinity();
  double speed = std::numeric_limits<double>::infinity(), effort = std::numeric_limits<double>::infinity();
};

/// A joint between two bodies: its frame F is on `parent`, its frame M on `child`. The setters return the
/// joint itself, so that they chain.
struct JointDescription {
  std::string name;
  Joint joint{};
  std::string parent, child;
  Pose<double> X_PF{}, X_BM{};
  std::optional<Vec3<double>> axis_direction{};  ///< See axis().
  Array<double> default_q{};                     ///< Empty: the default of the joint type.
  Array<CoordinateLimits> limits{};              ///< One per coordinate, or empty.
  Array<std::string> coordinate_names{};  ///< One per coordinate, or empty: derived from the joint's name.

  /// Places the joint on the parent; child_frame() places it on the child.
  JointDescription& parent_frame(const Pose<double>& X) { return X_PF = X, *this; }
  JointDescription& parent_frame(const Vec3<double>& p) { return X_PF.p = p, *this; }
  JointDescription& child_frame(const Pose<double>& X) { return X_BM = X, *this; }
  JointDescription& child_frame(const Vec3<double>& p) { return X_BM.p = p, *this; }
  /// Rotates the joint within its two frames so that its own axis (x of a slider, z of any other) points
  /// along `direction` of the frames.
  JointDescription& axis(const Vec3<double>& direction) { return axis_direction = direction, *this; }
  /// The coordinates' starting values.
  JointDescription& start(Array<double> q) { return default_q = std::move(q), *this; }
  /// Limits the speed of a coordinate; effort_limit() limits the force that drives it.
  JointDescription& speed_limit(double most, std::size_t coordinate = 0);
  JointDescription& effort_limit(double most, std::size_t coordinate = 0);
  /// Range of a coordinate.
  JointDescription& limit(double lower, double upper, std::size_t coordinate = 0);
  /// Names of the coordinates.
  JointDescription& coordinates(Array<std::string> names) {
    return coordinate_names = std::move(names), *this;
  }
};

/// A frame fixed on a body.
struct FrameDescription {
  std::string name, body;
  Pose<double> X_BF{};
};

/// A point fixed on a body.
struct PointDescription {
  std::string name, body;
  Vec3<double> p_B = Vec3<double>::zero();
};

/// Everything about a mechanism, in the order in which it was written down.
struct ModelDescription {
  std::string name;
  Vec3<double> gravity{0, 0, -9.81};
  Array<BodyDescription> bodies{};
  std::deque<JointDescription> joints{};  ///< References to its elements stay valid while joints are added.
  Array<FrameDescription> frames{};
  Array<PointDescription> points{};
};

/// True if a body has neither mass nor inertia.
bool is_massless(const BodyDescription& body);
/// The joint with the rotation that axis() requires merged into its frames.
JointDescription with_axis_in_frames(JointDescription joint);

/// The name of the fixed body with the world frame W.
inline const std::string world_name = "world";

}  // namespace sarrus

#pragma once
/// @file
/// Targets for points, frames and coordinates of a mechanism, their errors and Jacobians. Errors are
/// weighted, √w·e: inverse kinematics minimizes the sum of their squares.

#include <string_view>

#include "sarrus/base/array.h"
#include "sarrus/dynamics/kinematics.h"
#include "sarrus/system/mobility.h"
#include "sarrus/system/place.h"

namespace sarrus {

/// Weights and priority of a target.
struct TargetOptions {
  double weight = 1;  ///< Weight of a squared position error, per m² (of a coordinate, per its unit squared).
  double angle_weight = 1;  ///< Weight of a squared orientation error, per rad².
  /// Targets with a larger number are met only in the freedom that those with smaller numbers leave.
  int priority = 0;
};

/// Targets for the frames of one model. A target is identified by its index, in the order of addition.
class KinematicTargets {
 public:
  explicit KinematicTargets(const Model& model) : model_(model) {}

  /// Adds a target position p_W for a point on a body or the origin of a frame.
  int add_point(const Place& on, const Vec3<double>& p_W, const TargetOptions& options = {});
  /// Adds a target orientation R_WF for a frame.
  int add_orientation(const Place& on, const Rotation<double>& R_WF, const TargetOptions& options = {});
  /// Adds a target pose X_WF for a frame: position and orientation.
  int add_pose(const Place& on, const Pose<double>& X_WF, const TargetOptions& options = {});
  /// Adds a target value for a coordinate.
  int add_coordinate(std::string_view coordinate, double value, const TargetOptions& options = {});

  /// Change a target. A point with a NaN, such as a marker that a camera has lost, does not count until it is
  /// set again.
  void set_point(int target, const Vec3<double>& p_W);
  void set_orientation(int target, const Rotation<double>& R_WF);
  void set_pose(int target, const Pose<double>& X_WF);
  void set_coordinate(int target, double value);

  int count() const { return static_cast<int>(targets_.size()); }
  bool is_missing(int target) const { return targets_[target].is_missing; }
  /// All priorities that occur, ascending.
  Array<int> priorities() const;
  /// The number of errors of a priority.
  int rows(int priority) const;

  /// The errors √w·e of all targets of a priority.
  void calc_errors(const Tree<double>& tree, const PositionKinematics<double>& position, In<double> q,
                   int priority, VectorX<double>& e) const;
  /// The Jacobian ∂e/∂q·N over all speeds; for orientations, to first order in the error. `of_body` is
  /// workspace.
  void calc_jacobian(const Tree<double>& tree, const PositionKinematics<double>& position, int priority,
                     MatrixX<double>& of_body, MatrixX<double>& J) const;
  /// Errors of a target without weights: the distance of a point [m], the angle of an orientation [rad], the
  /// error of a coordinate; zero for anything that the target does not include.
  struct Distance {
    double position = 0, angle = 0, coordinate = 0;
  };
  Distance calc_distance(const Tree<double>& tree, const PositionKinematics<double>& position, In<double> q,
                         int target) const;

 private:
  struct Target {
    bool has_point = false, has_orientation = false, is_missing = false;
    FrameOn<double> on{};
    int coordinate = -1, speed = -1;  ///< Numbers for a coordinate target.
    Pose<double> X_WF{};
    double value = 0;
    double root_weight = 1, root_angle_weight = 1;
    int priority = 0;

    int rows() const { return (has_point ? 3 : 0) + (has_orientation ? 3 : 0) + (coordinate >= 0 ? 1 : 0); }
  };
  int add(const Place& on, bool has_point, bool has_orientation, const Pose<double>& X_WF,
          const TargetOptions& options);
  Target& target(int number, bool has_point, bool has_orientation, const char* what);

  const Model& model_;
  Array<Target> targets_;
};

}  // namespace sarrus

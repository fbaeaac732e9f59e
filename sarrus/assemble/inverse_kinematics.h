#pragma once
/// @file
/// Inverse kinematics: coordinates that bring points, frames and orientations to their targets. With e(q) the
/// weighted errors of the targets (kinematic_targets.h) and e_c those of the System's constraints,
///   |e(q)|² → min   under   e_c(q) = 0   and   lower ≤ q ≤ upper
/// by damped Gauss–Newton steps (Levenberg–Marquardt) over the speeds, with coordinates held at their limits
/// while the targets push against them. Targets of lower priority move the mechanism only in the null space
/// of those above; constraints have the highest priority.
///
///     InverseKinematics ik(system.default_state());
///     ik.targets().add_pose("hand", X_WH);
///     const InverseKinematicsResult& result = ik.solve();
///     State state = ik.state();

#include <algorithm>
#include <memory>

#include "sarrus/assemble/kinematic_targets.h"

namespace sarrus {

struct InverseKinematicsOptions {
  bool within_limits = true;  ///< True if coordinates must stay within the model's limits.
  /// Names of coordinates, or of joints with all their coordinates, that stay fixed. Locked and prescribed
  /// ones do too.
  Array<std::string> hold{};
  double tolerance = 1e-10;  ///< A search ends when a step moves no coordinate by more than this [rad or m].
  int iterations = 100;      ///< Largest number of iterations of one search.
  /// Number of random restarts, within the limits, while the targets are not met: a search may end at a local
  /// minimum that is not the global one. The best result is kept.
  int restarts = 0;
  unsigned seed = 1;  ///< Seed of the random restarts.
};

struct InverseKinematicsResult {
  bool converged = false;  ///< True if a minimum was found, whether or not the targets are met.
  int iterations = 0;
  double cost = 0;  ///< |e|² of all targets, weighted.
  /// The largest remaining errors of all targets, without weights: of points [m], orientations [rad] and
  /// coordinates.
  double position_error = 0, angle_error = 0, coordinate_error = 0;
  /// True if all targets are met.
  bool reached(double tolerance = 1e-6) const {
    return std::max({position_error, angle_error, coordinate_error}) <= tolerance;
  }
};

/// A solver for inverse kinematics. Each search starts at the last solution (warm start), so that a motion is
/// followed from frame to frame.
class InverseKinematics {
 public:
  /// Starts at the coordinates of `start`. Locks and prescribed motions are those of that state.
  explicit InverseKinematics(const State& start, const InverseKinematicsOptions& options = {});
  ~InverseKinematics();
  InverseKinematics(InverseKinematics&&) noexcept;

  KinematicTargets& targets();
  const KinematicTargets& targets() const;
  /// Finds the coordinates. Without targets: the closest ones that meet the constraints.
  const InverseKinematicsResult& solve();
  const InverseKinematicsResult& result() const;
  /// The state with the coordinates found; speeds and everything else are those of the start.
  const State& state();
  In<double> q() const;
  /// Sets the starting point of the next search.
  void set_q(In<double> q);

 private:
  class Search;
  std::unique_ptr<Search> search_;
};

}  // namespace sarrus

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
#include <random>

#include "sarrus/assemble/assembly_space.h"
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

  KinematicTargets& targets() { return targets_; }
  const KinematicTargets& targets() const { return targets_; }
  /// Finds the coordinates. Without targets: the closest ones that meet the constraints.
  const InverseKinematicsResult& solve();
  const InverseKinematicsResult& result() const { return result_; }
  /// The state with the coordinates found; speeds and everything else are those of the start.
  const State& state();
  In<double> q() const { return q_; }
  /// Sets the starting point of the next search.
  void set_q(In<double> q);

 private:
  /// The rows of one priority, over the free speeds.
  struct Level {
    int priority = 0;  ///< Priority of the targets.
    bool is_of_constraints = false;
    VectorX<double> e{}, tried{};
    MatrixX<double> of_all{}, J{};
  };
  void prepare();
  void search();
  void move_at_random();
  void place(In<double> q);
  double calc_errors(bool tried);
  void linearize();
  void find_bounded();
  VectorX<double> calc_step();
  VectorX<double> calc_step_of_one_level() const;
  VectorX<double> calc_step_of_levels() const;
  bool try_step(const VectorX<double>& step);
  bool is_better() const;
  void measure();

  State state_;
  InverseKinematicsOptions options_;
  AssemblySpace space_;
  KinematicTargets targets_;
  PositionKinematics<double> position_;
  bool has_constraints_, has_quaternions_;
  Array<Level> levels_;
  Array<double> q_, before_, change_, rates_;
  Array<char> is_bounded_;  // per free speed: true if it stays at an end of its range
  double cost_ = 0, damping_ = 0;
  std::mt19937_64 random_;
  InverseKinematicsResult result_;
};

}  // namespace sarrus

#pragma once
/// @file
/// Inverse kinematics: coordinates that bring points, frames and orientations to where they are wanted. With
/// e(q) the weighted errors of the targets (kinematic_targets.h), e_c those of the System's constraints,
///   |e(q)|² → min   under   e_c(q) = 0   and   lower ≤ q ≤ upper
/// by damped Gauss–Newton steps (Levenberg–Marquardt) over the speeds, with coordinates held at their limits
/// while the targets push against them. Targets of lower priority move the mechanism only in the null space
/// of those above; constraints stand above all.
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
  bool within_limits = true;  ///< Whether coordinates stay within the model's limits.
  /// Coordinates, or joints with all of theirs, that stay where they are. So do locked and prescribed ones.
  Array<std::string> hold{};
  double tolerance = 1e-10;  ///< Ends where a step moves no coordinate by more than this [rad or m].
  int iterations = 100;      ///< Of one search, at most.
  /// How often to begin elsewhere at random, within the limits, while the targets are not met: a search from
  /// one place may end at a minimum that is not the lowest. Of all ends the best counts.
  int restarts = 0;
  unsigned seed = 1;  ///< Of the random places.
};

struct InverseKinematicsResult {
  bool converged = false;  ///< Whether a minimum was found, be the targets met or not.
  int iterations = 0;
  double cost = 0;  ///< |e|² of all targets, with weights.
  /// The largest that is left of all targets, without weights: of points [m], orientations [rad] and
  /// coordinates.
  double position_error = 0, angle_error = 0, coordinate_error = 0;
  /// Whether all targets are met.
  bool reached(double tolerance = 1e-6) const {
    return std::max({position_error, angle_error, coordinate_error}) <= tolerance;
  }
};

/// See above. Solving begins where the last solution ended, so that a motion is followed from frame to frame.
class InverseKinematics {
 public:
  /// Begins at the coordinates of `start`. Locks and prescribed motions are those of that state.
  explicit InverseKinematics(const State& start, const InverseKinematicsOptions& options = {});

  KinematicTargets& targets() { return targets_; }
  const KinematicTargets& targets() const { return targets_; }
  /// Finds the coordinates. No targets: those nearest that meet the constraints.
  const InverseKinematicsResult& solve();
  const InverseKinematicsResult& result() const { return result_; }
  /// The state with the coordinates that were found; speeds and everything else are those of the start.
  const State& state();
  In<double> q() const { return q_; }
  /// Another place to begin the next search.
  void set_q(In<double> q);

 private:
  /// The rows of one priority, over the free speeds.
  struct Level {
    int priority = 0;  ///< Of targets.
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
  Array<char> is_bounded_;  // per free speed: whether it stays at an end of its range
  double cost_ = 0, damping_ = 0;
  std::mt19937_64 random_;
  InverseKinematicsResult result_;
};

}  // namespace sarrus

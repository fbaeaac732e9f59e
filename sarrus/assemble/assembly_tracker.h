#pragma once
/// @file
/// Keeps a slowly moving mechanism assembled: from one position to the next in one or two steps. What drives
/// it is time (constraints and prescribed motions that depend on it) or coordinates that the user sets.
///
///     AssemblyTracker tracker(assembled_state, {.hold = {"crank"}});
///     for (double angle = 0; angle < 6; angle += 0.01) {
///       tracker.state().set_q(crank, angle);
///       if (!tracker.follow().kept()) break;
///     }

#include "sarrus/assemble/assembly.h"
#include "sarrus/assemble/constraint_rank.h"
#include "sarrus/base/array.h"
#include "sarrus/system/constraint_projection.h"

namespace sarrus {

struct TrackingOptions {
  Array<std::string> hold{};     ///< Coordinates or joints that the user drives.
  Array<double> weights{};       ///< Per speed: what a unit change costs. Empty: all one.
  double tolerance = 1e-10;      ///< The largest error of a constraint's position or velocity.
  int steps = 6;                 ///< At most, from one position to the next.
  double largest_change = 0.5;   ///< |W·d| beyond which a coordinate that is not driven has jumped.
  double singular_below = 1e-8;  ///< ConstraintRank::smallest_pivot() that counts as singular.
};

/// How following ended.
enum class TrackingLoss {
  none,
  open,      ///< The constraints could not be met.
  jumped,    ///< They were, but far away: on another branch.
  singular,  ///< The next step is not determined: rows have become dependent, or nearly so.
};

struct TrackingResult {
  TrackingLoss loss = TrackingLoss::none;
  int steps = 0;              ///< That it took.
  double position_error = 0;  ///< Largest of a row, in unit errors.
  double change = 0;          ///< |W·d| of what is not driven, from the position before.
  double independence = 1;    ///< ConstraintRank::smallest_pivot().

  bool kept() const { return loss == TrackingLoss::none; }
};

class AssemblyTracker {
 public:
  /// From a state that is assembled; an Error if it is not.
  explicit AssemblyTracker(const State& assembled, const TrackingOptions& options = {});

  /// Where time, driven coordinates and their speeds are set before follow(), and where it ends.
  State& state() { return state_; }
  const State& state() const { return state_; }

  /// Moves the coordinates and speeds that are not driven after those that are. After a loss by `open` or
  /// `jumped` the state is the last one that was good; a singular one is kept, as it is assembled.
  TrackingResult follow();

 private:
  void predict();

  TrackingOptions options_;
  State state_, last_;
  ConstraintProjection projection_;
  ConstraintRank rank_;
  int full_rank_ = 0;
};

}  // namespace sarrus

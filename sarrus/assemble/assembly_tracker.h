#pragma once
/// @file
/// Keeps a slowly moving mechanism assembled, from one position to the next in one or two steps. It is driven
/// by time (constraints and prescribed motions that depend on it) or by coordinates that the user sets.
///
///     AssemblyTracker tracker(assembled_state, {.hold = {"crank"}});
///     for (double angle = 0; angle < 6; angle += 0.01) {
///       tracker.state().set_q(crank, angle);
///       if (!tracker.follow().kept()) break;
///     }

#include <memory>

#include "sarrus/assemble/assembly.h"
#include "sarrus/base/array.h"

namespace sarrus {

struct TrackingOptions {
  Array<std::string> hold{};    ///< Coordinates or joints that the user drives.
  Array<double> weights{};      ///< Per speed: the cost of a unit change. Empty: all one.
  double tolerance = 1e-10;     ///< Tolerance of the constraints' position and velocity errors.
  int steps = 6;                ///< Largest number of steps from one position to the next.
  double largest_change = 0.5;  ///< |W·d| beyond which the mechanism counts as having jumped.
  /// ConstraintFreedom::independence() below which the position counts as singular.
  double singular_below = 1e-4;
};

/// The reason why tracking was lost.
enum class TrackingLoss {
  none,
  open,      ///< The constraints could not be met.
  jumped,    ///< The constraints were met, but far away: on another assembly branch.
  singular,  ///< The next step is not determined: rows have become linearly dependent, or nearly so.
};

struct TrackingResult {
  TrackingLoss loss = TrackingLoss::none;
  int steps = 0;              ///< Number of steps.
  double position_error = 0;  ///< Largest error of a row, in unit errors.
  double change = 0;          ///< |W·d| of the coordinates that are not driven, from the previous position.
  double independence = 1;    ///< ConstraintFreedom::independence().

  bool kept() const { return loss == TrackingLoss::none; }
};

class AssemblyTracker {
 public:
  /// Starts from an assembled state; throws an Error if it is not.
  explicit AssemblyTracker(const State& assembled, const TrackingOptions& options = {});
  ~AssemblyTracker();
  AssemblyTracker(AssemblyTracker&&) noexcept;

  /// The state. Set time, driven coordinates and their speeds in it before follow(), which sets the others.
  State& state() { return state_; }
  const State& state() const { return state_; }

  /// Moves the other coordinates and speeds to follow the driven ones. After a loss by `open` or `jumped` the
  /// state is the last good one; a singular state is kept, because it is assembled.
  [[nodiscard]] TrackingResult follow();

 private:
  void predict();

  TrackingOptions options_;
  State state_, last_;
  struct Memory;
  std::unique_ptr<Memory> memory_;
  int full_rank_ = 0;
};

}  // namespace sarrus

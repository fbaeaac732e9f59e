#pragma once
/// @file
/// A State that is moved a little in one direction at a time, to difference what has no derivatives.

#include <optional>
#include <vector>

#include "sarrus/base/array.h"
#include "sarrus/system/state.h"

namespace sarrus::internal {

/// The variables of a State that can vary; coordinates in the directions of the speeds.
enum class Varied { dq, u, z };

/// Whether one of some dependencies varies with such variables.
bool vary_with(const State& state, const std::vector<Dependency>& dependencies, Varied kind);

class VariedState {
 public:
  /// Starts from a state, which must outlive all variations. The copy is made when it is first needed.
  void start(const State& state);
  /// The number of directions.
  int directions(Varied kind) const { return kind == Varied::z ? from_->nz() : from_->nu(); }
  /// Calls f(moved state, ±1) for both sides of a direction; afterwards the state is where it was. Returns
  /// the reciprocal of the distance of the two.
  template <class F>
  double both_sides(Varied kind, int direction, const F& f) {
    f(move(kind, direction, step), 1.0);
    f(move(kind, direction, -step), -1.0);
    restore(kind);
    return 1 / (2 * step);
  }

  /// The step of central differences, in radians, meters and their rates: the cube root of rounding errors.
  static constexpr double step = 6e-6;

 private:
  const State& move(Varied kind, int direction, double change);
  void restore(Varied kind);

  const State* from_ = nullptr;
  std::optional<State> moved_;
  Array<double> change_, numbers_;
};

}  // namespace sarrus::internal

#pragma once
/// @file
/// Detection of numbers that are not finite (NaN, infinity), and of their causes.

#include "sarrus/base/array_view.h"
#include "sarrus/scalar/pack.h"

namespace sarrus {
class State;
}  // namespace sarrus

namespace sarrus::internal {

/// True if all values are finite: 0·x then is zero, and NaN otherwise.
inline bool all_finite(In<double> values) {
  constexpr std::size_t lanes = 8;
  using Numbers = Pack<double, lanes>;
  std::size_t i = 0;
  Numbers zeros(0.0);
  for (; i + lanes <= values.size(); i += lanes) zeros += 0.0 * Numbers::load(values.data() + i);
  double sum = 0;
  for (; i < values.size(); ++i) sum += 0.0 * values[i];
  return sum == 0 && all(zeros <= Numbers(0.0));
}

/// True if a speed needs no inertia of bodies: it is locked or prescribed, or an enabled port gives it
/// inertia.
bool needs_no_inertia(const State& state, int speed);

/// Throws an Error that explains why accelerations are not finite: it names the force, the prescribed motion
/// or the constraint that is not finite, or the joint without inertia.
[[noreturn, gnu::cold]] void refuse_accelerations(const State& state, In<double> udot);

}  // namespace sarrus::internal

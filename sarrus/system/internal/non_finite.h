#pragma once
/// @file
/// Detection of numbers that are not finite (NaN, infinity), and of their causes.

#include "sarrus/base/array_view.h"
#include "sarrus/scalar/pack.h"

namespace sarrus {
class State;
}  // namespace sarrus

namespace sarrus::internal {

/// True if all values are finite: x − x then is zero, and NaN otherwise.
inline bool all_finite(In<double> values) {
  constexpr std::size_t lanes = 8;
  using Numbers = Pack<double, lanes>;
  std::size_t i = 0;
  Numbers differences(0.0);
  for (; i + lanes <= values.size(); i += lanes) {
    const Numbers x = Numbers::load(values.data() + i);
    differences += x - x;
  }
  double sum = 0;
  for (; i < values.size(); ++i) sum += values[i] - values[i];
  return sum == 0 && all(differences <= Numbers(0.0));
}

/// True if a speed needs no inertia of bodies: it is locked or prescribed, or an enabled port gives it
/// inertia.
bool needs_no_inertia(const State& state, int speed);

/// Throws an Error that explains why accelerations are not finite: it names the force, the prescribed motion
/// or the constraint that is not finite, or the joint without inertia.
[[noreturn, gnu::cold]] void refuse_accelerations(const State& state, In<double> udot);

}  // namespace sarrus::internal

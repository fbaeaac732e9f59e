#pragma once
/// @file
/// Detection of numbers that are not finite (NaN, infinity), and of their causes.

#include <bit>
#include <cstdint>

#include "sarrus/base/array_view.h"

namespace sarrus {
class State;
}  // namespace sarrus

namespace sarrus::internal {

/// True if all values are finite. The exponent bits of a value that is not finite are all ones, so that
/// adding one to them carries into the sign bit: integer arithmetic in a loop without a branch, which
/// compilers vectorize.
inline bool all_finite(In<double> values) {
  constexpr std::uint64_t sign = std::uint64_t{1} << 63, exponent = std::uint64_t{0x7ff} << 52,
                          one = std::uint64_t{1} << 52;
  std::uint64_t signs = 0;
  for (const double x : values) signs |= (std::bit_cast<std::uint64_t>(x) & exponent) + one;
  return (signs & sign) == 0;
}

/// True if a speed needs no inertia of bodies: it is locked or prescribed, or an enabled port gives it
/// inertia.
bool needs_no_inertia(const State& state, int speed);

/// Throws an Error that explains why accelerations are not finite: it names the force, the prescribed motion
/// or the constraint that is not finite, or the joint without inertia.
[[noreturn, gnu::cold]] void refuse_accelerations(const State& state, In<double> udot);

}  // namespace sarrus::internal

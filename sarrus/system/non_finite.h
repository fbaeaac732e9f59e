#pragma once
/// @file
/// Numbers that are not numbers, found where they appear and traced to where they come from.

#include <bit>
#include <cstdint>

#include "sarrus/base/array_view.h"

namespace sarrus {

class State;

/// Whether all values are finite. The exponent of one that is not is all ones, so that adding one to it
/// reaches the sign: integers in a loop without a branch, which compilers turn into vectors.
inline bool all_finite(In<double> values) {
  constexpr std::uint64_t sign = std::uint64_t{1} << 63, exponent = std::uint64_t{0x7ff} << 52,
                          one = std::uint64_t{1} << 52;
  std::uint64_t signs = 0;
  for (const double x : values) signs |= (std::bit_cast<std::uint64_t>(x) & exponent) + one;
  return (signs & sign) == 0;
}

/// Whether a speed needs no inertia of bodies: a lock or prescribed motion gives it, or an enabled port
/// resists it.
bool needs_no_inertia(const State& state, int speed);

/// Throws an Error that says why accelerations are not finite: by name the force, the prescribed motion or
/// the constraint that is not, or the joint that no inertia resists.
[[noreturn, gnu::cold]] void refuse_accelerations(const State& state, In<double> udot);

}  // namespace sarrus

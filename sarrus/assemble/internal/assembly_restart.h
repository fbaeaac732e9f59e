#pragma once
/// @file
/// Other starting points of an assembly.

#include <random>

#include "sarrus/assemble/internal/assembly_space.h"

namespace sarrus::internal {

/// Moves free coordinates to the model's defaults.
void move_to_default(const AssemblySpace& space, State& state);

/// Moves free coordinates at random: angles by up to `part` of half a turn, others by up to `part` of
/// `spread`; those with a bounded range anywhere within that part of it.
void move_at_random(const AssemblySpace& space, State& state, double part, double spread,
                    std::mt19937& random);

}  // namespace sarrus::internal

#pragma once
/// @file
/// Other places to begin an assembly from.

#include <random>

#include "sarrus/assemble/assembly_space.h"

namespace sarrus {

/// What may move goes to where the model has it by default.
void move_to_default(const AssemblySpace& space, State& state);

/// What may move goes anywhere: angles by up to `part` of half a turn, the rest by up to `part` of `spread`;
/// with a range that is bounded, anywhere within that part of it.
void move_at_random(const AssemblySpace& space, State& state, double part, double spread,
                    std::mt19937& random);

}  // namespace sarrus

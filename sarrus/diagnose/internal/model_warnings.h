#pragma once
/// @file
/// Warnings of a diagnosis about bodies and numbers: bodies that cannot move, joints that move no mass,
/// quantities of very different sizes.

#include "sarrus/base/array.h"
#include "sarrus/system/system.h"

namespace sarrus::internal {

/// Bodies that none of the motions (columns over all speeds) moves, although a joint between them and the
/// world is free.
Array<std::string> find_immobile_bodies(const State& state, const MatrixX<double>& motions);

/// Free joints with a speed that moves no mass, so that its rate is not defined.
Array<std::string> find_massless_joints(const State& state);

/// Sentences about masses, moments of inertia, lengths and parameters of one unit that differ by more than
/// six orders of magnitude (moments of inertia: nine).
Array<std::string> find_bad_scales(const State& state);

}  // namespace sarrus::internal

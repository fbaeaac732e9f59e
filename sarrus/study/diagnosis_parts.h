#pragma once
/// @file
/// What a diagnosis says of bodies and numbers.

#include "sarrus/system/system.h"

namespace sarrus {

/// Bodies that none of the motions, columns over all speeds, moves, although a joint that they hang on is
/// free.
std::vector<std::string> find_immobile_bodies(const State& state, const MatrixX<double>& motions);

/// Free joints with a speed that moves no mass: its rate is not defined.
std::vector<std::string> find_massless_joints(const State& state);

/// Sentences about masses, moments of inertia, lengths and parameters of one unit that differ by more than
/// six orders of magnitude (moments of inertia: nine).
std::vector<std::string> find_bad_scales(const State& state);

}  // namespace sarrus

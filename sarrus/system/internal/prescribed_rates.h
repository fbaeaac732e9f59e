#pragma once
/// @file
#include "sarrus/system/internal/layout.h"

namespace sarrus::internal {

/// Finds the joints and speeds that are locked or whose prescribed motion is enabled. A lock takes
/// precedence; two motions of one speed are an Error, and so is a lock on one speed of a joint whose motion
/// is prescribed as a whole.
void find_prescription(const State& state, Prescription& out);

/// Computes u̇ of the speeds whose motion is given; the others are set to zero.
void calc_prescribed_rates(const State& state, const Prescription& prescription, Out<double> udot);

}  // namespace sarrus::internal

#pragma once
/// @file
/// The constraints of a System and its prescribed speeds as rows that hold both ways.

#include "sarrus/rigid/rigid_rows.h"

namespace sarrus::internal {

/// The condition that holds a row: u + bias = 0 at the level of speeds; `error` is its position error, if it
/// has one.
struct BilateralRow {
  double bias = 0;
  double error = 0, unit_error = 1;
  bool has_position = false;
};

/// Adds the rows of all enabled constraints and of all locked or prescribed speeds, and what they shall have
/// at the end of the step. The element of their names is −1 and −2.
void add_bilateral_rows(const State& state, RigidRows& rows, Array<BilateralRow>& out);

}  // namespace sarrus::internal

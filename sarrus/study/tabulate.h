#pragma once
/// @file
#include "sarrus/base/table.h"
#include "sarrus/study/trajectory.h"

namespace sarrus {

/// A trajectory as a table: time, the coordinates, speeds and auxiliary variables by their names, and the
/// kinetic and potential energies; then the given quantities.
Table tabulate(const Trajectory& trajectory, const std::vector<Quantity<double>>& more = {});

}  // namespace sarrus

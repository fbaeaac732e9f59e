#pragma once
/// @file
/// Motions in files: tables whose columns have the names of coordinates and speeds, as `simulate --output`
/// writes them.

#include "apps/sarrus/model_file.h"
#include "sarrus/base/number_table.h"
#include "sarrus/simulate/trajectory.h"

namespace sarrus {

/// True if the ending of a path is that of a table.
bool is_motion_file(const std::string& path);

/// What a motion says about its model: the path of the file, and the options by which it was read. Nothing
/// for a model that is no file, such as standard input.
Array<TableProperty> properties_of_motion(const ModelFile& model);

/// The model of a motion, from what it says, or from a file of the same name beside it. Options are those of
/// the motion in addition to the given ones. A UsageError says how to name the model where the motion does
/// not.
ModelFile find_model_of_motion(const std::string& motion, const LoadOptions& options);

/// The states of a motion. Variables that it does not have are those of `start`; a motion without a
/// coordinate of the model is refused.
Trajectory read_motion(const std::string& path, const State& start);

}  // namespace sarrus

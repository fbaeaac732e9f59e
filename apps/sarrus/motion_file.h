#pragma once
/// @file
/// Motions in files: tables whose columns have the names of coordinates and speeds, as `simulate --output`
/// writes them.

#include "apps/sarrus/model_file.h"
#include "sarrus/base/number_table.h"
#include "sarrus/simulate/trajectory.h"

namespace sarrus {

/// True if the ending of a path is that of a table.
bool is_motion_path(const std::string& path);

/// What a motion says about its model: the path of the file, and the options by which it was read. Nothing
/// for a model that is no file, such as standard input.
Array<TableProperty> properties_of_motion(const ModelFile& model);

/// A motion that was read.
struct MotionFile {
  std::string path;
  NumberTable table;
};
MotionFile read_motion_file(const std::string& path);

/// Adds the options by which the model of a motion was read.
void add_options_of_motion(const MotionFile& motion, LoadOptions& options);

/// The path of the model of a motion: as the motion says, or of a file of the same name beside it. A
/// UsageError says how to name the model where the motion does not.
std::string find_model_of_motion(const MotionFile& motion);

/// The states of a motion, and a sentence if it was not taken to its end.
struct MotionStates {
  Trajectory trajectory;
  std::string note;
};
/// Variables that the motion does not have are those of `start`; a motion without a coordinate of the model
/// is refused. It ends before the first row with a number that is not finite.
MotionStates make_trajectory(const MotionFile& motion, const State& start);

}  // namespace sarrus

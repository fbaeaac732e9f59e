#pragma once
/// @file
#include <string>

#include "sarrus/base/array.h"
#include "sarrus/format/loaded_model.h"

namespace sarrus {

/// The file's data of the joint of each coordinate; empty for joints that are not in the file.
Array<LoadedJoint> data_of_coordinates(const LoadedModel& robot);

/// A robot as JSON: bodies, coordinates, speeds, loops, couplings, shapes and the report.
std::string robot_json(const LoadedModel& robot);

}  // namespace sarrus

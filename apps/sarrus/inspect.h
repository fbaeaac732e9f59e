#pragma once
/// @file
#include <string>

#include "sarrus/base/array.h"
#include "sarrus/format/loaded_model.h"

namespace sarrus {

/// What the file says about the joint of each coordinate; nothing for joints that are not in it.
Array<LoadedJoint> data_of_coordinates(const LoadedModel& robot);

/// A robot as JSON: bodies, coordinates, speeds, loops, couplings, shapes and the report.
std::string robot_json(const LoadedModel& robot);

}  // namespace sarrus

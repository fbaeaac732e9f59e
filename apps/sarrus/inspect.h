#pragma once
/// @file
#include <string>

#include "sarrus/format/urdf.h"

namespace sarrus {

/// What the file says about the joint of each coordinate; nothing for joints that are not in it.
std::vector<UrdfJointData> data_of_coordinates(const UrdfRobot& robot);

/// A robot as JSON: bodies, coordinates, speeds, loops, couplings, shapes and the report.
std::string robot_json(const UrdfRobot& robot);

}  // namespace sarrus

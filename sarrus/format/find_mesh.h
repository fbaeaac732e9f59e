#pragma once
/// @file
#include <string>

#include "sarrus/base/array.h"

namespace sarrus {

/// The path of a mesh that a model file names: a path relative to the folder of the model file, an absolute
/// one, "file://…", or "package://PACKAGE/…", looked up in the folder of the model file, in those above it,
/// in `folders` and in those of the environment variable ROS_PACKAGE_PATH. Empty if there is no such file.
std::string find_mesh(const std::string& name, const std::string& model_file,
                      const Array<std::string>& folders = {});

}  // namespace sarrus

#pragma once
/// @file
#include "sarrus/format/urdf.h"

namespace sarrus {

/// A model on the command line and how it shall be read.
struct ModelFile {
  std::string path;
  UrdfOptions urdf{};
};

/// Reads a model file; the format follows from the ending of its name.
UrdfRobot load(const ModelFile& file);

}  // namespace sarrus

#pragma once
/// @file
#include "apps/sarrus/command.h"
#include "sarrus/format/loaded_model.h"

namespace sarrus {

/// A model on the command line and how it shall be read.
struct ModelFile {
  std::string path{};
  LoadOptions options{};
};

/// Gives a command the model file as its argument, and the options of how it is read.
void add_model_options(Command& command, ModelFile& file);

/// Reads a model file, or standard input for "-"; the format follows from the ending of its name.
LoadedModel load(const ModelFile& file);

/// What in a file makes results differ from those of the file as it was written, in lines for standard error.
std::string warnings(const LoadReport& report);

}  // namespace sarrus

#pragma once
/// @file
#include "apps/sarrus/command.h"
#include "sarrus/format/loaded_model.h"

namespace sarrus {

/// A model file of the command line, and options for reading it.
struct ModelFile {
  std::string path{};
  LoadOptions options{};
};

/// Gives a command the model file as its argument, and the options for reading it.
void add_model_options(Command& command, ModelFile& file);

/// Reads a model file, or standard input for "-"; the extension of its name determines the format.
LoadedModel load(const ModelFile& file);

/// Warnings for standard error: changes that make results differ from those of the file as written.
std::string warnings(const LoadReport& report);

}  // namespace sarrus

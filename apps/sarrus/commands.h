#pragma once
/// @file
/// The program's commands. Each writes to standard output.

#include "apps/sarrus/model_file.h"

namespace sarrus {

/// A leg with a measured knee: its model, the path of its foot, and how fast it is computed.
void showcase();

/// A table of every joint type.
void list_joints();

/// A model file: its tree, its coordinates with their limits, and what was not taken as it stands.
void inspect(const ModelFile& file);

/// What `evaluate` shall compute: the states of a file, or `random` states.
struct EvaluateCommand {
  ModelFile model{};
  std::string states{};
  int random = 0;
  unsigned seed = 1;
  bool json = false;
};
/// Kinematics and dynamics of a model file in given states.
void evaluate(const EvaluateCommand& command);

}  // namespace sarrus

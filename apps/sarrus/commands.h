#pragma once
/// @file
/// The program's commands.

#include "apps/sarrus/command.h"

#include "sarrus/base/array.h"

namespace sarrus {

/// A leg with a measured knee: its model, the path of its foot, and how fast it is computed. `program` is how
/// the program was called.
Command showcase_command(const std::string& program);
/// A table of every joint type.
Command joints_command();
/// A model: its tree, its coordinates with their limits, what was changed or ignored.
Command inspect_command();
/// Kinematics and dynamics of a model in given states.
Command evaluate_command();
/// The motion of a model.
Command simulate_command();
/// What one should know about a mechanism.
Command diagnose_command();

inline Array<Command> make_commands(const std::string& program) {
  return {showcase_command(program), joints_command(),   inspect_command(),
          evaluate_command(),        simulate_command(), diagnose_command()};
}

}  // namespace sarrus

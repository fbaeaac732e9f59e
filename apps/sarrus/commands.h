#pragma once
/// @file
/// The program's commands.

#include "apps/sarrus/command.h"

#include "sarrus/base/array.h"

namespace sarrus {

/// The showcase: a leg with a measured knee, its model, the path of its foot, and the speed of computation.
/// `program` is the name by which the program was called.
Command showcase_command(const std::string& program);
/// Prints a table of all joint types.
Command joints_command();
/// Prints a model: its tree, its coordinates with their limits, and the report of the reader.
Command inspect_command();
/// Computes kinematics and dynamics of a model in given states.
Command evaluate_command();
/// Simulates a model.
Command simulate_command();
/// Diagnoses a mechanism.
Command diagnose_command();

inline Array<Command> make_commands(const std::string& program) {
  return {showcase_command(program), joints_command(),   inspect_command(),
          evaluate_command(),        simulate_command(), diagnose_command()};
}

}  // namespace sarrus

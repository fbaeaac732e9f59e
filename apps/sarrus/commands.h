#pragma once
/// @file
/// The program's commands.

#include "apps/sarrus/command.h"

#include "sarrus/base/array.h"

namespace sarrus {

/// Simulates a gallery of mechanisms and writes a page with their motions. `program` is the name by which the
/// program was called.
Command gallery_command(const std::string& program);
/// Prints a table of all joint types.
Command joints_command();
/// Prints a model: its tree, its coordinates with their limits, and the report of the reader.
Command inspect_command();
/// Computes kinematics and dynamics of a model in given states.
Command evaluate_command();
/// Simulates a model.
Command simulate_command();
/// Shows a model in the browser.
Command view_command();
/// Diagnoses a mechanism.
Command diagnose_command();
/// Linearizes a mechanism and prints its modes.
Command modes_command();
/// Linearizes a mechanism and prints its linear equations.
Command linearize_command();

inline Array<Command> make_commands(const std::string& program) {
  return {gallery_command(program), joints_command(),   inspect_command(),
          evaluate_command(),       simulate_command(), view_command(),
          diagnose_command(),       modes_command(),    linearize_command()};
}

}  // namespace sarrus

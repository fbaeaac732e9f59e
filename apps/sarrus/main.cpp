#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>

#include "apps/sarrus/commands.h"

int main(int argc, char** argv) {
  CLI::App app("Sarrus: multibody dynamics. Without a command: a showcase.", "sarrus");
  app.set_version_flag("--version", "sarrus " SARRUS_VERSION);
  app.add_subcommand(
         "showcase",
         "a leg with a measured knee: its model, the path of its foot, and how fast it is computed")
      ->callback(sarrus::showcase);
  app.add_subcommand("joints", "every joint type with its coordinates, speeds and parameters")
      ->callback(sarrus::list_joints);
  app.require_subcommand(0, 1);
  try {
    app.parse(argc, argv);
    if (app.get_subcommands().empty()) sarrus::showcase();
  } catch (const CLI::ParseError& error) {
    return app.exit(error);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "sarrus: %s\n", error.what());
    return 1;
  }
  return 0;
}

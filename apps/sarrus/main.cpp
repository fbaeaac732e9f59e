#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>

#include "apps/sarrus/commands.h"
#include "sarrus/base/names.h"

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
  } catch (const CLI::ExtrasError&) {
    const std::string word = app.remaining(true).front();
    std::vector<std::string> commands;
    for (const CLI::App* command : app.get_subcommands({})) commands.push_back(command->get_name());
    std::fprintf(stderr, "sarrus: there is no command '%s'.%s\n", word.c_str(),
                 sarrus::suggestion(word, commands).c_str());
    return 2;
  } catch (const CLI::ParseError& error) {
    return app.exit(error);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "sarrus: %s\n", error.what());
    return 1;
  }
  return 0;
}

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <new>
#include <span>

#include "apps/sarrus/commands.h"
#include "apps/sarrus/standard_streams.h"
#include "apps/sarrus/text_table.h"
#include "sarrus/base/array.h"
#include "sarrus/base/names.h"

namespace sarrus {

namespace {

std::string general_help(const Array<Command>& commands) {
  TextTable table({"", ""});
  for (const Command& command : commands) table.row({command.name(), command.summary()});
  return fmt::format(
      "sarrus: multibody dynamics. Without a command: a gallery.\n\nUsage: sarrus COMMAND …\n\n{}\n"
      "`sarrus COMMAND --help` says more; `sarrus --version` prints the version.\n"
      "Exit status: 0 done, 1 the model or the run failed, 2 the command line is invalid; `diagnose` has its "
      "own;\n128 and the signal's number after Ctrl-C (130), a hangup (129) or a request to end (143).\n",
      table.text_without_heading());
}

const Command& find_command(const Array<Command>& commands, const std::string& name) {
  Array<std::string> names;
  for (const Command& command : commands) {
    if (command.name() == name) return command;
    names.push_back(command.name());
  }
  throw UsageError(fmt::format("there is no command '{}'.{}", name, suggestion(name.substr(0, 40), names)));
}

/// Which commands take the first of the words that is an option of others alone, as a line; empty if there is
/// none.
std::string hint_on_others(const Array<Command>& commands, const Command& command,
                           std::span<const std::string> words) {
  for (const std::string& word : words) {
    const std::string option = word.substr(0, word.find('='));
    if (!option.starts_with("--") || option == "--help" || command.has(option)) continue;
    std::string others;
    for (const Command& other : commands)
      if (other.has(option)) others += fmt::format("{}`sarrus {}`", others.empty() ? "" : ", ", other.name());
    if (!others.empty()) return fmt::format("\n{} is an option of {}", option, others);
  }
  return "";
}

/// Runs the command that the words name; returns the exit status.
int run(const std::string& program, const Array<std::string>& words) {
  const Array<Command> commands = make_commands(program);
  if (words.empty()) return find_command(commands, "gallery").run({});
  if (words[0] == "--help" || words[0] == "-h" || words[0] == "help") {
    fmt::print("{}", general_help(commands));
    require_standard_output();
    return ExitStatus::done;
  }
  if (words[0] == "--version") {
    fmt::print("sarrus {}\n", SARRUS_VERSION);
    require_standard_output();
    return ExitStatus::done;
  }
  const Command& command = find_command(commands, words[0]);
  const std::span<const std::string> given = std::span(words).subspan(1);
  try {
    const int status = command.run(given);
    require_standard_output();
    return status;
  } catch (const UsageError& error) {
    throw UsageError(error.what() + hint_on_others(commands, command, given));
  } catch (const std::bad_alloc&) {
    say("sarrus: there is not enough memory\n");
  } catch (const std::exception& error) {
    say(fmt::format("sarrus: {}\n", error.what()));
  }
  return command.failure_status();
}

}  // namespace

}  // namespace sarrus

int main(int argc, char** argv) {
  try {
    return sarrus::run(argc > 0 ? argv[0] : "sarrus", {argv + (argc > 0 ? 1 : 0), argv + argc});
  } catch (const sarrus::UsageError& error) {
    sarrus::say(fmt::format("sarrus: {}\n", error.what()));
    return sarrus::ExitStatus::usage;
  } catch (const std::exception& error) {
    sarrus::say(fmt::format("sarrus: {}\n", error.what()));
    return sarrus::ExitStatus::failed;
  }
}

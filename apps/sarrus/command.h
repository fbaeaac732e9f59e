#pragma once
/// @file
/// A command of the program: its options, its help, and the reading of a command line.

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "sarrus/base/array.h"
#include "sarrus/base/error.h"

namespace sarrus {

/// The Error of an invalid command line: the program exits with 2.
class UsageError : public Error {
 public:
  using Error::Error;
};
template <class... Args>
void require_usage(bool ok, fmt::format_string<Args...> message, Args&&... args) {
  if (!ok) throw UsageError(fmt::format(message, std::forward<Args>(args)...));
}

/// Parses a finite number of a command line; `wanted` describes it in messages: "a number of seconds".
double parse_number(const std::string& option, const std::string& text, const std::string& wanted);
/// Parses a whole number between `least` and `most`.
long parse_integer(const std::string& option, const std::string& text, long least, long most);

/// Exit statuses of the program.
struct ExitStatus {
  static constexpr int done = 0, failed = 1, usage = 2, of_signal = 128;
};

/// A command with its options. Options are written "--name value" or "--name=value".
class Command {
 public:
  using Take = std::function<void(const std::string&)>;

  Command(std::string name, std::string summary) : name_(std::move(name)), summary_(std::move(summary)) {}

  /// Adds a required argument, in the order of calls.
  Command& argument(std::string name, std::string help, std::string& to);
  /// Says that the last argument may be left out.
  Command& last_argument_is_optional();
  /// Adds an option with a value; `repeats` allows it more than once.
  Command& option(std::string name, std::string value, std::string help, Take take, bool repeats = false);
  Command& option(const std::string& name, std::string value, std::string help, std::string& to);
  Command& option(std::string name, std::string value, std::string help, Array<std::string>& to);
  /// Adds an option without a value.
  Command& flag(std::string name, std::string help, std::function<void()> take);
  Command& flag(std::string name, std::string help, bool& to);
  /// Adds an example, a command line to copy, at the end of the help.
  Command& example(std::string line, std::string what);
  Command& remark(std::string text);
  /// Sets the function of the command, which returns the exit status.
  Command& runs(std::function<int()> run);
  /// Sets the exit status after an Error.
  Command& fails_with(int status);

  const std::string& name() const { return name_; }
  const std::string& summary() const { return summary_; }
  int failure_status() const { return failure_status_; }
  std::string help() const;
  /// True if it has an option, given with its dashes.
  bool has(std::string_view option) const;
  /// Parses the words after the command and runs it. Throws a UsageError if they are invalid.
  int run(std::span<const std::string> words) const;

 private:
  struct Option {
    std::string name, value, help;
    Take take;
    bool repeats = false;
  };
  struct Argument {
    std::string name, help;
    std::string* to;
  };
  struct Example {
    std::string line, what;
  };
  const Option& find(const std::string& name) const;
  void read(std::span<const std::string> words) const;

  std::string name_, summary_;
  Array<Argument> arguments_;
  bool last_is_optional_ = false;
  Array<Option> options_;
  Array<Example> examples_;
  Array<std::string> remarks_;
  std::function<int()> run_;
  int failure_status_ = ExitStatus::failed;
};

}  // namespace sarrus

#pragma once
/// @file
/// Exceptions, and one function to throw them. A message says what was wrong, with the numbers, and what to
/// do. An Error is the caller's fault: a wrong size, an unknown name, an impossible mass. A NumericalError
/// arises from the numbers although the call was right: a step that cannot be made small enough, a rate that
/// is not finite.
///
///     try {
///       simulation.run(10);
///     } catch (const NumericalError& error) {
///       std::cerr << error.what() << "\nat t = " << error.time() << " s, in " << error.variable() << '\n';
///     }

#include <fmt/core.h>

#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

namespace sarrus {

/// Thrown when the caller broke a rule: a wrong size, an unknown name, an impossible mass.
/// The message carries the names and numbers involved and what to do about it.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A computation failed. Carries the time and, if known, the variable that caused the failure and its value.
class NumericalError : public Error {
 public:
  static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

  explicit NumericalError(const std::string& text, double time = unknown, std::string variable = "",
                          double value = unknown)
      : Error(text), time_(time), value_(value), variable_(std::move(variable)) {}
  /// Time of the failure in seconds; NaN if there is none.
  double time() const { return time_; }
  /// "coordinate 'elbow'", "constraint 'tip'"; empty if no variable is to blame.
  const std::string& variable() const { return variable_; }
  /// Value of the variable, of its rate or of its error; NaN if not known.
  double value() const { return value_; }

 private:
  double time_, value_;
  std::string variable_;
};

/// Throws an Error with the message formatted as by fmt::format.
template <class... Args>
[[noreturn]] void fail(fmt::format_string<Args...> message, Args&&... args) {
  throw Error(fmt::format(message, std::forward<Args>(args)...));
}

/// Throws an Error unless `ok`. The message is formatted only when it is needed.
template <class... Args>
void require(bool ok, fmt::format_string<Args...> message, Args&&... args) {
  if (!ok) [[unlikely]]
    fail(message, std::forward<Args>(args)...);
}

}  // namespace sarrus

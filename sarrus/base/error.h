#pragma once
/// @file
/// One exception type and one way to throw it: say what was wrong, with the numbers, and what to do.

#include <fmt/core.h>

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

#pragma once
/// @file
#include <charconv>
#include <string_view>

#include "sarrus/base/error.h"

namespace sarrus::internal {

/// Reads a text word by word.
class WordReader {
 public:
  explicit WordReader(std::string_view text) : rest_(text) {}

  /// The next word; empty at the end.
  std::string_view word() {
    const std::size_t first = rest_.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return rest_ = {};
    rest_.remove_prefix(first);
    const std::string_view found = rest_.substr(0, rest_.find_first_of(" \t\r\n"));
    rest_.remove_prefix(found.size());
    return found;
  }
  /// The rest of the line, without its end.
  std::string_view line() {
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    const std::string_view found = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    return found;
  }
  /// The next word as a number. Throws an Error if it is none.
  template <class Number>
  Number number() {
    return to_number<Number>(word());
  }
  bool at_end() const { return rest_.find_first_not_of(" \t\r\n") == std::string_view::npos; }
  std::string_view rest() const { return rest_; }

  template <class Number>
  static Number to_number(std::string_view word) {
    if (word.starts_with('+')) word.remove_prefix(1);
    Number value{};
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    require(error == std::errc() && end == word.data() + word.size() && !word.empty(), "'{}' is not a number",
            word.substr(0, 40));
    return value;
  }

 private:
  std::string_view rest_;
};

}  // namespace sarrus::internal

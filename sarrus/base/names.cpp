#include "sarrus/base/names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

namespace sarrus {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The run of digits that starts at `i`, without leading zeros; `i` moves past it.
std::string_view digits(std::string_view s, std::size_t& i) {
  while (i < s.size() && s[i] == '0') ++i;
  const std::size_t start = i;
  while (i < s.size() && is_digit(s[i])) ++i;
  return s.substr(start, i - start);
}

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

/// Levenshtein's distance, ignoring case.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (lower(a[i - 1]) == lower(b[j - 1]) ? 0 : 1)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

}  // namespace

bool natural_less(std::string_view a, std::string_view b) {
  std::size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    if (is_digit(a[i]) && is_digit(b[j])) {
      const std::string_view x = digits(a, i), y = digits(b, j);
      if (x.size() != y.size()) return x.size() < y.size();
      if (x != y) return x < y;
    } else {
      if (a[i] != b[j]) return a[i] < b[j];
      ++i, ++j;
    }
  }
  if (i < a.size() || j < b.size()) return j < b.size();
  return a < b;
}

std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates) {
  std::string best;
  std::size_t least = std::max<std::size_t>(1, name.size() / 3) + 1;
  for (const std::string& candidate : candidates)
    if (const std::size_t d = distance(name, candidate); d < least) least = d, best = candidate;
  return best;
}

std::string suggestion(std::string_view name, const std::vector<std::string>& candidates) {
  if (const std::string near = nearest_name(name, candidates); !near.empty())
    return fmt::format(" Did you mean '{}'?", near);
  if (candidates.empty()) return " There are none.";
  const std::size_t shown = std::min<std::size_t>(candidates.size(), 8);
  const std::vector<std::string> first(candidates.begin(),
                                       candidates.begin() + static_cast<std::ptrdiff_t>(shown));
  return fmt::format(" There {} {}{}.", candidates.size() == 1 ? "is" : "are", fmt::join(first, ", "),
                     shown < candidates.size() ? fmt::format(" and {} more", candidates.size() - shown) : "");
}

}  // namespace sarrus

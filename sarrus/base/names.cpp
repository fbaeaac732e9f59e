#include "sarrus/base/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "sarrus/base/array.h"

namespace sarrus {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The run of digits that starts at `i`, without leading zeros; advances `i` past it.
std::string_view digits(std::string_view s, std::size_t& i) {
  while (i < s.size() && s[i] == '0') ++i;
  const std::size_t start = i;
  while (i < s.size() && is_digit(s[i])) ++i;
  return s.substr(start, i - start);
}

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

/// Number of letters to insert, delete, replace or exchange with their neighbor, ignoring case.
std::size_t distance(std::string_view a, std::string_view b) {
  Array<Array<std::size_t>> d(a.size() + 1, Array<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i)
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        d[i][j] = i + j;
        continue;
      }
      const auto same = [&](std::size_t k, std::size_t l) { return lower(a[k - 1]) == lower(b[l - 1]); };
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (same(i, j) ? 0 : 1)});
      if (i > 1 && j > 1 && same(i, j - 1) && same(i - 1, j))
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[a.size()][b.size()];
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

std::string nearest_name(std::string_view name, const Array<std::string>& candidates) {
  std::string best;
  std::size_t least = std::max<std::size_t>(1, name.size() / 3) + 1;
  for (const std::string& candidate : candidates)
    if (const std::size_t d = distance(name, candidate);
        d < least && d < std::max<std::size_t>(1, name.size()))  // not an entirely different name
      least = d, best = candidate;
  return best;
}

std::string suggestion(std::string_view name, const Array<std::string>& candidates) {
  if (const std::string near = nearest_name(name, candidates); !near.empty())
    return fmt::format(" Did you mean '{}'?", near);
  if (candidates.empty()) return " There are none.";
  const std::size_t shown = std::min<std::size_t>(candidates.size(), 8);
  const Array<std::string> first(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(shown));
  return fmt::format(" There {} {}{}.", candidates.size() == 1 ? "is" : "are", join(first, ", "),
                     shown < candidates.size() ? fmt::format(" and {} more", candidates.size() - shown) : "");
}

std::string join(const Array<std::string>& texts, std::string_view separator) {
  std::string all;
  for (const std::string& text : texts) {
    if (&text != &texts.front()) all += separator;
    all += text;
  }
  return all;
}

}  // namespace sarrus

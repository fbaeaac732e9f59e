#include "apps/sarrus/linearization_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "apps/sarrus/text_table.h"
#include "sarrus/base/names.h"
#include "sarrus/system/named_values.h"

namespace sarrus {

namespace {

/// Drifts below this part of the largest entry of A, or of one, are rounding errors.
constexpr double negligible_drift = 1e-6;

double largest(const MatrixX<double>& A) { return A.size() == 0 ? 0 : A.cwiseAbs().maxCoeff(); }

bool is_equilibrium(const Linearization& linear) {
  return largest(linear.drift) <= negligible_drift * std::max(1.0, largest(linear.A));
}

/// Entries that are nothing but rounding errors are zero.
std::string entry_text(double entry, double largest_entry) {
  return std::abs(entry) <= 1e-11 * largest_entry ? "0" : fmt::format("{:.6g}", entry);
}

/// The columns from `first` of a matrix that fit on a line; `first` becomes the next.
std::string columns_text(const std::string& name, const MatrixX<double>& A, const Array<std::string>& rows,
                         const Array<std::string>& columns, int& first) {
  constexpr std::size_t widest = 100, gap = 2;
  std::size_t width = display_width(name);
  for (const std::string& row : rows) width = std::max(width, display_width(row));
  Array<std::string> heading{name};
  Array<Array<std::string>> lines;
  for (const std::string& row : rows) lines.push_back({row});
  const int begin = first;
  for (; first < static_cast<int>(columns.size()); ++first) {
    Array<std::string> entries;
    std::size_t wide = display_width(columns[first]);
    for (int i = 0; i < static_cast<int>(rows.size()); ++i) {
      entries.push_back(entry_text(A(i, first), largest(A)));
      wide = std::max(wide, display_width(entries.back()));
    }
    width += gap + wide;
    if (width > widest && first > begin) break;
    heading.push_back(columns[first]);
    for (int i = 0; i < static_cast<int>(rows.size()); ++i) lines[i].push_back(entries[i]);
  }
  TextTable table(heading);
  for (Array<std::string>& line : lines) table.row(std::move(line));
  return table.text();
}

/// A matrix with the names of its rows and columns; a wide one in parts below each other.
std::string matrix_text(const std::string& name, const MatrixX<double>& A, const Array<std::string>& rows,
                        const Array<std::string>& columns) {
  if (A.size() == 0) return "";
  std::string text;
  for (int first = 0; first < static_cast<int>(columns.size());)
    text += "\n" + columns_text(name, A, rows, columns, first);
  return text;
}

/// What x are, with their values at the state and, unless it is an equilibrium, their rates.
std::string states_text(const Linearization& linear, const State& center) {
  const bool drifts = !is_equilibrium(linear);
  const Array<NamedValue> values = value_names(center);
  TextTable table({"state", "value", "unit", drifts ? "drift, 1/s" : ""});
  for (int i = 0; i < static_cast<int>(linear.states.size()); ++i) {
    const auto at = std::find_if(values.begin(), values.end(),
                                 [&](const NamedValue& value) { return value.name == linear.states[i]; });
    const bool is_value = at != values.end();
    const double now = is_value ? value(center, *at) : 0;
    table.row({linear.states[i], is_value ? fmt::format("{:.6g}", std::abs(now) < 1e-12 ? 0 : now) : "0",
               is_value ? at->unit : "rad",
               drifts ? entry_text(linear.drift[i], largest(linear.drift)) : ""});
  }
  return table.text();
}

std::string exactness_text(const Linearization& linear) {
  const bool has_others = linear.B.size() + linear.C.size() + linear.D.size() > 0;
  if (linear.is_exact && !has_others) return "A is exact.";
  const std::string error = fmt::format("with errors of about {:.0e} of the largest entry", linear.error);
  if (linear.is_exact) return fmt::format("A is exact; the rest is differenced, {}.", error);
  return fmt::format("All is differenced, {}{}.", error,
                     linear.differenced.empty()
                         ? ""
                         : fmt::format(": there are no derivatives of {}", join(linear.differenced, ", ")));
}

std::string drift_text(const Linearization& linear) {
  if (is_equilibrium(linear)) return "";
  Eigen::Index most = 0;
  linear.drift.cwiseAbs().maxCoeff(&most);
  return fmt::format(
      "The state is no equilibrium: it drifts, most of all {}, by {:.4g} per second.\n"
      "x are deviations from its own motion, as long as that is near the state.\n",
      linear.states[static_cast<std::size_t>(most)], linear.drift[most]);
}

}  // namespace

std::string linearization_text(const Linearization& linear, const State& center) {
  Array<std::string> rates;
  for (const std::string& name : linear.states) rates.push_back("d/dt " + name);
  return states_text(linear, center) + matrix_text("A", linear.A, rates, linear.states) +
         matrix_text("B", linear.B, rates, linear.inputs) +
         matrix_text("C", linear.C, linear.outputs, linear.states) +
         matrix_text("D", linear.D, linear.outputs, linear.inputs) + "\n" + exactness_text(linear) + "\n" +
         drift_text(linear);
}

}  // namespace sarrus

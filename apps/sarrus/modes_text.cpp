#include "apps/sarrus/modes_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "apps/sarrus/text_table.h"

namespace sarrus {

namespace {

/// A damping ratio without the sign of a zero.
double rounded(double ratio) { return std::abs(ratio) < 5e-5 ? 0 : ratio; }

std::string table_text(const Linearization& linear, const Array<LinearMode>& modes) {
  TextTable table({"mode", "frequency, Hz", "damping ratio", "time constant, s", "eigenvalue, 1/s", "moves"});
  for (int i = 0; i < static_cast<int>(modes.size()); ++i) {
    const LinearMode& mode = modes[i];
    const double rate = mode.eigenvalue.real();
    table.row({std::to_string(i + 1),
               mode.is_oscillation() ? fmt::format("{:.5g}", mode.frequency() / (2 * std::numbers::pi)) : "–",
               mode.is_oscillation() ? fmt::format("{:.4f}", rounded(mode.damping_ratio())) : "–",
               std::abs(rate) > 1e-9 * std::max(1.0, std::abs(mode.eigenvalue))
                   ? fmt::format("{:.4g}", 1 / std::abs(rate))
                   : "–",
               eigenvalue_text(mode), shape_text(linear, mode)});
  }
  return table.text();
}

std::string growth_text(const Array<LinearMode>& modes) {
  const auto growing = std::count_if(modes.begin(), modes.end(), [](const LinearMode& mode) {
    return mode.eigenvalue.real() > 1e-6 * std::max(1.0, std::abs(mode.eigenvalue));
  });
  if (growing == 0) return "No motion grows.";
  return fmt::format("{} of them {}.", growing, growing == 1 ? "grows" : "grow");
}

}  // namespace

std::string eigenvalue_text(const LinearMode& mode) {
  return fmt::format("{:.5g}{}", mode.eigenvalue.real(),
                     mode.is_oscillation() ? fmt::format(" ± {:.5g}i", mode.frequency()) : "");
}

std::string shape_text(const Linearization& linear, const LinearMode& mode) {
  constexpr double small = 0.1;
  constexpr int most = 4;
  Array<int> order;
  for (int i = 0; i < linear.positions; ++i) order.push_back(i);
  std::sort(order.begin(), order.end(),
            [&](int a, int b) { return std::abs(mode.shape[a]) > std::abs(mode.shape[b]); });
  const double largest = order.empty() ? 0 : std::abs(mode.shape[order[0]]);
  std::string text;
  for (int i = 0; i < std::min(most, static_cast<int>(order.size())); ++i) {
    const std::complex<double> amount = mode.shape[order[i]] / mode.shape[order[0]];
    if (std::abs(mode.shape[order[i]]) <= small * largest) break;
    text += fmt::format("{}{}", text.empty() ? "" : ", ", linear.states[order[i]]);
    if (i > 0)
      text += fmt::format(" {:.2f}∠{:.0f}°", std::abs(amount), std::arg(amount) * 180 / std::numbers::pi);
  }
  return text;
}

std::string modes_text(const Linearization& linear, const Array<LinearMode>& modes) {
  return table_text(linear, modes) + growth_text(modes) + "\n";
}

std::string branch_text(const EquilibriumBranch& branch) {
  constexpr int most = 15;
  const int count = static_cast<int>(branch.points.size()), stride = (count + most - 1) / most;
  TextTable table({branch.parameter, "modes that grow", "slowest mode, 1/s"});
  for (int i = 0; i < count; ++i) {
    if (i % stride != 0 && i != count - 1) continue;
    const BranchPoint& point = branch.points[i];
    table.row({fmt::format("{:.6g}", point.parameter), std::to_string(point.growing),
               point.modes.empty() ? "" : eigenvalue_text(point.modes.front())});
  }
  std::string text = table.text();
  for (const SpecialPoint& special : branch.special) text += fmt::format("{}\n", special.text());
  if (branch.special.empty()) text += "Nothing special on the way: no fold, no other branch, no flutter.\n";
  if (!branch.reached) text += fmt::format("It ends early: {}.\n", branch.obstacle);
  return text;
}

}  // namespace sarrus

#include "sarrus/simulate/internal/singularity_hint.h"

#include <algorithm>
#include <cmath>

#include "sarrus/base/array.h"
#include "sarrus/diagnose/diagnosis.h"
#include "sarrus/system/internal/layout.h"

namespace sarrus::internal {

namespace {

/// The independence of rows that counts as nearly singular, when a motion stops short of a dead end because
/// of a position error e: for a stretched arm, e leaves an angle of √(2·e).
double near_singular(double tolerance) { return std::clamp(1.5 * std::sqrt(2 * tolerance), 1e-3, 0.05); }

std::string quoted(const Array<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += fmt::format("{}'{}'", text.empty() ? "" : ", ", name);
  return text;
}

}  // namespace

std::string describe_singularity(const State& state, double tolerance) {
  if (state.layout().constraints.empty()) return "";
  const Diagnosis diagnosis = diagnose(state, {.tolerance = tolerance});
  if (diagnosis.clusters.empty()) return "";
  const ConstraintCluster& worst = *std::min_element(
      diagnosis.clusters.begin(), diagnosis.clusters.end(),
      [](const auto& a, const auto& b) { return a.distance_from_singular < b.distance_from_singular; });
  if (worst.distance_from_singular > near_singular(tolerance)) return "";
  return fmt::format(
      "At t = {:.6g} s the mechanism of {} has come to the end of its reach or to another singular position: "
      "these constraints are nearly dependent there (to {:.1e}), and no motion was found that meets them "
      "beyond. Let what drives it turn back or end before, or drive another joint; `sarrus diagnose` or "
      "diagnose() says more about this position.",
      state.time(), quoted(worst.constraints), worst.distance_from_singular);
}

}  // namespace sarrus::internal

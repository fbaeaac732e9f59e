#include "bench/targets.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace sarrus::bench {

namespace {

const std::vector<std::string> models{"ur5",     "panda",   "hyq",      "talos",
                                      "chain10", "chain30", "chain100", "tree63"};

/// The number of `beside` is to be so many times that of ours in `row`.
struct Ratio {
  const char* row;
  const char* beside;
  double wanted, of_tree63 = wanted;
};

/// Beside the best peer.
constexpr Ratio to_peers[] = {
    {"inverse dynamics", "inverse dynamics", 3},
    {"inverse dynamics, 4 doubles", "inverse dynamics", 7},
    {"inverse dynamics, 8 doubles", "inverse dynamics", 13},
    {"forward dynamics", "forward dynamics", 3},
    {"forward dynamics, 4 doubles", "forward dynamics", 7},
    {"forward dynamics, 8 doubles", "forward dynamics", 11, 8},
    {"mass matrix", "mass matrix", 1.5},
    {"its factorization", "its factorization", 1.5},
    {"inverse of the mass matrix", "inverse of the mass matrix", 1.5},
    {"Jacobian of the last body", "Jacobian of the last body", 1.5},
    {"centroidal momentum matrix", "centroidal momentum matrix", 2},
    {"positions", "positions", 1.5},
    {"accelerations", "accelerations", 1.5},
    {"derivatives of inverse dynamics", "derivatives of inverse dynamics", 2},
    {"the same, 8 doubles", "derivatives of inverse dynamics", 7},
    {"derivatives of forward dynamics", "derivatives of forward dynamics", 2},
    {"those, 8 doubles", "derivatives of forward dynamics", 7},
    {"derivatives of momentum", "derivatives of momentum", 2},
};

/// Beside ourselves.
constexpr Ratio to_doubles[] = {
    {"inverse dynamics, 16 floats", "inverse dynamics, 8 doubles", 1.8},
    {"forward dynamics, 16 floats", "forward dynamics, 8 doubles", 1.8},
};

/// Times per body of chains from so many bodies on may differ by this factor.
constexpr const char* flat_rows[] = {"inverse dynamics", "forward dynamics"};
constexpr int flat_from = 30;
constexpr double flat_within = 1.1;

}  // namespace

Targets::Targets(const Table& robots, const Table& chains) {
  check_models(robots);
  check_growth(chains);
}

void Targets::check_models(const Table& table) {
  const auto ours = [&](const char* row) { return &table.line(row).series.front(); };
  const auto check = [&](const Ratio& ratio, std::size_t column, const Series* other) {
    if (other == nullptr) {
      ++without_peer_;
      return;
    }
    const std::string& model = table.columns()[column];
    const double wanted = model == "tree63" ? ratio.of_tree63 : ratio.wanted;
    const double measured = other->values[column] / ours(ratio.row)->values[column];
    results_.push_back({fmt::format("{}, {}", ratio.row, model), wanted, measured, measured >= wanted});
  };
  for (std::size_t c = 0; c < table.columns().size(); ++c) {
    if (std::find(models.begin(), models.end(), table.columns()[c]) == models.end()) continue;
    for (const Ratio& ratio : to_peers) check(ratio, c, table.line(ratio.beside).best_peer(c));
    for (const Ratio& ratio : to_doubles) check(ratio, c, ours(ratio.beside));
  }
}

void Targets::check_growth(const Table& chains) {
  for (const char* row : flat_rows) {
    const std::vector<double>& ours = chains.line(row).series.front().values;
    double least = 1e30, most = 0;
    for (std::size_t c = 0; c < ours.size(); ++c) {
      if (std::stoi(chains.columns()[c]) < flat_from) continue;
      least = std::min(least, ours[c]), most = std::max(most, ours[c]);
    }
    results_.push_back({fmt::format("{}, most by least time per body of chains", row), flat_within,
                        most / least, most <= flat_within * least});
  }
}

std::ptrdiff_t Targets::met() const {
  return std::count_if(results_.begin(), results_.end(), [](const Result& result) { return result.met; });
}

void Targets::print() const {
  fmt::print("\nTargets met: {} of {}", met(), results_.size());
  if (without_peer_ > 0) fmt::print("; {} more ask for a peer", without_peer_);
  fmt::print("\n");
  for (const Result& result : results_)
    if (!result.met)
      fmt::print("  missed: {}: {:.2f}, wanted {}\n", result.name, result.measured, result.wanted);
}

nlohmann::ordered_json Targets::json() const {
  nlohmann::ordered_json json{
      {"met", met()}, {"measured", results_.size()}, {"missed", nlohmann::ordered_json::object()}};
  for (const Result& result : results_)
    if (!result.met) json["missed"][result.name] = {{"wanted", result.wanted}, {"measured", result.measured}};
  return json;
}

}  // namespace sarrus::bench

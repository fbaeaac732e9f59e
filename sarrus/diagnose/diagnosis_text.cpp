#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ostream>

#include "sarrus/assemble/internal/assembly_conflict.h"
#include "sarrus/base/array.h"
#include "sarrus/diagnose/diagnosis.h"

namespace sarrus {

using namespace internal;

namespace {

/// "1 row", "3 rows".
std::string count(int n, const char* one, const char* many) {
  return fmt::format("{} {}", n, n == 1 ? one : many);
}
std::string freedoms(int n) { return count(n, "degree of freedom", "degrees of freedom"); }

/// Names in quotes; beyond a dozen, the number of the others.
std::string list(const Array<std::string>& names) {
  constexpr std::size_t most = 12;
  std::string text;
  for (std::size_t i = 0; i < std::min(most, names.size()); ++i)
    text += fmt::format("{}'{}'", i == 0 ? "" : ", ", names[i]);
  if (names.size() > most) text += fmt::format(" and {} more", names.size() - most);
  return text;
}

/// "a − 0.5·b".
std::string sum(const Array<NamedAmount>& terms) {
  std::string text;
  for (const NamedAmount& term : terms) {
    const double size = std::abs(term.amount);
    text += text.empty() ? (term.amount < 0 ? "−" : "") : (term.amount < 0 ? " − " : " + ");
    text += std::abs(size - 1) < 5e-5 ? term.name : fmt::format("{:.4g}·{}", size, term.name);
  }
  return text;
}

/// The speeds of a motion with their amounts: "a +1, b -0.5".
std::string motion(const Array<NamedAmount>& terms) {
  std::string text;
  for (const NamedAmount& term : terms)
    text += fmt::format("{}{} {:+.4g}", text.empty() ? "" : ", ", term.name, term.amount);
  return text;
}

void describe_mobility(const Diagnosis& d, Array<std::string>& out) {
  out.push_back(fmt::format(
      "'{}' has {} on a tree with {}{}.", d.model, count(d.bodies, "body", "bodies"), freedoms(d.speeds),
      d.held_speeds > 0 ? fmt::format(" and {} more that are given", d.held_speeds) : ""));
  if (d.constraints == 0) {
    out.push_back("There are no constraints.");
    return;
  }
  out.push_back(fmt::format(
      "{} of {}, {} of them independent: {} here{}.", count(d.rows, "row", "rows"),
      count(d.constraints, "constraint", "constraints"), d.independent_rows, freedoms(d.mobility()),
      d.generic_mobility() == d.mobility() ? " and in general"
                                           : fmt::format(", but {} in general", d.generic_mobility())));
  const int counted = d.speeds - d.rows;
  if (counted < d.generic_mobility())
    out.push_back(
        fmt::format("Counting rows alone would give {}: the geometry or the redundant rows make the "
                    "difference.",
                    counted));
  out.push_back(fmt::format("{} in {} of constraints that act on each other.",
                            count(d.loops(), "loop", "loops"),
                            count(static_cast<int>(d.clusters.size()), "cluster", "clusters")));
  for (std::size_t c = 0; d.clusters.size() > 1 && c < d.clusters.size(); ++c)
    out.push_back(fmt::format("Cluster {}: {}; moves {} with {}.", c + 1, list(d.clusters[c].constraints),
                              list(d.clusters[c].joints), freedoms(d.clusters[c].mobility())));
}

std::string failure(MotionLevel level) {
  switch (level) {
    case MotionLevel::velocity:
      return "No speeds satisfy its constraints: ";
    case MotionLevel::acceleration:
      return "No accelerations satisfy its constraints: ";
    case MotionLevel::position:
    case MotionLevel::none:
      break;
  }
  return "It cannot be assembled: ";
}

void describe_assembly(const Diagnosis& d, Array<std::string>& out) {
  if (!d.is_assembled || !d.opposing.empty())
    out.push_back(d.opposing.empty() ? std::string("It cannot be assembled.")
                                     : failure(d.opposing.front().level) + describe(d.opposing) + ".");
  if (d.is_assembled && d.position_error > 1e-6)
    out.push_back(
        fmt::format("As given, its constraints are off by {:.3g}; what follows is about the nearest "
                    "position in which they are met.",
                    d.position_error));
}

void describe_redundancy(const Diagnosis& d, Array<std::string>& out) {
  for (const RedundantGroup& group : d.redundant) {
    std::string text =
        fmt::format("{} of {} can be left out:", count(static_cast<int>(group.rows.size()), "row", "rows"),
                    list(group.constraints));
    constexpr std::size_t most = 3;
    for (std::size_t i = 0; i < std::min(most, group.rows.size()); ++i) {
      const DependentRow& row = group.rows[i];
      text += i == 0 ? " " : "; ";
      text += row.follows_from.empty() ? row.row + ", which no motion can violate"
                                       : row.row + " = " + sum(row.follows_from);
    }
    if (group.rows.size() > most) text += fmt::format("; and {} more", group.rows.size() - most);
    out.push_back(text + ".");
  }
}

void describe_singularity(const Diagnosis& d, Array<std::string>& out) {
  for (const ConstraintCluster& cluster : d.clusters) {
    if (cluster.is_singular()) {
      out.push_back(fmt::format("Singular position of {}: {} instead of {}.", list(cluster.constraints),
                                freedoms(cluster.mobility()), cluster.generic_mobility()));
      for (const auto& permitted : cluster.motions)
        out.push_back(fmt::format("Possible there: {}.", motion(permitted)));
    } else if (!cluster.weakest_motion.empty()) {
      out.push_back(fmt::format(
          "Near a singular position of {} ({:.1e} of the largest singular value): hardly "
          "restricted is {}.",
          list(cluster.constraints), cluster.distance_from_singular, motion(cluster.weakest_motion)));
    }
  }
}

}  // namespace

DiagnosisVerdict Diagnosis::health() const {
  if (!is_assembled || !opposing.empty() || !massless_joints.empty()) return DiagnosisVerdict::faults;
  const bool any_singular =
      std::any_of(clusters.begin(), clusters.end(), [](const ConstraintCluster& cluster) {
        return cluster.is_singular() || !cluster.weakest_motion.empty();
      });
  return !redundant.empty() || !immobile_bodies.empty() || !pausing_bodies.empty() || !badly_scaled.empty() ||
                 any_singular || position_error > 1e-6
             ? DiagnosisVerdict::remarks
             : DiagnosisVerdict::healthy;
}

Array<std::string> Diagnosis::sentences() const {
  Array<std::string> out;
  describe_mobility(*this, out);
  describe_assembly(*this, out);
  describe_redundancy(*this, out);
  describe_singularity(*this, out);
  if (!immobile_bodies.empty()) out.push_back(fmt::format("Cannot move: {}.", list(immobile_bodies)));
  if (!pausing_bodies.empty())
    out.push_back(fmt::format("Cannot move at this instant: {}.", list(pausing_bodies)));
  if (!massless_joints.empty())
    out.push_back(
        fmt::format("No mass moves with {}: how fast it accelerates is not defined.", list(massless_joints)));
  for (const std::string& sentence : badly_scaled) out.push_back("Badly scaled: " + sentence + ".");
  if (health() == DiagnosisVerdict::healthy) out.push_back("Nothing to report.");
  return out;
}

std::ostream& operator<<(std::ostream& out, const Diagnosis& diagnosis) {
  for (const std::string& sentence : diagnosis.sentences()) out << sentence << '\n';
  return out;
}

}  // namespace sarrus

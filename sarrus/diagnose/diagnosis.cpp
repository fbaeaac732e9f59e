#include "sarrus/diagnose/diagnosis.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "sarrus/assemble/internal/assembly_conflict.h"
#include "sarrus/base/array.h"
#include "sarrus/diagnose/internal/generic_rank.h"
#include "sarrus/diagnose/internal/model_warnings.h"
#include "sarrus/system/constraint_freedom.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/internal/constraint_projection.h"

namespace sarrus {

using namespace internal;

namespace {

/// Names of all rows, and of their constraints.
struct RowNames {
  Array<std::string> row, constraint;

  explicit RowNames(const State& state) {
    for (const ConstraintSet::Member& member : state[state.layout().system.constraint_set].members) {
      const ConstraintEntry& entry = *state.layout().constraints[member.constraint];
      const std::string& name = state.layout().elements[entry.id.index].name;
      const int rows = entry.shape.rows();
      for (int i = 0; i < rows; ++i) {
        row.push_back(rows == 1 ? name : name + "[" + std::to_string(i) + "]");
        constraint.push_back(name);
      }
    }
  }
};

/// The conflicts of an assembly or, if there are none, of accelerations; and their errors over all rows of
/// the constraints.
struct Contradictions {
  Array<AssemblyConflict> opposing;
  VectorX<double> rows;

  Contradictions(const AssemblyResult& assembly, bool has_accelerations) : opposing(assembly.opposing) {
    const State& state = assembly.state;
    if (!assembly.succeeded) {
      rows = assembly.strategy == AssemblyStrategy::none ? calc_open_positions(state)
                                                         : calc_open_velocities(state);
    } else if (has_accelerations) {
      rows = calc_open_accelerations(state);
      double scale = 1;
      for (const double bias : state[state.layout().system.accelerations].constraints.biases)
        scale = std::max(scale, std::abs(bias));
      opposing = name_open(state, rows, MotionLevel::acceleration, 1e-6 * scale);
    }
  }
  bool contains(int row) const { return !opposing.empty() && is_open(rows, row); }
};

/// The dependent rows that contradict no others; rows with common constraints form a group.
Array<RedundantGroup> find_redundant(const State& state, const Contradictions& contradictions) {
  const ConstraintFreedom freedom(state, MotionLevel::acceleration);
  const RowNames names(state);
  Array<RedundantGroup> groups;
  for (int row = 0; row < freedom.rows(); ++row) {
    if (!freedom.is_dependent(row)) continue;
    const Array<double> z = freedom.calc_dependency(row);
    DependentRow dependent{names.row[row]};
    RedundantGroup group;
    bool contradicts = false;
    for (std::size_t i = 0; i < z.size(); ++i) {
      if (std::abs(z[i]) < 1e-7) continue;
      contradicts = contradicts || contradictions.contains(static_cast<int>(i));
      if (static_cast<int>(i) != row) dependent.follows_from.push_back({names.row[i], -z[i]});
      if (group.constraints.empty() || group.constraints.back() != names.constraint[i])
        group.constraints.push_back(names.constraint[i]);
    }
    if (contradicts) continue;
    group.rows.push_back(std::move(dependent));
    const auto has_common = [&](const RedundantGroup& other) {
      return std::any_of(group.constraints.begin(), group.constraints.end(), [&](const std::string& name) {
        return std::find(other.constraints.begin(), other.constraints.end(), name) != other.constraints.end();
      });
    };
    for (auto other = groups.begin(); other != groups.end();) {
      if (!has_common(*other)) {
        ++other;
        continue;
      }
      for (const std::string& name : group.constraints)
        if (std::find(other->constraints.begin(), other->constraints.end(), name) == other->constraints.end())
          other->constraints.push_back(name);
      other->rows.insert(other->rows.end(), group.rows.begin(), group.rows.end());
      group = std::move(*other);
      other = groups.erase(other);
    }
    groups.push_back(std::move(group));
  }
  return groups;
}

/// A basis of all motions that the constraints permit (their null space), in columns over all speeds.
MatrixX<double> calc_permitted_motions(const State& state, const Array<ClusterParts>& clusters,
                                       double threshold) {
  Array<VectorX<double>> columns;
  const IndexSet& given = state[state.layout().system.prescription].speeds;
  Array<char> seen(state.nu(), 0);
  for (const ClusterParts& parts : clusters) {
    const ClusterMotions motions = calc_motions(state, at_level(state, parts, MotionLevel::velocity));
    for (Eigen::Index c = motions.rank(threshold); c < motions.motions.cols(); ++c) {
      columns.push_back(VectorX<double>::Zero(state.nu()));
      for (std::size_t k = 0; k < parts.speeds.size(); ++k)
        columns.back()[parts.speeds[k]] = motions.motions(static_cast<Eigen::Index>(k), c);
    }
    for (const int k : parts.speeds) seen[k] = 1;
  }
  for (int k = 0; k < state.nu(); ++k)
    if (!seen[k] && !(given.size() > 0 && given.contains(k)))
      columns.push_back(VectorX<double>::Unit(state.nu(), k));
  MatrixX<double> all(state.nu(), static_cast<Eigen::Index>(columns.size()));
  for (std::size_t c = 0; c < columns.size(); ++c) all.col(static_cast<Eigen::Index>(c)) = columns[c];
  return all;
}

/// Keeps the names that are also in `stays`, and moves the others to `others`.
void keep_common(const Array<std::string>& stays, Array<std::string>& names, Array<std::string>& others) {
  const auto left = std::stable_partition(names.begin(), names.end(), [&](const std::string& name) {
    return std::find(stays.begin(), stays.end(), name) != stays.end();
  });
  others.insert(others.end(), left, names.end());
  names.erase(left, names.end());
}

}  // namespace

int Diagnosis::loops() const {
  int sum = 0;
  for (const ConstraintCluster& cluster : clusters) sum += cluster.loops;
  return sum;
}

Diagnosis diagnose(const State& given, const DiagnosisOptions& options) {
  Diagnosis diagnosis;
  diagnosis.model = given.model().name();
  diagnosis.bodies = given.model().body_count() - 1;
  State state = given;
  prescribe(state);
  diagnosis.held_speeds = state[state.layout().system.prescription].speeds.count();
  diagnosis.speeds = state.nu() - diagnosis.held_speeds;
  const bool has_constraints = !state.layout().constraints.empty();
  std::optional<AssemblyResult> assembly;
  if (has_constraints) {
    diagnosis.constraints = static_cast<int>(state[state.layout().system.constraint_set].members.size());
    diagnosis.position_error = largest_position_error(state).size;
    assembly = assemble(state, {.tolerance = options.tolerance, .restarts = 20});
    diagnosis.is_assembled = assembly->succeeded;
    state = assembly->state;
  }
  diagnosis.massless_joints = find_massless_joints(state);
  const Array<ClusterParts> clusters = find_clusters(state);
  const GenericRank generic = find_generic_rank(state, clusters, options);
  for (std::size_t c = 0; c < clusters.size(); ++c) {
    diagnosis.clusters.push_back(
        describe_cluster(state, clusters[c], generic.rows[c], options.singular_below));
    const ConstraintCluster& cluster = diagnosis.clusters.back();
    diagnosis.rows += cluster.rows;
    diagnosis.independent_rows += cluster.independent_rows;
    diagnosis.generic_rows += cluster.generic_rows;
    if (!cluster.is_singular() && cluster.distance_from_singular >= options.near_below)
      diagnosis.clusters.back().weakest_motion.clear();
  }
  if (has_constraints) {
    const Contradictions contradictions(*assembly, diagnosis.massless_joints.empty());
    diagnosis.opposing = contradictions.opposing;
    diagnosis.redundant = find_redundant(generic.state, contradictions);
  }
  const auto immobile_at = [&](const State& at) {
    return find_immobile_bodies(at, calc_permitted_motions(at, clusters, options.singular_below));
  };
  diagnosis.immobile_bodies = immobile_at(state);
  for (const State& neighbor : generic.neighbors)
    if (!diagnosis.immobile_bodies.empty())
      keep_common(immobile_at(neighbor), diagnosis.immobile_bodies, diagnosis.pausing_bodies);
  diagnosis.badly_scaled = find_bad_scales(state);
  return diagnosis;
}

}  // namespace sarrus

#include "sarrus/assemble/internal/constraint_clusters.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "sarrus/base/array.h"
#include "sarrus/sparse/dense_solve.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/internal/factored_rows.h"
#include "sarrus/system/internal/layout.h"
#include "sarrus/system/responses.h"

namespace sarrus::internal {

namespace {

const ConstraintEntry& entry_of(const State& state, int member) {
  const ConstraintSet& set = state[state.layout().system.constraint_set];
  return *state.layout().constraints[set.members[member].constraint];
}

/// Disjoint sets that are united one by one (union-find).
class Unions {
 public:
  explicit Unions(std::size_t n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), 0); }
  std::size_t find(std::size_t i) const {
    while (parent_[i] != i) i = parent_[i];
    return i;
  }
  /// The smaller number represents both sets.
  void unite(std::size_t a, std::size_t b) {
    a = find(a), b = find(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  Array<std::size_t> parent_;
};

/// Linear combinations of the columns with as many zeros as possible: the reduced echelon form.
MatrixX<double> legible(MatrixX<double> Z) {
  Array<char> used(Z.rows(), 0);
  for (Eigen::Index c = 0; c < Z.cols(); ++c) {
    Eigen::Index pivot = -1;
    double largest = 0;
    for (Eigen::Index r = 0; r < Z.rows(); ++r)  // an earlier row unless a later one is clearly larger
      if (!used[r] && std::abs(Z(r, c)) > 1.5 * largest) pivot = r, largest = std::abs(Z(r, c));
    if (pivot < 0) continue;
    used[pivot] = 1;
    Z.col(c) /= Z(pivot, c);
    for (Eigen::Index other = 0; other < Z.cols(); ++other)
      if (other != c) Z.col(other) -= Z(pivot, other) * Z.col(c);
  }
  return Z;
}

int count_loops(const State& state, const ClusterParts& parts) {
  const ConstraintSet& set = state[state.layout().system.constraint_set];
  std::set<std::pair<int, int>> pairs;
  for (const int m : parts.members) {
    const ConstraintPlace& place = set.places[m];
    for (const int frame : place.frames) pairs.insert(std::minmax(place.F, frame));
  }
  return static_cast<int>(pairs.size());
}

}  // namespace

Array<NamedAmount> name_motion(const State& state, const Array<int>& speeds, const VectorX<double>& motion) {
  Array<NamedAmount> named;
  Eigen::Index at = 0;
  if (!(motion.cwiseAbs().maxCoeff(&at) > 0)) return named;
  for (std::size_t k = 0; k < speeds.size(); ++k)
    if (const double amount = motion[static_cast<Eigen::Index>(k)] / motion[at]; std::abs(amount) > 1e-6)
      named.push_back({state.model().speeds()[speeds[k]].name, amount});
  return named;
}

Array<ClusterParts> find_clusters(const State& state) {
  if (state.layout().constraints.empty()) return {};
  const SystemQuantities& known = state.layout().system;
  const ConstraintSet& set = state[known.constraint_set];
  if (set.rows == 0) return {};
  const IndexSet& given = state[known.prescription].speeds;
  const Array<ConstraintJacobian::Block>& blocks = constraint_jacobian(state).blocks();
  Unions unions(blocks.size());
  Array<int> first_with(state.nu(), -1);
  for (std::size_t m = 0; m < blocks.size(); ++m)
    for (const int k : blocks[m].speeds) {
      if (given.size() > 0 && given.contains(k)) continue;
      int& first = first_with[k];
      if (first < 0) first = static_cast<int>(m);
      unions.unite(m, first);
    }
  Array<ClusterParts> clusters;
  Array<int> number(blocks.size(), -1);
  for (std::size_t m = 0; m < blocks.size(); ++m) {
    const int rows = entry_of(state, static_cast<int>(m)).shape.rows();
    if (rows == 0) continue;
    int& own = number[unions.find(m)];
    if (own < 0) own = static_cast<int>(clusters.size()), clusters.emplace_back();
    ClusterParts& parts = clusters[own];
    parts.members.push_back(static_cast<int>(m));
    parts.rows += rows;
    for (const int k : blocks[m].speeds)
      if (given.size() == 0 || !given.contains(k)) parts.speeds.push_back(k);
  }
  for (ClusterParts& parts : clusters) {
    std::sort(parts.speeds.begin(), parts.speeds.end());
    parts.speeds.erase(std::unique(parts.speeds.begin(), parts.speeds.end()), parts.speeds.end());
  }
  return clusters;
}

ClusterParts at_level(const State& state, ClusterParts parts, MotionLevel level) {
  parts.level = level;
  parts.rows = 0;
  for (const int m : parts.members) parts.rows += count_rows(entry_of(state, m).shape, level);
  return parts;
}

MatrixX<double> calc_cluster_rows(const State& state, const ClusterParts& parts) {
  MatrixX<double> rows = MatrixX<double>::Zero(parts.rows, static_cast<Eigen::Index>(parts.speeds.size()));
  const ConstraintJacobian& G = constraint_jacobian(state);
  int first = 0;
  for (const int m : parts.members) {
    const ConstraintJacobian::Block& block = G.blocks()[m];
    const int count = count_rows(entry_of(state, m).shape, parts.level);
    const double* entry = G.entries(block);
    for (const int k : block.speeds) {
      const auto at = std::lower_bound(parts.speeds.begin(), parts.speeds.end(), k);
      if (at != parts.speeds.end() && *at == k)
        for (int i = 0; i < count; ++i) rows(first + i, at - parts.speeds.begin()) = entry[i];
      entry += block.stride;
    }
    first += count;
  }
  return rows;
}

int ClusterMotions::rank(double threshold) const {
  int rank = 0;
  while (rank < sizes.size() && sizes[rank] > threshold * sizes[0]) ++rank;
  return rank;
}

namespace {

/// √M_kk of the speeds of a cluster. Scaled by it, lengths and angles become comparable, by kinetic energy.
/// Speeds that move no mass are scaled as those that move the least.
VectorX<double> calc_speed_scales(const State& state, const Array<int>& speeds) {
  const MatrixX<double>& M = mass_matrix(state);
  VectorX<double> squares(static_cast<Eigen::Index>(speeds.size()));
  double least = 0;
  for (Eigen::Index k = 0; k < squares.size(); ++k) {
    const int speed = speeds[k];
    squares[k] = M(speed, speed);
    if (squares[k] > 0 && (least == 0 || squares[k] < least)) least = squares[k];
  }
  return squares.cwiseMax(least > 0 ? least : 1).cwiseSqrt();
}

/// The norms that the rows, in any metric, would have if all wrenches were aligned with the motions of the
/// joints. Rows that nearly vanish stay small when divided by them.
VectorX<double> calc_row_scales(const State& state, const ClusterParts& parts, const MatrixX<double>& rows) {
  const ConstraintJacobian& G = constraint_jacobian(state);
  Array<double> alignments;
  for (const int m : parts.members)
    G.append_alignments(G.blocks()[m], count_rows(entry_of(state, m).shape, parts.level), alignments);
  VectorX<double> scales = rows.rowwise().norm();
  for (Eigen::Index r = 0; r < scales.size(); ++r)
    if (const double part = alignments[r]; part > 0) scales[r] /= std::sqrt(part);
  return (scales.array() > 0).select(scales, 1);
}

}  // namespace

/// Singular values of the rows R, scaled by calc_row_scales and calc_speed_scales, from the eigenvalues of
/// RᵀR, which are their squares: accurate to about 1e-8 of the largest, which is enough to detect
/// singularity.
ClusterMotions calc_motions(const State& state, const ClusterParts& parts) {
  MatrixX<double> rows = calc_cluster_rows(state, parts);
  if (rows.cols() == 0) return {VectorX<double>(0), MatrixX<double>(0, 0)};
  const VectorX<double> scales = calc_speed_scales(state, parts.speeds);
  rows = rows * scales.cwiseInverse().asDiagonal();
  rows = calc_row_scales(state, parts, rows).cwiseInverse().asDiagonal() * rows;
  const EigenPairs pairs = calc_eigen_pairs(rows.transpose() * rows);
  ClusterMotions found{
      pairs.values.reverse().head(std::min(rows.rows(), rows.cols())).cwiseMax(0).cwiseSqrt(),
      scales.cwiseInverse().asDiagonal() * pairs.vectors.rowwise().reverse()};
  for (auto motion : found.motions.colwise()) motion /= motion.cwiseAbs().maxCoeff();
  return found;
}

ConstraintCluster describe_cluster(const State& state, const ClusterParts& parts, int generic_rows,
                                   double threshold) {
  const ClusterMotions motions = calc_motions(state, parts);
  ConstraintCluster cluster;
  for (const int m : parts.members)
    cluster.constraints.push_back(state.layout().elements[entry_of(state, m).id.index].name);
  for (const int k : parts.speeds) {
    const std::string& joint = state.model().body(state.model().speeds()[k].body).joint_name;
    if (cluster.joints.empty() || cluster.joints.back() != joint) cluster.joints.push_back(joint);
  }
  cluster.speeds = static_cast<int>(parts.speeds.size());
  cluster.rows = parts.rows;
  cluster.independent_rows = motions.rank(threshold);
  cluster.generic_rows = std::max(generic_rows, cluster.independent_rows);
  cluster.loops = count_loops(state, parts);
  if (cluster.generic_rows > 0) {
    const int last = cluster.generic_rows - 1;
    cluster.distance_from_singular = motions.sizes[0] > 0 ? motions.sizes[last] / motions.sizes[0] : 0;
    cluster.weakest_motion = name_motion(state, parts.speeds, motions.motions.col(last));
  }
  if (!cluster.is_singular()) return cluster;
  const MatrixX<double> permitted = legible(motions.motions.rightCols(cluster.mobility()));
  for (Eigen::Index c = 0; c < permitted.cols(); ++c)
    cluster.motions.push_back(name_motion(state, parts.speeds, permitted.col(c)));
  return cluster;
}

}  // namespace sarrus::internal

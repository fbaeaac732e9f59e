#include "sarrus/loops/internal/coupling_rows.h"

#include <algorithm>

#include "sarrus/base/array.h"
#include "sarrus/base/internal/sorted.h"
#include "sarrus/dynamics/internal/loop_clusters.h"
#include "sarrus/sparse/internal/row_elimination.h"

namespace sarrus::internal {

namespace {

/// The rows of some blocks, and the speeds that they read.
struct Rows {
  Rows(const ConstraintJacobian& G, const Array<int>& blocks) {
    for (const int b : blocks) {
      const ConstraintJacobian::Block& block = G.blocks()[b];
      for (int i = 0; i < block.rows; ++i) numbers.push_back(block.first_row + i);
      speeds.insert(speeds.end(), block.speeds.begin(), block.speeds.end());
    }
    std::sort(speeds.begin(), speeds.end());
    speeds.erase(std::unique(speeds.begin(), speeds.end()), speeds.end());
    R = MatrixX<double>::Zero(static_cast<int>(numbers.size()), static_cast<int>(speeds.size()));
    int row = 0;
    for (const int b : blocks) {
      const ConstraintJacobian::Block& block = G.blocks()[b];
      for (int i = 0; i < block.rows; ++i, ++row)
        for (std::size_t k = 0; k < block.speeds.size(); ++k)
          R(row, find_sorted(speeds, block.speeds[k])) =
              G.entries(block)[static_cast<int>(k) * block.stride + i];
    }
  }
  Array<int> numbers, speeds;
  MatrixX<double> R;
};

/// Empty if rows depend on each other.
std::optional<CouplingRows> solve(const Rows& rows) {
  const int count = static_cast<int>(rows.numbers.size());
  RowElimination elimination(rows.R, MatrixX<double>::Identity(count, count));
  elimination.eliminate();
  if (elimination.rank() < count) return {};
  CouplingRows solved{rows.numbers, {}, elimination.B()};
  for (int i = 0; i < count; ++i) {
    const int pivot = elimination.pivot(i);
    FollowingSpeed following{rows.speeds[pivot], {}, {}};
    for (int k = 0; k < static_cast<int>(rows.speeds.size()); ++k)
      if (k != pivot && elimination.A()(i, k) != 0) {
        following.leaders.push_back(rows.speeds[k]);
        following.coefficients.push_back(-elimination.A()(i, k));
      }
    solved.following.push_back(std::move(following));
  }
  return solved;
}

}  // namespace

void CouplingRows::calc_multipliers(In<double> f, Out<double> lambda) const {
  for (std::size_t r = 0; r < rows.size(); ++r) {
    double sum = 0;
    for (std::size_t d = 0; d < following.size(); ++d)
      sum += inverse(static_cast<int>(d), static_cast<int>(r)) * f[following[d].speed];
    lambda[rows[r]] = sum;
  }
}

std::optional<Array<CouplingRows>> solve_coupling_rows(const Tree<double>& tree,
                                                       const ConstraintJacobian& G) {
  Array<CouplingRows> all;
  for (const LoopCluster& cluster : find_loop_clusters(tree, G.speeds_of_blocks())) {
    if (cluster.blocks.empty()) continue;
    std::optional<CouplingRows> part = solve(Rows(G, cluster.blocks));
    if (!part) return {};
    all.push_back(std::move(*part));
  }
  return all;
}

}  // namespace sarrus::internal

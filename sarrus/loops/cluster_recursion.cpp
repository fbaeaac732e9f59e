#include "sarrus/loops/internal/cluster_recursion.h"

#include <algorithm>

#include "sarrus/base/array.h"
#include "sarrus/base/internal/sorted.h"
#include "sarrus/dynamics/internal/articulated_steps.h"
#include "sarrus/dynamics/node_frame.h"

namespace sarrus::internal {

namespace {

LaneForce<double> no_force() { return {zero3<double>(), zero3<double>()}; }

double power(const LaneMotion<double>& V, const LaneForce<double>& F) { return dot(V.w, F.t, V.v, F.f); }

/// Element c of a wrench, moments first.
double element(const LaneForce<double>& F, int c) { return c < 3 ? F.t[c] : F.f[c - 3]; }

Array<int> speeds_of(const Tree<double>& tree, const Array<int>& nodes) {
  Array<int> speeds;
  for (const int i : nodes)
    for (int k = 0; k < tree.node(i).nu; ++k) speeds.push_back(tree.node(i).u0 + k);
  std::sort(speeds.begin(), speeds.end());
  return speeds;
}

int position_of(const Array<int>& sorted, int value) {
  return static_cast<int>(std::lower_bound(sorted.begin(), sorted.end(), value) - sorted.begin());
}

}  // namespace

ClusterRecursion::Cluster ClusterRecursion::make_cluster(const Tree<double>& tree,
                                                         const ConstraintJacobian& G, const LoopCluster& at,
                                                         const IndexSet& held) {
  const Array<int> speeds = speeds_of(tree, at.nodes);
  const auto pattern = pattern_of(tree, speeds);
  Cluster cluster{at,
                  TreeMatrix<double>(pattern),
                  LoopSolver(*pattern, speeds, G, at.blocks, held),
                  {},
                  {},
                  {},
                  {},
                  {},
                  {},
                  {},
                  {},
                  {}};
  for (const int b : at.blocks) {
    const ConstraintJacobian::Block& block = G.blocks()[b];
    for (int r = 0; r < block.rows; ++r) cluster.rows.push_back(block.first_row + r);
  }
  cluster.F.assign(speeds.size(), no_force());
  cluster.x_of_a = MatrixX<double>::Zero(static_cast<int>(speeds.size()), 6);
  cluster.lambda_of_a = MatrixX<double>::Zero(static_cast<int>(cluster.rows.size()), 6);
  cluster.f.resize(speeds.size()), cluster.x.resize(speeds.size());
  cluster.b.resize(cluster.rows.size()), cluster.lambda.resize(cluster.rows.size());
  return cluster;
}

ClusterRecursion::ClusterRecursion(const Tree<double>& tree, const ConstraintJacobian& G,
                                   const IndexSet& held, const TreePart& part)
    : cluster_of_row_(G.rows(), -1),
      row_in_cluster_(G.rows(), -1),
      A_(tree.node_count()),
      wrenches_(tree.node_count()),
      a_(tree.node_count()) {
  for (const LoopCluster& at : find_loop_clusters(tree, G.speeds_of_blocks())) {
    if (find_sorted(part.nodes, at.nodes.front()) < 0) continue;
    clusters_.push_back(make_cluster(tree, G, at, held));
    const Array<int>& rows = clusters_.back().rows;
    for (std::size_t r = 0; r < rows.size(); ++r) {
      cluster_of_row_[rows[r]] = static_cast<int>(clusters_.size()) - 1;
      row_in_cluster_[rows[r]] = static_cast<int>(r);
    }
  }
  for (const int b : part.blocks)
    for (int r = 0; r < G.blocks()[b].rows && G.blocks()[b].speeds.empty(); ++r)
      idle_rows_.push_back(G.blocks()[b].first_row + r);
}

/// The mass matrix of a cluster whose parent stands still, its momenta about the parent's origin, and its
/// inertia there as if its joints were locked.
void ClusterRecursion::calc_mass(const Tree<double>& tree, const PositionKinematics<double>& position,
                                 Cluster& cluster, LaneArticulatedInertia& total) {
  const Array<int>& speeds = cluster.solver.speeds();
  total = articulated(zero_inertia<double>());
  for (auto node = cluster.at.nodes.rbegin(); node != cluster.at.nodes.rend(); ++node) {
    const TreeNode<double>& constants = tree.node(*node);
    for (int k = 0; k < constants.nu; ++k) {
      const int place = position_of(speeds, constants.u0 + k);
      double* row = cluster.M.row(place) + cluster.M.pattern().length(place) - 1;
      LaneForce<double> P = times(A_[*node], column(constants, position, *node, k));
      for (int j = k; j >= 0; --j) *row-- = power(column(constants, position, *node, j), P);
      int i = *node;
      for (; tree.node(i).parent != cluster.at.parent; i = tree.node(i).parent) {
        P = at_parent<double>(P, position.nodes[i].r);
        const int parent = tree.node(i).parent;
        for (int j = tree.node(parent).nu - 1; j >= 0; --j)
          *row-- = power(column(tree.node(parent), position, parent, j), P);
      }
      cluster.F[place] = at_parent<double>(P, position.nodes[i].r);
    }
    const LaneArticulatedInertia handed = shifted(A_[*node], position.nodes[*node].r);
    add(constants.parent == cluster.at.parent ? total : A_[constants.parent], handed);
  }
}

/// Adds the articulated inertia of a cluster, whose joints are free to move, to that of its parent.
void ClusterRecursion::reduce(Cluster& cluster, const LaneArticulatedInertia& total) {
  std::fill(cluster.b.begin(), cluster.b.end(), 0.0);
  for (int c = 0; c < 6; ++c) {
    for (std::size_t k = 0; k < cluster.f.size(); ++k) cluster.f[k] = element(cluster.F[k], c);
    cluster.solver.solve(cluster.M, cluster.f, cluster.b, Out<double>(cluster.x_of_a.col(c)),
                         Out<double>(cluster.lambda_of_a.col(c)));
  }
  LaneArticulatedInertia& A = A_[cluster.at.parent];
  add(A, total);
  for (int k = 0; k < static_cast<int>(cluster.F.size()); ++k) {
    const auto x = cluster.x_of_a.row(k);
    subtract_outer(
        A, LaneForce<double>{Lane3d(Vec3<double>{x[0], x[1], x[2]}), Lane3d(Vec3<double>{x[3], x[4], x[5]})},
        cluster.F[k]);
  }
}

void ClusterRecursion::factor(const Tree<double>& tree, const PositionKinematics<double>& position,
                              const NodeInertias& inertias, const ConstraintJacobian& G, double row_error,
                              In<double> port_inertia) {
  if (!port_inertia.empty()) require_size(port_inertia, tree.nu(), "port_inertia", "speeds of the tree");
  for (const Cluster& cluster : clusters_)
    for (const int i : cluster.at.nodes) A_[i] = articulated(inertias[i]);
  for (auto cluster = clusters_.rbegin(); cluster != clusters_.rend(); ++cluster) {
    LaneArticulatedInertia total;
    calc_mass(tree, position, *cluster, total);
    const Array<int>& speeds = cluster->solver.speeds();
    for (std::size_t k = 0; k < speeds.size() && !port_inertia.empty(); ++k)
      cluster->M.diagonal(static_cast<int>(k)) += port_inertia[speeds[k]];
    cluster->solver.factor(tree, G, cluster->M, row_error);
    if (cluster->at.parent > 0) reduce(*cluster, total);
  }
}

void ClusterRecursion::solve(const Tree<double>& tree, const PositionKinematics<double>& position,
                             In<double> f, In<double> b, Out<double> x, Out<double> lambda,
                             In<double> weights) {
  std::fill(wrenches_.begin(), wrenches_.end(), no_force());
  for (const int row : idle_rows_) lambda[row] = 0;
  for (auto cluster = clusters_.rbegin(); cluster != clusters_.rend(); ++cluster) {
    const Array<int>& speeds = cluster->solver.speeds();
    LaneForce<double> handed = no_force();
    for (auto node = cluster->at.nodes.rbegin(); node != cluster->at.nodes.rend(); ++node) {
      const TreeNode<double>& constants = tree.node(*node);
      const LaneForce<double>& wrench = wrenches_[*node];
      for (int k = 0; k < constants.nu; ++k)
        cluster->f[position_of(speeds, constants.u0 + k)] =
            f[constants.u0 + k] - power(column(constants, position, *node, k), wrench);
      (constants.parent == cluster->at.parent ? handed : wrenches_[constants.parent]) +=
          at_parent<double>(wrench, position.nodes[*node].r);
    }
    for (std::size_t r = 0; r < cluster->rows.size(); ++r) cluster->b[r] = b[cluster->rows[r]];
    cluster->weights.clear();
    if (!weights.empty())
      for (const int row : cluster->rows) cluster->weights.push_back(weights[row]);
    cluster->solver.solve(cluster->M, cluster->f, cluster->b, Out<double>(cluster->x),
                          Out<double>(cluster->lambda), cluster->weights);
    if (cluster->at.parent == 0) continue;
    for (std::size_t k = 0; k < cluster->F.size(); ++k) handed += cluster->x[k] * cluster->F[k];
    wrenches_[cluster->at.parent] += handed;
  }
  a_[0] = {zero3<double>(), zero3<double>()};
  for (Cluster& cluster : clusters_) {
    const LaneMotion<double>& a = a_[cluster.at.parent];
    for (int c = 0; c < 6 && cluster.at.parent > 0; ++c) {
      const double rate = c < 3 ? a.w[c] : a.v[c - 3];
      for (int k = 0; k < static_cast<int>(cluster.x.size()); ++k)
        cluster.x[k] -= rate * cluster.x_of_a(k, c);
      for (int r = 0; r < static_cast<int>(cluster.rows.size()); ++r)
        cluster.lambda[r] -= rate * cluster.lambda_of_a(r, c);
    }
    for (std::size_t r = 0; r < cluster.rows.size(); ++r) lambda[cluster.rows[r]] = cluster.lambda[r];
    for (std::size_t k = 0; k < cluster.x.size(); ++k) x[cluster.solver.speeds()[k]] = cluster.x[k];
    for (const int node : cluster.at.nodes) {
      const TreeNode<double>& constants = tree.node(node);
      const LaneMotion<double>& parent = a_[constants.parent];
      LaneMotion<double>& own = a_[node];
      own = {parent.w, parent.v + cross(parent.w, position.nodes[node].r)};
      for (int k = 0; k < constants.nu; ++k) {
        const LaneMotion<double> H = column(constants, position, node, k);
        own.w += x[constants.u0 + k] * H.w, own.v += x[constants.u0 + k] * H.v;
      }
    }
  }
}

int ClusterRecursion::rank() const {
  int rank = 0;
  for (const Cluster& cluster : clusters_) rank += cluster.rows.empty() ? 0 : cluster.solver.A().rank();
  return rank;
}

int ClusterRecursion::clear_rank() const {
  int rank = 0;
  for (const Cluster& cluster : clusters_) rank += cluster.rows.empty() ? 0 : cluster.solver.A().clear_rank();
  return rank;
}

double ClusterRecursion::independence() const {
  double least = 1;
  for (const Cluster& cluster : clusters_)
    if (!cluster.rows.empty()) least = std::min(least, cluster.solver.A().independence());
  return least;
}

bool ClusterRecursion::is_dependent(int row) const {
  const int cluster = cluster_of_row_[row];
  if (cluster < 0) return std::count(idle_rows_.begin(), idle_rows_.end(), row) > 0;
  return clusters_[cluster].solver.A().is_dependent(row_in_cluster_[row]);
}

double ClusterRecursion::cost() const {
  double sum = 0;
  for (const Cluster& cluster : clusters_) {
    sum += 250.0 * static_cast<double>(cluster.at.nodes.size());
    for (int k = 0; k < cluster.M.size(); ++k) sum += 18 * cluster.M.pattern().length(k);
    sum += cluster.solver.factor_cost() + cluster.solver.solve_cost();
    if (cluster.at.parent > 0) sum += 6 * cluster.solver.solve_cost() + 50.0 * cluster.M.size();
  }
  return sum;
}

}  // namespace sarrus::internal

#include "sarrus/dynamics/internal/loop_clusters.h"

#include <algorithm>
#include <numeric>

#include "sarrus/base/array.h"

namespace sarrus::internal {

namespace {

/// Disjoint sets of nodes (union-find).
class Unions {
 public:
  explicit Unions(int count) : leader_(count) { std::iota(leader_.begin(), leader_.end(), 0); }
  int leader(int i) {
    while (leader_[i] != i) i = leader_[i] = leader_[leader_[i]];
    return i;
  }
  /// Unites two sets; the lowest node becomes the leader.
  void join(int i, int j) {
    i = leader(i), j = leader(j);
    leader_[std::max(i, j)] = std::min(i, j);
  }

 private:
  Array<int> leader_;
};

Array<int> path_to(const Tree<double>& tree, int node) {
  Array<int> path;
  for (int i = node; i > 0; i = tree.node(i).parent) path.push_back(i);
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace

Array<LoopCluster> find_loop_clusters(const Tree<double>& tree, const Array<Array<int>>& speeds_of_blocks) {
  Array<int> node_of_speed(tree.nu());
  for (int i = 1; i < tree.node_count(); ++i)
    for (int k = 0; k < tree.node(i).nu; ++k) node_of_speed[tree.node(i).u0 + k] = i;

  // The joints of a block are connected below the last common node of the paths to all of them. If that
  // node's joint is one of them, it belongs to the cluster, whose parent is then the node's parent.
  Unions unions(tree.node_count());
  Array<int> first_node;  // per block
  for (const Array<int>& speeds : speeds_of_blocks) {
    first_node.push_back(speeds.empty() ? -1 : node_of_speed[speeds.front()]);
    if (speeds.empty()) continue;
    Array<int> common = path_to(tree, first_node.back());
    Array<Array<int>> paths;
    for (const int k : speeds) {
      paths.push_back(path_to(tree, node_of_speed[k]));
      const auto end =
          std::mismatch(common.begin(), common.end(), paths.back().begin(), paths.back().end()).first;
      common.erase(end, common.end());
    }
    const bool includes_last = std::any_of(paths.begin(), paths.end(),
                                           [&](const auto& path) { return path.size() == common.size(); });
    const std::size_t from = includes_last && !common.empty() ? common.size() - 1 : common.size();
    for (const auto& path : paths)
      for (std::size_t i = from; i < path.size(); ++i) unions.join(first_node.back(), path[i]);
  }

  Array<LoopCluster> clusters;
  Array<int> cluster_of(tree.node_count(), -1);
  for (int i = 1; i < tree.node_count(); ++i) {
    int& cluster = cluster_of[unions.leader(i)];
    if (cluster < 0) {
      cluster = static_cast<int>(clusters.size());
      clusters.push_back({.parent = tree.node(i).parent, .nodes = {}, .blocks = {}});
    }
    clusters[cluster].nodes.push_back(i);
  }
  for (int b = 0; b < static_cast<int>(speeds_of_blocks.size()); ++b)
    if (first_node[b] > 0) clusters[cluster_of[unions.leader(first_node[b])]].blocks.push_back(b);
  return clusters;
}

}  // namespace sarrus::internal

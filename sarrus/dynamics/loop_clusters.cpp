#include "sarrus/dynamics/loop_clusters.h"

#include <algorithm>
#include <numeric>

namespace sarrus {

namespace {

/// Sets of nodes that grow together.
class Unions {
 public:
  explicit Unions(int count) : leader_(static_cast<std::size_t>(count)) {
    std::iota(leader_.begin(), leader_.end(), 0);
  }
  int leader(int i) {
    while (leader_[static_cast<std::size_t>(i)] != i)
      i = leader_[static_cast<std::size_t>(i)] =
          leader_[static_cast<std::size_t>(leader_[static_cast<std::size_t>(i)])];
    return i;
  }
  /// The lowest node leads.
  void join(int i, int j) {
    i = leader(i), j = leader(j);
    leader_[static_cast<std::size_t>(std::max(i, j))] = std::min(i, j);
  }

 private:
  std::vector<int> leader_;
};

std::vector<int> path_to(const Tree<double>& tree, int node) {
  std::vector<int> path;
  for (int i = node; i > 0; i = tree.node(i).parent) path.push_back(i);
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace

std::vector<LoopCluster> find_loop_clusters(const Tree<double>& tree, const ConstraintJacobian& G) {
  std::vector<int> node_of_speed(static_cast<std::size_t>(tree.nu()));
  for (int i = 1; i < tree.node_count(); ++i)
    for (int k = 0; k < tree.node(i).nu; ++k)
      node_of_speed[static_cast<std::size_t>(tree.node(i).u0 + k)] = i;

  // The joints of a block hang together below the last node that the paths to all of them have in common, be
  // it one of them: then they hang on its parent.
  Unions unions(tree.node_count());
  std::vector<int> first_node;  // per block
  for (const ConstraintJacobian::Block& block : G.blocks()) {
    first_node.push_back(
        block.speeds.empty() ? -1 : node_of_speed[static_cast<std::size_t>(block.speeds.front())]);
    if (block.speeds.empty()) continue;
    std::vector<int> common = path_to(tree, first_node.back());
    std::vector<std::vector<int>> paths;
    for (const int k : block.speeds) {
      paths.push_back(path_to(tree, node_of_speed[static_cast<std::size_t>(k)]));
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

  std::vector<LoopCluster> clusters;
  std::vector<int> cluster_of(static_cast<std::size_t>(tree.node_count()), -1);
  for (int i = 1; i < tree.node_count(); ++i) {
    int& cluster = cluster_of[static_cast<std::size_t>(unions.leader(i))];
    if (cluster < 0) {
      cluster = static_cast<int>(clusters.size());
      clusters.push_back({.parent = tree.node(i).parent, .nodes = {}, .blocks = {}});
    }
    clusters[static_cast<std::size_t>(cluster)].nodes.push_back(i);
  }
  for (int b = 0; b < static_cast<int>(G.blocks().size()); ++b)
    if (first_node[static_cast<std::size_t>(b)] > 0)
      clusters[static_cast<std::size_t>(cluster_of[static_cast<std::size_t>(
                   unions.leader(first_node[static_cast<std::size_t>(b)]))])]
          .blocks.push_back(b);
  return clusters;
}

}  // namespace sarrus

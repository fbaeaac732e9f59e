#include "sarrus/dynamics/tree_parts.h"

#include <algorithm>
#include <numeric>

namespace sarrus {

namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

}  // namespace

std::vector<int> TreePart::speeds(const Tree<double>& tree) const {
  std::vector<int> all;
  for (const int i : nodes)
    for (int k = 0; k < tree.node(i).nu; ++k) all.push_back(tree.node(i).u0 + k);
  std::sort(all.begin(), all.end());
  return all;
}

std::vector<int> nodes_of_speeds(const Tree<double>& tree) {
  std::vector<int> nodes(index(tree.nu()));
  for (int i = 1; i < tree.node_count(); ++i)
    for (int k = 0; k < tree.node(i).nu; ++k) nodes[index(tree.node(i).u0 + k)] = i;
  return nodes;
}

std::vector<TreePart> find_tree_parts(const Tree<double>& tree, const ConstraintJacobian& G) {
  std::vector<int> root(index(tree.node_count()));  // per node: the first node of what it moves with
  for (int i = 1; i < tree.node_count(); ++i)
    root[index(i)] = tree.node(i).parent == 0 ? i : root[index(tree.node(i).parent)];
  const auto leader = [&](int node) {
    int first = root[index(node)];
    while (root[index(first)] != first) first = root[index(first)];
    return root[index(node)] = first;
  };
  const std::vector<int> node_of = nodes_of_speeds(tree);
  for (const ConstraintJacobian::Block& block : G.blocks())
    for (const int k : block.speeds) {
      const int a = leader(node_of[index(block.speeds.front())]), b = leader(node_of[index(k)]);
      root[index(std::max(a, b))] = std::min(a, b);
    }
  std::vector<TreePart> parts;
  std::vector<int> part_of(root.size(), -1);  // per leader
  for (int i = 1; i < tree.node_count(); ++i) {
    int& part = part_of[index(leader(i))];
    if (part < 0) part = static_cast<int>(parts.size()), parts.emplace_back();
    parts[index(part)].nodes.push_back(i);
  }
  if (parts.empty()) parts.emplace_back();
  for (int b = 0; b < static_cast<int>(G.blocks().size()); ++b) {
    const std::vector<int>& speeds = G.blocks()[index(b)].speeds;
    const int part = speeds.empty() ? 0 : part_of[index(leader(node_of[index(speeds.front())]))];
    parts[index(part)].blocks.push_back(b);
  }
  return parts;
}

TreePart whole_tree(const Tree<double>& tree, const ConstraintJacobian& G) {
  TreePart part{std::vector<int>(index(tree.node_count() - 1)), std::vector<int>(G.blocks().size())};
  std::iota(part.nodes.begin(), part.nodes.end(), 1);
  std::iota(part.blocks.begin(), part.blocks.end(), 0);
  return part;
}

}  // namespace sarrus

#include "sarrus/loops/internal/tree_parts.h"

#include <algorithm>
#include <numeric>

#include "sarrus/base/array.h"
#include "sarrus/base/internal/sorted.h"

namespace sarrus::internal {

Array<int> TreePart::speeds(const Tree<double>& tree) const {
  Array<int> all;
  for (const int i : nodes)
    for (int k = 0; k < tree.node(i).nu; ++k) all.push_back(tree.node(i).u0 + k);
  std::sort(all.begin(), all.end());
  return all;
}

Array<int> TreePart::rows(const ConstraintJacobian& G) const {
  Array<int> all;
  for (const int b : blocks)
    for (int r = 0; r < G.blocks()[b].rows; ++r) all.push_back(G.blocks()[b].first_row + r);
  return all;
}

bool TreePart::has_speed_in(const Tree<double>& tree, const IndexSet& set) const {
  if (set.count() == 0) return false;
  const Array<int> own = speeds(tree);
  return std::any_of(own.begin(), own.end(), [&](int k) { return set.contains(k); });
}

void TreePart::append(const TreePart& other) {
  nodes.insert(nodes.end(), other.nodes.begin(), other.nodes.end());
  blocks.insert(blocks.end(), other.blocks.begin(), other.blocks.end());
  std::sort(nodes.begin(), nodes.end()), std::sort(blocks.begin(), blocks.end());
}

TreePart joined(const Array<TreePart>& parts) {
  TreePart all;
  for (const TreePart& part : parts) all.append(part);
  return all;
}

std::shared_ptr<const TreePattern> pattern_of(const Tree<double>& tree, const Array<int>& speeds) {
  Array<int> parents;
  for (const int k : speeds) parents.push_back(find_sorted(speeds, tree.pattern()->parent(k)));
  return std::make_shared<const TreePattern>(std::move(parents));
}

Array<int> nodes_of_speeds(const Tree<double>& tree) {
  Array<int> nodes(tree.nu());
  for (int i = 1; i < tree.node_count(); ++i)
    for (int k = 0; k < tree.node(i).nu; ++k) nodes[tree.node(i).u0 + k] = i;
  return nodes;
}

Array<TreePart> find_tree_parts(const Tree<double>& tree, const ConstraintJacobian& G) {
  Array<int> root(tree.node_count());  // per node: the first node of what it moves with
  for (int i = 1; i < tree.node_count(); ++i)
    root[i] = tree.node(i).parent == 0 ? i : root[tree.node(i).parent];
  const auto leader = [&](int node) {
    int first = root[node];
    while (root[first] != first) first = root[first];
    return root[node] = first;
  };
  const Array<int> node_of = nodes_of_speeds(tree);
  for (const ConstraintJacobian::Block& block : G.blocks())
    for (const int k : block.speeds) {
      const int a = leader(node_of[block.speeds.front()]), b = leader(node_of[k]);
      root[std::max(a, b)] = std::min(a, b);
    }
  Array<TreePart> parts;
  Array<int> part_of(root.size(), -1);  // per leader
  for (int i = 1; i < tree.node_count(); ++i) {
    int& part = part_of[leader(i)];
    if (part < 0) part = static_cast<int>(parts.size()), parts.emplace_back();
    parts[part].nodes.push_back(i);
  }
  if (parts.empty()) parts.emplace_back();
  for (int b = 0; b < static_cast<int>(G.blocks().size()); ++b) {
    const Array<int>& speeds = G.blocks()[b].speeds;
    const int part = speeds.empty() ? 0 : part_of[leader(node_of[speeds.front()])];
    parts[part].blocks.push_back(b);
  }
  return parts;
}

TreePart whole_tree(const Tree<double>& tree, const ConstraintJacobian& G) {
  TreePart part{Array<int>(tree.node_count() - 1), Array<int>(G.blocks().size())};
  std::iota(part.nodes.begin(), part.nodes.end(), 1);
  std::iota(part.blocks.begin(), part.blocks.end(), 0);
  return part;
}

}  // namespace sarrus::internal

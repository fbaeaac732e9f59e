#include "sarrus/derivatives/internal/response_plan.h"

#include <algorithm>

namespace sarrus::internal {

ResponsePlan::ResponsePlan(const TreePattern& pattern, int most_columns) {
  const int n = pattern.size();
  Array<int> children(n, 0), end(n, 0), last_child(n, -1);
  for (int k = n - 1; k >= 0; --k) {
    end[k] = std::max(end[k], k + 1);
    const int parent = pattern.parent(k);
    if (parent >= 0) ++children[parent], end[parent] = std::max(end[parent], end[k]);
  }
  tree_first.assign(n, 0), tree_end.assign(n, 0);
  for (int k = 0; k < n; ++k) {
    const int parent = pattern.parent(k);
    const bool is_root = parent < 0, is_only_child = !is_root && children[parent] == 1;
    const int depth = is_root ? 0 : rows[parent].depth + (is_only_child ? 0 : 1);
    rows.push_back({depth, children[k] > 1, children[k] == 0, !is_root && parent != k - 1});
    depths = std::max(depths, depth + 1);
    tree_first[k] = is_root ? k : tree_first[parent], tree_end[k] = end[tree_first[k]];
    if (is_only_child && groups.back().count < most_columns)
      ++groups.back().count;
    else
      groups.push_back({k, 1, end[k]});
    if (is_root) continue;
    if (rows[k].comes_later) later.push_back({parent, parent + 1, k, end[k], last_child[parent]});
    last_child[parent] = k;
  }
}

}  // namespace sarrus::internal

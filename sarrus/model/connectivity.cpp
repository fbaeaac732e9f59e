#include "sarrus/model/connectivity.h"

#include <algorithm>

#include "sarrus/base/array.h"
#include "sarrus/base/error.h"

namespace sarrus {

Connectivity::Connectivity(Array<int> parents)
    : parents_(std::move(parents)), depth_(parents_.size(), 0), children_(parents_.size()) {
  require(!parents_.empty(), "a tree of bodies has at least the world");
  parents_[0] = -1;
  for (int i = 1; i < size(); ++i) {
    require(parent(i) >= 0 && parent(i) < i, "body {} has parent {}; number parents before their children", i,
            parent(i));
    depth_[i] = depth(parent(i)) + 1;
    children_[parent(i)].push_back(i);
  }
}

Array<int> Connectivity::path(int body) const {
  Array<int> bodies;
  for (int i = body; i > 0; i = parent(i)) bodies.push_back(i);
  std::reverse(bodies.begin(), bodies.end());
  return bodies;
}

Array<int> Connectivity::subtree(int body) const {
  Array<int> bodies;
  for (int i = body; i < size(); ++i)
    if (is_ancestor(body, i)) bodies.push_back(i);
  return bodies;
}

bool Connectivity::is_ancestor(int ancestor, int body) const {
  while (body > ancestor) body = parent(body);
  return body == ancestor;
}

int Connectivity::nearest_common_ancestor(int a, int b) const {
  while (a != b) (a > b ? a : b) = parent(std::max(a, b));
  return a;
}

Array<int> Connectivity::path_between(int from, int to) const {
  const int common = nearest_common_ancestor(from, to);
  Array<int> bodies, down;
  for (int i = from; i != common; i = parent(i)) bodies.push_back(i);
  bodies.push_back(common);
  for (int i = to; i != common; i = parent(i)) down.push_back(i);
  bodies.insert(bodies.end(), down.rbegin(), down.rend());
  return bodies;
}

bool is_regular_numbering(const Array<int>& parents) {
  for (std::size_t i = 0; i < parents.size(); ++i)
    if (parents[i] < 0 || parents[i] > static_cast<int>(i)) return false;
  return true;
}

Array<int> expanded_parents(const Array<int>& parents, const Array<int>& speeds) {
  require(parents.size() == speeds.size(), "{} parents but {} numbers of speeds were given", parents.size(),
          speeds.size());
  Array<int> last(parents.size() + 1,
                  0);  // the last single degree of freedom of each body, counting from 1
  Array<int> expanded;
  for (std::size_t i = 0; i < parents.size(); ++i) {
    require(parents[i] >= 0 && parents[i] <= static_cast<int>(i),
            "body {} has parent {}; number parents before children", i + 1, parents[i]);
    int previous = last[parents[i]];
    for (int k = 0; k < speeds[i]; ++k)
      expanded.push_back(previous), previous = static_cast<int>(expanded.size());
    last[i + 1] = previous;
  }
  return expanded;
}

SparsityCost sparsity_cost(const Array<int>& expanded_parents) {
  SparsityCost cost;
  Array<long> depth(expanded_parents.size() + 1, 0);
  for (std::size_t i = 0; i < expanded_parents.size(); ++i) {
    const long d = depth[i + 1] = depth[expanded_parents[i]] + 1;
    cost.D1 += d - 1, cost.D2 += d * (d - 1) / 2;
  }
  return cost;
}

}  // namespace sarrus

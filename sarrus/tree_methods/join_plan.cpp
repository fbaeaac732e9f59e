#include "sarrus/tree_methods/join_plan.h"

#include <algorithm>
#include <numeric>

#include "sarrus/base/array.h"

namespace sarrus {

namespace {

/// The child of each node with the largest subtree, or −1.
Array<int> heaviest_children(const Array<int>& parents) {
  const std::size_t n = parents.size();
  Array<int> sizes(n, 1), heaviest(n, -1);
  for (std::size_t i = n; i-- > 1;) {
    const int parent = parents[i];
    sizes[parent] += sizes[i];
    const int best = heaviest[parent];
    if (best < 0 || sizes[i] >= sizes[best]) heaviest[parent] = static_cast<int>(i);
  }
  heaviest[0] = -1;  // the world does not move: each chain that starts at it stands alone
  return heaviest;
}

}  // namespace

JoinPlan::JoinPlan(const Array<int>& parents) {
  const int n = static_cast<int>(parents.size());
  const Array<int> heaviest = heaviest_children(parents);
  sides_.resize(parents.size());
  level_of_head_.assign(parents.size(), 0);
  const auto is_head = [&](int i) { return heaviest[parents[i]] != i; };
  for (int i = 1; i < n; ++i)
    if (is_head(i)) sides_[parents[i]].push_back(i);
  // Children by the side have higher numbers than their parents, and so have the heads of their chains.
  for (int head = n - 1; head > 0; --head) {
    if (!is_head(head)) continue;
    Array<int> chain;
    for (int i = head; i >= 0; i = heaviest[i]) chain.push_back(i);
    JoinTask& last = tasks_[add_chain(chain, 0, chain.size())];
    last.head = head;
    level_of_head_[head] = last.level;
  }
  sort_by_level();
}

/// Sorts the tasks by level, and renumbers the pieces to which they refer.
void JoinPlan::sort_by_level() {
  Array<int> order(tasks_.size()), place(tasks_.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [this](int a, int b) { return tasks_[a].level < tasks_[b].level; });
  Array<JoinTask> sorted;
  for (int k : order) {
    place[k] = static_cast<int>(sorted.size());
    JoinTask task = tasks_[k];
    while (static_cast<int>(levels_.size()) <= task.level) levels_.push_back(static_cast<int>(sorted.size()));
    if (task.inner >= 0) {
      task.inner = place[task.inner];
      task.outer = place[task.outer];
    }
    sorted.push_back(task);
  }
  levels_.push_back(static_cast<int>(sorted.size()));
  tasks_ = std::move(sorted);
}

/// Adds the tasks that assemble a part of a chain by halves; returns the last one.
int JoinPlan::add_chain(const Array<int>& chain, std::size_t begin, std::size_t end) {
  JoinTask task{.node = chain[begin]};
  if (end - begin == 1) {
    task.next = end < chain.size() ? chain[end] : -1;
    for (int side : sides(task.node)) task.level = std::max(task.level, level_of_head_[side] + 1);
  } else {
    const std::size_t middle = (begin + end) / 2;
    task.node = chain[middle];
    task.inner = add_chain(chain, begin, middle);
    task.outer = add_chain(chain, middle, end);
    task.level = 1 + std::max(tasks_[task.inner].level, tasks_[task.outer].level);
  }
  tasks_.push_back(task);
  return static_cast<int>(tasks_.size()) - 1;
}

}  // namespace sarrus

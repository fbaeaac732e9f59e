#include "sarrus/loops/internal/loop_plan.h"

#include <algorithm>
#include <set>

#include "sarrus/base/array.h"
#include "sarrus/base/internal/index.h"
#include "sarrus/base/internal/sorted.h"

namespace sarrus::internal {

namespace {

/// The paths inwards from some nodes to their lowest common ancestor that is none of them: that ancestor, and
/// the nodes before it.
struct Way {
  int end = 0;
  std::set<int> nodes{};
};
Way find_way(const Tree<double>& tree, const std::set<int>& from) {
  Way way{0, from};
  std::set<int> front = from;
  while (front.size() > 1) {  // parents have lower numbers
    const int next = tree.node(*front.rbegin()).parent;
    front.erase(std::prev(front.end()));
    front.insert(next), way.nodes.insert(next);
  }
  if (front.empty()) return way;
  way.end = *front.begin();
  if (from.contains(way.end))
    way.end = tree.node(way.end).parent;
  else
    way.nodes.erase(way.end);
  return way;
}

/// The first row of each block among the rows of a node.
using Places = Array<std::pair<int, int>>;  // block, first row; ascending

int place_of(const Places& places, int block) {
  return std::lower_bound(places.begin(), places.end(), std::pair(block, 0))->second;
}

}  // namespace

LoopPlan::LoopPlan(const Tree<double>& tree, const ConstraintJacobian& G, const IndexSet& prescribed,
                   const TreePart& part) {
  steps.emplace_back();
  for (const int node : part.nodes) {
    LoopStep step;
    step.node = node;
    step.parent = tree.node(node).parent == 0 ? 0 : 1 + find_sorted(part.nodes, tree.node(node).parent);
    step.first_speed = static_cast<int>(speeds.size());
    for (int k = tree.node(node).u0; k < tree.node(node).u0 + tree.node(node).nu; ++k)
      (prescribed.size() > 0 && prescribed.contains(k) ? held : speeds).push_back(k);
    step.speeds = static_cast<int>(speeds.size()) - step.first_speed;
    steps.push_back(step);
  }
  find_rows(tree, G, part);
  find_slots();
}

/// The multipliers of a block are carried inwards from its joints to their lowest common ancestor that is
/// none of them.
void LoopPlan::find_rows(const Tree<double>& tree, const ConstraintJacobian& G, const TreePart& part) {
  Array<int> step_of(tree.nu(), -1);
  for (std::size_t s = 1; s < steps.size(); ++s)
    for (int k = 0; k < steps[s].speeds; ++k) step_of[speeds[steps[s].first_speed + k]] = static_cast<int>(s);
  Array<Array<int>> closing(steps.size()), passing(steps.size());  // blocks
  for (const int b : part.blocks) {
    std::set<int> own;
    for (const int k : G.blocks()[b].speeds)
      if (step_of[k] > 0) own.insert(steps[step_of[k]].node);
    const Way way = find_way(tree, own);
    for (const int i : way.nodes) passing[1 + find_sorted(part.nodes, i)].push_back(b);
    closing[way.end == 0 ? 0 : index(1 + find_sorted(part.nodes, way.end))].push_back(b);
  }
  Array<Places> places(steps.size());
  for (std::size_t s = 0; s < steps.size(); ++s) {
    LoopStep& step = steps[s];
    const Places& above = places[step.parent];
    std::sort(passing[s].begin(), passing[s].end(),
              [&](int a, int b) { return place_of(above, a) < place_of(above, b); });
    step.first_row = static_cast<int>(rows.size());
    step.first_block = static_cast<int>(blocks.size()), step.blocks = static_cast<int>(closing[s].size());
    step.first_entry = static_cast<int>(entries.size()), step.first_run = static_cast<int>(runs.size());
    const auto add = [&](int b, int& count) {
      const ConstraintJacobian::Block& block = G.blocks()[b];
      places[s].push_back({b, step.rows()});
      for (int r = 0; r < block.rows; ++r) rows.push_back(block.first_row + r);
      count += block.rows;
    };
    for (const int b : closing[s]) add(b, step.closing), blocks.push_back(b);
    for (const int b : passing[s]) {
      const ConstraintJacobian::Block& block = G.blocks()[b];
      for (int a = 0; a < step.speeds; ++a)
        if (const int at = find_sorted(block.speeds, speeds[step.first_speed + a]); at >= 0)
          for (int r = 0; r < block.rows; r += 4)
            entries.push_back({a, step.passing + r, block.start + at * block.stride + r});
      const int to = place_of(above, b);
      if (step.passing > 0 && runs.back().to + runs.back().count == to)
        runs.back().count += block.rows;
      else
        runs.push_back({step.passing, to, block.rows});
      add(b, step.passing);
    }
    step.entries = static_cast<int>(entries.size()) - step.first_entry;
    step.runs = static_cast<int>(runs.size()) - step.first_run;
    std::sort(places[s].begin(), places[s].end());
  }
}

/// A slot serves a node from the first child that adds to it until the node has passed its own sums on.
void LoopPlan::find_slots() {
  Array<int> unused;
  steps.front().slot = slots++;
  for (std::size_t s = steps.size(); s-- > 1;) {
    LoopStep &step = steps[s], &parent = steps[step.parent];
    if (step.parent > 0) {
      step.is_first = parent.slot < 0;
      if (step.is_first && unused.empty()) unused.push_back(slots++);
      if (step.is_first) parent.slot = unused.back(), unused.pop_back();
    } else {
      step.is_first = false;  // the world's slot is cleared once
    }
    if (step.slot >= 0) unused.push_back(step.slot);
  }
}

}  // namespace sarrus::internal

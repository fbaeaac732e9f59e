#include <algorithm>

#include "sarrus/derivatives/internal/panel_plan.h"

namespace sarrus::internal {

namespace {

/// Per speed: one past the last speed beyond it.
Array<int> find_subtree_ends(const TreePattern& pattern) {
  Array<int> ends(pattern.size());
  for (int k = pattern.size() - 1; k >= 0; --k) {
    ends[k] = std::max(ends[k], k + 1);
    if (pattern.parent(k) >= 0) ends[pattern.parent(k)] = std::max(ends[pattern.parent(k)], ends[k]);
  }
  return ends;
}

/// Appends the rows that `is_active` tells, in order.
template <class IsActive>
void add_active_rows(const TreePattern& pattern, IsActive is_active, PanelPlan& plan) {
  const Array<int> subtree_end = find_subtree_ends(pattern);
  for (int k = 0; k < pattern.size(); ++k)
    if (is_active(k)) plan.active.push_back({k, 0});
  for (PanelPlan::ActiveRow& row : plan.active) {
    const auto end = std::find_if(plan.active.begin(), plan.active.end(),
                                  [&](const auto& other) { return other.speed >= subtree_end[row.speed]; });
    row.end = static_cast<int>(end - plan.active.begin());
  }
}

/// Joins the rows into runs.
void add_runs(const TreePattern& pattern, int longest, PanelPlan& plan) {
  const auto append = [&](Array<PanelPlan::Run>& runs, int row, bool continues) {
    if (continues && runs.back().count < longest)
      ++runs.back().count;
    else
      runs.push_back({row, 1});
  };
  const auto follows = [&](int k) { return k > 0 && pattern.parent(k) == k - 1; };
  Array<int> children(pattern.size(), 0);
  for (int k = 0; k < pattern.size(); ++k)
    if (pattern.parent(k) >= 0) ++children[pattern.parent(k)];
  for (int i = 0; i < static_cast<int>(plan.active.size()); ++i) {
    const int k = plan.active[i].speed;
    const bool is_next = i > 0 && plan.active[i - 1].speed == k - 1;
    append(plan.inward, i, is_next && follows(k) && children[k - 1] == 1);
  }
  for (int k = 0; k < plan.row_end; ++k) append(plan.outward, k, k > 0 && follows(k));
}

/// Appends the copies of rows of a segment: the columns of a row that lie in it follow each other in the row,
/// but not always in the panel.
void add_copies(const TreePattern& pattern, const PanelPlan::Segment& segment, int width, PanelPlan& plan) {
  for (int k = segment.first; k < pattern.size(); ++k) {
    int last = -2;
    for (int p = 0; p < pattern.length(k); ++p) {
      const int column = pattern.columns(k)[p];
      if (column < segment.first || column >= segment.end) continue;
      if (column == last + 1)
        ++plan.copies.back().count;
      else
        plan.copies.push_back(
            {segment.matrix, pattern.start(k) + p, k * width + segment.place + column - segment.first, 1});
      last = column;
    }
  }
}

/// Lists the places of a panel that belong to no entry: speeds on different branches, and unused columns.
void add_zeros(const TreePattern& pattern, int width, PanelPlan& plan) {
  const auto is_entry = [&](int row, int place) {
    return std::any_of(plan.segments.begin(), plan.segments.end(), [&](const PanelPlan::Segment& segment) {
      const int column = segment.first + place - segment.place;
      return column >= segment.first && column < segment.end &&
             (pattern.is_ancestor(column, row) || pattern.is_ancestor(row, column));
    });
  };
  for (int i = 0; i < pattern.size() * width; ++i) {
    if (is_entry(i / width, i % width)) continue;
    if (!plan.zeros.empty() && plan.zeros.back().first + plan.zeros.back().count == i)
      ++plan.zeros.back().count;
    else
      plan.zeros.push_back({i, 1});
  }
}

}  // namespace

Array<PanelPlan> plan_derivative_panels(const TreePattern& pattern, const PanelShape& shape) {
  const int n = pattern.size(), width = shape.width;
  Array<PanelPlan> plans;
  for (int first = 0; first < 2 * n; first += width) {
    PanelPlan plan;
    plan.first_column = first, plan.row_end = n;
    const int end = std::min(first + width, 2 * n);
    plan.columns = end - first, plan.sign = -1;
    for (int matrix = 0; matrix < 2; ++matrix) {
      const int begin = std::max(first, matrix * n), stop = std::min(end, (matrix + 1) * n);
      if (begin >= stop) continue;
      plan.segments.push_back({matrix, begin - matrix * n, stop - matrix * n, begin - first});
      add_copies(pattern, plan.segments.back(), width, plan);
    }
    add_zeros(pattern, width, plan);
    add_active_rows(
        pattern,
        [&](int k) {
          for (int c = first; c < end; ++c)
            if (pattern.is_ancestor(c % n, k) || pattern.is_ancestor(k, c % n)) return true;
          return false;
        },
        plan);
    add_runs(pattern, shape.longest_run, plan);
    plans.push_back(plan);
  }
  return plans;
}

Array<PanelPlan> plan_inverse_panels(const TreePattern& pattern, const PanelShape& shape) {
  const int n = pattern.size(), width = shape.width;
  Array<PanelPlan> plans;
  for (int first = 0; first < n; first += width) {
    PanelPlan plan;
    const int end = std::min(first + width, n);
    plan.first_column = first, plan.columns = end - first, plan.row_end = end;
    plan.segments.push_back({2, first, end, 0});
    add_active_rows(
        pattern,
        [&](int k) {
          for (int c = first; c < end; ++c)
            if (pattern.is_ancestor(k, c)) return true;
          return false;
        },
        plan);
    add_runs(pattern, shape.longest_run, plan);
    plans.push_back(plan);
  }
  return plans;
}

}  // namespace sarrus::internal

#include "sarrus/sparse/internal/gram_matrix.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "sarrus/base/array.h"
#include "sarrus/base/internal/sorted.h"

namespace sarrus::internal {

GramMatrix::GramMatrix(Array<GramGroup> groups, GramOrdering arrangement)
    : groups_(std::move(groups)),
      starts_{0},
      arrangement_(std::move(arrangement)),
      factors_(arrangement_.pattern, static_cast<int>(arrangement_.shared.size())) {
  int widest = 0;
  for (const GramGroup& group : groups_) {
    starts_.push_back(starts_.back() + group.width * static_cast<int>(group.rows.size()));
    widest = std::max(widest, group.width);
  }
  sum_.resize(widest * widest);
  Array<Array<int>> readers;  // per row of X
  for (int g = 0; g < static_cast<int>(groups_.size()); ++g) {
    const GramGroup& group = groups_[g];
    std::set<int> coupled{g};
    for (std::size_t i = 0; i < group.rows.size(); ++i) {
      const int row = group.rows[i];
      if (const int unknown = find_sorted(arrangement_.shared, group.rows[i]); unknown >= 0) {
        shared_entries_.push_back({unknown, g, start(g) + static_cast<int>(i) * group.width});
        continue;
      }
      if (std::ssize(readers) <= row) readers.resize(row + 1);
      coupled.insert(readers[row].begin(), readers[row].end());
      readers[row].push_back(g);
    }
    for (const int other : coupled) add_pair(g, other);
  }
}

void GramMatrix::add_pair(int a, int b) {
  const Array<int>&rows_a = groups_[a].rows, &rows_b = groups_[b].rows;
  Pair pair{a, b, static_cast<int>(common_.size()), 0, factors_.pattern().place(a, b)};
  for (std::size_t i = 0, j = 0; i < rows_a.size() && j < rows_b.size();) {
    if (rows_a[i] == rows_b[j]) {
      if (!arrangement_.is_shared(rows_a[i]))
        common_.insert(common_.end(), {static_cast<int>(i), static_cast<int>(j), rows_a[i]});
      ++i, ++j;
    } else if (rows_a[i] < rows_b[j]) {
      ++i;
    } else {
      ++j;
    }
  }
  pair.end = static_cast<int>(common_.size());
  pairs_.push_back(pair);
}

namespace {

/// Σ d·X_aᵀ·X_b over the rows that two groups have in common. `step` to `end` holds three integers per common
/// row: its position among the rows of each group, and its number. Fixed sizes are known to the compiler; if
/// they are zero, the arguments are used.
template <int fixed_height, int fixed_width>
void sum_products(const int* step, const int* end, const double* X_a, const double* X_b, const double* d,
                  int height, int width, double* sum) {
  if constexpr (fixed_height > 0) height = fixed_height;
  if constexpr (fixed_width > 0) width = fixed_width;
  std::fill_n(sum, height * width, 0.0);
  for (; step != end; step += 3) {
    const double *row_a = X_a + step[0] * height, *row_b = X_b + step[1] * width;
    const double weight = d[step[2]];
    for (int r = 0; r < height; ++r) {
      const double factor = weight * row_a[r];
      for (int s = 0; s < width; ++s) sum[r * width + s] += factor * row_b[s];
    }
  }
}

}  // namespace

/// Computes the block Xᵀ·d·X of two groups.
void GramMatrix::calc_block(const Pair& pair, In<double> X, In<double> d) {
  const int height = groups_[pair.a].width, width = groups_[pair.b].width;
  const double *X_a = X.data() + start(pair.a), *X_b = X.data() + start(pair.b);
  const int *first = common_.data() + pair.first, *end = common_.data() + pair.end;
  double few[9], *sum = few;
  if (height == 3 && width == 3) {
    sum_products<3, 3>(first, end, X_a, X_b, d.data(), 3, 3, few);
  } else if (height == 1 && width == 1) {
    sum_products<1, 1>(first, end, X_a, X_b, d.data(), 1, 1, few);
  } else {
    sum = sum_.data();
    sum_products<0, 0>(first, end, X_a, X_b, d.data(), height, width, sum);
  }
  double* to = factors_.entries() + pair.place.start;
  for (int r = 0; r < height; ++r)
    for (int s = 0; s < (pair.a == pair.b ? r + 1 : width); ++s)
      to[r * pair.place.row_step + s * pair.place.column_step] = sum[r * width + s];
}

void GramMatrix::factor(In<double> X, In<double> d, In<double> alignments, double error) {
  factors_.clear();
  for (const Pair& pair : pairs_) calc_block(pair, X, d);
  for (std::size_t i = 0; i < arrangement_.shared.size(); ++i)
    factors_.set_shared_weight(static_cast<int>(i), d[arrangement_.shared[i]]);
  for (const SharedEntries& entries : shared_entries_) {
    const int first = factors_.pattern().first_position(entries.group);
    const double weight = d[arrangement_.shared[entries.unknown]];
    double* to = factors_.shared_entries(entries.unknown) + first;
    for (int r = 0; r < groups_[entries.group].width; ++r) to[r] = weight * X[entries.start + r];
  }
  const double least = row_rank::least(error), clear = std::max(row_rank::clear, least);
  factors_.factor(alignments, clear * clear);
  clear_rank_ = factors_.rank();
  weak_.find({groups_, X, d}, factors_, least);
}

double GramMatrix::independence() const {
  return weak_.empty() ? std::sqrt(factors_.smallest_pivot()) : weak_.smallest();
}

}  // namespace sarrus::internal

#include "sarrus/sparse/internal/block_factors.h"

#include <algorithm>
#include <cmath>

#include "sarrus/base/array.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/sparse/internal/pivoted_ldlt.h"

namespace sarrus::internal {

namespace {

double product(const double* a, const double* b, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

/// Least pivot of a block relative to the size of its row. The elimination of rows with smaller pivots is
/// delayed to the border, with the shared unknowns: rounding errors grow with the inverse of the pivot.
constexpr double least_ratio_before_border = 1e-4;

}  // namespace

BlockFactors::BlockFactors(const BlockPattern& pattern, int shared)
    : pattern_(pattern),
      border_(pattern.size(), shared),
      entries_(pattern.storage_size()),
      sizes_(pattern.size() + shared),
      inverse_pivots_(sizes_),
      rests_(pattern.size()),
      order_(pattern.size()),
      taken_(pattern.panels().size()),
      border_count_(pattern.panels().size()),
      permuted_(sizes_) {
  std::size_t largest = 0, highest = 0;
  for (const BlockPattern::Panel& panel : pattern_.panels()) {
    std::size_t size = 0;
    for (const BlockPattern::Block& block : panel.below) size += size_of(block) * panel.size;
    largest = std::max(largest, size);
    highest = std::max<std::size_t>(highest, panel.size);
  }
  scaled_.resize(largest);
  panel_.resize(highest);
}

void BlockFactors::clear() {
  std::fill(entries_.begin(), entries_.end(), 0.0);
  border_.clear();
}

void BlockFactors::calc_sizes(In<double> alignments) {
  for (const BlockPattern::Panel& panel : pattern_.panels())
    for (int i = 0; i < panel.size; ++i)
      sizes_[panel.first + i] = entries_[panel.start + i * (panel.size + 1)];
  for (int s = 0; s < border_.shared(); ++s) {
    const double d = -border_.entry(s, s), *row = border_.row(s);
    for (int i = 0; i < pattern_.size() && d > 0; ++i) sizes_[i] += row[i] * row[i] / d;
  }
  for (std::size_t row = 0; row < alignments.size(); ++row)
    if (alignments[row] > 0) sizes_[pattern_.positions()[row]] /= alignments[row];
}

void BlockFactors::factor(In<double> alignments, double tolerance) {
  calc_sizes(alignments);
  const bool has_border = border_.shared() > 0;
  smallest_pivot_ = 1;
  for (std::size_t p = 0; p < pattern_.panels().size(); ++p) {
    const BlockPattern::Panel& panel = pattern_.panels()[p];
    taken_[p] = factor_panel(panel, has_border ? least_ratio_before_border : tolerance);
    border_count_[p] = border_.count();
    eliminate_panel(panel, taken_[p], tolerance);
  }
  if (has_border)
    smallest_pivot_ = std::min(
        smallest_pivot_, border_.factor(sizes_.data(), tolerance, inverse_pivots_.data(), rests_.data()));
  rank_ = static_cast<int>(std::count(rests_.begin(), rests_.end(), -1.0));
}

Array<int> BlockFactors::rows_at_the_edge() const {
  Array<int> rows;
  if (rank_ == pattern_.size()) return rows;
  for (int row = 0; row < pattern_.size(); ++row)
    if (rests_[index(row)] > row_rank::uncertain * row_rank::uncertain) rows.push_back(row);
  return rows;
}

void BlockFactors::take_as_independent(int row) {
  require(is_dependent(row), "row {} is independent already", row);
  rests_[index(row)] = -1;
  ++rank_;
}

/// Factors the panel's own square, in the order of its pivots: L below the diagonal, in the columns that were
/// eliminated. Balls have three rows; the last two loops of a chain join in a panel.
int BlockFactors::factor_panel(const BlockPattern::Panel& panel, double least_ratio) {
  const PivotedLdlt found =
      (panel.size == 3   ? factor_pivoted_ldlt<3>
       : panel.size == 6 ? factor_pivoted_ldlt<6>
                         : factor_pivoted_ldlt<0>)(panel.size, entries_.data() + panel.start,
                                                   sizes_.data() + panel.first, least_ratio,
                                                   order_.data() + panel.first,
                                                   inverse_pivots_.data() + panel.first);
  smallest_pivot_ = std::min(smallest_pivot_, found.smallest_ratio);
  std::fill_n(rests_.begin() + panel.first, panel.size, -1.0);
  for (int i = found.taken; i < panel.size; ++i) {
    const int at = panel.first + order_[panel.first + i];
    rests_[at] = part_of_row(entries_[panel.start + i * (panel.size + 1)], at);
  }
  return found.taken;
}

double BlockFactors::part_of_row(double rest, int position) const {
  const double size = sizes_[position];
  return size > 0 ? std::max(0.0, rest / size) : 0;
}

/// Subtracts the contributions of a panel from all later panels and from the border.
void BlockFactors::eliminate_panel(const BlockPattern::Panel& panel, int taken, double tolerance) {
  const bool is_triple = panel.size == 3;
  if (!panel.below.empty())
    is_triple ? eliminate_from_blocks<3>(panel, taken) : eliminate_from_blocks<0>(panel, taken);
  if (border_.shared() == 0) return;
  is_triple ? eliminate_from_border<3>(panel, taken) : eliminate_from_border<0>(panel, taken);
  if (taken < panel.size) let_rows_wait(panel, taken, tolerance);
}

/// Turns the blocks below into L, and subtracts their contributions from later blocks. `fixed_size` is the
/// panel's size if the compiler is to know it, or zero.
template <int fixed_size>
void BlockFactors::eliminate_from_blocks(const BlockPattern::Panel& panel, int taken) {
  const int n = fixed_size > 0 ? fixed_size : panel.size;
  const double* A = entries_.data() + panel.start;
  const double* inverse = inverse_pivots_.data() + panel.first;
  const int* order = order_.data() + panel.first;
  double* scaled = scaled_.data();  // L·D of all blocks below, one after another
  for (const BlockPattern::Block& block : panel.below) {
    double* L = entries_.data() + block.start;
    for (int r = 0; r < size_of(block); ++r, L += n, scaled += n) {
      for (int j = 0; j < n; ++j) scaled[j] = L[order[j]] - product(scaled, A + j * n, std::min(j, taken));
      for (int j = 0; j < n; ++j) L[j] = scaled[j] * inverse[order[j]];
    }
  }
  const int* target = panel.targets.data();
  const double* scaled_a = scaled_.data();
  for (std::size_t a = 0; a < panel.below.size(); ++a) {
    const int height = size_of(panel.below[a]);
    for (std::size_t b = 0; b <= a; ++b, ++target) {
      const int width = size_of(panel.below[b]);
      const double* L = entries_.data() + panel.below[b].start;
      double* to = entries_.data() + *target;
      if (n * width >= 64) {
        using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
        Eigen::Map<Rows>(to, height, width).noalias() -=
            Eigen::Map<const Rows>(scaled_a, height, n) * Eigen::Map<const Rows>(L, width, n).transpose();
        continue;
      }
      for (int r = 0; r < height; ++r)
        for (int s = 0; s < (a == b ? r + 1 : width); ++s)
          to[r * width + s] -= product(scaled_a + r * n, L + s * n, n);
    }
    scaled_a += height * n;
  }
}

/// Turns the entries of the border into L, and subtracts their contributions from the border and from its
/// coupling with later panels.
template <int fixed_size>
void BlockFactors::eliminate_from_border(const BlockPattern::Panel& panel, int taken) {
  const int n = fixed_size > 0 ? fixed_size : panel.size, count = border_.count();
  const double* A = entries_.data() + panel.start;
  const double* inverse = inverse_pivots_.data() + panel.first;
  const int* order = order_.data() + panel.first;
  border_scaled_.resize(count * n);
  double* scaled = border_scaled_.data();  // L·D of the rows of the border
  for (int a = 0; a < count; ++a, scaled += n) {
    double* L = border_.row(a) + panel.first;
    for (int j = 0; j < n; ++j) scaled[j] = L[order[j]] - product(scaled, A + j * n, std::min(j, taken));
    for (int j = 0; j < taken; ++j) L[j] = scaled[j] * inverse[order[j]];
    for (int b = 0; b <= a; ++b) border_.entry(a, b) -= product(scaled, border_.row(b) + panel.first, taken);
  }
  const double* below = scaled_.data();
  for (const BlockPattern::Block& block : panel.below) {
    const int first = pattern_.panels()[block.panel].first;
    for (int r = 0; r < size_of(block); ++r, below += n)
      for (int a = 0; a < count; ++a)
        border_.row(a)[first + r] -= product(below, border_.row(a) + panel.first, taken);
  }
}

/// Delayed pivots: the rows of a panel that were not eliminated join the border, with what is left of their
/// entries, if their coupling with it could still give them a pivot: at most Σ e²/d over the shared unknowns.
void BlockFactors::let_rows_wait(const BlockPattern::Panel& panel, int taken, double tolerance) {
  const int n = panel.size, count = border_.count(), *order = order_.data() + panel.first;
  const double* A = entries_.data() + panel.start;
  waiting_.clear();
  for (int i = taken; i < n; ++i) {
    double hope = A[i * n + i];
    for (int s = 0; s < border_.shared(); ++s) {
      const double e = border_scaled_[s * n + i];
      hope -= e == 0 ? 0 : e * e / border_.first_diagonal(s);
    }
    const int at = panel.first + order[i];
    if (hope > tolerance * sizes_[at]) waiting_.push_back(i);
    rests_[at] = part_of_row(hope, at);
  }
  for (std::size_t w = 0; w < waiting_.size(); ++w) {
    const int i = waiting_[w], row = count + static_cast<int>(w);
    border_.join(panel.first + order[i]);
    for (int b = 0; b < count; ++b) border_.entry(row, b) = border_scaled_[b * n + i];
    for (std::size_t v = 0; v <= w; ++v)
      border_.entry(row, count + static_cast<int>(v)) = A[i * n + waiting_[v]];
    const double* below = scaled_.data();
    for (const BlockPattern::Block& block : panel.below) {
      const int first = pattern_.panels()[block.panel].first;
      for (int r = 0; r < size_of(block); ++r, below += n) border_.row(row)[first + r] = below[i];
    }
  }
}

/// Processes the rows of a panel in the order of its pivots, and stores the results in the order of the
/// pattern.
void BlockFactors::solve_L(double* x) const {
  double* own = panel_.data();
  for (std::size_t p = 0; p < pattern_.panels().size(); ++p) {
    const BlockPattern::Panel& panel = pattern_.panels()[p];
    const int n = panel.size, *order = order_.data() + panel.first;
    const double* A = entries_.data() + panel.start;
    double* at = x + panel.first;
    for (int i = 0; i < n; ++i)
      at[order[i]] = own[i] = at[order[i]] - product(A + i * n, own, std::min(i, taken_[p]));
    for (const BlockPattern::Block& block : panel.below) {
      const BlockPattern::Panel& later = pattern_.panels()[block.panel];
      const double* L = entries_.data() + block.start;
      for (int r = 0; r < later.size; ++r, L += n) x[later.first + r] -= product(L, own, n);
    }
    for (int b = 0; b < border_count_[p]; ++b)
      x[border_.position(b)] -= product(border_.row(b) + panel.first, own, taken_[p]);
  }
  border_.solve_L(x);
}

void BlockFactors::solve_LT(double* x) const {
  double* own = panel_.data();
  border_.solve_LT(x);
  for (std::size_t p = pattern_.panels().size(); p-- > 0;) {
    const BlockPattern::Panel& panel = pattern_.panels()[p];
    const int n = panel.size, *order = order_.data() + panel.first;
    const double* A = entries_.data() + panel.start;
    double* at = x + panel.first;
    for (int i = 0; i < n; ++i) own[i] = at[order[i]];
    for (const BlockPattern::Block& block : panel.below) {
      const BlockPattern::Panel& later = pattern_.panels()[block.panel];
      const double* L = entries_.data() + block.start;
      for (int r = 0; r < later.size; ++r, L += n)
        for (int i = 0; i < n; ++i) own[i] -= L[i] * x[later.first + r];
    }
    for (int b = 0; b < border_count_[p]; ++b) {
      const double *L = border_.row(b) + panel.first, factor = x[border_.position(b)];
      for (int i = 0; i < taken_[p]; ++i) own[i] -= L[i] * factor;
    }
    for (int i = n - 1; i > 0; --i)
      for (int j = 0; j < std::min(i, taken_[p]); ++j) own[j] -= A[i * n + j] * own[i];
    for (int i = 0; i < n; ++i) at[order[i]] = own[i];
  }
}

void BlockFactors::solve(Out<double> x) {
  require_size(x, pattern_.size(), "x", "rows of the matrix");
  const Array<int>& positions = pattern_.positions();
  std::fill(permuted_.begin() + pattern_.size(), permuted_.end(), 0.0);
  for (std::size_t i = 0; i < positions.size(); ++i) permuted_[positions[i]] = x[i];
  solve_L(permuted_.data());
  for (std::size_t i = 0; i < permuted_.size(); ++i) permuted_[i] *= inverse_pivots_[i];
  solve_LT(permuted_.data());
  for (std::size_t i = 0; i < positions.size(); ++i) x[i] = permuted_[positions[i]];
}

void BlockFactors::calc_dependency(int row, Out<double> z) {
  require(row >= 0 && row < pattern_.size() && is_dependent(row), "row {} does not depend on others", row);
  const Array<int>& positions = pattern_.positions();
  std::fill(permuted_.begin(), permuted_.end(), 0.0);
  permuted_[positions[row]] = 1;
  solve_LT(permuted_.data());
  for (std::size_t i = 0; i < positions.size(); ++i) z[i] = permuted_[positions[i]];
}

/// Minimizes |x − Z·y|² in the weighted norm by conjugate gradients; products with Z = L⁻ᵀ·E and its
/// transpose are solves. The vectors of Z are usually nearly orthogonal, so that few iterations are needed.
void BlockFactors::share(Out<double> x, In<double> weights) {
  require_size(x, pattern_.size(), "x", "rows of the matrix");
  if (!weights.empty()) require_size(weights, pattern_.size(), "the weights", "rows of the matrix");
  const std::size_t n = permuted_.size();
  const Array<int>& positions = pattern_.positions();
  if (!std::any_of(positions.begin(), positions.end(),
                   [&](int at) { return rests_[at] >= 0 && sizes_[at] > 0; }))
    return;
  workspace_.assign(6 * n, 0.0);
  double *rest = workspace_.data(), *w = rest + n, *residual = w + n, *direction = residual + n,
         *image = direction + n, *product_with = image + n;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const int at = positions[i];
    rest[at] = x[i];
    w[at] = weights.empty() ? 1 : weights[i];
  }
  // residual = Zᵀ·W·rest at the dependent rows, zero elsewhere
  const auto apply_ZT = [&](const double* v, double* out) {
    for (std::size_t i = 0; i < n; ++i) out[i] = w[i] * v[i];
    solve_L(out);
    double size = 0;
    for (std::size_t i = 0; i < n; ++i) {
      if (i >= rests_.size() || rests_[i] < 0) out[i] = 0;
      size += out[i] * out[i];
    }
    return size;
  };
  double size = apply_ZT(rest, residual);
  const double enough = 1e-28 * size;
  std::copy_n(residual, n, direction);
  for (int iteration = 0; iteration < 4 * pattern_.size() && size > enough && size > 0; ++iteration) {
    std::copy_n(direction, n, image);
    solve_LT(image);
    apply_ZT(image, product_with);
    const double curvature = product(direction, product_with, static_cast<int>(n));
    if (!(curvature > 0)) break;
    const double step = size / curvature;
    double next = 0;
    for (std::size_t i = 0; i < n; ++i) {
      rest[i] -= step * image[i];
      residual[i] -= step * product_with[i];
      next += residual[i] * residual[i];
    }
    const double ratio = next / size;
    for (std::size_t i = 0; i < n; ++i) direction[i] = residual[i] + ratio * direction[i];
    size = next;
  }
  for (std::size_t i = 0; i < positions.size(); ++i) x[i] = rest[positions[i]];
}

}  // namespace sarrus::internal

#include "sarrus/dynamics/block_factors.h"

#include <algorithm>
#include <cmath>

#include "sarrus/scalar/eigen.h"

namespace sarrus {

namespace {

double product(const double* a, const double* b, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

}  // namespace

BlockFactors::BlockFactors(const BlockPattern& pattern)
    : pattern_(pattern),
      entries_(static_cast<std::size_t>(pattern.storage_size())),
      sizes_(static_cast<std::size_t>(pattern.size())),
      inverse_pivots_(sizes_),
      order_(sizes_.size()),
      permuted_(sizes_) {
  std::size_t largest = 0, highest = 0;
  for (const BlockPattern::Panel& panel : pattern_.panels()) {
    std::size_t size = 0;
    for (const BlockPattern::Block& block : panel.below)
      size += static_cast<std::size_t>(pattern_.panels()[static_cast<std::size_t>(block.panel)].size *
                                       panel.size);
    largest = std::max(largest, size);
    highest = std::max(highest, static_cast<std::size_t>(panel.size));
  }
  scaled_.resize(largest);
  panel_.resize(highest);
}

void BlockFactors::clear() { std::fill(entries_.begin(), entries_.end(), 0.0); }

void BlockFactors::factor(In<double> alignments, double tolerance) {
  for (const BlockPattern::Panel& panel : pattern_.panels())
    for (int i = 0; i < panel.size; ++i)
      sizes_[static_cast<std::size_t>(panel.first + i)] =
          entries_[static_cast<std::size_t>(panel.start + i * (panel.size + 1))];
  for (std::size_t row = 0; row < alignments.size(); ++row)
    if (alignments[row] > 0) sizes_[static_cast<std::size_t>(pattern_.positions()[row])] /= alignments[row];
  rank_ = 0;
  smallest_pivot_ = 1;
  for (const BlockPattern::Panel& panel : pattern_.panels()) {
    factor_panel(panel, tolerance);
    if (!panel.below.empty()) eliminate_panel(panel);
  }
}

/// The panel's own square, in the order of the pivots: L below the diagonal.
void BlockFactors::factor_panel(const BlockPattern::Panel& panel, double tolerance) {
  const int n = panel.size;
  double* A = entries_.data() + panel.start;
  const double* whole = sizes_.data() + panel.first;
  double* inverse = inverse_pivots_.data() + panel.first;
  int* order = order_.data() + panel.first;
  for (int i = 0; i < n; ++i) {
    order[i] = i, inverse[i] = 0;
    for (int j = 0; j < i; ++j) A[j * n + i] = A[i * n + j];
  }
  for (int k = 0; k < n; ++k) {
    int best = k;
    double ratio = 0;
    for (int i = k; i < n; ++i) {
      const double size = whole[order[i]];
      if (size > 0 && A[i * n + i] > ratio * size) ratio = A[i * n + i] / size, best = i;
    }
    if (!(ratio > tolerance)) {
      for (int i = k + 1; i < n; ++i) std::fill(A + i * n + k, A + i * n + i, 0.0);
      return;
    }
    if (best != k) {
      std::swap(order[k], order[best]);
      std::swap_ranges(A + k * n, A + k * n + n, A + best * n);
      for (int i = 0; i < n; ++i) std::swap(A[i * n + k], A[i * n + best]);
    }
    const double pivot = 1 / A[k * n + k];
    inverse[order[k]] = pivot;
    ++rank_, smallest_pivot_ = std::min(smallest_pivot_, ratio);
    const double* __restrict from = A + k * n;
    for (int i = k + 1; i < n; ++i) {
      double* __restrict to = A + i * n;
      const double L = to[k] *= pivot;
      if (L == 0) continue;
      for (int j = k + 1; j < n; ++j) to[j] -= L * from[j];
    }
  }
}

/// The blocks below become L, and what they contribute is taken from later blocks.
void BlockFactors::eliminate_panel(const BlockPattern::Panel& panel) {
  const int n = panel.size;
  const double* A = entries_.data() + panel.start;
  const double* inverse = inverse_pivots_.data() + panel.first;
  const int* order = order_.data() + panel.first;
  const auto rows_of = [&](const BlockPattern::Block& block) {
    return pattern_.panels()[static_cast<std::size_t>(block.panel)].size;
  };
  double* scaled = scaled_.data();  // L·D of all blocks below, one after another
  for (const BlockPattern::Block& block : panel.below) {
    double* L = entries_.data() + block.start;
    for (int r = 0; r < rows_of(block); ++r, L += n, scaled += n) {
      for (int j = 0; j < n; ++j) scaled[j] = L[order[j]] - product(scaled, A + j * n, j);
      for (int j = 0; j < n; ++j) L[j] = scaled[j] * inverse[order[j]];
    }
  }
  const int* target = panel.targets.data();
  const double* scaled_a = scaled_.data();
  for (std::size_t a = 0; a < panel.below.size(); ++a) {
    const int height = rows_of(panel.below[a]);
    for (std::size_t b = 0; b <= a; ++b, ++target) {
      const int width = rows_of(panel.below[b]);
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

/// Rows of a panel are worked on in the order of its pivots and kept in that of the pattern.
void BlockFactors::solve_L(double* x) const {
  double* own = panel_.data();
  for (const BlockPattern::Panel& panel : pattern_.panels()) {
    const int n = panel.size, *order = order_.data() + panel.first;
    const double* A = entries_.data() + panel.start;
    double* at = x + panel.first;
    for (int i = 0; i < n; ++i) own[i] = at[order[i]] - product(A + i * n, own, i);
    for (int i = 0; i < n; ++i) at[order[i]] = own[i];
    for (const BlockPattern::Block& block : panel.below) {
      const BlockPattern::Panel& later = pattern_.panels()[static_cast<std::size_t>(block.panel)];
      const double* L = entries_.data() + block.start;
      for (int r = 0; r < later.size; ++r, L += n) x[later.first + r] -= product(L, own, n);
    }
  }
}

void BlockFactors::solve_LT(double* x) const {
  double* own = panel_.data();
  for (auto panel = pattern_.panels().rbegin(); panel != pattern_.panels().rend(); ++panel) {
    const int n = panel->size, *order = order_.data() + panel->first;
    const double* A = entries_.data() + panel->start;
    double* at = x + panel->first;
    for (int i = 0; i < n; ++i) own[i] = at[order[i]];
    for (const BlockPattern::Block& block : panel->below) {
      const BlockPattern::Panel& later = pattern_.panels()[static_cast<std::size_t>(block.panel)];
      const double* L = entries_.data() + block.start;
      for (int r = 0; r < later.size; ++r, L += n)
        for (int i = 0; i < n; ++i) own[i] -= L[i] * x[later.first + r];
    }
    for (int i = n - 1; i > 0; --i)
      for (int j = 0; j < i; ++j) own[j] -= A[i * n + j] * own[i];
    for (int i = 0; i < n; ++i) at[order[i]] = own[i];
  }
}

void BlockFactors::solve(Out<double> x) {
  require_size(x, pattern_.size(), "x", "rows of the matrix");
  const std::vector<int>& positions = pattern_.positions();
  for (std::size_t i = 0; i < positions.size(); ++i) permuted_[static_cast<std::size_t>(positions[i])] = x[i];
  solve_L(permuted_.data());
  for (std::size_t i = 0; i < permuted_.size(); ++i) permuted_[i] *= inverse_pivots_[i];
  solve_LT(permuted_.data());
  for (std::size_t i = 0; i < positions.size(); ++i) x[i] = permuted_[static_cast<std::size_t>(positions[i])];
}

void BlockFactors::calc_dependency(int row, Out<double> z) {
  require(row >= 0 && row < pattern_.size() && is_dependent(row), "row {} does not depend on others", row);
  const std::vector<int>& positions = pattern_.positions();
  std::fill(permuted_.begin(), permuted_.end(), 0.0);
  permuted_[static_cast<std::size_t>(positions[static_cast<std::size_t>(row)])] = 1;
  solve_LT(permuted_.data());
  for (std::size_t i = 0; i < positions.size(); ++i) z[i] = permuted_[static_cast<std::size_t>(positions[i])];
}

/// Minimizes |x − Z·y|² in the weighted norm by conjugate gradients; products with Z = L⁻ᵀ·E and its
/// transpose are solves. The vectors of Z are usually nearly orthogonal, so that it takes few iterations.
void BlockFactors::share(Out<double> x, In<double> weights) {
  require_size(x, pattern_.size(), "x", "rows of the matrix");
  if (!weights.empty()) require_size(weights, pattern_.size(), "the weights", "rows of the matrix");
  const std::size_t n = permuted_.size();
  const std::vector<int>& positions = pattern_.positions();
  workspace_.resize(6 * n);
  double *rest = workspace_.data(), *w = rest + n, *residual = w + n, *direction = residual + n,
         *image = direction + n, *product_with = image + n;
  bool any = false;
  for (std::size_t i = 0; i < n; ++i) {
    const auto at = static_cast<std::size_t>(positions[i]);
    rest[at] = x[i];
    w[at] = weights.empty() ? 1 : weights[i];
    any = any || (inverse_pivots_[at] == 0 && sizes_[at] > 0);
  }
  if (!any) return;
  // residual = Zᵀ·W·rest at the dependent rows, zero elsewhere
  const auto apply_ZT = [&](const double* v, double* out) {
    for (std::size_t i = 0; i < n; ++i) out[i] = w[i] * v[i];
    solve_L(out);
    double size = 0;
    for (std::size_t i = 0; i < n; ++i) {
      if (inverse_pivots_[i] != 0) out[i] = 0;
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
  for (std::size_t i = 0; i < n; ++i) x[i] = rest[static_cast<std::size_t>(positions[i])];
}

}  // namespace sarrus

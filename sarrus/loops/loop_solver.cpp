#include "sarrus/loops/internal/loop_solver.h"

#include <algorithm>
#include <set>
#include <type_traits>

#include "sarrus/base/array.h"
#include "sarrus/base/internal/sorted.h"
#include "sarrus/dynamics/internal/effective_inertia.h"
#include "sarrus/sparse/tree_factorization.h"

namespace sarrus::internal {

namespace {

/// Rows of Y: the speeds of a block of G and their ancestors, by their positions in `speeds`.
Array<GramGroup> find_groups(const TreePattern& pattern, const Array<int>& speeds,
                             const ConstraintJacobian& G, const Array<int>& blocks) {
  Array<GramGroup> groups;
  for (const int b : blocks) {
    const ConstraintJacobian::Block& block = G.blocks()[b];
    std::set<int> rows;
    for (const int k : block.speeds)
      for (int i = find_sorted(speeds, k); i >= 0; i = pattern.parent(i)) rows.insert(i);
    groups.push_back({block.rows, {rows.begin(), rows.end()}});
  }
  return groups;
}

/// Calls f with the width of a group: as a constant that the compiler knows where that is a common one.
template <class F>
void with_width(int width, const F& f) {
  if (width == 3)
    f(std::integral_constant<int, 3>{});
  else if (width == 1)
    f(std::integral_constant<int, 1>{});
  else
    f(width);
}

}  // namespace

LoopSolver::LoopSolver(const TreePattern& pattern, const Array<int>& speeds, const ConstraintJacobian& G,
                       Array<int> blocks, const IndexSet& held)
    : speeds_(speeds),
      blocks_(std::move(blocks)),
      A_(find_groups(pattern, speeds_, G, blocks_)),
      Y_(A_.storage_size()),
      inverse_D_(speeds_.size()),
      y_(speeds_.size()) {
  for (std::size_t i = 0; i < speeds_.size() && held.size() > 0; ++i) {
    if (!held.contains(speeds_[i])) continue;
    held_.resize(speeds_.size());
    held_[i] = 1;
  }
  for (std::size_t g = 0; g < blocks_.size(); ++g) {
    const Array<int>& rows = A_.groups()[g].rows;
    const double width = A_.groups()[g].width;
    Array<Step>& steps = steps_.emplace_back();
    for (const int i : rows) {
      steps.push_back(
          {find_sorted(rows, pattern.parent(i)), find_sorted(G.blocks()[blocks_[g]].speeds, speeds_[i])});
      factor_cost_ += width * pattern.length(i);
      solve_cost_ += 2 * width;
    }
  }
  for (int i = 0; i < pattern.size(); ++i) {
    factor_cost_ += 0.5 * pattern.length(i) * pattern.length(i);
    solve_cost_ += 2 * pattern.length(i);
  }
  factor_cost_ += A_.arrangement().cost;
  solve_cost_ += 2 * A_.factor_size();
}

/// Replaces rows and columns of held speeds by those of the identity matrix.
void LoopSolver::hold(TreeMatrix<double>& M) const {
  for (int i = 0; i < M.size(); ++i) {
    double* row = M.row(i);
    const int length = M.pattern().length(i);
    const int* columns = M.pattern().columns(i);
    for (int c = 0; c < length; ++c)
      if (held_[i] || held_[columns[c]]) row[c] = c == length - 1 ? 1 : 0;
  }
}

/// Subtracts multiples of the row of each speed of a group from those of its ancestors.
template <class Width>
void LoopSolver::solve_along_paths(const TreeMatrix<double>& M, std::size_t group, Width width,
                                   double* Y) const {
  const Array<Step>& steps = steps_[group];
  const Array<int>& rows = A_.groups()[group].rows;
  for (int i = static_cast<int>(steps.size()) - 1; i >= 0; --i) {
    const int speed = rows[i];
    const double *own = Y + i * width, *L = M.row(speed) + M.pattern().length(speed) - 2;
    for (int k = steps[i].parent; k >= 0; k = steps[k].parent) {
      double* to = Y + k * width;
      const double factor = *L--;
      for (int r = 0; r < width; ++r) to[r] -= factor * own[r];
    }
  }
}

/// Computes Y = L⁻ᵀ·Gᵀ along the paths inwards.
void LoopSolver::calc_Y(const ConstraintJacobian& G, const TreeMatrix<double>& M) {
  for (std::size_t g = 0; g < blocks_.size(); ++g) {
    const Array<Step>& steps = steps_[g];
    const Array<int>& rows = A_.groups()[g].rows;
    const int width = A_.groups()[g].width;
    const ConstraintJacobian::Block& block = G.blocks()[blocks_[g]];
    const double* from = G.entries(block);
    double *Y = Y_.data() + A_.start(static_cast<int>(g)), *to = Y;
    for (std::size_t i = 0; i < steps.size(); ++i, to += width) {
      const bool has_entry = steps[i].in_G >= 0 && (held_.empty() || !held_[rows[i]]);
      if (has_entry)
        std::copy_n(from + steps[i].in_G * block.stride, width, to);
      else
        std::fill_n(to, width, 0.0);
    }
    with_width(width, [&](auto known) { solve_along_paths(M, g, known, Y); });
  }
}

void LoopSolver::factor(const Tree<double>& tree, const ConstraintJacobian& G, TreeMatrix<double>& M,
                        double row_error) {
  if (!held_.empty()) hold(M);
  factor_LTDL(M);
  for (std::size_t i = 0; i < speeds_.size(); ++i) {
    const double D = M.diagonal(static_cast<int>(i));
    require_effective_inertia(tree, speeds_[i], D);
    inverse_D_[i] = 1 / D;
  }
  calc_Y(G, M);
  alignments_.clear();
  for (const int b : blocks_) {
    const ConstraintJacobian::Block& block = G.blocks()[b];
    G.append_alignments(block, block.rows, alignments_);
  }
  A_.factor(Y_, inverse_D_, alignments_, row_error);
}

void LoopSolver::solve(const TreeMatrix<double>& M, In<double> f, In<double> b, Out<double> x,
                       Out<double> lambda, In<double> weights) {
  for (std::size_t i = 0; i < y_.size(); ++i) y_[i] = held_.empty() || !held_[i] ? f[i] : 0;
  // λ = A⁺·(b − Yᵀ·D⁻¹·y) with y = L⁻ᵀ·f
  solve_LT(M, Out<double>(y_), FactorDiagonal::ones);
  std::copy(b.begin(), b.end(), lambda.begin());
  const double* Y = Y_.data();
  double* own = lambda.data();
  for (const GramGroup& group : A_.groups())
    with_width(group.width, [&](auto width) {
      for (const int k : group.rows) {
        const double acceleration = inverse_D_[k] * y_[k];
        for (int r = 0; r < width; ++r) own[r] -= *Y++ * acceleration;
      }
      own += width;
    });
  A_.solve(lambda);
  // x = L⁻¹·D⁻¹·(y + Y·λ)
  Y = Y_.data(), own = lambda.data();
  for (const GramGroup& group : A_.groups())
    with_width(group.width, [&](auto width) {
      for (const int k : group.rows)
        for (int r = 0; r < width; ++r) y_[k] += *Y++ * own[r];
      own += width;
    });
  for (std::size_t k = 0; k < y_.size(); ++k) x[k] = inverse_D_[k] * y_[k];
  solve_L(M, x, FactorDiagonal::ones);
  A_.share(lambda, weights);
}

void LoopSolver::solve_free(const TreeMatrix<double>& M, In<double> f, Out<double> x) const {
  for (std::size_t i = 0; i < y_.size(); ++i) x[i] = held_.empty() || !held_[i] ? f[i] : 0;
  solve_LTDL(M, x);
}

}  // namespace sarrus::internal

#include "sarrus/rigid/internal/tree_rows.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "sarrus/sparse/tree_factorization.h"

namespace sarrus::internal {

void TreeRows::begin(const TreeMatrix<double>& M, const TreeMatrix<double>& factors,
                     const Array<int>& speeds) {
  rows_ = 0;
  along_paths_ = true;
  is_planned_ = has_halves_ = false;
  sets_.clear(), row_speeds_.clear(), entries_.clear();
  if (!M_ || speeds_ != speeds || static_cast<int>(local_.size()) != M.size()) {
    speeds_ = speeds;
    local_.assign(M.size(), -1);
    for (int i = 0; i < speed_count(); ++i) local_[speeds_[i]] = i;
    Array<int> parents;
    for (const int speed : speeds_) {
      const int parent = M.pattern().parent(speed);
      parents.push_back(parent < 0 ? -1 : local_[parent]);
    }
    pattern_ = std::make_shared<const TreePattern>(std::move(parents));
    M_.emplace(pattern_), factors_.emplace(pattern_), H_.emplace(pattern_);
    find_chains();
  }
  for (int i = 0; i < speed_count(); ++i) {
    const int length = pattern_->length(i);
    std::copy_n(M.row(speeds_[i]), length, M_->row(i));
    std::copy_n(factors.row(speeds_[i]), length, factors_->row(i));
  }
}

void TreeRows::add(int rows, In<int> speeds, In<double> entries) {
  sets_.push_back({rows, rows_, static_cast<int>(speeds.size()), static_cast<int>(row_speeds_.size()),
                   static_cast<int>(entries_.size())});
  rows_ += rows;
  for (std::size_t k = 0; k < speeds.size(); ++k) {
    const int i = local_[speeds[k]];
    along_paths_ = along_paths_ && (k == 0 || pattern_->is_ancestor(row_speeds_.back(), i));
    row_speeds_.push_back(i);
  }
  entries_.insert(entries_.end(), entries.begin(), entries.end());
}

void TreeRows::multiply(In<double> v, Out<double> u) const {
  for (const Rows& set : sets_) {
    const int* on = row_speeds_.data() + set.first_speed;
    const double* c = entries_.data() + set.first_entry;
    for (int r = 0; r < set.count; ++r, c += set.speeds) {
      double sum = 0;
      for (int k = 0; k < set.speeds; ++k) sum += c[k] * v[on[k]];
      u[set.first_row + r] = sum;
    }
  }
}

void TreeRows::multiply_transposed(In<double> r, Out<double> f) const {
  std::fill(f.begin(), f.end(), 0.0);
  for (const Rows& set : sets_) {
    const int* on = row_speeds_.data() + set.first_speed;
    const double* c = entries_.data() + set.first_entry;
    for (int row = 0; row < set.count; ++row, c += set.speeds) {
      const double force = r[set.first_row + row];
      if (force == 0) continue;
      for (int k = 0; k < set.speeds; ++k) f[on[k]] += c[k] * force;
    }
  }
}

void TreeRows::multiply_inertia(In<double> v, Out<double> p) const { calc_symmetric_times(*M_, v, p); }
void TreeRows::solve_inertia(Out<double> x) const { solve_LTDL(*factors_, x); }

/// G = J·M⁻¹·Jᵀ = Yᵀ·Y with Y = D^−½·L⁻ᵀ·Jᵀ: a row of J has entries of Y only at its speeds and their
/// ancestors.
void TreeRows::calc_halves() const {
  if (has_halves_) return;
  has_halves_ = true;
  halves_.clear(), half_speeds_.clear(), half_entries_.clear();
  work_.assign(speed_count(), 0.0);
  for (const Rows& set : sets_) {
    const int* on = row_speeds_.data() + set.first_speed;
    const auto first = static_cast<std::ptrdiff_t>(half_speeds_.size());
    for (int k = 0; k < set.speeds; ++k)
      for (int i = on[k]; i >= 0; i = pattern_->parent(i)) half_speeds_.push_back(i);
    std::sort(half_speeds_.begin() + first, half_speeds_.end(), std::greater<>());
    half_speeds_.erase(std::unique(half_speeds_.begin() + first, half_speeds_.end()), half_speeds_.end());
    const int length = static_cast<int>(half_speeds_.size()) - static_cast<int>(first);
    halves_.push_back({length, static_cast<int>(first), static_cast<int>(half_entries_.size())});
    for (int r = 0; r < set.count; ++r) {
      const double* c = entries_.data() + set.first_entry + r * set.speeds;
      for (int k = 0; k < set.speeds; ++k) work_[on[k]] = c[k];
      for (int n = 0; n < length; ++n) {
        const int i = half_speeds_[static_cast<int>(first) + n], last = pattern_->length(i) - 1;
        const double y = std::exchange(work_[i], 0.0);
        const double* L = factors_->row(i);
        half_entries_.push_back(y / std::sqrt(L[last]));
        for (int k = 0; k < last; ++k) work_[pattern_->columns(i)[k]] -= L[k] * y;
      }
    }
  }
}

void TreeRows::calc_matrix(Out<double> G) const {
  calc_halves();
  for (std::size_t s = 0; s < sets_.size(); ++s) {
    const Half& one = halves_[s];
    const int* on = half_speeds_.data() + one.first_speed;
    for (int r = 0; r < sets_[s].count; ++r) {
      const int i = sets_[s].first_row + r;
      const double* y = half_entries_.data() + one.first_entry + r * one.length;
      for (int k = 0; k < one.length; ++k) work_[on[k]] = y[k];
      for (std::size_t t = s; t < sets_.size(); ++t) {
        const Half& other = halves_[t];
        const int* at = half_speeds_.data() + other.first_speed;
        const double* x = half_entries_.data() + other.first_entry;
        for (int j = sets_[t].first_row; j < sets_[t].first_row + sets_[t].count; ++j, x += other.length) {
          double sum = 0;
          for (int k = 0; k < other.length; ++k) sum += x[k] * work_[at[k]];
          G[i * rows_ + j] = G[j * rows_ + i] = sum;
        }
      }
      for (int k = 0; k < one.length; ++k) work_[on[k]] = 0;
    }
  }
}

void TreeRows::calc_diagonal(Out<double> diagonal) const {
  calc_halves();
  for (std::size_t s = 0; s < sets_.size(); ++s)
    for (int r = 0; r < sets_[s].count; ++r) {
      const double* y = half_entries_.data() + halves_[s].first_entry + r * halves_[s].length;
      diagonal[sets_[s].first_row + r] = std::inner_product(y, y + halves_[s].length, y, 0.0);
    }
  for (std::size_t begin = 0, end = 0; begin < sets_.size(); begin = end) {
    while (end < sets_.size() && read_same_speeds(sets_[begin], sets_[end])) ++end;
    for (int r = 0; r < sets_[begin].count; ++r) {
      double sum = 0;
      for (std::size_t i = begin; i < end; ++i) sum += diagonal[sets_[i].first_row + r];
      for (std::size_t i = begin; i < end; ++i)
        diagonal[sets_[i].first_row + r] = sum / static_cast<double>(end - begin);
    }
  }
}

bool TreeRows::read_same_speeds(const Rows& a, const Rows& b) const {
  return a.count == b.count && a.speeds == b.speeds &&
         std::equal(row_speeds_.begin() + a.first_speed, row_speeds_.begin() + a.first_speed + a.speeds,
                    row_speeds_.begin() + b.first_speed);
}

template <class Add>
void TreeRows::for_each_product(In<double> blocks, const Add& add) const {
  const double* B = blocks.data();
  int number = 0;
  for (const Rows& set : sets_) {
    const int m = set.count, n = set.speeds;
    const double* J = entries_.data() + set.first_entry;
    const int* on = row_speeds_.data() + set.first_speed;
    const bool acts = std::any_of(B, B + m * m, [](double b) { return b != 0; });
    if (acts) {
      product_.assign(m * n, 0.0);  // B·J
      for (int r = 0; r < m; ++r)
        for (int s = 0; s < m; ++s)
          for (int k = 0; k < n; ++k) product_[r * n + k] += B[r * m + s] * J[s * n + k];
      for (int i = 0; i < n; ++i)
        for (int j = 0; j <= i; ++j) {
          double sum = 0;
          for (int r = 0; r < m; ++r) sum += J[r * n + i] * product_[r * n + j];
          add(on[i], on[j], number + i * (i + 1) / 2 + j, sum);
        }
    }
    B += m * m;
    number += n * (n + 1) / 2;
  }
}

void TreeRows::factor(In<double> blocks) {
  if (along_paths_)
    factor_along_paths(blocks);
  else
    factor_in_blocks(blocks);
}

void TreeRows::solve(Out<double> x) const {
  if (along_paths_)
    solve_LTDL(*H_, x);
  else
    blocks_->solve(x);
}

void TreeRows::factor_along_paths(In<double> blocks) {
  H_->set_entries(*M_);
  // The row of speed i has its ancestors at the places of their depths.
  for_each_product(blocks,
                   [&](int i, int j, int, double value) { H_->row(i)[pattern_->length(j) - 1] += value; });
  factor_LTDL(*H_);
}

/// A chain: speeds that follow each other, none of which has two children within it.
void TreeRows::find_chains() {
  const int n = speed_count();
  Array<int> children(n, 0);
  for (int i = 0; i < n; ++i)
    if (pattern_->parent(i) >= 0) ++children[pattern_->parent(i)];
  chain_of_.clear(), chain_sizes_.clear(), chain_starts_.clear();
  for (int i = 0; i < n; ++i) {
    if (i > 0 && pattern_->parent(i) == i - 1 && children[i - 1] == 1) {
      ++chain_sizes_.back();
    } else {
      chain_sizes_.push_back(1);
      chain_starts_.push_back(i);
    }
    chain_of_.push_back(static_cast<int>(chain_sizes_.size()) - 1);
  }
}

/// The chains that M or a row couples.
void TreeRows::find_pattern() {
  coupled_.clear();
  for (const int start : chain_starts_)
    for (int j = pattern_->parent(start); j >= 0; j = pattern_->parent(chain_starts_[chain_of_[j]]))
      coupled_.push_back({chain_of_[start], chain_of_[j]});
  Array<int> chains;  // of a set, ascending as its speeds
  for (const Rows& set : sets_) {
    chains.clear();
    for (int k = 0; k < set.speeds; ++k) {
      const int chain = chain_of_[row_speeds_[set.first_speed + k]];
      if (chains.empty() || chains.back() != chain) chains.push_back(chain);
    }
    for (std::size_t a = 0; a < chains.size(); ++a)
      for (std::size_t b = 0; b < a; ++b) coupled_.push_back({chains[a], chains[b]});
  }
  std::sort(coupled_.begin(), coupled_.end());
  coupled_.erase(std::unique(coupled_.begin(), coupled_.end()), coupled_.end());
  if (blocks_ && planned_ == coupled_ && planned_sizes_ == chain_sizes_) return;
  planned_ = coupled_;
  planned_sizes_ = chain_sizes_;
  blocks_.emplace(BlockPattern(chain_sizes_, coupled_));
}

/// Where the entries of H are in its blocks.
void TreeRows::find_places() {
  places_.clear();
  const auto add = [&](int i, int j) {
    const int a = chain_of_[i], b = chain_of_[j];
    const BlockPattern::Place place = blocks_->pattern().place(a, b);
    places_.push_back(place.start + (i - chain_starts_[a]) * place.row_step +
                      (j - chain_starts_[b]) * place.column_step);
  };
  for (int i = 0; i < speed_count(); ++i)
    for (int k = 0; k < pattern_->length(i); ++k) add(i, pattern_->columns(i)[k]);
  for (const Rows& set : sets_) {
    const int* on = row_speeds_.data() + set.first_speed;
    for (int i = 0; i < set.speeds; ++i)
      for (int j = 0; j <= i; ++j) add(on[i], on[j]);
  }
}

void TreeRows::factor_in_blocks(In<double> blocks) {
  if (!is_planned_) find_pattern(), find_places();
  is_planned_ = true;
  blocks_->clear();
  double* entries = blocks_->entries();
  const int* place = places_.data();
  for (int i = 0; i < speed_count(); ++i)
    for (int k = 0; k < pattern_->length(i); ++k) entries[*place++] = M_->row(i)[k];
  for_each_product(blocks, [&](int, int, int number, double value) { entries[place[number]] += value; });
  // H is positive definite, however stiff rows are compared with inertias: every pivot counts.
  blocks_->factor({}, 0.0);
}

}  // namespace sarrus::internal

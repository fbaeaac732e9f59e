#include "sarrus/rigid/internal/tree_rows.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "sarrus/sparse/tree_factorization.h"

namespace sarrus::internal {

namespace {

/// H is factored on a tree of its own unless that takes so many times the work of M's.
constexpr double fuller = 4;

/// What a factorization costs on a tree.
double sum_of_squared_depths(const Array<int>& parents) {
  Array<double> depths(parents.size());
  double sum = 0;
  for (std::size_t i = 0; i < parents.size(); ++i) {
    depths[i] = parents[i] < 0 ? 1 : depths[parents[i]] + 1;
    sum += depths[i] * depths[i];
  }
  return sum;
}

}  // namespace

void TreeRows::begin(const TreeMatrix<double>& M, const TreeMatrix<double>& factors, const Array<int>& speeds,
                     const Array<int>& numbers) {
  numbers_ = &numbers;
  rows_ = 0;
  along_paths_ = true;
  sets_.clear(), row_speeds_.clear(), entries_.clear();
  if (!M_ || speeds_ != speeds) {
    speeds_ = speeds;
    Array<int> parents;
    for (const int speed : speeds_) {
      const int parent = M.pattern().parent(speed);
      parents.push_back(parent < 0 ? -1 : numbers[parent]);
    }
    pattern_ = std::make_shared<const TreePattern>(std::move(parents));
    M_.emplace(pattern_), factors_.emplace(pattern_);
    find_chains();
    planned_sets_.clear(), planned_speeds_.clear();
    is_H_planned_ = false;
  }
  inverse_pivots_.resize(speed_count());
  for (int i = 0; i < speed_count(); ++i) {
    const int length = pattern_->length(i);
    std::copy_n(M.row(speeds_[i]), length, M_->row(i));
    std::copy_n(factors.row(speeds_[i]), length, factors_->row(i));
    inverse_pivots_[i] = 1 / factors_->diagonal(i);
  }
}

void TreeRows::add(int rows, In<int> speeds, In<double> entries) {
  sets_.push_back({rows, rows_, static_cast<int>(speeds.size()), static_cast<int>(row_speeds_.size()),
                   static_cast<int>(entries_.size())});
  rows_ += rows;
  for (std::size_t k = 0; k < speeds.size(); ++k) {
    const int i = (*numbers_)[speeds[k]];
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

void TreeRows::plan() const {
  if (planned_sets_ == sets_ && planned_speeds_ == row_speeds_) return;
  planned_sets_ = sets_;
  planned_speeds_ = row_speeds_;
  is_H_planned_ = false;
  find_paths();
}

void TreeRows::find_paths() const {
  paths_.clear(), path_speeds_.clear();
  for (const Rows& set : sets_) {
    const int* on = row_speeds_.data() + set.first_speed;
    const auto first = static_cast<std::ptrdiff_t>(path_speeds_.size());
    for (int k = 0; k < set.speeds; ++k)
      for (int i = on[k]; i >= 0; i = pattern_->parent(i)) path_speeds_.push_back(i);
    std::sort(path_speeds_.begin() + first, path_speeds_.end(), std::greater<>());
    path_speeds_.erase(std::unique(path_speeds_.begin() + first, path_speeds_.end()), path_speeds_.end());
    paths_.push_back(
        {static_cast<int>(path_speeds_.size()) - static_cast<int>(first), static_cast<int>(first)});
  }
}

/// G = J·M⁻¹·Jᵀ = Yᵀ·D⁻¹·Y with Y = L⁻ᵀ·Jᵀ: rows of J that read the same speeds have entries of Y only at
/// these and their ancestors.
void TreeRows::calc_mean_diagonal(int begin, int end, Out<double> mean) const {
  const Rows& first = sets_[begin];
  const int m = first.count * (end - begin), n = first.speeds;
  const int* on = row_speeds_.data() + first.first_speed;
  work_.resize(std::max(static_cast<int>(work_.size()), speed_count() * m));
  sums_.assign(m, 0.0);
  y_.resize(m);
  for (int k = 0; k < n; ++k) {
    double* to = work_.data() + on[k] * m;
    for (int s = begin; s < end; ++s)
      for (int r = 0; r < first.count; ++r) *to++ = entries_[sets_[s].first_entry + r * n + k];
  }
  double* const __restrict y = y_.data(), * const __restrict sums = sums_.data();
  const int* path = path_speeds_.data() + paths_[begin].first;
  for (int i = 0; i < paths_[begin].length; ++i) {
    const int speed = path[i], last = pattern_->length(speed) - 1;
    double* const __restrict own = work_.data() + speed * m;
    for (int r = 0; r < m; ++r) {
      y[r] = std::exchange(own[r], 0.0);
      sums[r] += y[r] * y[r] * inverse_pivots_[speed];
    }
    const double* L = factors_->row(speed);
    const int* columns = pattern_->columns(speed);
    for (int k = 0; k < last; ++k) {
      double* const __restrict to = work_.data() + columns[k] * m;
      for (int r = 0; r < m; ++r) to[r] -= L[k] * y[r];
    }
  }
  for (int r = 0; r < first.count; ++r) {
    double sum = 0;
    for (int i = r; i < m; i += first.count) sum += sums[i];
    mean[r] = sum / static_cast<double>(end - begin);
  }
}

void TreeRows::calc_diagonal(Out<double> diagonal) const {
  plan();
  std::fill(work_.begin(), work_.end(), 0.0);
  const int count = static_cast<int>(sets_.size());
  for (int begin = 0, end = 0; begin < count; begin = end) {
    while (end < count && read_same_speeds(sets_[begin], sets_[end])) ++end;
    double mean[ForceSet::max_rows];
    calc_mean_diagonal(begin, end, Out<double>(mean, ForceSet::max_rows));
    for (int i = begin; i < end; ++i) std::copy_n(mean, sets_[i].count, diagonal.data() + sets_[i].first_row);
  }
}

bool TreeRows::read_same_speeds(const Rows& a, const Rows& b) const {
  return a.count == b.count && a.speeds == b.speeds &&
         std::equal(row_speeds_.begin() + a.first_speed, row_speeds_.begin() + a.first_speed + a.speeds,
                    row_speeds_.begin() + b.first_speed);
}

template <class Add>
void TreeRows::for_each_line(In<double> blocks, const Add& add) const {
  const double* B = blocks.data();
  int number = 0;
  for (const Rows& set : sets_) {
    const int m = set.count, n = set.speeds;
    const double* J = entries_.data() + set.first_entry;
    if (std::any_of(B, B + m * m, [](double b) { return b != 0; })) {
      product_.assign(m * n, 0.0);  // B·J
      for (int r = 0; r < m; ++r)
        for (int s = 0; s < m; ++s)
          if (const double b = B[r * m + s]; b != 0)
            for (int k = 0; k < n; ++k) product_[r * n + k] += b * J[s * n + k];
      line_.resize(n);
      for (int i = 0; i < n; ++i) {
        std::fill_n(line_.begin(), i + 1, 0.0);
        for (int r = 0; r < m; ++r)
          for (int j = 0; j <= i; ++j) line_[j] += J[r * n + i] * product_[r * n + j];
        add(set, i, number + i * (i + 1) / 2, line_.data());
      }
    }
    B += m * m;
    number += n * (n + 1) / 2;
  }
}

void TreeRows::factor(In<double> blocks) {
  plan();
  ++factorizations_;
  if (!std::exchange(is_H_planned_, true)) plan_H();
  if (is_H_on_tree_)
    factor_on_tree(blocks);
  else
    factor_in_blocks(blocks);
}

void TreeRows::solve(Out<double> x) const {
  if (is_H_on_tree_)
    solve_LTDL(*H_, x);
  else
    blocks_->solve(x);
}

void TreeRows::plan_H() {
  is_H_on_tree_ = true;
  if (along_paths_) return set_tree_of_H(pattern_->parents());
  const Array<int> parents = find_elimination_tree();
  is_H_on_tree_ = sum_of_squared_depths(parents) <= fuller * sum_of_squared_depths(pattern_->parents());
  if (is_H_on_tree_)
    set_tree_of_H(parents);
  else
    find_pattern(), find_places();
}

void TreeRows::set_tree_of_H(const Array<int>& parents) {
  if (!H_ || H_->pattern().parents() != parents) H_.emplace(std::make_shared<const TreePattern>(parents));
}

/// The elimination tree of H [Liu 1986]: the parent of a speed is the next one below it that it is coupled
/// with after all above were eliminated. It suffices to look at the parents of speeds in their own tree, and
/// at the highest speed of each set with all its others.
Array<int> TreeRows::find_elimination_tree() const {
  Array<std::pair<int, int>> edges;  // from the lower speed to the higher one
  for (int i = 0; i < speed_count(); ++i)
    if (pattern_->parent(i) >= 0) edges.push_back({pattern_->parent(i), i});
  for (const Rows& set : sets_) {
    const int* on = row_speeds_.data() + set.first_speed;
    for (int k = 0; k + 1 < set.speeds; ++k) edges.push_back({on[k], on[set.speeds - 1]});
  }
  std::sort(edges.begin(), edges.end(), std::greater<>());
  Array<int> parents(speed_count(), -1), shortcuts(speed_count(), -1);
  for (const auto& [to, from] : edges) {
    int i = from;
    while (i != to && shortcuts[i] >= 0) i = std::exchange(shortcuts[i], to);
    if (i != to) parents[i] = shortcuts[i] = to;
  }
  return parents;
}

void TreeRows::factor_on_tree(In<double> blocks) {
  // The row of speed i has its ancestors at the places of their depths.
  const TreePattern& pattern = H_->pattern();
  const auto add = [&](int i, const int* columns, int count, const double* values) {
    double* row = H_->row(i);
    for (int k = 0; k < count; ++k) row[pattern.length(columns[k]) - 1] += values[k];
  };
  for (int i = 0; i < speed_count(); ++i) {
    std::fill_n(H_->row(i), pattern.length(i), 0.0);
    add(i, pattern_->columns(i), pattern_->length(i), M_->row(i));
  }
  for_each_line(blocks, [&](const Rows& set, int i, int, const double* line) {
    const int* on = row_speeds_.data() + set.first_speed;
    add(on[i], on, i + 1, line);
  });
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
  blocks_->clear();
  double* entries = blocks_->entries();
  const int* place = places_.data();
  for (int i = 0; i < speed_count(); ++i)
    for (int k = 0; k < pattern_->length(i); ++k) entries[*place++] = M_->row(i)[k];
  for_each_line(blocks, [&](const Rows&, int i, int number, const double* line) {
    for (int j = 0; j <= i; ++j) entries[place[number + j]] += line[j];
  });
  // H is positive definite, however stiff rows are compared with inertias: every pivot counts.
  blocks_->factor({}, 0.0);
}

}  // namespace sarrus::internal

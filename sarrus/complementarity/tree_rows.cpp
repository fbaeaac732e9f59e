#include "sarrus/complementarity/internal/tree_rows.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "sarrus/scalar/pack.h"
#include "sarrus/sparse/tree_factorization.h"

namespace sarrus::internal {

namespace {

/// H is factored on a tree of its own unless that takes so many times the work of M's.
constexpr double fuller = 4;
/// The diagonal of G only scales: it is computed anew when measures of it change by this part, and at the
/// latest after so many problems.
constexpr double noticeable_change = 0.05;
constexpr int most_uses_of_diagonal = 20;

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
  along_paths_ = true;
  has_responses_ = false;
  responses_.J.clear();
  if (!M_ || speeds_ != speeds) {
    speeds_ = speeds;
    Array<int> parents;
    for (const int speed : speeds_) {
      const int parent = M.pattern().parent(speed);
      parents.push_back(parent < 0 ? -1 : numbers[parent]);
    }
    roots_.clear();
    for (int i = 0; i < speed_count(); ++i) roots_.push_back(parents[i] < 0 ? i : roots_[parents[i]]);
    pattern_ = std::make_shared<const TreePattern>(std::move(parents));
    M_.emplace(pattern_), factors_.emplace(pattern_);
    find_chains();
    planned_bundles_.clear(), planned_speeds_.clear(), measures_.clear();
    is_H_planned_ = false;
  }
  if (speed_count() == M.size()) {
    M_->set_entries(M), factors_->set_entries(factors);
  } else {
    for (int i = 0; i < speed_count(); ++i) {
      const int length = pattern_->length(i);
      std::copy_n(M.row(speeds_[i]), length, M_->row(i));
      std::copy_n(factors.row(speeds_[i]), length, factors_->row(i));
    }
  }
  inverse_pivots_.resize(speed_count());
  for (int i = 0; i < speed_count(); ++i) inverse_pivots_[i] = 1 / factors_->diagonal(i);
}

void TreeRows::add(int rows, In<int> speeds, In<double> entries) {
  row_speeds_.clear();
  for (const int speed : speeds) {
    const int i = (*numbers_)[speed];
    along_paths_ = along_paths_ && (row_speeds_.empty() || pattern_->is_ancestor(row_speeds_.back(), i));
    row_speeds_.push_back(i);
  }
  responses_.J.add(rows, row_speeds_, entries);
}

void TreeRows::multiply_inertia(In<double> v, Out<double> p) const { calc_symmetric_times(*M_, v, p); }
void TreeRows::solve_inertia(Out<double> x) const { solve_LTDL(*factors_, x); }

void TreeRows::plan() const {
  if (planned_bundles_ == responses_.J.bundles() && planned_speeds_ == responses_.J.speeds()) return;
  planned_bundles_ = responses_.J.bundles();
  planned_speeds_ = responses_.J.speeds();
  is_H_planned_ = false;
  measures_.clear();
  find_paths();
}

void TreeRows::find_paths() const {
  paths_.clear(), path_speeds_.clear();
  for (const RowBundles::Bundle& bundle : responses_.J.bundles()) {
    const int* on = responses_.J.speeds(bundle);
    const auto first = static_cast<std::ptrdiff_t>(path_speeds_.size());
    for (int k = 0; k < bundle.speeds; ++k)
      for (int i = on[k]; i >= 0; i = pattern_->parent(i)) path_speeds_.push_back(i);
    std::sort(path_speeds_.begin() + first, path_speeds_.end(), std::greater<>());
    path_speeds_.erase(std::unique(path_speeds_.begin() + first, path_speeds_.end()), path_speeds_.end());
    paths_.push_back(
        {static_cast<int>(path_speeds_.size()) - static_cast<int>(first), static_cast<int>(first)});
  }
}

/// Writes the rows of a bundle to `work_` as columns, each speed's numbers in whole registers. Returns their
/// number with those unused.
int TreeRows::load_columns(const RowBundles::Bundle& bundle) const {
  const int m = bundle.rows(), stride = (m + 7) / 8 * 8;
  const int* on = responses_.J.speeds(bundle);
  const Path& path = paths_[&bundle - responses_.J.bundles().data()];
  work_.resize(std::max(static_cast<int>(work_.size()), (speed_count() + 1) * stride));
  for (int i = 0; i < path.length; ++i)
    std::fill_n(work_.data() + path_speeds_[path.first + i] * stride, stride, 0.0);
  for (int k = 0; k < bundle.speeds; ++k)
    for (int r = 0; r < m; ++r) work_[on[k] * stride + r] = responses_.J.row(bundle, r)[k];
  return stride;
}

/// G = J·M⁻¹·Jᵀ = Yᵀ·D⁻¹·Y with Y = L⁻ᵀ·Jᵀ: rows of J that read the same speeds have entries of Y only at
/// these and their ancestors.
void TreeRows::calc_mean_diagonal(const RowBundles::Bundle& bundle, double* mean) const {
  using Part = Pack<double, 8>;
  const int m = bundle.rows(), stride = load_columns(bundle);
  const Path& path = paths_[&bundle - responses_.J.bundles().data()];
  double* const sums = work_.data() + speed_count() * stride;
  std::fill_n(sums, stride, 0.0);
  for (int i = 0; i < path.length; ++i) {
    const int speed = path_speeds_[path.first + i], last = pattern_->length(speed) - 1;
    const double *own = work_.data() + speed * stride, *L = factors_->row(speed);
    const int* columns = pattern_->columns(speed);
    for (int b = 0; b < stride; b += 8) {
      const Part y = Part::load(own + b);
      (Part::load(sums + b) + y * y * inverse_pivots_[speed]).store(sums + b);
      for (int k = 0; k < last; ++k) {
        double* to = work_.data() + columns[k] * stride + b;
        (Part::load(to) - L[k] * y).store(to);
      }
    }
  }
  for (int r = 0; r < bundle.rows_per_set; ++r) {
    double sum = 0;
    for (int i = r; i < m; i += bundle.rows_per_set) sum += sums[i];
    mean[r] = sum / bundle.sets;
  }
}

const RowResponses* TreeRows::responses() {
  plan();
  if (std::exchange(has_responses_, true)) return &responses_;
  responses_.W.clear();
  for (const RowBundles::Bundle& bundle : responses_.J.bundles()) {
    responses_.W.end_bundle();
    add_responses(bundle);
  }
  return &responses_;
}

/// W = L⁻¹·D⁻¹·Y: an impulse on a row changes the speeds of all trees that it reads.
void TreeRows::add_responses(const RowBundles::Bundle& bundle) {
  using Part = Pack<double, 8>;
  const int m = bundle.rows(), stride = load_columns(bundle);
  const Path& path = paths_[&bundle - responses_.J.bundles().data()];
  const auto column = [&](int speed) { return work_.data() + speed * stride; };
  for (int i = 0; i < path.length; ++i) {
    const int speed = path_speeds_[path.first + i], last = pattern_->length(speed) - 1;
    const double* L = factors_->row(speed);
    const int* columns = pattern_->columns(speed);
    for (int b = 0; b < stride; b += 8)
      for (int k = 0; k < last; ++k)
        (Part::load(column(columns[k]) + b) - L[k] * Part::load(column(speed) + b))
            .store(column(columns[k]) + b);
  }
  changed_.clear();
  int last_root = -1;
  for (int i = path.length - 1; i >= 0; --i) {  // ascending
    const int root = roots_[path_speeds_[path.first + i]];
    if (root == std::exchange(last_root, root)) continue;
    for (int k = root; k < speed_count() && roots_[k] == root; ++k) changed_.push_back(k);
  }
  for (int i = path.length - 1, next = 0; next < static_cast<int>(changed_.size()); ++next) {
    const int speed = changed_[next];
    const bool is_on_path = i >= 0 && path_speeds_[path.first + i] == speed;
    if (is_on_path) --i;
    const double* L = factors_->row(speed);
    const int *columns = pattern_->columns(speed), last = pattern_->length(speed) - 1;
    for (int b = 0; b < stride; b += 8) {
      Part x = is_on_path ? inverse_pivots_[speed] * Part::load(column(speed) + b) : Part(0.0);
      for (int k = 0; k < last; ++k) x -= L[k] * Part::load(column(columns[k]) + b);
      x.store(column(speed) + b);
    }
  }
  const int n = static_cast<int>(changed_.size()), per_set = bundle.rows_per_set;
  line_.resize(per_set * n);
  for (int first = 0; first < m; first += per_set) {
    for (int r = 0; r < per_set; ++r)
      for (int k = 0; k < n; ++k) line_[r * n + k] = column(changed_[k])[first + r];
    responses_.W.add(per_set, changed_, line_);
  }
}

/// True while Σ J²/D of all bundles is nearly what it was when the diagonal was computed.
bool TreeRows::is_like_measured() const {
  if (measures_.empty() || uses_ == most_uses_of_diagonal) return false;
  const Array<RowBundles::Bundle>& bundles = responses_.J.bundles();
  for (std::size_t b = 0; b < bundles.size(); ++b) {
    const double now = responses_.J.weigh_squares(bundles[b], inverse_pivots_);
    if (!(std::abs(now - measures_[b]) <= noticeable_change * measures_[b])) return false;
  }
  return true;
}

void TreeRows::calc_diagonal(Out<double> diagonal) const {
  plan();
  if (is_like_measured()) {
    ++uses_;
  } else {
    uses_ = 0;
    measures_.clear();
    diagonal_.resize(row_count());
    for (const RowBundles::Bundle& bundle : responses_.J.bundles()) {
      measures_.push_back(responses_.J.weigh_squares(bundle, inverse_pivots_));
      double mean[ForceSet::max_rows];
      calc_mean_diagonal(bundle, mean);
      for (int r = 0; r < bundle.rows(); ++r) diagonal_[bundle.first_row + r] = mean[r % bundle.rows_per_set];
    }
  }
  std::copy(diagonal_.begin(), diagonal_.end(), diagonal.begin());
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
  // The row of a speed has its ancestors at the places of their depths.
  columns_.clear(), is_from_root_.clear();
  for (const int speed : responses_.J.speeds()) columns_.push_back(H_->pattern().length(speed) - 1);
  for (const RowBundles::Bundle& bundle : responses_.J.bundles())
    is_from_root_.push_back(bundle.speeds == 0 ||
                            columns_[bundle.first_speed + bundle.speeds - 1] == bundle.speeds - 1);
}

/// The elimination tree of H [Liu 1986]: the parent of a speed is the next one below it that it is coupled
/// with after all above were eliminated. It suffices to look at the parents of speeds in their own tree, and
/// at the highest speed of each set with all its others.
Array<int> TreeRows::find_elimination_tree() const {
  Array<std::pair<int, int>> edges;  // from the lower speed to the higher one
  for (int i = 0; i < speed_count(); ++i)
    if (pattern_->parent(i) >= 0) edges.push_back({pattern_->parent(i), i});
  for (const RowBundles::Bundle& bundle : responses_.J.bundles()) {
    const int* on = responses_.J.speeds(bundle);
    for (int k = 0; k + 1 < bundle.speeds; ++k) edges.push_back({on[k], on[bundle.speeds - 1]});
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
  const TreePattern& pattern = H_->pattern();
  if (along_paths_) {
    H_->set_entries(*M_);
  } else {
    for (int i = 0; i < speed_count(); ++i) {
      std::fill_n(H_->row(i), pattern.length(i), 0.0);
      for (int k = 0; k < pattern_->length(i); ++k)
        H_->row(i)[pattern.length(pattern_->columns(i)[k]) - 1] = M_->row(i)[k];
    }
  }
  responses_.J.for_each_line(
      blocks, [&](int number, const RowBundles::Bundle& bundle, int i, const double* line) {
        double* row = H_->row(responses_.J.speeds(bundle)[i]);
        if (is_from_root_[number] != 0) {
          using Part = Pack<double, TreePattern::row_unit>;  // places past the end of a row are not read
          for (int b = 0; b <= i; b += TreePattern::row_unit)
            (Part::load(row + b) + Part::load(line + b)).store(row + b);
        } else {
          const int* columns = columns_.data() + bundle.first_speed;
          for (int j = 0; j <= i; ++j) row[columns[j]] += line[j];
        }
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
  Array<int> chains;  // of a bundle, ascending as its speeds
  for (const RowBundles::Bundle& bundle : responses_.J.bundles()) {
    chains.clear();
    for (int k = 0; k < bundle.speeds; ++k) {
      const int chain = chain_of_[responses_.J.speeds(bundle)[k]];
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
  places_.clear(), first_places_.clear();
  const auto add = [&](int i, int j) {
    const int a = chain_of_[i], b = chain_of_[j];
    const BlockPattern::Place place = blocks_->pattern().place(a, b);
    places_.push_back(place.start + (i - chain_starts_[a]) * place.row_step +
                      (j - chain_starts_[b]) * place.column_step);
  };
  for (int i = 0; i < speed_count(); ++i)
    for (int k = 0; k < pattern_->length(i); ++k) add(i, pattern_->columns(i)[k]);
  for (const RowBundles::Bundle& bundle : responses_.J.bundles()) {
    const int* on = responses_.J.speeds(bundle);
    first_places_.push_back(static_cast<int>(places_.size()));
    for (int i = 0; i < bundle.speeds; ++i)
      for (int j = 0; j <= i; ++j) add(on[i], on[j]);
  }
}

void TreeRows::factor_in_blocks(In<double> blocks) {
  blocks_->clear();
  double* entries = blocks_->entries();
  const int* place = places_.data();
  for (int i = 0; i < speed_count(); ++i)
    for (int k = 0; k < pattern_->length(i); ++k) entries[*place++] = M_->row(i)[k];
  responses_.J.for_each_line(blocks, [&](int number, const RowBundles::Bundle&, int i, const double* line) {
    const int* at = places_.data() + first_places_[number] + i * (i + 1) / 2;
    for (int j = 0; j <= i; ++j) entries[at[j]] += line[j];
  });
  // H is positive definite, however stiff rows are compared with inertias: every pivot counts.
  blocks_->factor({}, 0.0);
}

}  // namespace sarrus::internal

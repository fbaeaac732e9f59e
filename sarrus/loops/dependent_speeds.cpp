#include "sarrus/loops/internal/dependent_speeds.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "sarrus/base/array.h"
#include "sarrus/base/internal/sorted.h"

namespace sarrus::internal {

namespace {

/// Pivots of G_d that are smaller, in parts of the largest entry, leave the group to other methods: rounding
/// errors grow with the square of K.
constexpr double least_pivot = 0.01;

using SharedRow = DependentLeg::SharedRow;
constexpr int unit = SharedRow::lanes_count;
/// The scalar product of rows of whole registers.
double product_of_rows(const double* a, const double* b, int length) {
  SharedRow sum(0.0);
  for (int i = 0; i < length; i += unit) sum += SharedRow::load(a + i) * SharedRow::load(b + i);
  double total = 0;
  for (int i = 0; i < unit; ++i) total += sum[i];
  return total;
}
/// to += factor·row, of the same.
void add_row(double factor, const double* row, int length, double* to) {
  for (int i = 0; i < length; i += unit)
    (SharedRow::load(to + i) + factor * SharedRow::load(row + i)).store(to + i);
}

/// Speeds that several blocks of a part act on, and all ancestors of these.
Array<char> find_shared(const TreePattern& pattern, const ConstraintJacobian& G, const TreePart& part) {
  Array<int> readers(pattern.size(), 0);
  for (const int b : part.blocks)
    for (const int k : G.blocks()[b].speeds) ++readers[k];
  Array<char> shared(readers.size(), 0);
  for (int k = pattern.size() - 1; k >= 0; --k) {
    if (readers[k] > 1) shared[k] = 1;
    if (shared[k] && pattern.parent(k) >= 0) shared[pattern.parent(k)] = 1;
  }
  return shared;
}

/// Numbers the speeds that are not shared by groups: ancestors with their descendants, and those that a block
/// ties together.
Array<int> find_components(const TreePattern& pattern, const ConstraintJacobian& G, const TreePart& part,
                           const Array<char>& shared) {
  Array<int> group(shared.size());
  std::iota(group.begin(), group.end(), 0);
  const auto root = [&](int k) {
    while (group[k] != k) k = group[k] = group[group[k]];
    return k;
  };
  const auto unite = [&](int a, int b) {
    if (!shared[a] && !shared[b]) group[root(a)] = root(b);
  };
  for (int k = 0; k < pattern.size(); ++k)
    if (pattern.parent(k) >= 0) unite(k, pattern.parent(k));
  for (const int b : part.blocks) {
    int first = -1;
    for (const int k : G.blocks()[b].speeds) {
      if (first >= 0) unite(k, first);
      if (!shared[k]) first = k;
    }
  }
  for (int k = 0; k < pattern.size(); ++k) group[k] = root(k);
  return group;
}

}  // namespace

std::optional<DependentSpeeds> DependentSpeeds::find(const Tree<double>& tree, const ConstraintJacobian& G,
                                                     const TreePart& part) {
  const TreePattern& pattern = *tree.pattern();
  const Array<char> is_shared = find_shared(pattern, G, part);
  const Array<int> component = find_components(pattern, G, part, is_shared);
  Array<int> shared;
  std::map<int, Group> groups;
  for (const int k : part.speeds(tree)) {
    if (is_shared[k])
      shared.push_back(k);
    else
      groups[component[k]].speeds.push_back(k);
  }
  for (const int b : part.blocks) {
    const ConstraintJacobian::Block& block = G.blocks()[b];
    const auto own =
        std::find_if(block.speeds.begin(), block.speeds.end(), [&](int k) { return !is_shared[k]; });
    if (own == block.speeds.end()) return {};
    for (int i = 0; i < block.rows; ++i) groups[component[*own]].rows.push_back(block.first_row + i);
  }
  Array<Group> all;
  for (auto& [root, group] : groups) {
    if (!group.is_free() && group.rows.size() != group.speeds.size()) return {};
    all.push_back(std::move(group));
  }
  return DependentSpeeds(pattern, G, std::move(shared), std::move(all));
}

DependentSpeeds::DependentSpeeds(const TreePattern& pattern, const ConstraintJacobian& G, Array<int> shared,
                                 Array<Group> groups)
    : shared_(std::move(shared)),
      stride_(std::max(1, (static_cast<int>(shared_.size()) + unit - 1) / unit) * unit),
      S_(stride_ * shared_.size()),
      x_s_(stride_) {
  for (int i = 0; i < static_cast<int>(shared_.size()); ++i)
    for (int p = 0; p < pattern.length(shared_[i]); ++p) {
      const int j = find_sorted(shared_, pattern.columns(shared_[i])[p]);
      M_ss_.push_back({pattern.start(shared_[i]) + p, i * stride_ + j});
      if (j != i) M_ss_.push_back({pattern.start(shared_[i]) + p, j * stride_ + i});
    }
  for (Group& group : groups) {
    const auto block =
        std::find_if(G.blocks().begin(), G.blocks().end(), [&](const ConstraintJacobian::Block& at) {
          return at.rows > 0 && !group.is_free() && at.first_row == group.rows.front();
        });
    if (block != G.blocks().end() && DependentLeg::fits(pattern, *block, shared_, group.speeds)) {
      legs_.emplace_back(pattern, *block, static_cast<int>(shared_.size()));
    } else {
      plan(pattern, G, group);
      groups_.push_back(std::move(group));
    }
  }
}

/// Where the numbers of a group come from.
void DependentSpeeds::plan(const TreePattern& pattern, const ConstraintJacobian& G, Group& group) const {
  const int n = group.size();
  for (int i = 0; i < n; ++i) {
    const int row = group.speeds[i];
    for (int p = 0; p < pattern.length(row); ++p) {
      const int from = pattern.start(row) + p, column = pattern.columns(row)[p];
      const int s = find_sorted(shared_, column), j = find_sorted(group.speeds, column);
      if (s >= 0) group.M_ds.push_back({from, i * stride_ + s});
      if (j >= 0) group.M_dd.push_back({from, i * n + j});
      if (j >= 0 && j != i) group.M_dd.push_back({from, j * n + i});
    }
  }
  for (const ConstraintJacobian::Block& block : G.blocks())
    for (int i = 0; i < block.rows; ++i) {
      const int row = find_sorted(group.rows, block.first_row + i);
      if (row < 0) break;
      for (int k = 0; k < static_cast<int>(block.speeds.size()); ++k) {
        const int from = block.start + k * block.stride + i, speed = block.speeds[k];
        const int s = find_sorted(shared_, speed), j = find_sorted(group.speeds, speed);
        if (s >= 0) group.G_s.push_back({from, row * stride_ + s});
        if (j >= 0) group.G_d.push_back({from, row * n + j});
      }
    }
  group.inertia.resize(n * n), group.inverse.resize(n * n);
  group.coupling.resize(n * stride_), group.K.resize(n * stride_);
  group.P.resize(n * stride_), group.c.resize(n), group.exchanged.resize(n);
}

double DependentSpeeds::cost() const {
  constexpr double whole_registers = 0.5;  // what a multiplication takes there
  const double s = static_cast<double>(shared_.size());
  const auto of_group = [&](double n) {
    return n * n * n + whole_registers * (2 * n * n * s + 2 * n * s * s) + 4 * n * (n + s);
  };
  double sum = s * s * s / 6 + whole_registers * of_group(3) * static_cast<double>(legs_.size());
  for (const Group& group : groups_) sum += of_group(group.size());
  return sum;
}

/// M_dd and M_ds; G_d and G_s take the places of G_d⁻¹ and of P.
void DependentSpeeds::gather(const ConstraintJacobian& G, const TreeMatrix<double>& M, Group& group) const {
  const auto copy_all = [](const Array<Copy>& copies, const double* from, Array<double>& to) {
    for (const Copy& copy : copies) to[copy.to] = from[copy.from];
  };
  copy_all(group.M_dd, M.row(0), group.inertia);
  copy_all(group.M_ds, M.row(0), group.coupling);
  if (group.is_free()) {
    group.inverse = group.inertia, group.P = group.coupling;
    return;
  }
  std::fill(group.inverse.begin(), group.inverse.end(), 0.0);
  std::fill(group.P.begin(), group.P.end(), 0.0);
  copy_all(group.G_d, G.entries(G.blocks().front()), group.inverse);
  copy_all(group.G_s, G.entries(G.blocks().front()), group.P);
}

namespace {

/// Replaces A by its inverse: Gauss's and Jordan's elimination with the largest entry of each column as
/// pivot. `exchanged` holds the row that each was exchanged with. False where a pivot is smaller than
/// `least`.
bool invert(int n, double least, double* A, Array<int>& exchanged) {
  const auto row = [&](int i) { return A + i * n; };
  for (int k = 0; k < n; ++k) {
    int best = k;
    for (int i = k + 1; i < n; ++i)
      if (std::abs(row(i)[k]) > std::abs(row(best)[k])) best = i;
    if (!(std::abs(row(best)[k]) > least)) return false;
    exchanged[k] = best;
    if (best != k) std::swap_ranges(row(k), row(k) + n, row(best));
    const double inverse_pivot = 1 / row(k)[k];
    row(k)[k] = 1;
    for (int j = 0; j < n; ++j) row(k)[j] *= inverse_pivot;
    for (int i = 0; i < n; ++i) {
      if (i == k) continue;
      const double factor = row(i)[k];
      row(i)[k] = 0;
      for (int j = 0; j < n; ++j) row(i)[j] -= factor * row(k)[j];
    }
  }
  for (int k = n - 1; k >= 0; --k)
    for (int i = 0; i < n && exchanged[k] != k; ++i) std::swap(row(i)[k], row(i)[exchanged[k]]);
  return true;
}

}  // namespace

/// K = −G_d⁻¹·G_s,  P = M_ds + M_dd·K  and  S += M_sd·K + Kᵀ·P.
bool DependentSpeeds::factor_group(Group& group) {
  const int n = group.size();
  double least = 0;
  if (!group.is_free())
    for (const double entry : group.inverse) least = std::max(least, least_pivot * std::abs(entry));
  if (!invert(n, least, group.inverse.data(), group.exchanged)) return false;
  const auto K = [&](int i) { return group.K.data() + i * stride_; };
  const auto P = [&](int i) { return group.P.data() + i * stride_; };
  const auto M_ds = [&](int i) { return group.coupling.data() + i * stride_; };
  std::fill(group.K.begin(), group.K.end(), 0.0);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) add_row(-group.inverse[i * n + j], P(j), stride_, K(i));
  group.P = group.coupling;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) add_row(group.inertia[i * n + j], K(j), stride_, P(i));
  for (int s = 0; s < static_cast<int>(shared_.size()); ++s)
    for (int i = 0; i < n; ++i) {
      add_row(K(i)[s], P(i), stride_, S_.data() + s * stride_);
      add_row(M_ds(i)[s], K(i), stride_, S_.data() + s * stride_);
    }
  return true;
}

namespace {

/// S = U·D⁻¹·Uᵀ in place: rows of U = D·Lᵀ, inverse pivots on the diagonal. `fixed_size` is the number of
/// rows if the compiler is to know it, or zero.
template <int fixed_size>
bool factor_pivoted_ldlt(int n, int stride, double* S) {
  if constexpr (fixed_size > 0) n = fixed_size;
  for (int k = 0; k < n; ++k) {
    double* row = S + k * stride;
    if (!(row[k] > 0)) return false;
    const double inverse_pivot = 1 / row[k];
    for (int i = k + 1; i < n; ++i) add_row(-row[i] * inverse_pivot, row, stride, S + i * stride);
    row[k] = inverse_pivot;
  }
  return true;
}

/// S·x = b in place.
template <int fixed_size>
void solve_square(int n, int stride, const double* S, double* x) {
  if constexpr (fixed_size > 0) n = fixed_size;
  for (int k = 0; k < n; ++k) {
    const double *U = S + k * stride, factor = U[k] * x[k];
    for (int i = k + 1; i < n; ++i) x[i] -= U[i] * factor;
  }
  for (int k = n - 1; k >= 0; --k) {
    const double* U = S + k * stride;
    double rest = x[k];
    for (int i = n - 1; i > k; --i) rest -= U[i] * x[i];
    x[k] = rest * U[k];
  }
}

/// As many as a body that moves freely has.
constexpr int free_speeds = 6;

}  // namespace

bool DependentSpeeds::factor_shared() {
  const int n = static_cast<int>(shared_.size());
  return (n == free_speeds ? factor_pivoted_ldlt<free_speeds> : factor_pivoted_ldlt<0>)(n, stride_,
                                                                                        S_.data());
}

void DependentSpeeds::solve_shared() {
  const int n = static_cast<int>(shared_.size());
  (n == free_speeds ? solve_square<free_speeds> : solve_square<0>)(n, stride_, S_.data(), x_s_.data());
}

bool DependentSpeeds::factor(const ConstraintJacobian& G, const TreeMatrix<double>& M) {
  std::fill(S_.begin(), S_.end(), 0.0);
  for (const Copy& copy : M_ss_) S_[copy.to] = M.row(0)[copy.from];
  for (DependentLeg& leg : legs_)
    if (!leg.factor(G.entries(G.blocks().front()), M.row(0), S_.data())) return false;
  for (Group& group : groups_) {
    gather(G, M, group);
    if (!factor_group(group)) return false;
  }
  return factor_shared();
}

/// c = G_d⁻¹·b,  f_s += Kᵀ·(f_d − M_dd·c) − M_sd·c.
void DependentSpeeds::reduce(Group& group, In<double> f, In<double> b) {
  const int n = group.size();
  for (int i = 0; i < n; ++i) {
    group.c[i] = 0;
    for (int j = 0; j < n; ++j)
      group.c[i] += group.inverse[i * n + j] * (group.is_free() ? f[group.speeds[j]] : b[group.rows[j]]);
  }
  for (int i = 0; i < n; ++i) {
    double rest = f[group.speeds[i]];
    for (int j = 0; j < n; ++j) rest -= group.inertia[i * n + j] * group.c[j];
    add_row(rest, group.K.data() + i * stride_, stride_, x_s_.data());
    add_row(-group.c[i], group.coupling.data() + i * stride_, stride_, x_s_.data());
  }
}

/// x_d = K·x_s + c,  λ = G_d⁻ᵀ·(M_ds·x_s + M_dd·x_d − f_d).
void DependentSpeeds::expand(Group& group, In<double> f, Out<double> x, Out<double> lambda) const {
  const int n = group.size();
  for (int i = 0; i < n; ++i) {
    group.c[i] += product_of_rows(group.K.data() + i * stride_, x_s_.data(), stride_);
    x[group.speeds[i]] = group.c[i];
  }
  if (group.is_free()) return;
  for (int i = 0; i < n; ++i) lambda[group.rows[i]] = 0;
  for (int i = 0; i < n; ++i) {
    double rest =
        product_of_rows(group.coupling.data() + i * stride_, x_s_.data(), stride_) - f[group.speeds[i]];
    for (int j = 0; j < n; ++j) rest += group.inertia[i * n + j] * group.c[j];
    for (int j = 0; j < n; ++j) lambda[group.rows[j]] += group.inverse[i * n + j] * rest;
  }
}

void DependentSpeeds::solve(In<double> f, In<double> b, Out<double> x, Out<double> lambda) {
  const int count = static_cast<int>(shared_.size());
  std::fill(x_s_.begin(), x_s_.end(), 0.0);
  for (int s = 0; s < count; ++s) x_s_[s] = f[shared_[s]];
  if (!legs_.empty()) {
    SharedRow sum = SharedRow::load(x_s_.data());
    for (DependentLeg& leg : legs_) sum += leg.reduce(f, b);
    sum.store(x_s_.data());
  }
  for (Group& group : groups_) reduce(group, f, b);
  solve_shared();
  for (int s = 0; s < count; ++s) x[shared_[s]] = x_s_[s];
  const SharedRow x_s = legs_.empty() ? SharedRow(0.0) : SharedRow::load(x_s_.data());
  for (const DependentLeg& leg : legs_) leg.expand(x_s, f, x, lambda);
  for (Group& group : groups_) expand(group, f, x, lambda);
}

}  // namespace sarrus::internal

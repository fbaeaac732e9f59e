#include "sarrus/dynamics/dependent_speeds.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "sarrus/base/sorted.h"
#include "sarrus/scalar/pack.h"

namespace sarrus {

namespace {

/// Pivots of G_d that are smaller, in parts of the largest entry, leave the group to other methods: rounding
/// errors grow with the square of K.
constexpr double least_pivot = 0.01;

using Four = Pack<double, 4>;
std::size_t index(int i) { return static_cast<std::size_t>(i); }

/// The scalar product of rows of whole registers.
double product_of_rows(const double* a, const double* b, int length) {
  Four sum(0.0);
  for (int i = 0; i < length; i += 4) sum += Four::load(a + i) * Four::load(b + i);
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/// Speeds that several blocks read, and all that they hang on.
std::vector<char> find_shared(const TreePattern& pattern, const ConstraintJacobian& G) {
  std::vector<int> readers(index(pattern.size()), 0);
  for (const ConstraintJacobian::Block& block : G.blocks())
    for (const int k : block.speeds) ++readers[index(k)];
  std::vector<char> shared(readers.size(), 0);
  for (int k = pattern.size() - 1; k >= 0; --k) {
    if (readers[index(k)] > 1) shared[index(k)] = 1;
    if (shared[index(k)] && pattern.parent(k) >= 0) shared[index(pattern.parent(k))] = 1;
  }
  return shared;
}

/// Numbers the speeds that are not shared by groups: those that hang on each other or that a block ties
/// together.
std::vector<int> find_components(const TreePattern& pattern, const ConstraintJacobian& G,
                                 const std::vector<char>& shared) {
  std::vector<int> group(shared.size());
  std::iota(group.begin(), group.end(), 0);
  const auto root = [&](int k) {
    while (group[index(k)] != k) k = group[index(k)] = group[index(group[index(k)])];
    return k;
  };
  const auto unite = [&](int a, int b) {
    if (!shared[index(a)] && !shared[index(b)]) group[index(root(a))] = root(b);
  };
  for (int k = 0; k < pattern.size(); ++k)
    if (pattern.parent(k) >= 0) unite(k, pattern.parent(k));
  for (const ConstraintJacobian::Block& block : G.blocks()) {
    int first = -1;
    for (const int k : block.speeds) {
      if (first >= 0) unite(k, first);
      if (!shared[index(k)]) first = k;
    }
  }
  for (int k = 0; k < pattern.size(); ++k) group[index(k)] = root(k);
  return group;
}

}  // namespace

std::optional<DependentSpeeds> DependentSpeeds::find(const TreePattern& pattern,
                                                     const ConstraintJacobian& G) {
  const std::vector<char> is_shared = find_shared(pattern, G);
  const std::vector<int> component = find_components(pattern, G, is_shared);
  std::vector<int> shared;
  std::map<int, Group> groups;
  for (int k = 0; k < pattern.size(); ++k) {
    if (is_shared[index(k)])
      shared.push_back(k);
    else
      groups[component[index(k)]].speeds.push_back(k);
  }
  for (const ConstraintJacobian::Block& block : G.blocks()) {
    const auto own =
        std::find_if(block.speeds.begin(), block.speeds.end(), [&](int k) { return !is_shared[index(k)]; });
    if (own == block.speeds.end()) return {};
    for (int i = 0; i < block.rows; ++i) groups[component[index(*own)]].rows.push_back(block.first_row + i);
  }
  std::vector<Group> all;
  for (auto& [root, group] : groups) {
    if (!group.is_free() && group.rows.size() != group.speeds.size()) return {};
    all.push_back(std::move(group));
  }
  return DependentSpeeds(pattern, G, std::move(shared), std::move(all));
}

DependentSpeeds::DependentSpeeds(const TreePattern& pattern, const ConstraintJacobian& G,
                                 std::vector<int> shared, std::vector<Group> groups)
    : shared_(std::move(shared)),
      stride_((static_cast<int>(shared_.size()) + 3) / 4 * 4),
      groups_(std::move(groups)),
      S_(index(stride_) * shared_.size()),
      x_s_(index(stride_)) {
  for (int i = 0; i < static_cast<int>(shared_.size()); ++i)
    for (int p = 0; p < pattern.length(shared_[index(i)]); ++p) {
      const int j = find_sorted(shared_, pattern.columns(shared_[index(i)])[p]);
      M_ss_.push_back({pattern.start(shared_[index(i)]) + p, i * stride_ + j});
      if (j != i) M_ss_.push_back({pattern.start(shared_[index(i)]) + p, j * stride_ + i});
    }
  int largest = 0;
  for (Group& group : groups_) plan(pattern, G, group), largest = std::max(largest, group.size());
  memory_.resize(index(largest));
}

/// Where the numbers of a group come from.
void DependentSpeeds::plan(const TreePattern& pattern, const ConstraintJacobian& G, Group& group) const {
  const int n = group.size();
  for (int i = 0; i < n; ++i) {
    const int row = group.speeds[index(i)];
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
        const int from = block.start + k * block.rows + i, speed = block.speeds[index(k)];
        const int s = find_sorted(shared_, speed), j = find_sorted(group.speeds, speed);
        if (s >= 0) group.G_s.push_back({from, row * stride_ + s});
        if (j >= 0) group.G_d.push_back({from, row * n + j});
      }
    }
  group.inertia.resize(index(n * n)), group.factors.resize(index(n * n));
  group.coupling.resize(index(n * stride_)), group.K.resize(index(n * stride_));
  group.P.resize(index(n * stride_));
  group.order.resize(index(n)), group.c.resize(index(n)), group.rest.resize(index(n));
}

double DependentSpeeds::cost() const {
  constexpr double whole_registers = 0.5;  // what a multiplication takes there
  const double s = static_cast<double>(shared_.size());
  double sum = s * s * s / 6;
  for (const Group& group : groups_) {
    const double n = group.size();
    sum += n * n * n / 3 + whole_registers * (2 * n * n * s + 2 * n * s * s) + 4 * n * (n + s);
  }
  return sum;
}

/// M_dd and M_ds; G_d and G_s take the places of its factors and of K.
void DependentSpeeds::gather(const ConstraintJacobian& G, const TreeMatrix<double>& M, Group& group) const {
  const auto copy_all = [](const std::vector<Copy>& copies, const double* from, std::vector<double>& to) {
    for (const Copy& copy : copies) to[index(copy.to)] = from[copy.from];
  };
  copy_all(group.M_dd, M.row(0), group.inertia);
  copy_all(group.M_ds, M.row(0), group.coupling);
  if (group.is_free()) {
    group.factors = group.inertia, group.K = group.coupling;
    return;
  }
  std::fill(group.factors.begin(), group.factors.end(), 0.0);
  std::fill(group.K.begin(), group.K.end(), 0.0);
  copy_all(group.G_d, G.entries(G.blocks().front()), group.factors);
  copy_all(group.G_s, G.entries(G.blocks().front()), group.K);
}

namespace {

/// Gauss's elimination of a group of n speeds with the largest entry of each column as pivot; K ← −A⁻¹·K on
/// the way. False where a pivot is smaller than `least`. `fixed_size` is n if the compiler is to know it, or
/// zero.
template <int fixed_size>
bool eliminate(int n, int stride, double least, double* A, double* K, int* order) {
  if constexpr (fixed_size > 0) n = fixed_size;
  for (int k = 0; k < n; ++k) {
    int best = k;
    for (int i = k + 1; i < n; ++i)
      if (std::abs(A[i * n + k]) > std::abs(A[best * n + k])) best = i;
    if (!(std::abs(A[best * n + k]) > least)) return false;
    if (best != k) {
      std::swap(order[k], order[best]);
      std::swap_ranges(A + k * n, A + k * n + n, A + best * n);
      std::swap_ranges(K + k * stride, K + k * stride + stride, K + best * stride);
    }
    A[k * n + k] = 1 / A[k * n + k];
    for (int i = k + 1; i < n; ++i) {
      const double L = A[i * n + k] *= A[k * n + k];
      for (int j = k + 1; j < n; ++j) A[i * n + j] -= L * A[k * n + j];
    }
  }
  for (int s = 0; s < stride; s += 4) {
    const auto row = [&](int i) { return K + i * stride + s; };
    for (int i = 1; i < n; ++i) {
      Four own = Four::load(row(i));
      for (int k = 0; k < i; ++k) own -= A[i * n + k] * Four::load(row(k));
      own.store(row(i));
    }
    for (int i = n - 1; i >= 0; --i) {
      Four own = Four::load(row(i));
      for (int j = i + 1; j < n; ++j) own += A[i * n + j] * Four::load(row(j));
      (-A[i * n + i] * own).store(row(i));
    }
  }
  return true;
}

/// P = C + M·K and S += Cᵀ·K + Kᵀ·P for a group of n speeds and `count` shared ones; of S, what is right of
/// the diagonal.
template <int fixed_size>
void add_products(int n, int stride, int count, const double* M, const double* C, const double* K, double* P,
                  double* S) {
  if constexpr (fixed_size > 0) n = fixed_size;
  for (int t = 0; t < stride; t += 4) {
    for (int i = 0; i < n; ++i) {
      Four sum = Four::load(C + i * stride + t);
      for (int j = 0; j < n; ++j) sum += M[i * n + j] * Four::load(K + j * stride + t);
      sum.store(P + i * stride + t);
    }
    for (int s = 0; s < std::min(count, t + 4); ++s) {
      Four sum = Four::load(S + s * stride + t);
      for (int i = 0; i < n; ++i)
        sum += K[i * stride + s] * Four::load(P + i * stride + t) +
               C[i * stride + s] * Four::load(K + i * stride + t);
      sum.store(S + s * stride + t);
    }
  }
}

}  // namespace

bool DependentSpeeds::factor_group(Group& group) const {
  double least = 0;
  if (!group.is_free())
    for (const double entry : group.factors) least = std::max(least, least_pivot * std::abs(entry));
  std::iota(group.order.begin(), group.order.end(), 0);
  return (group.size() == 3 ? eliminate<3> : eliminate<0>)(group.size(), stride_, least, group.factors.data(),
                                                           group.K.data(), group.order.data());
}

void DependentSpeeds::add_to_shared(Group& group) {
  (group.size() == 3 ? add_products<3> : add_products<0>)(group.size(), stride_,
                                                          static_cast<int>(shared_.size()),
                                                          group.inertia.data(), group.coupling.data(),
                                                          group.K.data(), group.P.data(), S_.data());
}

/// S = U·D⁻¹·Uᵀ in place: rows of U = D·Lᵀ, inverse pivots on the diagonal.
bool DependentSpeeds::factor_shared() {
  const int n = static_cast<int>(shared_.size());
  for (int k = 0; k < n; ++k) {
    double* row = S_.data() + k * stride_;
    if (!(row[k] > 0)) return false;
    row[k] = 1 / row[k];
    for (int i = k + 1; i < n; ++i) {
      double* to = S_.data() + i * stride_;
      const double L = row[i] * row[k];
      for (int j = i; j < n; ++j) to[j] -= L * row[j];
    }
  }
  return true;
}

bool DependentSpeeds::factor(const ConstraintJacobian& G, const TreeMatrix<double>& M) {
  std::fill(S_.begin(), S_.end(), 0.0);
  for (const Copy& copy : M_ss_) S_[index(copy.to)] = M.row(0)[copy.from];
  for (Group& group : groups_) {
    gather(G, M, group);
    if (!factor_group(group)) return false;
    add_to_shared(group);
  }
  return factor_shared();
}

void DependentSpeeds::solve_group(const Group& group, double* x, double* memory) {
  const int n = group.size();
  const double* A = group.factors.data();
  for (int i = 0; i < n; ++i) {
    double sum = x[group.order[index(i)]];
    for (int j = 0; j < i; ++j) sum -= A[i * n + j] * memory[j];
    memory[i] = sum;
  }
  for (int i = n - 1; i >= 0; --i) {
    double sum = memory[i];
    for (int j = i + 1; j < n; ++j) sum -= A[i * n + j] * x[j];
    x[i] = sum * A[i * n + i];
  }
}

void DependentSpeeds::solve_group_transposed(const Group& group, double* x, double* memory) {
  const int n = group.size();
  const double* A = group.factors.data();
  for (int i = 0; i < n; ++i) {
    double sum = x[i];
    for (int j = 0; j < i; ++j) sum -= A[j * n + i] * memory[j];
    memory[i] = sum * A[i * n + i];
  }
  for (int i = n - 1; i >= 0; --i) {
    for (int j = i + 1; j < n; ++j) memory[i] -= A[j * n + i] * memory[j];
    x[group.order[index(i)]] = memory[i];
  }
}

void DependentSpeeds::solve(In<double> f, In<double> b, Out<double> x, Out<double> lambda) {
  const int count = static_cast<int>(shared_.size());
  double* x_s = x_s_.data();
  std::fill(x_s_.begin(), x_s_.end(), 0.0);
  for (int s = 0; s < count; ++s) x_s[s] = f[shared_[index(s)]];
  for (Group& group : groups_) {
    const int n = group.size();
    for (int i = 0; i < n; ++i)
      group.c[index(i)] = group.is_free() ? f[group.speeds[index(i)]] : b[group.rows[index(i)]];
    solve_group(group, group.c.data(), memory_.data());
    for (int i = 0; i < n; ++i) {
      group.rest[index(i)] = f[group.speeds[index(i)]];
      for (int j = 0; j < n; ++j) group.rest[index(i)] -= group.inertia[index(i * n + j)] * group.c[index(j)];
    }
    for (int t = 0; t < stride_; t += 4) {
      Four sum = Four::load(x_s + t);
      for (int i = 0; i < n; ++i)
        sum += group.rest[index(i)] * Four::load(group.K.data() + i * stride_ + t) -
               group.c[index(i)] * Four::load(group.coupling.data() + i * stride_ + t);
      sum.store(x_s + t);
    }
  }
  for (int k = 0; k < count; ++k) {
    const double *U = S_.data() + k * stride_, factor = U[k] * x_s[k];
    for (int i = k + 1; i < count; ++i) x_s[i] -= U[i] * factor;
  }
  for (int k = count - 1; k >= 0; --k) {
    const double* U = S_.data() + k * stride_;
    for (int i = k + 1; i < count; ++i) x_s[k] -= U[i] * x_s[i];
    x_s[k] *= U[k];
  }
  for (int s = 0; s < count; ++s) x[shared_[index(s)]] = x_s[s];
  for (Group& group : groups_) {
    const int n = group.size();
    for (int i = 0; i < n; ++i) {
      const double own = group.c[index(i)] + product_of_rows(group.K.data() + i * stride_, x_s, stride_);
      x[group.speeds[index(i)]] = group.c[index(i)] = own;
      group.rest[index(i)] =
          product_of_rows(group.coupling.data() + i * stride_, x_s, stride_) - f[group.speeds[index(i)]];
    }
    if (group.is_free()) continue;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) group.rest[index(i)] += group.inertia[index(i * n + j)] * group.c[index(j)];
    solve_group_transposed(group, group.rest.data(), memory_.data());
    for (int i = 0; i < n; ++i) lambda[group.rows[index(i)]] = group.rest[index(i)];
  }
}

}  // namespace sarrus

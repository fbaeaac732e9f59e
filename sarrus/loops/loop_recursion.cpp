#include "sarrus/loops/internal/loop_recursion.h"

#include <algorithm>
#include <cmath>

#include "sarrus/base/array.h"
#include "sarrus/base/internal/index.h"
#include "sarrus/dynamics/internal/articulated_steps.h"
#include "sarrus/dynamics/internal/effective_inertia.h"
#include "sarrus/dynamics/node_frame.h"
#include "sarrus/scalar/pack.h"
#include "sarrus/scalar/scalar_types.h"
#include "sarrus/sparse/internal/pivoted_ldlt.h"
#include "sarrus/sparse/row_rank.h"
#include "sarrus/sparse/symmetric_solve.h"

namespace sarrus::internal {

namespace {

using Four = Pack<double, 4>;
constexpr int slack = 4;  // a register that starts at the last number reads and writes beyond it

LaneForce<double> no_force() { return {zero3<double>(), zero3<double>()}; }

SARRUS_ALWAYS_INLINE double power(const LaneMotion<double>& V, const LaneForce<double>& F) {
  return dot(V.w, F.t, V.v, F.f);
}
/// Element j of a wrench or a motion, angular part first.
SARRUS_ALWAYS_INLINE double element(const LaneForce<double>& F, int j) { return j < 3 ? F.t[j] : F.f[j - 3]; }
SARRUS_ALWAYS_INLINE double element(const LaneMotion<double>& V, int j) {
  return j < 3 ? V.w[j] : V.v[j - 3];
}
SARRUS_ALWAYS_INLINE void add_to(double* to, const Four& more) { (Four::load(to) + more).store(to); }

/// Scalar product of two arrays of whole registers.
SARRUS_ALWAYS_INLINE double product(const double* a, const double* b, int width) {
  Four sum(0.0);
  for (int c = 0; c < width; c += 4) sum += Four::load(a + c) * Four::load(b + c);
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}
double product(const Array<double>& a, const Array<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

/// The fixed size if there is one, otherwise the argument.
template <int fixed>
SARRUS_ALWAYS_INLINE int known(int size) {
  return fixed > 0 ? fixed : size;
}

}  // namespace

LoopRecursion::LoopRecursion(const Tree<double>& tree, const ConstraintJacobian& G, const IndexSet& held,
                             const TreePart& part)
    : plan_(tree, G, held, part),
      is_dependent_(G.rows()),
      starts_(plan_.slots),
      l_starts_(starts_),
      A_(plan_.slots),
      p_(plan_.slots, no_force()),
      a_(plan_.steps.size()) {
  for (const int b : part.blocks)
    for (int r = 0; r < G.blocks()[b].rows; ++r) rows_.push_back(G.blocks()[b].first_row + r);
  int numbers = 0, forces = 0, widest = 0, most_closing = 0;
  Array<int> sizes(starts_.size()), l_sizes(starts_.size());
  for (const LoopStep& step : plan_.steps) {
    const int n = step.speeds, k = step.closing, width = step.width();
    places_.push_back({numbers, forces});
    numbers += n * n + n * width + k * k + k * width;
    forces += n + k;
    widest = std::max(widest, width), most_closing = std::max(most_closing, k);
    if (step.slot >= 0) {
      int &size = sizes[step.slot], &l_size = l_sizes[step.slot];
      size = std::max(size, (6 + step.rows() + 1) * step.stride() + 3 * slack);
      l_size = std::max(l_size, step.stride() + slack);
    }
    const double c = k, p = width;
    cost_ += 130 + 110.0 * n + p * (5.0 * n + 6) + 0.25 * (n + 1) * p * p;
    cost_ += c * (c * c + 0.5 * c * p + 0.25 * p * p + 3 * p + 30);
  }
  numbers_.resize(numbers + slack), forces_.resize(forces, no_force());
  int start = 0, l_start = 0;
  for (std::size_t s = 0; s < starts_.size(); ++s) {
    starts_[s] = start, l_starts_[s] = l_start;
    start += sizes[s], l_start += l_sizes[s];
  }
  sums_.resize(start), l_.resize(l_start);
  E_.resize(max_joint_speeds * widest + slack);
  handed_.resize((6 + widest + 1) * widest + slack);
  buffer_.resize(widest + slack);
  square_.resize(most_closing * most_closing), closing_W_.resize(most_closing, no_force());
  sizes_.resize(most_closing), inverse_pivots_.resize(most_closing);
  order_.resize(most_closing);
}

LoopRecursion::Sums LoopRecursion::sums(const LoopStep& step) {
  double* W = sums_.data() + starts_[step.slot];
  double* L = W + 6 * step.stride() + slack;
  return {W, L, L + step.rows() * step.stride() + slack};
}

void LoopRecursion::clear(const LoopStep& step) {
  std::fill_n(sums_.begin() + starts_[step.slot], (6 + step.rows() + 1) * step.stride() + 3 * slack, 0.0);
}

/// Stores a dependent row and its entries; a row that vanishes has none.
void LoopRecursion::keep_dependent(const LoopStep& step, int place, const ConstraintJacobian& G) {
  const int row = plan_.rows[step.first_row + place];
  is_dependent_[row] = 1;
  if (alignments_[place] <= least_) return dependent_.push_back({row, 0, 0});
  for (int i = 0; i < step.blocks; ++i) {
    const ConstraintJacobian::Block& block = G.blocks()[plan_.blocks[step.first_block + i]];
    if (row < block.first_row || row >= block.first_row + block.rows) continue;
    dependent_.push_back(
        {row, static_cast<int>(dependent_speeds_.size()), static_cast<int>(block.speeds.size())});
    for (std::size_t k = 0; k < block.speeds.size(); ++k) {
      dependent_speeds_.push_back(block.speeds[k]);
      dependent_entries_.push_back(G.entries(block)[index(row - block.first_row) + k * index(block.stride)]);
    }
  }
}

/// The inverse of L of the closing rows, with zeros for dependent rows. Returns false if a row is only weakly
/// independent.
template <int fixed_closing>
bool LoopRecursion::invert(const LoopStep& step, const ConstraintJacobian& G, double* inverse) {
  const int k = known<fixed_closing>(step.closing), stride = step.stride();
  const Sums own = sums(step);
  alignments_.clear();
  for (int i = 0; i < step.blocks; ++i) {
    const ConstraintJacobian::Block& block = G.blocks()[plan_.blocks[step.first_block + i]];
    G.append_alignments(block, block.rows, alignments_);
  }
  for (int i = 0; i < k; ++i) {
    sizes_[i] = own.sizes[i] / (alignments_[i] > 0 ? alignments_[i] : 1);
    for (int j = 0; j <= i; ++j) square_[i * k + j] = own.L[i * stride + j];
  }
  double* S = square_.data();
  const PivotedLdlt found =
      factor_pivoted_ldlt<fixed_closing>(k, S, sizes_.data(), clear_, order_.data(), inverse_pivots_.data());
  smallest_pivot_ = std::min(smallest_pivot_, found.smallest_ratio);
  for (int i = found.taken; i < k; ++i) {
    if (S[i * k + i] > least_ * sizes_[order_[i]]) return false;
    keep_dependent(step, order_[i], G);
  }
  std::fill_n(inverse, k * k, 0.0);
  for (int j = 0; j < found.taken; ++j) {  // solve L·D·Lᵀ·y = unit vector j
    double* y = inverse + order_[j] * k;
    const auto at = [&](int i) -> double& { return y[order_[i]]; };
    at(j) = 1;
    for (int i = j + 1; i < found.taken; ++i)
      for (int m = j; m < i; ++m) at(i) -= S[i * k + m] * at(m);
    for (int i = j; i < found.taken; ++i) at(i) *= inverse_pivots_[order_[i]];
    for (int i = found.taken - 1; i >= 0; --i)
      for (int m = i + 1; m < found.taken; ++m) at(i) -= S[m * k + i] * at(m);
  }
  return true;
}

/// Eliminates the multipliers whose loops end at a node.
template <int fixed_closing>
bool LoopRecursion::close(const LoopStep& step, const Place& place, const ConstraintJacobian& G) {
  const int k = known<fixed_closing>(step.closing), d = step.passing, width = step.width(),
            stride = step.stride(), n = step.speeds;
  double *inverse = numbers_.data() + place.numbers + n * n + n * width, *coupling = inverse + k * k;
  if (!invert<fixed_closing>(step, G, inverse)) return false;
  if (step.node == 0) return true;
  const Sums own = sums(step);
  LaneArticulatedInertia& A = A_[step.slot];
  LaneForce<double>*V = forces_.data() + place.forces + n, *W = closing_W_.data();
  for (int i = 0; i < k; ++i) {
    const auto w = [&](int j) { return own.W[j * stride + i]; };
    W[i] = {Lane3d(Vec3<double>{w(0), w(1), w(2)}), Lane3d(Vec3<double>{w(3), w(4), w(5)})};
  }
  for (int i = 0; i < k; ++i) {
    V[i] = inverse[i * k] * W[0];
    for (int j = 1; j < k; ++j) V[i] += inverse[i * k + j] * W[j];
  }
  for (int i = 0; i < k; ++i) subtract_outer(A, -1.0 * V[i], W[i]);
  for (int c = 0; c < width; c += 4) {
    const double* L = own.L + k + c;
    for (int i = 0; i < k; ++i) {
      Four sum(0.0);
      for (int j = 0; j < k; ++j) sum += inverse[i * k + j] * Four::load(L + j * stride);
      sum.store(coupling + i * width + c);
    }
    for (int j = 0; j < 6; ++j) {
      Four sum(0.0);
      for (int i = 0; i < k; ++i) sum += element(W[i], j) * Four::load(coupling + i * width + c);
      add_to(own.W + j * stride + k + c, -sum);
    }
    for (int r = 0; r < d; ++r) {
      Four sum(0.0);
      for (int i = 0; i < k; ++i) sum += own.L[i * stride + k + r] * Four::load(coupling + i * width + c);
      add_to(own.L + (k + r) * stride + k + c, -sum);
    }
  }
  return true;
}

/// Propagates the articulated inertia of a node, with W and L, across its joint to its parent.
template <int fixed_speeds>
void LoopRecursion::give_way(const Tree<double>& tree, const PositionKinematics<double>& position,
                             const ConstraintJacobian& G, In<double> port_inertia, const LoopStep& step,
                             const Place& place, LaneArticulatedInertia& A) {
  const TreeNode<double>& constants = tree.node(step.node);
  const int n = known<fixed_speeds>(step.speeds), k = step.closing, d = step.passing, width = step.width(),
            stride = step.stride();
  const int* speeds = plan_.speeds.data() + step.first_speed;
  double *D = numbers_.data() + place.numbers, *scaled = D + n * n, *E = E_.data();
  LaneForce<double>* V = forces_.data() + place.forces;
  LaneMotion<double> H[max_joint_speeds];
  LaneForce<double> U[max_joint_speeds];
  for (int a = 0; a < n; ++a) {
    H[a] = column(constants, position, step.node, speeds[a] - constants.u0);
    V[a] = U[a] = times(A, H[a]);
    for (int b = 0; b <= a; ++b) D[a * n + b] = power(H[b], U[a]);
    if (!port_inertia.empty()) D[a * n + a] += port_inertia[speeds[a]];
  }
  const Sums own = step.slot < 0 ? Sums{nullptr, nullptr, nullptr} : sums(step);
  for (int a = 0; a < n; ++a)
    for (int c = 0; c < width; c += 4) {
      Four sum(0.0);
      for (int j = 0; j < 6 && own.W; ++j) sum += element(H[a], j) * Four::load(own.W + j * stride + k + c);
      sum.store(E + a * width + c);
    }
  const double* from = G.blocks().empty() ? nullptr : G.entries(G.blocks().front());
  for (int e = step.first_entry; e < step.first_entry + step.entries; ++e) {
    const LoopPlan::Entry& entry = plan_.entries[e];
    add_to(E + entry.speed * width + entry.column, Four::load(from + entry.from));
  }
  if constexpr (fixed_speeds > 0)
    factor_LTDL(Constant<fixed_speeds>{}, n, D);
  else
    factor_LTDL(n, n, D);
  for (int a = 0; a < n; ++a)
    if (!(D[a * n + a] > 0)) require_effective_inertia(tree, speeds[a], 1 / D[a * n + a]);
  solve_LTDL(n, n, D, V);

  double *W = handed_.data(), *L = W + 6 * width, *sizes = L + d * width;
  const Lane3d& r = position.nodes[step.node].r;
  for (int c = 0; c < width; c += 4) {
    Four x[max_joint_speeds], sum[6];
    for (int a = 0; a < n; ++a) x[a] = Four::load(E + a * width + c);
    Four size = own.sizes ? Four::load(own.sizes + k + c) : Four(0.0);
    solve_LTDL(n, n, D, x);
    for (int a = 0; a < n; ++a) {
      x[a].store(scaled + a * width + c);
      size += x[a] * Four::load(E + a * width + c);
    }
    size.store(sizes + c);
    for (int j = 0; j < 6; ++j) {
      sum[j] = own.W ? Four::load(own.W + j * stride + k + c) : Four(0.0);
      for (int a = 0; a < n; ++a) sum[j] -= element(U[a], j) * x[a];
    }
    (sum[0] + r[1] * sum[5] - r[2] * sum[4]).store(W + c);
    (sum[1] + r[2] * sum[3] - r[0] * sum[5]).store(W + width + c);
    (sum[2] + r[0] * sum[4] - r[1] * sum[3]).store(W + 2 * width + c);
    for (int j = 3; j < 6; ++j) sum[j].store(W + j * width + c);
    for (int i = 0; i < d; ++i) {
      Four entry = own.L ? Four::load(own.L + (k + i) * stride + k + c) : Four(0.0);
      for (int a = 0; a < n; ++a) entry += E[a * width + i] * x[a];
      entry.store(L + i * width + c);
    }
  }
  if (step.parent == 0) return hand_on(step);
  for (int a = 0; a < n; ++a) subtract_outer(A, V[a], U[a]);
  hand_on(step);
  add(A_[plan_.steps[step.parent].slot], shifted(A, r));
}

/// Adds the propagated W, L and squares to the sums of the parent.
void LoopRecursion::hand_on(const LoopStep& step) {
  const LoopStep& parent = plan_.steps[step.parent];
  const int d = step.passing, width = step.width(), stride = parent.stride();
  const double *W = handed_.data(), *L = W + 6 * width, *sizes = L + d * width;
  const Sums to = sums(parent);
  const LoopPlan::Run *runs = plan_.runs.data() + step.first_run, *end = runs + step.runs;
  const auto add_row = [&](const double* from, double* row) {
    if (step.runs == 1) {
      for (int c = 0; c < width; c += 4) add_to(row + runs->to + c, Four::load(from + c));
      return;
    }
    for (const LoopPlan::Run* run = runs; run != end; ++run)
      for (int c = 0; c < run->count; c += 4)
        add_to(row + run->to + c, Four::load_first(run->count - c, from + run->from + c));
  };
  for (int j = 0; j < 6; ++j) add_row(W + j * width, to.W + j * stride);
  for (const LoopPlan::Run* run = runs; run != end; ++run)
    for (int i = 0; i < run->count; ++i) add_row(L + (run->from + i) * width, to.L + (run->to + i) * stride);
  add_row(sizes, to.sizes);
}

bool LoopRecursion::factor(const Tree<double>& tree, const PositionKinematics<double>& position,
                           const NodeInertias& inertias, const ConstraintJacobian& G, double row_error,
                           In<double> port_inertia) {
  if (!port_inertia.empty()) require_size(port_inertia, tree.nu(), "port_inertia", "speeds of the tree");
  const double least = row_rank::least(row_error), clear_of_others = std::max(row_rank::clear, least);
  least_ = least * least, clear_ = clear_of_others * clear_of_others, smallest_pivot_ = 1;
  for (const Dependent& dependent : dependent_) is_dependent_[dependent.row] = 0;
  dependent_.clear(), dependent_speeds_.clear(), dependent_entries_.clear();
  clear(plan_.steps.front());
  for (std::size_t s = plan_.steps.size(); s-- > 1;) {
    const LoopStep &step = plan_.steps[s], &parent = plan_.steps[step.parent];
    if (step.is_first) {
      clear(parent);
      A_[parent.slot] = articulated(inertias[parent.node]);
    }
    if (step.closing > 0 &&
        !(step.closing == 3 ? close<3>(step, places_[s], G) : close<0>(step, places_[s], G)))
      return false;
    LaneArticulatedInertia rigid;
    if (step.slot < 0) rigid = articulated(inertias[step.node]);
    LaneArticulatedInertia& A = step.slot < 0 ? rigid : A_[step.slot];
    if (step.speeds == 1)
      give_way<1>(tree, position, G, port_inertia, step, places_[s], A);
    else if (step.speeds == 3)
      give_way<3>(tree, position, G, port_inertia, step, places_[s], A);
    else
      give_way<0>(tree, position, G, port_inertia, step, places_[s], A);
  }
  return plan_.steps.front().closing == 0 || close<0>(plan_.steps.front(), places_.front(), G);
}

/// Inward sweep: computes p and l, and stores their contributions to the closing rows in λ and those to the
/// joints in x.
void LoopRecursion::sweep_inward(const Tree<double>& tree, const PositionKinematics<double>& position,
                                 In<double> f, In<double> b, Out<double> x, Out<double> lambda) {
  const auto clear_slot = [&](const LoopStep& step) {
    p_[step.slot] = no_force();
    std::fill_n(l_.begin() + l_starts_[step.slot], step.stride() + slack, 0.0);
  };
  clear_slot(plan_.steps.front());
  for (std::size_t s = plan_.steps.size(); s-- > 0;) {
    const LoopStep &step = plan_.steps[s], &parent = plan_.steps[step.parent];
    const int n = step.speeds, k = step.closing, width = step.width();
    const double *D = numbers_.data() + places_[s].numbers, *scaled = D + n * n,
                 *inverse = scaled + n * width, *coupling = inverse + k * k;
    const LaneForce<double>*V = forces_.data() + places_[s].forces, *closing_V = V + n;
    if (step.is_first && s > 0) clear_slot(parent);
    LaneForce<double> p = step.slot < 0 ? no_force() : p_[step.slot];
    double *l = buffer_.data(), *own = l;
    if (step.slot < 0)
      std::fill_n(l, width, 0.0);
    else
      own = l_.data() + l_starts_[step.slot], l = own + k;
    const int* rows = plan_.rows.data() + step.first_row;
    for (int i = 0; i < k; ++i) own[i] = b[rows[i]] - own[i];
    for (int i = 0; i < k; ++i) {
      double sum = 0;
      for (int j = 0; j < k; ++j) sum += inverse[i * k + j] * own[j];
      lambda[rows[i]] = sum;
      p -= own[i] * closing_V[i];
      for (int c = 0; c < width; c += 4) add_to(l + c, own[i] * Four::load(coupling + i * width + c));
    }
    if (s == 0) break;
    const TreeNode<double>& constants = tree.node(step.node);
    const int* speeds = plan_.speeds.data() + step.first_speed;
    double value[max_joint_speeds];
    for (int a = 0; a < n; ++a)
      value[a] = f[speeds[a]] - power(column(constants, position, step.node, speeds[a] - constants.u0), p);
    for (int a = 0; a < n; ++a) p += value[a] * V[a];
    for (int c = 0; c < width; c += 4) {
      Four sum = Four::load(l + c);
      for (int a = 0; a < n; ++a) sum += value[a] * Four::load(scaled + a * width + c);
      sum.store(l + c);
    }
    solve_LTDL(n, n, D, value);
    for (int a = 0; a < n; ++a) x[speeds[a]] = value[a];
    double* to = l_.data() + l_starts_[parent.slot];
    for (int i = step.first_run; i < step.first_run + step.runs; ++i) {
      const LoopPlan::Run& run = plan_.runs[i];
      for (int c = 0; c < run.count; ++c) to[run.to + c] += l[run.from + c];
    }
    if (step.parent > 0) p_[parent.slot] += at_parent<double>(p, position.nodes[step.node].r);
  }
}

void LoopRecursion::sweep_outward(const Tree<double>& tree, const PositionKinematics<double>& position,
                                  Out<double> x, Out<double> lambda) {
  a_[0] = {zero3<double>(), zero3<double>()};
  for (std::size_t s = 1; s < plan_.steps.size(); ++s) {
    const LoopStep& step = plan_.steps[s];
    const int n = step.speeds, k = step.closing, width = step.width();
    const double *scaled = numbers_.data() + places_[s].numbers + n * n,
                 *coupling = scaled + n * width + k * k;
    const LaneForce<double>*V = forces_.data() + places_[s].forces, *closing_V = V + n;
    const int *rows = plan_.rows.data() + step.first_row, *speeds = plan_.speeds.data() + step.first_speed;
    double* passing = buffer_.data();
    for (int c = 0; c < step.passing; ++c) passing[c] = lambda[rows[k + c]];
    for (int c = step.passing; c < width; ++c) passing[c] = 0;
    const TreeNode<double>& constants = tree.node(step.node);
    const LaneMotion<double>& parent = a_[step.parent];
    const LaneMotion<double> carried{parent.w, parent.v + cross(parent.w, position.nodes[step.node].r)};
    LaneMotion<double> own = carried;
    for (int a = 0; a < n; ++a) {
      const double rate = x[speeds[a]] - power(carried, V[a]) + product(scaled + a * width, passing, width);
      x[speeds[a]] = rate;
      const LaneMotion<double> H = column(constants, position, step.node, speeds[a] - constants.u0);
      own.w += rate * H.w, own.v += rate * H.v;
    }
    a_[s] = own;
    for (int i = 0; i < k; ++i)
      lambda[rows[i]] -= power(own, closing_V[i]) + product(coupling + i * width, passing, width);
  }
}

void LoopRecursion::solve_once(const Tree<double>& tree, const PositionKinematics<double>& position,
                               In<double> f, In<double> b, Out<double> x, Out<double> lambda) {
  for (const int k : plan_.held) x[k] = 0;
  sweep_inward(tree, position, f, b, x, lambda);
  sweep_outward(tree, position, x, lambda);
}

void LoopRecursion::solve(const Tree<double>& tree, const PositionKinematics<double>& position, In<double> f,
                          In<double> b, Out<double> x, Out<double> lambda, In<double> weights) {
  solve_once(tree, position, f, b, x, lambda);
  if (!dependent_.empty()) share(tree, position, lambda, weights);
}

/// Completes the multipliers of the dependent rows to a vector in the null space of Gᵀ, multipliers of all
/// rows that exert no forces together: M·x = f + Gᵀ·λ, G·x = 0 with the forces f of the former has x = 0.
void LoopRecursion::complete(const Tree<double>& tree, const PositionKinematics<double>& position,
                             Out<double> z) {
  f_.assign(tree.nu(), 0.0), x_.resize(f_.size()), b_.assign(is_dependent_.size(), 0.0);
  for (const Dependent& own : dependent_)
    for (int i = own.first; i < own.first + own.count; ++i)
      f_[dependent_speeds_[i]] += z[own.row] * dependent_entries_[i];
  given_.clear();
  for (const Dependent& own : dependent_) given_.push_back(z[own.row]);
  solve_once(tree, position, f_, b_, Out<double>(x_), z);
  for (std::size_t i = 0; i < dependent_.size(); ++i) z[dependent_[i].row] = given_[i];
}

/// Zᵀ·v with the null vectors Z that complete() makes of unit vectors: the part of v at the dependent rows
/// that does not follow from the other rows.
void LoopRecursion::reduce(const Tree<double>& tree, const PositionKinematics<double>& position, In<double> v,
                           Array<double>& y) {
  f_.assign(tree.nu(), 0.0), x_.resize(f_.size()), b_.resize(is_dependent_.size());
  solve_once(tree, position, f_, v, Out<double>(x_), Out<double>(b_));
  y.clear();
  for (const Dependent& own : dependent_) {
    double rest = v[own.row];
    for (int i = own.first; i < own.first + own.count; ++i)
      rest -= dependent_entries_[i] * x_[dependent_speeds_[i]];
    y.push_back(rest);
  }
}

/// Removes the component of λ in the null space of Gᵀ, so that Σ w·λ² is minimal, by conjugate gradients as
/// in BlockFactors::share().
void LoopRecursion::share(const Tree<double>& tree, const PositionKinematics<double>& position,
                          Out<double> lambda, In<double> weights) {
  const auto weigh = [&](In<double> from) {
    rest_.assign(is_dependent_.size(), 0.0);
    for (const int r : rows_) rest_[r] = (weights.empty() ? 1 : weights[r]) * from[r];
  };
  if (dependent_speeds_.empty()) return;  // rows that vanish carry no load
  weigh(lambda);
  reduce(tree, position, rest_, residual_);
  direction_ = residual_;
  double size = product(residual_, residual_);
  const double enough = 1e-28 * std::max(size, product(rest_, rest_));
  for (std::size_t i = 0; i < 4 * rows_.size() && size > enough && size > 0; ++i) {
    z_.assign(is_dependent_.size(), 0.0);
    for (std::size_t d = 0; d < dependent_.size(); ++d) z_[dependent_[d].row] = direction_[d];
    complete(tree, position, Out<double>(z_));
    weigh(z_);
    reduce(tree, position, rest_, product_);
    const double curvature = product(direction_, product_);
    if (!(curvature > 0)) break;
    const double step = size / curvature;
    for (const int r : rows_) lambda[r] -= step * z_[r];
    for (std::size_t d = 0; d < dependent_.size(); ++d) residual_[d] -= step * product_[d];
    const double next = product(residual_, residual_);
    for (std::size_t d = 0; d < dependent_.size(); ++d)
      direction_[d] = residual_[d] + next / size * direction_[d];
    size = next;
  }
}

double LoopRecursion::independence() const { return std::sqrt(smallest_pivot_); }

}  // namespace sarrus::internal

#include "sarrus/dynamics/loop_recursion.h"

#include <algorithm>
#include <set>

#include "sarrus/base/sorted.h"
#include "sarrus/dynamics/articulated_steps.h"
#include "sarrus/dynamics/node_quantities.h"
#include "sarrus/dynamics/row_rank.h"
#include "sarrus/dynamics/symmetric_solve.h"

namespace sarrus {

namespace {

/// Pivots smaller than this in parts of what they were are zero: a row depends on others.
constexpr double least_pivot = row_rank::near_singular * row_rank::near_singular;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

LaneForce<double> no_force() { return {zero3<double>(), zero3<double>()}; }

double power(const LaneMotion<double>& V, const LaneForce<double>& F) { return dot(V.w, F.t, V.v, F.f); }

/// The last node on the way outwards to all of some nodes that is none of them.
int end_of(const Tree<double>& tree, const std::set<int>& nodes) {
  if (nodes.empty()) return 0;
  int end = tree.node(*nodes.begin()).parent;
  const auto leads_to = [&](int node) {
    while (node > end) node = tree.node(node).parent;  // parents have lower numbers
    return node == end;
  };
  while (end > 0 && !std::all_of(nodes.begin(), nodes.end(), leads_to)) end = tree.node(end).parent;
  return end;
}

/// A⁻¹·B of a matrix B of rows of `width`, from the factors of A.
void solve_rows(int n, const double* factors, int width, double* B) {
  const auto row = [&](int i) { return B + i * width; };
  for (int i = n - 1; i > 0; --i)
    for (int k = 0; k < i; ++k)
      for (int c = 0; c < width; ++c) row(k)[c] -= factors[i * n + k] * row(i)[c];
  for (int i = 0; i < n; ++i) {
    for (int c = 0; c < width; ++c) row(i)[c] *= factors[i * n + i];
    for (int k = 0; k < i; ++k)
      for (int c = 0; c < width; ++c) row(i)[c] -= factors[i * n + k] * row(k)[c];
  }
}

}  // namespace

LoopRecursion::LoopRecursion(const Tree<double>& tree, const ConstraintJacobian& G)
    : nodes_(index(tree.node_count())), A_(nodes_.size()), p_(nodes_.size(), no_force()), a_(nodes_.size()) {
  find_rows(tree, G);
  for (int i = 0; i < tree.node_count(); ++i) {
    Node& node = nodes_[index(i)];
    const int nu = i > 0 ? tree.node(i).nu : 0;
    const std::size_t all = node.rows.size(), k = index(node.closing), d = index(node.passing), n = index(nu);
    node.W.resize(all, no_force()), node.L.resize(all * all), node.l.resize(all);
    node.factors.resize(k * k), node.coupling.resize(k * d), node.y.resize(k), node.rest.resize(k);
    node.V.resize(k, no_force());
    node.D.resize(n * n), node.E.resize(n * d), node.scaled_E.resize(n * d), node.value.resize(n);
    node.U.resize(n, no_force()), node.scaled_U.resize(n, no_force());
    const double c = node.closing, p = node.passing;
    cost_ += 190.0 * nu + p * (20.0 * nu + 12) + 0.5 * (nu + 1) * p * p;
    cost_ += c * (c * c / 6 + c * p + p * p + 12 * p + 60);
  }
}

/// Which multipliers pass which node: those of a block go inwards from its joints to the last node that is on
/// the way of all, and is none of them.
void LoopRecursion::find_rows(const Tree<double>& tree, const ConstraintJacobian& G) {
  std::vector<int> node_of(index(tree.nu()));
  for (int i = 1; i < tree.node_count(); ++i)
    for (int k = 0; k < tree.node(i).nu; ++k) node_of[index(tree.node(i).u0 + k)] = i;
  std::vector<std::vector<int>> passing(nodes_.size());  // blocks
  for (int b = 0; b < static_cast<int>(G.blocks().size()); ++b) {
    const ConstraintJacobian::Block& block = G.blocks()[index(b)];
    std::set<int> own;
    for (const int k : block.speeds) own.insert(node_of[index(k)]);
    const int end = end_of(tree, own);
    std::set<int> way;
    for (const int node : own)
      for (int i = node; i != end && way.insert(i).second;) i = tree.node(i).parent;
    for (const int i : way) passing[index(i)].push_back(b);
    Node& closing = nodes_[index(end)];
    for (int r = 0; r < block.rows; ++r) closing.rows.push_back(block.first_row + r);
    closing.closing += block.rows;
  }
  for (int i = 0; i < tree.node_count(); ++i) {
    Node& node = nodes_[index(i)];
    for (const int b : passing[index(i)]) {
      const ConstraintJacobian::Block& block = G.blocks()[index(b)];
      for (int a = 0; a < tree.node(i).nu; ++a) {
        const int place = find_sorted(block.speeds, tree.node(i).u0 + a);
        for (int r = 0; r < block.rows && place >= 0; ++r)
          node.entries.push_back({a, node.passing + r, block.start + place * block.stride + r});
      }
      for (int r = 0; r < block.rows; ++r) node.rows.push_back(block.first_row + r);
      node.passing += block.rows;
    }
    if (i == 0) continue;
    const std::vector<int>& above = nodes_[index(tree.node(i).parent)].rows;
    for (int r = node.closing; r < static_cast<int>(node.rows.size()); ++r)
      node.to_parent.push_back(
          static_cast<int>(std::find(above.begin(), above.end(), node.rows[index(r)]) - above.begin()));
  }
}

/// Eliminates the multipliers whose loops end at a node.
bool LoopRecursion::close(Node& node, LaneArticulatedInertia& A) {
  const int k = node.closing, d = node.passing, all = k + d;
  if (k == 0) return true;
  for (int i = 0; i < k; ++i)
    for (int j = 0; j < k; ++j) node.factors[index(i * k + j)] = node.L[index(i * all + j)];
  factor_LTDL(k, k, node.factors.data());
  for (int i = 0; i < k; ++i)
    if (!(1 / node.factors[index(i * k + i)] > least_pivot * node.L[index(i * all + i)])) return false;
  for (int i = 0; i < k; ++i) {
    node.V[index(i)] = node.W[index(i)];
    std::copy_n(node.L.data() + i * all + k, d, node.coupling.data() + i * d);
  }
  solve_LTDL(k, k, node.factors.data(), node.V.data());
  solve_rows(k, node.factors.data(), d, node.coupling.data());
  for (int i = 0; i < k; ++i) {
    subtract_outer(A, -1.0 * node.V[index(i)], node.W[index(i)]);
    for (int c = 0; c < d; ++c) node.W[index(k + c)] -= node.coupling[index(i * d + c)] * node.W[index(i)];
    for (int r = 0; r < d; ++r)
      for (int c = 0; c < d; ++c)
        node.L[index((k + r) * all + k + c)] -=
            node.L[index(i * all + k + r)] * node.coupling[index(i * d + c)];
  }
  return true;
}

/// What the parent bears when the joint of a node gives way.
void LoopRecursion::give_way(const Tree<double>& tree, const PositionKinematics<double>& position,
                             const ConstraintJacobian& G, int number) {
  Node& node = nodes_[index(number)];
  const TreeNode<double>& constants = tree.node(number);
  const int n = constants.nu, k = node.closing, d = node.passing, all = k + d;
  const double* entries = G.blocks().empty() ? nullptr : G.entries(G.blocks().front());
  LaneArticulatedInertia& A = A_[index(number)];
  for (int a = 0; a < n; ++a) {
    const LaneMotion<double> H = column(constants, position, number, a);
    node.U[index(a)] = node.scaled_U[index(a)] = times(A, H);
    for (int b = 0; b <= a; ++b)
      node.D[index(a * n + b)] = power(column(constants, position, number, b), node.U[index(a)]);
    for (int c = 0; c < d; ++c) node.E[index(a * d + c)] = power(H, node.W[index(k + c)]);
  }
  for (const Entry& entry : node.entries)
    node.E[index(entry.speed * d + entry.column)] += entries[entry.from];
  node.scaled_E = node.E;
  factor_LTDL(n, n, node.D.data());
  solve_LTDL(n, n, node.D.data(), node.scaled_U.data());
  solve_rows(n, node.D.data(), d, node.scaled_E.data());

  Node& parent = nodes_[index(constants.parent)];
  const int width = static_cast<int>(parent.rows.size());
  for (int r = 0; r < d; ++r)
    for (int c = 0; c < d; ++c) {
      double sum = node.L[index((k + r) * all + k + c)];
      for (int a = 0; a < n; ++a) sum += node.E[index(a * d + r)] * node.scaled_E[index(a * d + c)];
      parent.L[index(node.to_parent[index(r)] * width + node.to_parent[index(c)])] += sum;
    }
  if (constants.parent == 0) return;
  const Lane3d& r = position.nodes[index(number)].r;
  for (int a = 0; a < n; ++a) {
    subtract_outer(A, node.scaled_U[index(a)], node.U[index(a)]);
    for (int c = 0; c < d; ++c) node.W[index(k + c)] -= node.scaled_E[index(a * d + c)] * node.U[index(a)];
  }
  for (int c = 0; c < d; ++c)
    parent.W[index(node.to_parent[index(c)])] += at_parent<double>(node.W[index(k + c)], r);
  add(A_[index(constants.parent)], shifted(A, r));
}

bool LoopRecursion::factor(const Tree<double>& tree, const PositionKinematics<double>& position,
                           const NodeInertias& inertias, const ConstraintJacobian& G) {
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (i > 0) A_[i] = articulated(inertias[i]);
    std::fill(nodes_[i].L.begin(), nodes_[i].L.end(), 0.0);
    std::fill(nodes_[i].W.begin(), nodes_[i].W.end(), no_force());
  }
  A_[0] = articulated(zero_inertia<double>());
  for (int i = tree.node_count() - 1; i > 0; --i) {
    if (!close(nodes_[index(i)], A_[index(i)])) return false;
    give_way(tree, position, G, i);
  }
  return close(nodes_[0], A_[0]);
}

/// p and l, and what they leave to the closing rows and to the joints.
void LoopRecursion::sweep_inward(const Tree<double>& tree, const PositionKinematics<double>& position,
                                 In<double> f, In<double> b) {
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    p_[i] = no_force();
    std::fill(nodes_[i].l.begin(), nodes_[i].l.end(), 0.0);
  }
  for (int i = tree.node_count() - 1; i >= 0; --i) {
    Node& node = nodes_[index(i)];
    const int k = node.closing, d = node.passing;
    LaneForce<double>& p = p_[index(i)];
    for (int c = 0; c < k; ++c) node.rest[index(c)] = b[node.rows[index(c)]] - node.l[index(c)];
    node.y = node.rest;
    solve_LTDL(k, k, node.factors.data(), node.y.data());
    for (int c = 0; c < k; ++c) {
      p -= node.y[index(c)] * node.W[index(c)];
      for (int r = 0; r < d; ++r)
        node.l[index(k + r)] += node.coupling[index(c * d + r)] * node.rest[index(c)];
    }
    if (i == 0) return;
    const TreeNode<double>& constants = tree.node(i);
    for (int a = 0; a < constants.nu; ++a)
      node.value[index(a)] = f[constants.u0 + a] - power(column(constants, position, i, a), p);
    solve_LTDL(constants.nu, constants.nu, node.D.data(), node.value.data());
    Node& parent = nodes_[index(constants.parent)];
    for (int a = 0; a < constants.nu; ++a) {
      p += node.value[index(a)] * node.U[index(a)];
      for (int r = 0; r < d; ++r) node.l[index(k + r)] += node.E[index(a * d + r)] * node.value[index(a)];
    }
    for (int r = 0; r < d; ++r) parent.l[index(node.to_parent[index(r)])] += node.l[index(k + r)];
    p_[index(constants.parent)] += at_parent<double>(p, position.nodes[index(i)].r);
  }
}

void LoopRecursion::solve(const Tree<double>& tree, const PositionKinematics<double>& position, In<double> f,
                          In<double> b, Out<double> x, Out<double> lambda) {
  sweep_inward(tree, position, f, b);
  a_[0] = {zero3<double>(), zero3<double>()};
  for (int i = 0; i < tree.node_count(); ++i) {
    const Node& node = nodes_[index(i)];
    const int k = node.closing, d = node.passing;
    LaneMotion<double>& own = a_[index(i)];
    if (i > 0) {
      const TreeNode<double>& constants = tree.node(i);
      const LaneMotion<double>& parent = a_[index(constants.parent)];
      const LaneMotion<double> carried{parent.w, parent.v + cross(parent.w, position.nodes[index(i)].r)};
      own = carried;
      for (int a = 0; a < constants.nu; ++a) {
        double rate = node.value[index(a)] - power(carried, node.scaled_U[index(a)]);
        for (int c = 0; c < d; ++c) rate += node.scaled_E[index(a * d + c)] * lambda[node.rows[index(k + c)]];
        x[constants.u0 + a] = rate;
        const LaneMotion<double> H = column(constants, position, i, a);
        own.w += rate * H.w, own.v += rate * H.v;
      }
    }
    for (int c = 0; c < k; ++c) {
      double value = node.y[index(c)] - power(own, node.V[index(c)]);
      for (int r = 0; r < d; ++r) value -= node.coupling[index(c * d + r)] * lambda[node.rows[index(k + r)]];
      lambda[node.rows[index(c)]] = value;
    }
  }
}

}  // namespace sarrus

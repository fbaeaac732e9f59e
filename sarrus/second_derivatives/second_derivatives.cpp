#include "sarrus/second_derivatives/second_derivatives.h"

#include <algorithm>

#include "sarrus/scalar/scalar_types.h"
#include "sarrus/second_derivatives/internal/second_derivative_terms.h"

namespace sarrus {

using namespace internal;

namespace {

/// Forces of a speed that depend on the multiplier, about the reference point.
template <class T>
struct MultiplierForces {
  T A[6], B[6], G[6], turn[3];
};

/// Contracts the terms with a multiplier.
template <class T>
struct SecondDerivativeKernel : SecondDerivativeTerms<T> {
  using Node = TreeNode<ConstantOf<T>>;
  using Terms = SecondDerivativeTerms<T>;
  using Terms::tree, Terms::work, Terms::write, Terms::write_motion, Terms::write_force, Terms::own_change_of,
      Terms::own_column;

  /// Multipliers of the speeds of a joint, counted within it, and those among them that are not zero. Speeds
  /// before `first_change` do not change Λ; where `are_zero` holds, no speed does.
  struct Multipliers {
    const T* values;
    int first, end;
    int first_change = 0;
    bool are_zero = false;
  };

  /// C of the speeds of a node, whose parent has Λ_p carried to the node's origin:
  ///   C_k = −S_k×Λ_p + Σ_l λ_l·(K_kl − S_k×S_l)
  void set_changes(int i, const LaneMotion<T>& carried, const Multipliers& lambda) const {
    const auto& node = tree.node(i);
    const Lane3<T>& from = work.motion.nodes[i].from;
    for (int k = 0; k < node.nu; ++k) {
      const LaneMotion<T>& S = work.motion.speeds[node.u0 + k].S;
      LaneMotion<T> C = cross_motion<T>(carried, S);
      for (int l = lambda.first; node.shape == JointShape::general && l < lambda.end; ++l)
        add_multiple<T>(
            lambda.values[l],
            work.motion.column_change(node, k, l) - cross_motion<T>(S, work.motion.speeds[node.u0 + l].S), C);
      work.changes[node.u0 + k] = C;
      write_motion(part_C, C, from, node.u0 + k);
    }
  }

  /// Forces of speed k of a node; where Λ is zero on its path, nothing changes it.
  MultiplierForces<T> calc_forces(int i, const MultiplierLoad<T>& sum, bool changes, int k) const {
    const NodeLoad<T>& load = work.beyond[i];
    const SpeedVariation<T>& speed = work.motion.speeds[k];
    const LaneMotion<T>& C = work.changes[k];
    const Lane3<T>& from = work.motion.nodes[i].from;
    LaneForce<T> A = cross_force<T>(speed.S, sum.P), B = T(2) * cross_force<T>(speed.psi, sum.P),
                 G = T(2) * A;
    B -= twice_B_of_multiplier<T>(sum, speed.psi.w);
    B.t += cross(speed.S.w, sum.q);
    G -= twice_B_of_multiplier<T>(sum, speed.S.w);
    if (changes) {
      A += momentum<T>(load.inertia, C);
      B.t += twice_B_transpose<T>(load, C);
    }
    MultiplierForces<T> out;
    write_force(A, from, out.A), write_force(B, from, out.B), write_force(G, from, out.G);
    if (work.motion.has_applied)
      write(applied_change_transpose<T>(load, C) + trace_of<T>(sum.directed) * speed.S.w -
                sum.directed * speed.S.w,
            out.turn, 1);
    return out;
  }

  /// Entries of a speed for as many speeds before it as the chunk E holds, with or without changes C of Λ.
  template <bool changes, class E>
  SARRUS_ALWAYS_INLINE void multiply(const MultiplierForces<T>& P, const T* fixed, const T* columns,
                                     T* to) const {
    const std::ptrdiff_t stride = work.column_stride;
    E S[6], psi[6];
    const auto load = [&](int part, E(&x)[6]) {
      for (int c = 0; c < 6; ++c) x[c] = load_chunk<E>(columns + (part + c) * stride);
    };
    const auto times = [&](const T* F, const E(&x)[6]) {
      return (F[0] * x[0] + F[1] * x[1] + F[2] * x[2]) + (F[3] * x[3] + F[4] * x[4] + F[5] * x[5]);
    };
    const auto store = [&](HessianEntry which, const E& x) { store_chunk<E>(x, to + which * stride); };
    load(part_S, S), load(part_psi, psi);
    store(udot_dq, times(P.A, S));
    store(u_u, times(P.G, S));
    E by_both = times(P.B, psi), by_dq_u = times(P.G, psi), by_dq_udot(T(0));
    if constexpr (changes) {
      E C[6];
      load(part_C, C);
      by_both += times(fixed + part_D, C);
      by_dq_u += times(fixed + part_E, C);
      by_dq_udot = times(fixed + part_unit, C);
    }
    store(dq_u, by_dq_u);
    store(dq_udot, by_dq_udot);
    if (work.motion.has_applied) by_both += P.turn[0] * S[0] + P.turn[1] * S[1] + P.turn[2] * S[2];
    const E of_S = times(P.B, S);
    E more[6];
    load(part_psi2, more);
    store(dq_dq, by_both + times(P.A, more));
    load(part_phi, more);
    store(u_dq, of_S + times(P.A, more));
  }

  /// Computes the entries of speed k with the speeds on the path of speed `last`, in `row`. Those before
  /// `first_change` do not change Λ.
  void multiply_path(const MultiplierForces<T>& P, int k, int last, int first_change) const {
    const T* fixed = work.forces.data() + static_cast<std::ptrdiff_t>(k) * force_parts;
    for (const TreePattern::Run& run : tree.pattern()->runs(last))
      for (int j = run.first; j < run.first + run.count; j += pairs_at_once<T>) {
        const T* columns = work.columns.data() + j;
        T* to = work.row.data() + j;
        if (j + pairs_at_once<T> <= first_change)
          multiply<false, Register<T>>(P, fixed, columns, to);
        else
          multiply<true, Register<T>>(P, fixed, columns, to);
      }
  }
  /// Entry of the last speed with speed j.
  const T& entry(HessianEntry which, int j) const { return work.row[which * work.column_stride + j]; }

  /// Writes the entries of speed k with the speeds on the path of speed `last`, in both orders.
  void write_path(int k, int last, DynamicsHessian<T>& out) const {
    const std::ptrdiff_t n = tree.nu(), stride = work.column_stride;
    T *to_dq_dq = out.dq_dq.data(), *to_dq_u = out.dq_u.data(), *to_u_u = out.u_u.data(),
      *to_dq_input = out.dq_input.data();
    for (const TreePattern::Run& run : tree.pattern()->runs(last)) {
      const T* from = work.row.data() + run.first;
      std::ptrdiff_t above = k * n + run.first, below = run.first * n + k;
      for (int j = 0; j < run.count; ++j, ++from, ++above, below += n) {
        to_dq_dq[above] = to_dq_dq[below] = from[dq_dq * stride];
        to_u_u[above] = to_u_u[below] = from[u_u * stride];
        to_dq_u[above] = from[dq_u * stride], to_dq_u[below] = from[u_dq * stride];
        to_dq_input[above] = from[dq_udot * stride], to_dq_input[below] = from[udot_dq * stride];
      }
    }
  }

  /// The part of δ_j C_k that is special in a joint:  −e×Λ_p + Σ_l λ_l·(L_jkl − e×S_l − S_j×K_kl), where e is
  /// what is special of δ_j S_k.
  LaneMotion<T> own_change(int i, const LaneMotion<T>& carried, const Multipliers& lambda, int j, int k,
                           const LaneMotion<T>& e) const {
    const auto& node = tree.node(i);
    const LaneMotion<T>& S_j = work.motion.speeds[node.u0 + j].S;
    LaneMotion<T> C = cross_motion<T>(carried, e);
    for (int l = lambda.first; l < lambda.end; ++l) {
      LaneMotion<T> change = cross_motion<T>(work.motion.speeds[node.u0 + l].S, e) -
                             cross_motion<T>(S_j, work.motion.column_change(node, k, l));
      if (!node.is_free) change = change + own_column(i, j, k, l);
      add_multiple<T>(lambda.values[l], change, C);
    }
    return C;
  }

  /// Adds what is special in a joint of general shape to the entries of speed k with those of its own joint.
  void add_own_joint(int i, int k, const LaneMotion<T>& carried, const Multipliers& lambda,
                     const MultiplierLoad<T>& sum) const {
    using E = Register<T>;
    const auto& node = tree.node(i);
    T P[6];
    write_force(sum.P, zero3<T>(), P);
    for (int j = 0; j < node.nu; j += pairs_at_once<T>) {
      const auto add_product = [&](E& to, OwnPart part, const auto& with, int count) {
        const T* x = own_change_of(i, k, part) + j;
        for (int c = 0; c < count; ++c) to += with[c] * load_chunk<E>(x + c * own_room);
      };
      const auto add_to = [&](HessianEntry which, auto products) {
        T* to = work.row.data() + which * static_cast<std::ptrdiff_t>(work.column_stride) + node.u0 + j;
        E value = load_chunk<E>(to);
        products(value);
        store_chunk<E>(value, to);
      };
      add_to(dq_dq, [&](E& value) {
        add_product(value, own_psi2, P, 6), add_product(value, own_psi_w, sum.q, 3);
        if (work.motion.has_applied) add_product(value, own_S, sum.turn, 3);
      });
      add_to(dq_u, [&](E& value) { add_product(value, own_phi, P, 6), add_product(value, own_S, sum.q, 3); });
      add_to(u_u, [&](E& value) { add_product(value, own_phi_by_u, P, 6); });
      add_to(dq_udot, [&](E& value) { add_product(value, own_S, P, 6); });
    }
    for (int j = 0; j < node.nu && !lambda.are_zero; ++j) {
      const LaneMotion<T>& e = work.own_turns[work.first_own[i] + j * node.nu + k];
      work.row[dq_dq * work.column_stride + node.u0 + j] +=
          product<T>(own_change(i, carried, lambda, j, k, e), work.beyond[i].wrench);
    }
  }
  /// Writes the entries of a speed with those of its own joint of general shape.
  void write_own_joint(const Node& node, int column, DynamicsHessian<T>& out) const {
    for (int row = node.u0; row < node.u0 + node.nu; ++row) {
      out.dq_dq(row, column) = entry(dq_dq, row);
      out.dq_u(row, column) = entry(dq_u, row);
      out.u_u(row, column) = entry(u_u, row);
      out.dq_input(row, column) = entry(dq_udot, row);
    }
  }

  void project_node(int i, const LaneMotion<T>& carried, const Multipliers& lambda,
                    const MultiplierLoad<T>& sum, DynamicsHessian<T>& out) const {
    const auto& node = tree.node(i);
    const bool general = node.shape == JointShape::general;
    const int last = node.u0 + node.nu - 1, before = tree.pattern()->parent(node.u0);
    for (int k = 0; k < node.nu; ++k) {
      multiply_path(calc_forces(i, sum, !lambda.are_zero, node.u0 + k), node.u0 + k, last,
                    lambda.first_change);
      if (!general) {
        write_path(last, last, out);
        continue;
      }
      if (before >= 0) write_path(node.u0 + k, before, out);
      add_own_joint(i, k, carried, lambda, sum);
      write_own_joint(node, node.u0 + k, out);
    }
  }

  LaneMotion<T> carried_to(int i) const {
    const int parent = tree.node(i).parent;
    return parent == 0 ? zero_motion<T>() : shifted<T>(work.paths[parent], work.motion.nodes[i].r);
  }

  /// The Hessian of λ·τ.
  void calc(In<T> lambda, DynamicsHessian<T>& out) const {
    const bool applied = work.motion.has_applied;
    const auto of_node = [&](const Node& node) { return Multipliers{lambda.data() + node.u0, 0, node.nu}; };
    for (int i = 1; i < tree.node_count(); ++i) {
      const auto& node = tree.node(i);
      LaneMotion<T>& own = work.paths[i];
      own = carried_to(i);
      set_changes(i, own, of_node(node));
      for (int k = node.u0; k < node.u0 + node.nu; ++k)
        add_multiple<T>(lambda[k], work.motion.speeds[k].S, own);
      work.sums[i] = multiplier_load<T>(work.motion.loads[i], own, applied);
    }
    for (int i = tree.node_count() - 1; i > 0; --i) {
      const auto& node = tree.node(i);
      project_node(i, carried_to(i), of_node(node), work.sums[i], out);
      if (node.parent > 0)
        add_load<T>(work.sums[node.parent], load_at_parent<T>(work.sums[i], work.motion.nodes[i].r), applied);
    }
  }

  /// The Hessian of τ of speed s of node i: everything beyond the node has Λ = S, and nothing before it.
  void calc_unit(int i, int s, DynamicsHessian<T>& out) const {
    const bool applied = work.motion.has_applied;
    const int own = s - tree.node(i).u0;
    T ones[max_joint_speeds];
    std::fill_n(ones, max_joint_speeds, T(1));
    const int first = tree.node(i).u0;
    const Multipliers unit{ones, own, own + 1, first}, none{ones, 0, 0, first},
        zero{ones, 0, 0, tree.nu() + pairs_at_once<T>, true};
    const auto carried = [&](int d) { return d == i ? zero_motion<T>() : carried_to(d); };
    work.paths[i] = work.motion.speeds[s].S;
    for (const int d : work.nodes_beyond[i]) {
      if (d != i) work.paths[d] = carried_to(d);
      set_changes(d, carried(d), d == i ? unit : none);
    }
    for (const int d : work.nodes_beyond[i]) {
      const MultiplierLoad<T> sum = multiplier_load<T>(work.beyond[d], work.paths[d], applied);
      if (d == i) work.sums[i] = sum;
      project_node(d, carried(d), d == i ? unit : none, sum, out);
    }
    // Before the node nothing changes Λ: the changes of its own speeds and of those beyond are forgotten.
    for (const int d : work.nodes_beyond[i])
      for (int k = tree.node(d).u0; k < tree.node(d).u0 + tree.node(d).nu; ++k) clear_change(k);
    MultiplierLoad<T> sum = work.sums[i];
    for (int d = i; tree.node(d).parent > 0; d = tree.node(d).parent) {
      sum = load_at_parent<T>(sum, work.motion.nodes[d].r);
      project_node(tree.node(d).parent, zero_motion<T>(), zero, sum, out);
    }
  }
  void clear_change(int k) const {
    work.changes[k] = zero_motion<T>();
    for (int c = 0; c < 6; ++c) work.columns[(part_C + c) * work.column_stride + k] = T(0);
  }
};

}  // namespace

template <class T>
SecondDerivatives<T>::SecondDerivatives(const Tree<T>& tree)
    : motion(tree),
      beyond(tree.node_count()),
      paths(tree.node_count(), zero_motion<T>()),
      changes(tree.nu(), zero_motion<T>()),
      sums(tree.node_count()),
      columns(motion_parts * (tree.nu() + pairs_at_once<T>), T(0)),
      column_stride(tree.nu() + pairs_at_once<T>),
      forces(force_parts * tree.nu(), T(0)),
      row(entry_count * (tree.nu() + pairs_at_once<T>), T(0)),
      first_own_row(tree.node_count(), 0),
      first_own(tree.node_count(), 0),
      first_own_column(tree.node_count(), 0),
      nodes_beyond(tree.node_count()) {
  require_twice_differentiable_joints(tree.model());
  int singles = 0, pairs = 0, triples = 0;
  for (int i = 1; i < tree.node_count(); ++i) {
    first_own_row[i] = singles, first_own[i] = pairs, first_own_column[i] = triples;
    const int nu = tree.node(i).nu;
    if (tree.node(i).shape == JointShape::general) singles += nu, pairs += nu * nu, triples += nu * nu * nu;
    for (int d = i; d > 0; d = tree.node(d).parent) nodes_beyond[d].push_back(i);
  }
  own.assign(singles * own_parts * own_room, T(0));
  own_turns.resize(pairs), own_columns.resize(triples);
}

template <class T>
void set_motion(const Tree<T>& tree, const InverseDynamicsInput<std::type_identity_t<T>>& at,
                SecondDerivatives<T>& workspace) {
  calc_motion_variation(tree, at, workspace.motion);
  const SecondDerivativeKernel<T> kernel{{tree, workspace}};
  kernel.set_loads();
  kernel.set_speeds();
  for (int i = 1; i < tree.node_count(); ++i)
    if (tree.node(i).shape == JointShape::general)
      kernel.set_own_joint(i, at.u.empty() ? nullptr : at.u.data(),
                           at.udot.empty() ? nullptr : at.udot.data());
}

template <class T>
void calc_inverse_dynamics_hessian(const Tree<T>& tree, In<std::type_identity_t<T>> lambda,
                                   SecondDerivatives<T>& workspace, DynamicsHessian<T>& out) {
  require_stage(tree, workspace.motion);
  require_size(lambda, tree.nu(), "lambda", "the model has nu");
  require_hessian(tree, out);
  for (MatrixX<T>* matrix : {&out.dq_dq, &out.dq_u, &out.u_u, &out.dq_input}) matrix->fill(T(0));
  SecondDerivativeKernel<T>{{tree, workspace}}.calc(lambda, out);
}

template <class T>
Array<DynamicsHessian<T>> make_hessians(const Tree<T>& tree) {
  DynamicsHessian<T> zero(tree.nu());
  for (MatrixX<T>* matrix : {&zero.dq_dq, &zero.dq_u, &zero.u_u, &zero.dq_input}) matrix->fill(T(0));
  return Array<DynamicsHessian<T>>(tree.nu(), zero);
}

template <class T>
void calc_inverse_dynamics_hessians(const Tree<T>& tree, SecondDerivatives<T>& workspace,
                                    Array<DynamicsHessian<T>>& out) {
  require_stage(tree, workspace.motion);
  require(static_cast<int>(out.size()) == tree.nu(),
          "{} Hessians were given with a tree of {} speeds; make them by make_hessians(tree)", out.size(),
          tree.nu());
  const SecondDerivativeKernel<T> kernel{{tree, workspace}};
  for (int k = 0; k < tree.nu(); ++k) kernel.clear_change(k);
  for (int i = 1; i < tree.node_count(); ++i)
    for (int k = tree.node(i).u0; k < tree.node(i).u0 + tree.node(i).nu; ++k) {
      require_hessian(tree, out[k]);
      kernel.calc_unit(i, k, out[k]);
    }
}

#define SARRUS_INSTANTIATE(T)                                                                         \
  template struct SecondDerivatives<T>;                                                               \
  template void set_motion<T>(const Tree<T>&, const InverseDynamicsInput<T>&, SecondDerivatives<T>&); \
  template void calc_inverse_dynamics_hessian<T>(const Tree<T>&, In<T>, SecondDerivatives<T>&,        \
                                                 DynamicsHessian<T>&);                                \
  template Array<DynamicsHessian<T>> make_hessians<T>(const Tree<T>&);                                \
  template void calc_inverse_dynamics_hessians<T>(const Tree<T>&, SecondDerivatives<T>&,              \
                                                  Array<DynamicsHessian<T>>&);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus

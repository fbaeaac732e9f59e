#include "sarrus/derivatives/inverse_dynamics_derivatives.h"

#include <algorithm>

#include "sarrus/derivatives/internal/joint_variation.h"
#include "sarrus/scalar/internal/chunk.h"
#include "sarrus/scalar/scalars.h"
#include "sarrus/spatial/internal/lane_quaternion.h"

namespace sarrus {

using namespace internal;

namespace {

/// Number of entries of a row that are computed at a time: a register of plain numbers.
template <class T>
constexpr int entries_at_once = chunk_size<T, 4>;

/// Places of the numbers of a speed in `columns`.
enum ColumnPart { column_S = 0, column_psi_w = 6, column_psi2 = 9, column_phi = 15, column_parts = 21 };

template <class T>
using Node = typename InverseDynamicsDerivatives<T>::Node;

template <class T>
LaneMotion<T> sum(const LaneMotion<T>& a, const LaneMotion<T>& b) {
  return {a.w + b.w, a.v + b.v};
}
template <class T>
LaneMotion<T> in_world(const LaneRotation<T>& R, const Motion<T>& X) {
  return {R * X.w, R * X.v};
}

/// Writes the three numbers of a vector.
template <class T>
SARRUS_ALWAYS_INLINE void write(const Lane3<T>& x, T* to, std::ptrdiff_t stride) {
  to[0] = x[0], to[stride] = x[1], to[2 * stride] = x[2];
}
/// Stores the motions of a speed, about the reference point.
template <class T>
SARRUS_ALWAYS_INLINE void write_columns(const SpeedVariation<T>& speed, const Lane3<T>& from, int k,
                                        InverseDynamicsDerivatives<T>& out) {
  const std::ptrdiff_t stride = out.column_stride;
  T* to = out.columns.data() + k;
  const auto write_motion = [&](int part, const LaneMotion<T>& X) {
    write<T>(X.w, to + part * stride, stride);
    write<T>(X.v + cross(from, X.w), to + (part + 3) * stride, stride);
  };
  write_motion(column_S, speed.S);
  write<T>(speed.psi.w, to + column_psi_w * stride, stride);
  write_motion(column_psi2, speed.psi2);
  write_motion(column_phi, speed.phi);
}

/// The parent's motion carried to the node's origin: v, a and from; returns the node with them.
template <class T>
SARRUS_ALWAYS_INLINE void carry(const Node<T>& parent, bool on_world, Node<T>& to) {
  to.from = on_world ? zero3<T>() : parent.from + to.r;
  to.v = parent.v + cross(parent.w, to.r);
  to.a = parent.a + cross(parent.alpha, to.r) + cross(parent.w, cross(parent.w, to.r));
}

/// A pin:  Ψ̇ = (ω_p×h, v×h),   Ψ̈ = (α_p×h + ω_p×(ω_p×h), a×h + 2·v×(ω_p×h)),   Φ = 2·Ψ̇.
template <class T>
SARRUS_ALWAYS_INLINE void move_pin(const Node<T>& parent, const T& rate, const T& second_rate, Node<T>& to,
                                   SpeedVariation<T>& speed) {
  const Lane3<T> h = to.R.z, turning = cross(parent.w, h);
  to.w = parent.w + rate * h;
  to.alpha = parent.alpha + rate * turning + second_rate * h;
  speed.S = {h, zero3<T>()};
  speed.psi = {turning, cross(to.v, h)};
  speed.psi2 = {cross(parent.alpha, h) + cross(parent.w, turning),
                cross(to.a, h) + T(2) * cross(to.v, turning)};
  speed.phi = {T(2) * speed.psi.w, T(2) * speed.psi.v};
}

/// A slider:  Ψ̇ = (0, ω_p×h),   Ψ̈ = (0, α_p×h + ω_p×(ω_p×h)),   Φ = 2·Ψ̇.
template <class T>
SARRUS_ALWAYS_INLINE void move_slider(const Node<T>& parent, const T& rate, const T& second_rate, Node<T>& to,
                                      SpeedVariation<T>& speed) {
  const Lane3<T> h = to.R.z, turning = cross(parent.w, h);
  to.w = parent.w, to.alpha = parent.alpha;
  to.v += rate * h;
  to.a += T(2) * rate * turning + second_rate * h;
  speed.S = {zero3<T>(), h};
  speed.psi = {zero3<T>(), turning};
  speed.psi2 = {zero3<T>(), cross(parent.alpha, h) + cross(parent.w, turning)};
  speed.phi = {zero3<T>(), T(2) * turning};
}

/// The variation of one speed of a joint of general shape, with ∂V, ∂A and ∂A/∂u at M's origin in world axes,
/// S = (σ, s):
///   Ψ̇ = (∂ω + ω×σ,  ∂v + ω_p×s + v×σ)
///   Ψ̈ = (∂α + (ω_p + ω)×∂ω + α×σ + ω×(ω×σ),  ∂a + 2·ω_p×∂v + α_p×s + ω_p×(ω_p×s) + a×σ + 2·v×Ψ̇.w)
///   Φ = (∂α/∂u + (ω_p + ω)×σ,  ∂a/∂u + 2·ω_p×s + 2·v×σ)
template <class T>
void set_variation(const Node<T>& parent, const Node<T>& node, const LaneMotion<T>& dV,
                   const LaneMotion<T>& dA, const LaneMotion<T>& dA_by_u, SpeedVariation<T>& speed) {
  const Lane3<T>&turn = speed.S.w, slide = speed.S.v, both = parent.w + node.w;
  const Lane3<T> w_turn = cross(node.w, turn), w_slide = cross(parent.w, slide), v_turn = cross(node.v, turn);
  speed.psi = {dV.w + w_turn, dV.v + w_slide + v_turn};
  speed.psi2 = {dA.w + cross(both, dV.w) + cross(node.alpha, turn) + cross(node.w, w_turn),
                dA.v + T(2) * cross(parent.w, dV.v) + cross(parent.alpha, slide) + cross(parent.w, w_slide) +
                    cross(node.a, turn) + T(2) * cross(node.v, speed.psi.w)};
  speed.phi = {dA_by_u.w + cross(both, turn), dA_by_u.v + T(2) * w_slide + T(2) * v_turn};
}

/// Pose and motion of a joint of general shape; `F` is R_WF. The node comes in carried to F's origin.
template <class T>
[[gnu::noinline]] void move_general(const Tree<T>& tree, const TreeNode<ConstantOf<T>>& node,
                                    const Node<T>& parent, const T* u, const T* udot,
                                    const LaneRotation<T>& F, InverseDynamicsDerivatives<T>& out,
                                    Node<T>& to) {
  const T* q = out.joints.q.data() + node.q0;
  const JointMotion<T> joint(tree, node, q, u, udot);
  to.R = F * joint.X_FM.R.matrix();
  to.r += F * joint.X_FM.p;
  carry<T>(parent, node.parent == 0, to);
  const LaneMotion<T> V = in_world(F, joint.V), A = in_world(F, joint.A);
  to.w = parent.w + V.w;
  to.alpha = parent.alpha + cross(parent.w, V.w) + A.w;
  to.v += V.v;
  to.a += T(2) * cross(parent.w, V.v) + A.v;
  joint.write_columns(node, F, out.joints.columns);
  for (int k = node.u0; k < node.u0 + node.nu; ++k) out.speeds[k].S = out.joints.columns[k];
  if (node.is_free) {
    const LaneMotion<T> none{zero3<T>(), zero3<T>()};
    for (int k = node.u0; k < node.u0 + node.nu; ++k)
      set_variation<T>(parent, to, none, none, none, out.speeds[k]);
    return;
  }
  JointVariation<T> variation;
  calc_joint_variation(tree, node, q, u, udot, variation);
  LaneMotion<T>* change = out.column_changes.data() + out.first_change[node.body];
  for (int k = 0; k < node.nu; ++k) {
    set_variation<T>(parent, to, in_world(F, variation.V[k]), in_world(F, variation.A[k]),
                     in_world(F, variation.A_by_u[k]), out.speeds[node.u0 + k]);
    for (int j = 0; j < node.nu; ++j) *change++ = in_world(F, variation.H[k][j]);
  }
}

/// The load of a node alone, without applied forces:
///   f = m·a + α×h + ω×(ω×h),   n = I·α + ω×I·ω + h×a,   G = v·hᵀ + [ω]×·S   with the second moments S
template <class T>
SARRUS_ALWAYS_INLINE void set_load(const TreeNode<ConstantOf<T>>& node, const Node<T>& at,
                                   SubtreeLoad<T>& out) {
  const LaneRotation<T>&R = at.R, Q = R * node.second_moments;
  TreeInertia<T>& M = out.inertia;
  M = rotated(R, node.inertia);
  const auto moments = [&](int i) { return R.x[i] * Q.x + R.y[i] * Q.y + R.z[i] * Q.z; };
  out.G = {M.h[0] * at.v + cross(at.w, moments(0)), M.h[1] * at.v + cross(at.w, moments(1)),
           M.h[2] * at.v + cross(at.w, moments(2))};
  const Lane3<T> h(M.h), wh = cross(at.w, h);
  out.momentum = M.m * at.v + wh;
  out.wrench = {M.I * at.alpha + cross(at.w, M.I * at.w) + cross(h, at.a),
                M.m * at.a + cross(at.alpha, h) + cross(at.w, wh)};
}

/// Subtracts the forces applied to the bodies of a node, and keeps what their change with the node's
/// orientation needs.
template <class T>
[[gnu::noinline]] void apply(const Tree<T>& tree, int i, In<Force<T>> F_B_W, const Node<T>& at,
                             SubtreeLoad<T>& load) {
  const Lane3<T> none = zero3<T>();
  load.applied = {none, none};
  load.applied_moments = {none, none, none};
  for (const int b : tree.bodies_of(i)) {
    const Lane3<T> t(F_B_W[b].t), f(F_B_W[b].f), p = at.R * tree.place(b).X_KB.p;
    load.applied += {t, f};
    load.applied_moments.x += f[0] * p, load.applied_moments.y += f[1] * p,
        load.applied_moments.z += f[2] * p;
    load.wrench -= {t + cross(p, f), f};
  }
}

/// First sweep, outward: motions, variations and loads of the nodes.
template <class T>
void sweep_outward(const Tree<T>& tree, const T* u, const T* udot, In<Force<T>> F_B_W,
                   InverseDynamicsDerivatives<T>& out) {
  for (int i = 1; i < tree.node_count(); ++i) {
    const auto& node = tree.node(i);
    const Node<T>& parent = out.nodes[node.parent];
    Node<T>& to = out.nodes[i];
    to.r = parent.R * node.p;
    const T rate = u ? u[node.u0] : T(0), second_rate = udot ? udot[node.u0] : T(0);
    SpeedVariation<T>& speed = out.speeds[node.u0];
    const auto q0 = static_cast<std::size_t>(node.q0);
    if (node.shape == JointShape::revolute) {
      const LaneRotation<T> R_PK =
          turned(LaneRotation<T>::load(node.R), out.joints.sine[q0], out.joints.cosine[q0]);
      to.R = {parent.R * R_PK.x, parent.R * R_PK.y, parent.R * node.R.z};
      carry<T>(parent, node.parent == 0, to);
      move_pin<T>(parent, rate, second_rate, to, speed);
    } else if (node.shape == JointShape::prismatic) {
      to.R = parent.R * node.R;
      to.r += out.joints.q[q0] * to.R.z;
      carry<T>(parent, node.parent == 0, to);
      move_slider<T>(parent, rate, second_rate, to, speed);
    } else {
      move_general<T>(tree, node, parent, u, udot, parent.R * node.R, out, to);
    }
    for (int k = node.u0; k < node.u0 + node.nu; ++k) write_columns<T>(out.speeds[k], to.from, k, out);
    set_load<T>(node, to, out.loads[i]);
    if (!F_B_W.empty()) apply(tree, i, F_B_W, to, out.loads[i]);
  }
}

/// 2B·(ω, v).
template <class T>
SARRUS_ALWAYS_INLINE LaneForce<T> twice_B(const SubtreeLoad<T>& load, const T& trace, const Lane3<T>& w) {
  return {T(2) * (trace * w - load.G * w), T(2) * cross(w, load.momentum)};
}

/// The forces of a speed whose products with the motions of its ancestors' speeds are entries: five rows.
template <class T>
struct SpeedForces {
  T unit[6];    ///< I·S: mass matrix, and the other two by the ancestors' coordinates and speeds.
  T by_dq[6];   ///< Upper triangle of by_dq.
  T by_u[6];    ///< Upper triangle of by_u.
  T by_psi[3];  ///< (2B)ᵀ·S, a torque.
};

/// A force about the reference point, as numbers.
template <class T>
SARRUS_ALWAYS_INLINE void write_force(const LaneForce<T>& F, const Lane3<T>& from, T (&to)[6]) {
  const Lane3<T> t = F.t + cross(from, F.f);
  to[0] = t[0], to[1] = t[1], to[2] = t[2], to[3] = F.f[0], to[4] = F.f[1], to[5] = F.f[2];
}

template <class T>
SARRUS_ALWAYS_INLINE SpeedForces<T> calc_forces(const SubtreeLoad<T>& load, const SpeedVariation<T>& speed,
                                                const Lane3<T>& from, const T& trace,
                                                const LaneRotation<T>& G_transpose) {
  const LaneForce<T>& F = load.wrench;
  const Lane3<T>&turn = speed.S.w, slide = speed.S.v;
  LaneForce<T> by_u = momentum<T>(load.inertia, speed.phi);
  by_u += twice_B<T>(load, trace, turn);
  LaneForce<T> by_dq = momentum<T>(load.inertia, speed.psi2);
  by_dq += twice_B<T>(load, trace, speed.psi.w);
  by_dq += {cross(turn, F.t) + cross(slide, F.f), cross(turn, F.f)};
  const Lane3<T> by_psi = T(2) * (trace * turn - G_transpose * turn + cross(load.momentum, slide));
  SpeedForces<T> out;
  write_force<T>(momentum<T>(load.inertia, speed.S), from, out.unit);
  write_force<T>(by_dq, from, out.by_dq);
  write_force<T>(by_u, from, out.by_u);
  out.by_psi[0] = by_psi[0], out.by_psi[1] = by_psi[1], out.by_psi[2] = by_psi[2];
  return out;
}

/// The entries of one row in all five triangles.
template <class T>
struct RowPlace {
  T *mass, *dq_lower, *dq_upper, *u_lower, *u_upper;
  RowPlace(InverseDynamicsDerivatives<T>& out, int k)
      : mass(out.by_udot.row(k)),
        dq_lower(out.by_dq.lower.row(k)),
        dq_upper(out.by_dq.upper.row(k)),
        u_lower(out.by_u.lower.row(k)),
        u_upper(out.by_u.upper.row(k)) {}
  void advance(int count) {
    mass += count, dq_lower += count, dq_upper += count, u_lower += count, u_upper += count;
  }
};

/// Entries for as many ancestors as the chunk E holds:
///   M = P·S,   by_dq: above P_q·S, below P·Ψ̈ + P_ψ·Ψ̇.w,   by_u: above P_u·S, below P·Φ + P_ψ·S.w
template <class E, class T>
SARRUS_ALWAYS_INLINE void multiply_columns(const SpeedForces<T>& P, const T* columns, std::ptrdiff_t stride,
                                           const RowPlace<T>& to, int k) {
  const auto load = [&](int part) { return load_chunk<E>(columns + part * stride); };
  E S[6];
  for (int c = 0; c < 6; ++c) S[c] = load(column_S + c);
  const auto times_S = [&](const T(&F)[6]) {
    return (F[0] * S[0] + F[1] * S[1] + F[2] * S[2]) + (F[3] * S[3] + F[4] * S[4] + F[5] * S[5]);
  };
  store_chunk<E>(times_S(P.unit), to.mass + k);
  store_chunk<E>(times_S(P.by_dq), to.dq_upper + k);
  store_chunk<E>(times_S(P.by_u), to.u_upper + k);
  E by_dq = P.by_psi[0] * load(column_psi_w) + P.by_psi[1] * load(column_psi_w + 1) +
            P.by_psi[2] * load(column_psi_w + 2);
  E by_u = P.by_psi[0] * S[0] + P.by_psi[1] * S[1] + P.by_psi[2] * S[2];
  for (int c = 0; c < 6; ++c) {
    by_dq += P.unit[c] * load(column_psi2 + c);
    by_u += P.unit[c] * load(column_phi + c);
  }
  store_chunk<E>(by_dq, to.dq_lower + k);
  store_chunk<E>(by_u, to.u_lower + k);
}

/// All entries of a speed with the speeds on its path. Results past the end of a run are overwritten by the
/// next one.
template <class T>
SARRUS_ALWAYS_INLINE void project(const SpeedForces<T>& P, int speed, InverseDynamicsDerivatives<T>& out) {
  const TreePattern& pattern = out.by_udot.pattern();
  const std::ptrdiff_t stride = out.column_stride;
  RowPlace<T> to(out, speed);
  int room = pattern.storage_length(speed);
  for (const TreePattern::Run& run : pattern.runs(speed)) {
    const T* columns = out.columns.data() + run.first;
    int k = 0;
    for (; k < run.count && k + entries_at_once<T> <= room; k += entries_at_once<T>)
      multiply_columns<Chunk<T, 4>>(P, columns + k, stride, to, k);
    for (; k < run.count; ++k) multiply_columns<Chunk<T, 1>>(P, columns + k, stride, to, k);
    to.advance(run.count);
    room -= run.count;
  }
}

/// What is special about two speeds j and k of the same joint: column j changes with δ_k by ∂H_j, not by
/// S_k×S_j as columns beyond the joint do,
///   ∂τ_j/∂δ_k = (entry) + (∂_k H_j)·F,   below the diagonal also − (S_k×S_j)·F
/// ∂H at a fixed point: the linear part at M's origin minus σ_j×s_k.
template <class T>
[[gnu::noinline]] void correct_own_joint(const TreeNode<ConstantOf<T>>& node, const LaneForce<T>& wrench,
                                         InverseDynamicsDerivatives<T>& out) {
  const LaneMotion<T>* changes = out.column_changes.data() + out.first_change[node.body];
  const int place = out.by_udot.pattern().length(node.u0) - 1;
  for (int k = 0; k < node.nu; ++k)
    for (int j = 0; j < node.nu; ++j) {
      const LaneMotion<T>&Sj = out.speeds[node.u0 + j].S, &Sk = out.speeds[node.u0 + k].S;
      LaneMotion<T> change{zero3<T>(), -cross(Sj.w, Sk.v)};
      if (!node.is_free) change = sum(change, changes[k * node.nu + j]);
      if (j > k) {
        change.w = change.w - cross(Sk.w, Sj.w);
        change.v = change.v - (cross(Sk.w, Sj.v) + cross(Sk.v, Sj.w));
      }
      const T added = dot(change.w, wrench.t, change.v, wrench.f);
      if (j >= k) out.by_dq.lower.row(node.u0 + j)[place + k] += added;
      if (j <= k) out.by_dq.upper.row(node.u0 + k)[place + j] += added;
    }
}

/// Applied forces keep their direction while their bodies turn:  with those of a subtree,
///   above: S_j·(σ_k×t + tr D·σ_k − Dᵀ·σ_k, σ_k×f),   below: σ_j·(t×σ_k + tr D·σ_k − D·σ_k + f×s_k)
/// D = Σ r·fᵀ.
template <class T>
[[gnu::noinline]] void add_applied(const SubtreeLoad<T>& load, const SpeedVariation<T>& speed,
                                   const Lane3<T>& from, int k, InverseDynamicsDerivatives<T>& out) {
  const LaneRotation<T>& D = load.applied_moments;
  const T trace = D.x[0] + D.y[1] + D.z[2];
  const Lane3<T>&turn = speed.S.w, &t = load.applied.t, &f = load.applied.f;
  T above[6];
  write_force<T>({cross(turn, t) + trace * turn - transpose(D) * turn, cross(turn, f)}, from, above);
  const Lane3<T> below = cross(t, turn) + trace * turn - D * turn + cross(f, speed.S.v);
  const TreePattern& pattern = out.by_udot.pattern();
  T *lower = out.by_dq.lower.row(k), *upper = out.by_dq.upper.row(k);
  for (int i = 0; i < pattern.length(k); ++i) {
    const T* S = out.columns.data() + pattern.columns(k)[i];
    const std::ptrdiff_t stride = out.column_stride;
    for (int c = 0; c < 6; ++c) upper[i] += above[c] * S[c * stride];
    for (int c = 0; c < 3; ++c) lower[i] += below[c] * S[c * stride];
  }
}

/// Adds the load of a node to that of its parent, whose origin is at −r.
template <class T>
SARRUS_ALWAYS_INLINE void deliver(const SubtreeLoad<T>& load, const Lane3<T>& r, bool applied,
                                  SubtreeLoad<T>& parent) {
  add(parent.inertia, shifted(load.inertia, r));
  parent.momentum += load.momentum;
  parent.G.x += load.G.x + r[0] * load.momentum;
  parent.G.y += load.G.y + r[1] * load.momentum;
  parent.G.z += load.G.z + r[2] * load.momentum;
  parent.wrench += {load.wrench.t + cross(r, load.wrench.f), load.wrench.f};
  if (!applied) return;
  const LaneRotation<T>& D = load.applied_moments;
  const Lane3<T>& f = load.applied.f;
  parent.applied += load.applied;
  parent.applied_moments.x += D.x + f[0] * r;
  parent.applied_moments.y += D.y + f[1] * r;
  parent.applied_moments.z += D.z + f[2] * r;
}

/// Second sweep, inward: entries of all speeds, and the loads of subtrees.
template <class T>
void sweep_inward(const Tree<T>& tree, bool applied, InverseDynamicsDerivatives<T>& out) {
  for (int i = tree.node_count() - 1; i > 0; --i) {
    const auto& node = tree.node(i);
    const Node<T>& at = out.nodes[i];
    const SubtreeLoad<T>& load = out.loads[i];
    const T trace = load.G.x[0] + load.G.y[1] + load.G.z[2];
    const LaneRotation<T> G_transpose = transpose(load.G);
    for (int k = node.u0; k < node.u0 + node.nu; ++k) {
      const SpeedVariation<T>& speed = out.speeds[k];
      const SpeedForces<T> forces = calc_forces<T>(load, speed, at.from, trace, G_transpose);
      project<T>(forces, k, out);
      std::copy_n(forces.unit, 6, out.unit_forces[k].begin());
      out.tau[k] = dot(speed.S.w, load.wrench.t, speed.S.v, load.wrench.f);
    }
    if (node.shape == JointShape::general) correct_own_joint<T>(node, load.wrench, out);
    if (applied)
      for (int k = node.u0; k < node.u0 + node.nu; ++k) add_applied<T>(load, out.speeds[k], at.from, k, out);
    if (node.parent > 0) deliver<T>(load, at.r, applied, out.loads[node.parent]);
  }
}

}  // namespace

template <class T>
InverseDynamicsDerivatives<T>::InverseDynamicsDerivatives(const Tree<T>& tree)
    : by_dq(tree.pattern()),
      by_u(tree.pattern()),
      by_udot(tree.pattern()),
      tau(tree.nu(), T(0)),
      nodes(tree.node_count()),
      nu(tree.nu()),
      joints(tree),
      speeds(tree.nu()),
      loads(tree.node_count()),
      columns(column_parts * (tree.nu() + entries_at_once<T>), T(0)),
      column_stride(tree.nu() + entries_at_once<T>),
      unit_forces(tree.nu()),
      first_change(tree.body_count(), 0) {
  int changes = 0;
  for (const auto& node : tree.nodes()) {
    first_change[node.body] = changes;
    if (node.shape == JointShape::general && !node.is_free) changes += node.nu * node.nu;
  }
  column_changes.resize(changes);
}

template <class T>
void calc_inverse_dynamics_derivatives(const Tree<T>& tree,
                                       const InverseDynamicsInput<std::type_identity_t<T>>& at,
                                       InverseDynamicsDerivatives<T>& out) {
  require_sizes(tree, at.q, at.u, at.udot, "udot", at.forces);
  require_stage(tree, out);
  out.joints.set(tree, at.q);
  const Lane3<T> none = zero3<T>();
  out.nodes[0] = {LaneRotation<T>(Mat3<T>::identity()), none, none, none, none, none,
                  world_acceleration(tree, at.gravity)};
  const T *u = at.u.empty() ? nullptr : at.u.data(), *udot = at.udot.empty() ? nullptr : at.udot.data();
  sweep_outward(tree, u, udot, at.forces, out);
  sweep_inward(tree, !at.forces.empty(), out);
}

#define SARRUS_INSTANTIATE(T)                                                                        \
  template struct InverseDynamicsDerivatives<T>;                                                     \
  template void calc_inverse_dynamics_derivatives<T>(const Tree<T>&, const InverseDynamicsInput<T>&, \
                                                     InverseDynamicsDerivatives<T>&);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus

#include "sarrus/derivatives/inverse_dynamics_derivatives.h"

#include <algorithm>

#include "sarrus/derivatives/internal/panel.h"
#include "sarrus/derivatives/internal/subtree_load.h"
#include "sarrus/scalar/scalar_types.h"
#include "sarrus/spatial/internal/lane_six.h"

namespace sarrus {

using namespace internal;

namespace {

/// Number of entries of a row that are computed at a time: a register of plain numbers.
template <class T>
constexpr int entries_at_once = register_size<T>;

/// Paths of more speeds than this have columns, as packs, that do not fit into the nearest cache.
constexpr int long_path = 32;

/// Places of the numbers of a speed in `columns`.
enum ColumnPart { column_S = 0, column_psi2 = 6, column_phi = 12, column_psi_w = 18, column_parts = 21 };
static_assert(InverseDynamicsDerivatives<double>::column_size == column_parts);

/// Stores the motions of a speed, about the reference point.
template <class T>
SARRUS_ALWAYS_INLINE void write_columns(const SpeedVariation<T>& speed, const Lane3<T>& from, T* to) {
  const auto write_motion = [&](int part, const LaneMotion<T>& X) {
    write_six<T>(X.w, X.v + cross(from, X.w), to + part);
  };
  write_motion(column_S, speed.S);
  write_motion(column_psi2, speed.psi2);
  write_motion(column_phi, speed.phi);
  for (int c = 0; c < 3; ++c) to[column_psi_w + c] = speed.psi.w[c];
}

/// Brings the columns of the speeds on the path to a speed side by side: each number for as many speeds as a
/// register holds, then the next number. Those that stood there for the last speed stay: few are brought if
/// speeds come depth first.
template <class T>
SARRUS_ALWAYS_INLINE void follow_path(int speed, InverseDynamicsDerivatives<T>& out) {
  constexpr int size = entries_at_once<T>;
  if constexpr (size > 1) {
    const TreePattern& pattern = out.by_udot.pattern();
    const int *path = pattern.columns(speed), length = pattern.length(speed);
    for (int p = length - 1; p >= 0 && (p >= out.path_length || out.path[p] != path[p]); --p) {
      out.path[p] = path[p];
      const T* from = out.columns.data() + path[p] * column_parts;
      T* to = out.path_columns.data() + p / size * (size * column_parts) + p % size;
      for (int c = 0; c < column_parts; ++c) to[c * size] = from[c];
    }
    out.path_length = length;
  }
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
  write_six<T>(F.t + cross(from, F.f), F.f, to);
}

template <class T>
SARRUS_ALWAYS_INLINE SpeedForces<T> calc_forces(const NodeLoad<T>& load, const SpeedVariation<T>& speed,
                                                const Lane3<T>& from, const T& trace,
                                                const LaneRotation<T>& G_transpose) {
  const Lane3<T>&turn = speed.S.w, slide = speed.S.v;
  const Lane3<T> by_psi = T(2) * (trace * turn - G_transpose * turn + cross(load.momentum, slide));
  SpeedForces<T> out;
  write_force<T>(momentum<T>(load.inertia, speed.S), from, out.unit);
  write_force<T>(force_by_dq<T>(load, trace, speed), from, out.by_dq);
  write_force<T>(force_by_u<T>(load, trace, speed), from, out.by_u);
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
};

/// Entries for as many ancestors as the chunk E holds:
///   M = P·S,   by_dq: above P_q·S, below P·Ψ̈ + P_ψ·Ψ̇.w,   by_u: above P_u·S, below P·Φ + P_ψ·S.w
template <class T>
SARRUS_ALWAYS_INLINE void multiply_columns(const SpeedForces<T>& P, const T* columns, const RowPlace<T>& to,
                                           int k) {
  using E = Register<T>;
  const auto load = [&](int part)
                        SARRUS_INLINE_LAMBDA { return load_chunk<E>(columns + part * entries_at_once<T>); };
  const E S[6] = {load(column_S),     load(column_S + 1), load(column_S + 2),
                  load(column_S + 3), load(column_S + 4), load(column_S + 5)};
  const auto times_S = [&](const T(&F)[6]) SARRUS_INLINE_LAMBDA {
    return (F[0] * S[0] + F[1] * S[1] + F[2] * S[2]) + (F[3] * S[3] + F[4] * S[4] + F[5] * S[5]);
  };
  store_chunk<E>(times_S(P.unit), to.mass + k);
  store_chunk<E>(times_S(P.by_dq), to.dq_upper + k);
  store_chunk<E>(times_S(P.by_u), to.u_upper + k);
  E by_dq = P.by_psi[0] * load(column_psi_w) + P.by_psi[1] * load(column_psi_w + 1) +
            P.by_psi[2] * load(column_psi_w + 2);
  E by_u = P.by_psi[0] * S[0] + P.by_psi[1] * S[1] + P.by_psi[2] * S[2];
  for_registers<6>([&](int c) SARRUS_INLINE_LAMBDA {
    by_dq += P.unit[c] * load(column_psi2 + c);
    by_u += P.unit[c] * load(column_phi + c);
  });
  store_chunk<E>(by_dq, to.dq_lower + k);
  store_chunk<E>(by_u, to.u_lower + k);
}

/// All entries of a speed with the speeds on its path. Rows have room for whole registers.
template <class T>
SARRUS_ALWAYS_INLINE void project(const SpeedForces<T>& P, int speed, InverseDynamicsDerivatives<T>& out) {
  constexpr int size = entries_at_once<T>;
  static_assert(TreePattern::row_unit % size == 0);
  const TreePattern& pattern = out.by_udot.pattern();
  const RowPlace<T> to(out, speed);
  follow_path(speed, out);
  for (int k = 0; k < pattern.length(speed); k += size) {
    const T* columns = size > 1 ? out.path_columns.data() + k * column_parts
                                : out.columns.data() + pattern.columns(speed)[k] * column_parts;
    multiply_columns<T>(P, columns, to, k);
  }
}

/// Computes the row of each speed when its forces are known.
template <class T>
class SingleRows {
 public:
  explicit SingleRows(InverseDynamicsDerivatives<T>& out) : out_(out) {}
  SARRUS_ALWAYS_INLINE void add(const SpeedForces<T>& forces, int speed) { project<T>(forces, speed, out_); }
  void finish() {}

 private:
  InverseDynamicsDerivatives<T>& out_;
};

/// Computes rows in pairs, for packs on long paths: the columns do not fit into the nearest cache, and are
/// read once for both. More rows at once would store to more places than the processor follows.
template <class T>
class PairedRows {
 public:
  explicit PairedRows(InverseDynamicsDerivatives<T>& out) : out_(out), pattern_(out.by_udot.pattern()) {}

  /// Computes the row with the one that waits, if that belongs to the next speed, or lets it wait.
  [[gnu::noinline]] void add(const SpeedForces<T>& forces, int speed) {
    if (waiting_speed_ >= 0 && speed == waiting_speed_ - 1 && pattern_.parent(waiting_speed_) == speed)
      return compute_both(forces);
    finish();
    waiting_ = forces, waiting_speed_ = speed;
  }
  /// Computes the row that waits, if there is one.
  [[gnu::noinline]] void finish() {
    if (waiting_speed_ >= 0) project<T>(waiting_, waiting_speed_, out_);
    waiting_speed_ = -1;
  }

 private:
  void compute_both(const SpeedForces<T>& forces) {
    const RowPlace<T> to(out_, waiting_speed_ - 1), to_waiting(out_, waiting_speed_);
    const int *path = pattern_.columns(waiting_speed_), last = pattern_.length(waiting_speed_) - 1;
    for (int k = 0; k <= last; ++k) {
      const T* columns = out_.columns.data() + path[k] * column_parts;
      multiply_columns<T>(waiting_, columns, to_waiting, k);
      if (k < last) multiply_columns<T>(forces, columns, to, k);
    }
    waiting_speed_ = -1;
  }

  InverseDynamicsDerivatives<T>& out_;
  const TreePattern& pattern_;
  SpeedForces<T> waiting_;
  int waiting_speed_ = -1;
};

/// What is special about two speeds j and k of the same joint: column j changes with δ_k by ∂H_j, not by
/// S_k×S_j as columns beyond the joint do,
///   ∂τ_j/∂δ_k = (entry) + (∂_k H_j)·F,   below the diagonal also − (S_k×S_j)·F
template <class T>
[[gnu::noinline]] void correct_own_joint(const TreeNode<ConstantOf<T>>& node, const LaneForce<T>& wrench,
                                         InverseDynamicsDerivatives<T>& out) {
  const int place = out.by_udot.pattern().length(node.u0) - 1;
  for (int k = 0; k < node.nu; ++k)
    for (int j = 0; j < node.nu; ++j) {
      LaneMotion<T> change = out.motion.column_change(node, k, j);
      if (j > k) {
        const LaneMotion<T>&Sj = out.motion.speeds[node.u0 + j].S, &Sk = out.motion.speeds[node.u0 + k].S;
        change.w = change.w - cross(Sk.w, Sj.w);
        change.v = change.v - (cross(Sk.w, Sj.v) + cross(Sk.v, Sj.w));
      }
      const T added = dot(change.w, wrench.t, change.v, wrench.f);
      if (j >= k) out.by_dq.lower.row(node.u0 + j)[place + k] += added;
      if (j <= k) out.by_dq.upper.row(node.u0 + k)[place + j] += added;
    }
}

/// The same for a free joint, whose columns are the unit vectors e of F, turning and sliding, with the wrench
/// (t, f) in F:  turns about e_j and e_k, j > k:  −(e_k×e_j)·t,   a turn about e_j and a slide along e_k:
/// −(e_j×e_k)·f
template <class T>
[[gnu::noinline]] void correct_free_joint(const TreeNode<ConstantOf<T>>& node, const LaneForce<T>& wrench,
                                          InverseDynamicsDerivatives<T>& out) {
  const int place = out.by_udot.pattern().length(node.u0) - 1;
  const SpeedVariation<T>* speeds = &out.motion.speeds[node.u0];
  for (int a = 0; a < 3; ++a) {  // e_j×e_k = e_a
    const int j = (a + 1) % 3, k = (a + 2) % 3;
    const T t = dot(speeds[a].S.w, wrench.t), f = dot(speeds[a].S.w, wrench.f);
    out.by_dq.lower.row(node.u0 + std::max(j, k))[place + std::min(j, k)] += j > k ? t : -t;
    out.by_dq.upper.row(node.u0 + 3 + k)[place + j] -= f;
    out.by_dq.upper.row(node.u0 + 3 + j)[place + k] += f;
    out.by_dq.lower.row(node.u0 + 3 + k)[place + j] -= f;
    out.by_dq.lower.row(node.u0 + 3 + j)[place + k] += f;
  }
}

/// Applied forces keep their direction while their bodies turn:  with those of a subtree,
///   above: S_j·(σ_k×t + tr D·σ_k − Dᵀ·σ_k, σ_k×f),   below: σ_j·(t×σ_k + tr D·σ_k − D·σ_k + f×s_k)
/// D = Σ r·fᵀ.
template <class T>
[[gnu::noinline]] void add_applied(const NodeLoad<T>& load, const SpeedVariation<T>& speed,
                                   const Lane3<T>& from, int k, InverseDynamicsDerivatives<T>& out) {
  const LaneRotation<T>& D = load.applied_moments;
  const T trace = trace_of<T>(D);
  const Lane3<T>&turn = speed.S.w, &t = load.applied.t, &f = load.applied.f;
  T above[6];
  write_force<T>({cross(turn, t) + trace * turn - transpose(D) * turn, cross(turn, f)}, from, above);
  const Lane3<T> below = cross(t, turn) + trace * turn - D * turn + cross(f, speed.S.v);
  const TreePattern& pattern = out.by_udot.pattern();
  T *lower = out.by_dq.lower.row(k), *upper = out.by_dq.upper.row(k);
  for (int i = 0; i < pattern.length(k); ++i) {
    const T* S = out.columns.data() + pattern.columns(k)[i] * column_parts + column_S;
    for (int c = 0; c < 6; ++c) upper[i] += above[c] * S[c];
    for (int c = 0; c < 3; ++c) lower[i] += below[c] * S[c];
  }
}

/// The sweep inward: entries of all speeds, and the loads of subtrees.
template <class Rows, class T>
void sweep_inward(const Tree<T>& tree, InverseDynamicsDerivatives<T>& out) {
  MotionVariation<T>& motion = out.motion;
  out.path_length = 0;
  Rows rows(out);
  for (int i = tree.node_count() - 1; i > 0; --i) {
    const auto& node = tree.node(i);
    const auto& at = motion.nodes[i];
    const NodeLoad<T>& load = motion.loads[i];
    const T trace = trace_of<T>(load.G);
    const LaneRotation<T> G_transpose = transpose(load.G);
    for (int k = node.u0 + node.nu - 1; k >= node.u0; --k) {
      const SpeedVariation<T>& speed = motion.speeds[k];
      const SpeedForces<T> forces = calc_forces<T>(load, speed, at.from, trace, G_transpose);
      rows.add(forces, k);
      out.tau[k] = dot(speed.S.w, load.wrench.t, speed.S.v, load.wrench.f);
    }
    if (node.shape == JointShape::general || motion.has_applied) rows.finish();
    if (node.is_free)
      correct_free_joint<T>(node, load.wrench, out);
    else if (node.shape == JointShape::general)
      correct_own_joint<T>(node, load.wrench, out);
    for (int k = node.u0; k < node.u0 + node.nu && motion.has_applied; ++k)
      add_applied<T>(load, motion.speeds[k], at.from, k, out);
    if (node.parent > 0) deliver<T>(load, at.r, motion.has_applied, motion.loads[node.parent]);
  }
  rows.finish();
}

int longest_path(const TreePattern& pattern) {
  int longest = 0;
  for (int k = 0; k < pattern.size(); ++k) longest = std::max(longest, pattern.length(k));
  return longest;
}
/// Room for whole registers.
int rounded_up(int count) {
  return (count + TreePattern::row_unit - 1) / TreePattern::row_unit * TreePattern::row_unit;
}

}  // namespace

template <class T>
InverseDynamicsDerivatives<T>::InverseDynamicsDerivatives(const Tree<T>& tree)
    : by_dq(tree.pattern()),
      by_u(tree.pattern()),
      by_udot(tree.pattern()),
      tau(tree.nu(), T(0)),
      motion(tree),
      columns(column_parts * tree.nu(), T(0)),
      path_columns(column_parts * rounded_up(longest_path(*tree.pattern())), T(0)),
      path(longest_path(*tree.pattern()), -1) {}

template <class T>
void calc_inverse_dynamics_derivatives(const Tree<T>& tree,
                                       const InverseDynamicsInput<std::type_identity_t<T>>& at,
                                       InverseDynamicsDerivatives<T>& out) {
  calc_motion_variation(tree, at, out.motion);
  calc_inverse_dynamics_derivatives(tree, out);
}

template <class T>
void calc_inverse_dynamics_derivatives(const Tree<T>& tree, InverseDynamicsDerivatives<T>& out) {
  for (int i = 1; i < tree.node_count(); ++i) {
    const auto& node = tree.node(i);
    for (int k = node.u0; k < node.u0 + node.nu; ++k)
      write_columns<T>(out.motion.speeds[k], out.motion.nodes[i].from, out.columns.data() + k * column_parts);
  }
  using InPairs = std::conditional_t<ScalarTraits<T>::lanes == 1, SingleRows<T>, PairedRows<T>>;
  if (static_cast<int>(out.path.size()) > long_path)
    sweep_inward<InPairs>(tree, out);
  else
    sweep_inward<SingleRows<T>>(tree, out);
}

#define SARRUS_INSTANTIATE(T)                                                                        \
  template struct InverseDynamicsDerivatives<T>;                                                     \
  template void calc_inverse_dynamics_derivatives<T>(const Tree<T>&, const InverseDynamicsInput<T>&, \
                                                     InverseDynamicsDerivatives<T>&);                \
  template void calc_inverse_dynamics_derivatives<T>(const Tree<T>&, InverseDynamicsDerivatives<T>&);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus

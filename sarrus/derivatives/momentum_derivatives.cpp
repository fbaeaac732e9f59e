#include "sarrus/derivatives/momentum_derivatives.h"

#include "sarrus/derivatives/internal/subtree_load.h"
#include "sarrus/scalar/scalar_types.h"
#include "sarrus/spatial/internal/lane_six.h"
#include "sarrus/spatial/lane_articulated.h"

namespace sarrus {

using namespace internal;

namespace {

/// The momentum of a load about its origin: G = Σ m·ṙ·rᵀ has Σ r×m·ṙ in its antisymmetric part.
template <class T>
SARRUS_ALWAYS_INLINE LaneForce<T> momentum_of(const NodeLoad<T>& load) {
  const LaneRotation<T>& G = load.G;
  return {Lane3<T>(Vec3<T>{G.y[2] - G.z[1], G.z[0] - G.x[2], G.x[1] - G.y[0]}), load.momentum};
}
/// A force about the point at −r.
template <class T>
SARRUS_ALWAYS_INLINE LaneForce<T> about(const LaneForce<T>& F, const Lane3<T>& r) {
  return {F.t + cross(r, F.f), F.f};
}
template <class T>
Force<T> force_of(const LaneForce<T>& F) {
  return {Vec3<T>(F.t), Vec3<T>(F.f)};
}
template <class T>
SARRUS_ALWAYS_INLINE void write(const LaneForce<T>& F, MatrixX<T>& to, int column) {
  write_six<T>(F.t, F.f, to.data() + 6 * column);
}

/// Loads of subtrees, and the sums over all nodes: center of mass, momentum and its rate.
template <class T>
void sum_loads(const Tree<T>& tree, MomentumDerivatives<T>& out) {
  MotionVariation<T>& motion = out.motion;
  LaneForce<T> momentum{zero3<T>(), zero3<T>()}, rate = momentum;
  Vec3<T> moment = tree.node(0).inertia.h.template cast<T>();
  out.origins[0] = zero3<T>();
  for (int i = 1; i < tree.node_count(); ++i)
    out.origins[i] = out.origins[tree.node(i).parent] + motion.nodes[i].r;
  for (int i = tree.node_count() - 1; i > 0; --i) {
    const NodeLoad<T>& load = motion.loads[i];
    const int parent = tree.node(i).parent;
    if (parent > 0) {
      deliver<T>(load, motion.nodes[i].r, false, motion.loads[parent]);
      continue;
    }
    const Lane3<T>& p = out.origins[i];
    momentum += about<T>(momentum_of<T>(load), p);
    rate += about<T>(load.wrench, p);
    moment += Vec3<T>(load.inertia.h) + T(load.inertia.m) * Vec3<T>(p);
  }
  out.com = (T(1) / T(tree.total_mass())) * moment;
  const Lane3<T> to_com = -Lane3<T>(out.com);
  out.momentum = force_of<T>(about<T>(momentum, to_com));
  out.rate = force_of<T>(about<T>(rate, to_com));
}

/// What the columns of a node's speeds have in common, about the center of mass.
template <class T>
struct Common {
  Lane3<T> h, h_rate;  ///< Linear momentum, and its rate.
  T inverse_mass;
  LaneForce<T> H;  ///< The momentum of everything beyond the node, about the node's origin.
  T trace;
  Lane3<T> r;  ///< From the center of mass to the node's origin.
};

/// S×*F and I·S; the column of a pin does not slide.
template <JointShape shape, class T>
SARRUS_ALWAYS_INLINE LaneForce<T> cross_column(const LaneMotion<T>& S, const LaneForce<T>& F) {
  if constexpr (shape == JointShape::revolute) return {cross(S.w, F.t), cross(S.w, F.f)};
  return cross_force<T>(S, F);
}
template <JointShape shape, class T>
SARRUS_ALWAYS_INLINE LaneForce<T> column_momentum(const TreeInertia<T>& I, const LaneMotion<T>& S) {
  if constexpr (shape == JointShape::revolute) return times_turning(I, S.w);
  return momentum<T>(I, S);
}

/// The columns of a speed k. Φ of a pin is 2·Ψ̇.
template <JointShape shape, class T>
SARRUS_ALWAYS_INLINE void write_columns(const NodeLoad<T>& load, const SpeedVariation<T>& speed,
                                        const Common<T>& of, int k, MomentumDerivatives<T>& out) {
  const LaneForce<T> column = about<T>(column_momentum<shape, T>(load.inertia, speed.S), of.r);
  const LaneForce<T> of_psi = momentum<T>(load.inertia, speed.psi);
  const Lane3<T> dc = of.inverse_mass * column.f;
  LaneForce<T> by_dq = cross_column<shape, T>(speed.S, of.H);
  by_dq += of_psi;
  by_dq = about<T>(by_dq, of.r);
  by_dq.t = by_dq.t - cross(dc, of.h);
  LaneForce<T> rate_by_dq = cross_column<shape, T>(speed.S, load.wrench);
  rate_by_dq += twice_B<T>(load, of.trace, speed.psi.w);
  rate_by_dq += momentum<T>(load.inertia, speed.psi2);
  rate_by_dq = about<T>(rate_by_dq, of.r);
  rate_by_dq.t = rate_by_dq.t - cross(dc, of.h_rate);
  LaneForce<T> rate_by_u = twice_B<T>(load, of.trace, speed.S.w);
  rate_by_u += shape == JointShape::revolute ? T(2) * of_psi : momentum<T>(load.inertia, speed.phi);
  rate_by_u = about<T>(rate_by_u, of.r);
  write<T>(column, out.matrix, k);
  write<T>(by_dq, out.momentum_by_dq, k);
  write<T>(rate_by_dq, out.rate_by_dq, k);
  write<T>(rate_by_u, out.rate_by_u, k);
  write<T>({rate_by_u.t - by_dq.t, rate_by_u.f - by_dq.f}, out.matrix_rate, k);
}

/// The columns of all speeds.
template <class T>
void write_columns(const Tree<T>& tree, MomentumDerivatives<T>& out) {
  const Lane3<T> c(out.com);
  Common<T> common{Lane3<T>(out.momentum.f), Lane3<T>(out.rate.f), T(1) / T(tree.total_mass()), {}, {}, {}};
  for (int i = 1; i < tree.node_count(); ++i) {
    const auto& node = tree.node(i);
    const NodeLoad<T>& load = out.motion.loads[i];
    const SpeedVariation<T>* speeds = &out.motion.speeds[node.u0];
    common.H = momentum_of<T>(load), common.trace = trace_of<T>(load.G), common.r = out.origins[i] - c;
    if (node.shape == JointShape::revolute)
      write_columns<JointShape::revolute, T>(load, speeds[0], common, node.u0, out);
    else
      for (int k = 0; k < node.nu; ++k)
        write_columns<JointShape::general, T>(load, speeds[k], common, node.u0 + k, out);
  }
}

}  // namespace

template <class T>
MomentumDerivatives<T>::MomentumDerivatives(const Tree<T>& tree)
    : com(Vec3<T>::zero()),
      momentum(Force<T>::zero()),
      rate(Force<T>::zero()),
      matrix(6, tree.nu()),
      matrix_rate(6, tree.nu()),
      momentum_by_dq(6, tree.nu()),
      rate_by_dq(6, tree.nu()),
      rate_by_u(6, tree.nu()),
      motion(tree),
      origins(tree.node_count()) {}

template <class T>
void calc_momentum_derivatives(const Tree<T>& tree, In<T> q, In<T> u, In<T> udot,
                               MomentumDerivatives<T>& out) {
  require(primal(tree.total_mass()) > 0, "model '{}' has a mass of {} kg and so no center of mass",
          tree.model().name(), primal(tree.total_mass()));
  calc_motion_variation(tree, {.q = q, .u = u, .udot = udot, .gravity = false}, out.motion);
  sum_loads(tree, out);
  write_columns(tree, out);
}

#define SARRUS_INSTANTIATE(T)             \
  template struct MomentumDerivatives<T>; \
  template void calc_momentum_derivatives<T>(const Tree<T>&, In<T>, In<T>, In<T>, MomentumDerivatives<T>&);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus

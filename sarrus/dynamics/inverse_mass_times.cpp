#include "sarrus/dynamics/inverse_mass_times.h"

#include "sarrus/dynamics/internal/free_joint_cut.h"
#include "sarrus/scalar/scalar_types.h"
#include "sarrus/sparse/symmetric_solve.h"

namespace sarrus {

using namespace internal;

namespace {

/// The inward step of any joint: computes the values of its free speeds; returns the force that the parent
/// carries, about its origin.
template <class T>
LaneForce<T> pass_inward(const ArticulatedLink& link, const ArticulatedNode<T>& node,
                         const LaneForce<T>& bias, In<T> v, ForwardDynamics<T>& out) {
  LaneForce<T> handed = at_parent<T>(bias, node.r);
  int free[max_joint_speeds], count = 0;
  T residual[max_joint_speeds], value[max_joint_speeds];
  for (int k = link.u0; k < link.u0 + link.nu; ++k) {
    if (link.is_mixed && out.held.prescribed().contains(k)) continue;
    const LaneMotion<T>& H = out.joints.columns[k];
    const T along = link.shape == JointShape::revolute    ? dot(node.axis, bias.t)
                    : link.shape == JointShape::prismatic ? dot(node.axis, bias.f)
                                                          : dot(H.w, bias.t, H.v, bias.f);
    residual[count] = v[k] - along;
    if (out.locks && link.shape == JointShape::general) residual[count] = residual[count] * out.freedom[k];
    value[count] = residual[count];
    free[count++] = k;
  }
  solve_LTDL(count, factor_stride, out.factors.data() + factor_stride * link.u0, value);
  for (int a = 0; a < count; ++a) {
    ArticulatedSpeed<T>& speed = out.speeds[free[a]];
    speed.value = value[a];
    if (link.parent > 0) handed += residual[a] * speed.W;
  }
  return handed;
}

}  // namespace

template <class T>
void calc_inverse_mass_times(const Tree<T>& tree, ForwardDynamics<T>& out, In<T> v, Out<T> result) {
  require_size(v, tree.nu(), "v", "the model has nu");
  require_size(result, tree.nu(), "result", "the model has nu");
  require_stage(tree, out);
  if constexpr (ScalarTraits<T>::lanes > 1)
    if (out.in_body_axes) calc_articulated_inertias<T>(tree, out.body->coordinates(tree), out);
  const ArticulatedLinks& links = out.moving();
  for (std::size_t i = links.size() - 1; i > 0; --i) {
    const ArticulatedLink& link = links[i];
    const ArticulatedNode<T>& node = out.nodes[link.node];
    LaneForce<T>& bias = out.loads[link.load_slot].bias;
    LaneForce<T>& parent = out.loads[link.parent_load_slot].bias;
    if (link.is_leaf) bias = {zero3<T>(), zero3<T>()};
    if (link.is_last_child) parent = {zero3<T>(), zero3<T>()};
    parent += out.cuts && link.is_free && !link.is_mixed
                  ? solve_free_joint(link, node, bias, v.data() + link.u0, out)
                  : pass_inward<T>(link, node, bias, v, out);
  }
  expand<T>(out, result.data());
  for (int k = 0; out.hybrid && k < tree.nu(); ++k)
    if (out.held.prescribed().contains(k)) result[k] = T(0);
}

#define SARRUS_INSTANTIATE(T) \
  template void calc_inverse_mass_times<T>(const Tree<T>&, ForwardDynamics<T>&, In<T>, Out<T>);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus

#include "sarrus/dynamics/composite_inertia.h"

#include "sarrus/dynamics/node_frame.h"
#include "sarrus/scalar/scalars.h"

namespace sarrus {

template <class T>
void calc_composite_inertias(const Tree<T>& tree, const PositionKinematics<T>& position,
                             CompositeInertias<T>& out) {
  require_stage(tree, position), require_stage(tree, out);
  for (int i = 0; i < tree.node_count(); ++i) out.nodes[i] = inertia_in_world(tree, position, i);
  for (int i = tree.node_count() - 1; i > 0; --i) {
    RigidInertia<T>& parent = out.nodes[tree.node(i).parent];
    const auto index = static_cast<std::size_t>(i);
    parent = parent + shift(out.nodes[index], Vec3<T>(position.nodes[index].r));
  }
}

#define SARRUS_INSTANTIATE(T)                                                            \
  template void calc_composite_inertias<T>(const Tree<T>&, const PositionKinematics<T>&, \
                                           CompositeInertias<T>&);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus

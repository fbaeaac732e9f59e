#include "sarrus/dynamics/composite_inertia.h"

#include "sarrus/scalar/scalar_types.h"

namespace sarrus {

template <class T>
void calc_composite_inertias(const Tree<T>& tree, const PositionKinematics<T>& position,
                             CompositeInertias<T>& out) {
  require_stage(tree, position), require_stage(tree, out);
  const int n = tree.node_count();
  for (int i = 0; i < n; ++i) out.nodes[i] = rotated(position.nodes[i].R, tree.node(i).inertia);
  for (int i = n - 1; i > 0; --i)
    add(out.nodes[tree.node(i).parent], shifted(out.nodes[i], position.nodes[i].r));
}

#define SARRUS_INSTANTIATE(T)                                                            \
  template void calc_composite_inertias<T>(const Tree<T>&, const PositionKinematics<T>&, \
                                           CompositeInertias<T>&);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus

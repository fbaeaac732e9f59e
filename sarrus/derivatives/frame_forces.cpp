#include "sarrus/derivatives/frame_forces.h"

#include "sarrus/derivatives/internal/subtree_load.h"
#include "sarrus/dynamics/node_frame.h"
#include "sarrus/scalar/scalar_types.h"

namespace sarrus {

template <class T>
void apply_frame_forces(const Tree<T>& tree, In<FrameForce<T>> forces, MotionVariation<T>& motion) {
  require_stage(tree, motion);
  if (forces.empty()) return;
  if (!motion.has_applied) {
    for (NodeLoad<T>& load : motion.loads) internal::set_no_applied(load);
    motion.has_applied = true;
  }
  for (const FrameForce<T>& force : forces) {
    const FrameOnNode<T> frame(tree, force.at);
    internal::apply_force<T>(force.F, motion.nodes[frame.node].R * Lane3<T>(frame.X_KF.p),
                             motion.loads[frame.node]);
  }
}

#define SARRUS_INSTANTIATE(T) \
  template void apply_frame_forces<T>(const Tree<T>&, In<FrameForce<T>>, MotionVariation<T>&);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus

#include "sarrus/derivatives/internal/joint_lanes.h"
#include "sarrus/scalar/scalar_types.h"
#include "sarrus/second_derivatives/internal/joint_second_variation.h"

namespace sarrus::internal {

template <class T>
void calc_joint_second_variation(const Tree<T>& tree, const TreeNode<ConstantOf<T>>& node, const T* q,
                                 const T* u, JointSecondVariation<T>& out) {
  for (int lane = 0; lane < ScalarTraits<T>::lanes; ++lane) {
    const LaneOfJoint at = lane_of_joint<T>(tree, node, q, u, nullptr, lane);
    JointSecondVariation<double> found;
    calc_joint_second_variation(tree.joint(node), at.q.data(), at.u.data(), at.parameters.data(), found);
    for (int j = 0; j < node.nu; ++j)
      for (int k = 0; k < node.nu; ++k) {
        set_lane(out.bias[j][k], lane, found.bias[j][k]);
        for (int l = 0; l < node.nu; ++l) set_lane(out.H[j][k][l], lane, found.H[j][k][l]);
      }
  }
}

#define SARRUS_INSTANTIATE(T)                                                                            \
  template void calc_joint_second_variation<T>(const Tree<T>&, const TreeNode<ConstantOf<T>>&, const T*, \
                                               const T*, JointSecondVariation<T>&);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus::internal

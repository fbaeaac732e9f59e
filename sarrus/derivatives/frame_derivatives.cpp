#include "sarrus/derivatives/frame_derivatives.h"

#include "sarrus/derivatives/internal/frame_variation.h"
#include "sarrus/scalar/scalar_types.h"

namespace sarrus {

namespace {

template <class T>
void write_motion(const LaneMotion<T>& X, MatrixX<T>& to, int column) {
  for (int c = 0; c < 3; ++c) to(c, column) = X.w[c], to(c + 3, column) = X.v[c];
}

}  // namespace

template <class T>
FrameDerivatives<T>::FrameDerivatives(const Tree<T>& tree)
    : jacobian(6, tree.nu()),
      jacobian_rate(6, tree.nu()),
      velocity_by_dq(6, tree.nu()),
      acceleration_by_dq(6, tree.nu()),
      acceleration_by_u(6, tree.nu()) {}

template <class T>
void calc_frame_derivatives(const Tree<T>& tree, const MotionVariation<T>& motion,
                            const FrameOn<std::type_identity_t<T>>& F, FrameDerivatives<T>& out) {
  require_stage(tree, motion);
  require(out.jacobian.cols() == tree.nu(), "derivatives of {} speeds were given with a tree of {}",
          out.jacobian.cols(), tree.nu());
  for (MatrixX<T>* matrix : {&out.jacobian, &out.jacobian_rate, &out.velocity_by_dq, &out.acceleration_by_dq,
                             &out.acceleration_by_u})
    matrix->fill(T(0));
  const FrameOnNode<T> frame(tree, F);
  const auto& at = motion.nodes[frame.node];
  Lane3<T> r = at.R * Lane3<T>(frame.X_KF.p);  // from the origins of the nodes on the path to F's
  const internal::FrameMotion<T> moving(at, r);
  for (int i = frame.node; i > 0; i = tree.node(i).parent) {
    const auto& node = tree.node(i);
    for (int k = node.u0; k < node.u0 + node.nu; ++k) {
      const SpeedVariation<T>& speed = motion.speeds[k];
      const LaneMotion<T> S = internal::shifted<T>(speed.S, r), psi = internal::shifted<T>(speed.psi, r),
                          phi = internal::shifted<T>(speed.phi, r);
      const Lane3<T> turn_v = cross(S.w, moving.v);
      write_motion<T>(S, out.jacobian, k);
      write_motion<T>({phi.w - psi.w, phi.v - psi.v + turn_v}, out.jacobian_rate, k);
      write_motion<T>({cross(S.w, moving.w) + psi.w, turn_v + psi.v}, out.velocity_by_dq, k);
      write_motion<T>(moving.acceleration_by_dq(speed, r), out.acceleration_by_dq, k);
      write_motion<T>(moving.acceleration_by_u(speed, r), out.acceleration_by_u, k);
    }
    r += motion.nodes[i].r;
  }
}

#define SARRUS_INSTANTIATE(T)                                                                           \
  template struct FrameDerivatives<T>;                                                                  \
  template void calc_frame_derivatives<T>(const Tree<T>&, const MotionVariation<T>&, const FrameOn<T>&, \
                                          FrameDerivatives<T>&);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus

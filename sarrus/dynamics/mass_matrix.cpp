#include "sarrus/dynamics/mass_matrix.h"

#include "sarrus/dynamics/node_quantities.h"
#include "sarrus/scalar/scalars.h"

namespace sarrus {

namespace {

/// Momentum of a composite body that moves with one column of its joint at unit speed.
template <class T>
LaneForce<T> momentum(const TreeInertia<T>& M, const LaneMotion<T>& H) {
  return {M.I * H.w + cross(M.h, H.v), M.m * H.v + cross(H.w, M.h)};
}

/// Row `speed` of the matrix: a momentum about node i's origin, projected on the columns of node i up to
/// `speed`, then carried inward and projected on all columns there.
template <class T>
void project(const Tree<T>& tree, const PositionKinematics<T>& position, int i, int speed, LaneForce<T> P,
             TreeMatrix<T>& M) {
  T* entry = M.row(speed) + M.pattern().length(speed);
  int last = speed;
  while (true) {
    const auto& node = tree.node(i);
    const NodePosition<T>& at = position.nodes[static_cast<std::size_t>(i)];
    if (node.shape == JointShape::revolute) {
      *--entry = dot(at.R.z, P.t);
    } else if (node.shape == JointShape::prismatic) {
      *--entry = dot(at.R.z, P.f);
    } else {
      for (int k = last; k >= node.u0; --k) {
        const LaneMotion<T>& H = position.columns[static_cast<std::size_t>(k)];
        *--entry = dot(H.w, P.t) + dot(H.v, P.f);
      }
    }
    if (node.parent == 0) return;
    P.t += cross(at.r, P.f);
    i = node.parent;
    last = tree.node(i).u0 + tree.node(i).nu - 1;
  }
}

}  // namespace

template <class T>
MassMatrix<T>::MassMatrix(const Tree<T>& tree)
    : matrix(tree.pattern()), nodes(static_cast<std::size_t>(tree.node_count())), nu(tree.nu()) {}

template <class T>
void calc_mass_matrix(const Tree<T>& tree, const PositionKinematics<T>& position, MassMatrix<T>& out) {
  require_stage(tree, position), require_stage(tree, out);
  const int n = tree.node_count();
  for (int i = 1; i < n; ++i) {
    const auto index = static_cast<std::size_t>(i);
    out.nodes[index] = rotated(position.nodes[index].R, tree.node(i).inertia);
  }
  for (int i = n - 1; i > 0; --i) {
    const auto index = static_cast<std::size_t>(i);
    const auto& node = tree.node(i);
    const TreeInertia<T>& composite = out.nodes[index];
    const NodePosition<T>& at = position.nodes[index];
    if (node.shape == JointShape::revolute) {
      project(tree, position, i, node.u0, {composite.I * at.R.z, cross(at.R.z, composite.h)}, out.matrix);
    } else if (node.shape == JointShape::prismatic) {
      project(tree, position, i, node.u0, {cross(composite.h, at.R.z), composite.m * at.R.z}, out.matrix);
    } else {
      for (int k = node.u0; k < node.u0 + node.nu; ++k)
        project(tree, position, i, k, momentum<T>(composite, position.columns[static_cast<std::size_t>(k)]),
                out.matrix);
    }
    if (node.parent > 0) add_shifted(out.nodes[static_cast<std::size_t>(node.parent)], composite, at.r);
  }
}

template <class T>
void calc_mass_matrix(const Tree<T>& tree, const PositionKinematics<T>& position, MassMatrix<T>& workspace,
                      MatrixX<T>& M) {
  calc_mass_matrix(tree, position, workspace);
  workspace.matrix.symmetric(M);
}

#define SARRUS_INSTANTIATE(T)                                                                      \
  template struct MassMatrix<T>;                                                                   \
  template void calc_mass_matrix<T>(const Tree<T>&, const PositionKinematics<T>&, MassMatrix<T>&); \
  template void calc_mass_matrix<T>(const Tree<T>&, const PositionKinematics<T>&, MassMatrix<T>&,  \
                                    MatrixX<T>&);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus

#include "sarrus/dynamics/mass_matrix.h"

#include "sarrus/dynamics/node_quantities.h"
#include "sarrus/scalar/scalars.h"

namespace sarrus {

namespace {

/// Keeps the column of a speed, element by element.
template <class T>
void write_column(const Lane3<T>& w, const Lane3<T>& v, int speed, MassMatrix<T>& out) {
  const auto k = static_cast<std::size_t>(speed);
  for (int j = 0; j < 3; ++j) {
    out.columns[j][k] = w[j];
    out.columns[j + 3][k] = v[j];
  }
}
/// Those of a joint of general shape, about the reference point.
template <class T>
void write_columns(const TreeNode<ConstantOf<T>>& node, const PositionKinematics<T>& position,
                   const Lane3<T>& from, MassMatrix<T>& out) {
  for (int k = node.u0; k < node.u0 + node.nu; ++k) {
    const LaneMotion<T>& H = position.columns[static_cast<std::size_t>(k)];
    write_column<T>(H.w, H.v + cross(from, H.w), k, out);
  }
}

/// entry[k] = w_k·t + v_k·f for k < count, with the columns' elements one after the other in six arrays.
template <class T>
void multiply_columns(T* __restrict entry, const std::vector<T> (&columns)[6], int first, int count,
                      const Lane3<T>& t, const Lane3<T>& f) {
  const T tx = t[0], ty = t[1], tz = t[2], fx = f[0], fy = f[1], fz = f[2];
  const T *wx = columns[0].data() + first, *wy = columns[1].data() + first, *wz = columns[2].data() + first,
          *vx = columns[3].data() + first, *vy = columns[4].data() + first, *vz = columns[5].data() + first;
  for (int k = 0; k < count; ++k)
    entry[k] = (wx[k] * tx + wy[k] * ty + wz[k] * tz) + (vx[k] * fx + vy[k] * fy + vz[k] * fz);
}

/// How many products are taken at a time: a register of plain numbers.
template <class T>
constexpr int unit = std::is_floating_point_v<T> ? 4 : 1;

/// Row `speed` of the matrix: a momentum P, taken about the reference point, times the columns of the speeds
/// on the path. What comes out past the end of a run is written over by the next one.
template <class T>
void project(const LaneForce<T>& P, const Lane3<T>& from, int speed, MassMatrix<T>& out) {
  const Lane3<T> t = P.t + cross(from, P.f);
  const TreePattern& pattern = out.matrix.pattern();
  T *entry = out.matrix.row(speed), *end = entry + pattern.storage_length(speed);
  for (const TreePattern::Run& run : pattern.runs(speed)) {
    const int whole = (run.count + unit<T> - 1) / unit<T>;
    if (entry + whole * unit<T> <= end)
      multiply_columns<T>(entry, out.columns, run.first, whole * unit<T>, t, P.f);
    else
      multiply_columns<T>(entry, out.columns, run.first, run.count, t, P.f);
    entry += run.count;
  }
}

}  // namespace

template <class T>
MassMatrix<T>::MassMatrix(const Tree<T>& tree)
    : matrix(tree.pattern()),
      nodes(static_cast<std::size_t>(tree.node_count())),
      nu(tree.nu()),
      reference(nodes.size()) {
  const auto padded = static_cast<std::size_t>(tree.nu() + unit<T>);
  for (std::vector<T>& column : columns) column.resize(padded, T(0));
}

template <class T>
void calc_mass_matrix(const Tree<T>& tree, const PositionKinematics<T>& position, MassMatrix<T>& out) {
  require_stage(tree, position), require_stage(tree, out);
  const int n = tree.node_count();
  for (int i = 1; i < n; ++i) {
    const auto index = static_cast<std::size_t>(i);
    const auto& node = tree.node(i);
    const NodePosition<T>& at = position.nodes[index];
    Lane3<T>& from = out.reference[index];
    from = node.parent == 0 ? zero3<T>() : out.reference[static_cast<std::size_t>(node.parent)] + at.r;
    out.nodes[index] = rotated(at.R, node.inertia);
    if (node.shape == JointShape::revolute)
      write_column<T>(at.R.z, cross(from, at.R.z), node.u0, out);
    else if (node.shape == JointShape::prismatic)
      write_column<T>(zero3<T>(), at.R.z, node.u0, out);
    else
      write_columns(node, position, from, out);
  }
  for (int i = n - 1; i > 0; --i) {
    const auto index = static_cast<std::size_t>(i);
    const auto& node = tree.node(i);
    const TreeInertia<T>& composite = out.nodes[index];
    const Lane3<T>&axis = position.nodes[index].R.z, &from = out.reference[index];
    if (node.shape == JointShape::revolute)
      project<T>({composite.I * axis, cross(axis, composite.h)}, from, node.u0, out);
    else if (node.shape == JointShape::prismatic)
      project<T>({cross(composite.h, axis), composite.m * axis}, from, node.u0, out);
    else
      for (int k = node.u0; k < node.u0 + node.nu; ++k)
        project<T>(momentum<T>(composite, position.columns[static_cast<std::size_t>(k)]), from, k, out);
    if (node.parent > 0)
      add_shifted(out.nodes[static_cast<std::size_t>(node.parent)], composite, position.nodes[index].r);
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

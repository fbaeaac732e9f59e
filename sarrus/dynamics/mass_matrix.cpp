#include "sarrus/dynamics/mass_matrix.h"

#include "sarrus/base/array.h"
#include "sarrus/dynamics/node_frame.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/scalar/internal/chunk.h"
#include "sarrus/scalar/scalar_types.h"

namespace sarrus {

using namespace internal;

namespace {

/// Stores the column of a speed, element by element.
template <class T>
SARRUS_ALWAYS_INLINE void write_column(const Lane3<T>& w, const Lane3<T>& v, int speed, MassMatrix<T>& out) {
  T* to = out.columns.data() + speed;
  const std::ptrdiff_t stride = out.column_stride;
  to[0] = w[0], to[stride] = w[1], to[2 * stride] = w[2];
  to[3 * stride] = v[0], to[4 * stride] = v[1], to[5 * stride] = v[2];
}
/// Stores the columns of a joint of general shape, about the reference point.
template <class T>
void write_columns(const TreeNode<ConstantOf<T>>& node, const PositionKinematics<T>& position,
                   const Lane3<T>& from, MassMatrix<T>& out) {
  for (int k = node.u0; k < node.u0 + node.nu; ++k) {
    const LaneMotion<T>& H = position.columns[k];
    write_column<T>(H.w, H.v + cross(from, H.w), k, out);
  }
}

/// Number of products computed at a time: a register of plain numbers.
template <class T>
constexpr int entries_at_once = chunk_size<T, 4>;

/// w·t + v·f for the columns of as many speeds as the chunk E holds.
template <class E, class T>
SARRUS_ALWAYS_INLINE void multiply_columns(const T* columns, std::ptrdiff_t stride, const T (&P)[6],
                                           T* entry) {
  const auto product = [&](int c) { return P[c] * load_chunk<E>(columns + c * stride); };
  store_chunk<E>((product(0) + product(1) + product(2)) + (product(3) + product(4) + product(5)), entry);
}

/// Row `speed` of the matrix: a momentum P, about the reference point, times the columns of the speeds on the
/// path. Results past the end of a run are overwritten by the next one.
template <class T>
SARRUS_ALWAYS_INLINE void project(const LaneForce<T>& P, const Lane3<T>& from, int speed,
                                  MassMatrix<T>& out) {
  const Lane3<T> t = P.t + cross(from, P.f);
  const T numbers[6] = {t[0], t[1], t[2], P.f[0], P.f[1], P.f[2]};
  const TreePattern& pattern = out.matrix.pattern();
  const std::ptrdiff_t stride = out.column_stride;
  T *entry = out.matrix.row(speed), *end = entry + pattern.storage_length(speed);
  for (const TreePattern::Run& run : pattern.runs(speed)) {
    const T* columns = out.columns.data() + run.first;
    int k = 0;
    for (; k < run.count && entry + k + entries_at_once<T> <= end; k += entries_at_once<T>)
      multiply_columns<Chunk<T, 4>>(columns + k, stride, numbers, entry + k);
    for (; k < run.count; ++k) multiply_columns<Chunk<T, 1>>(columns + k, stride, numbers, entry + k);
    entry += run.count;
  }
}

/// The rows of a free joint on the world, whose columns are those of R_WF twice: the composite inertia in F's
/// axes,
///   [I; −[h]×  m·1]
template <class T>
void write_free_rows(const TreeInertia<T>& composite, const LaneRotation<T>& R_WF, int u0, TreeMatrix<T>& M) {
  const LaneRotation<T> R_FW = transpose(R_WF);
  const Lane3<T> h = R_FW * composite.h;
  const Lane3<T> I[] = {R_FW * (composite.I * R_WF.x), R_FW * (composite.I * R_WF.y),
                        R_FW * (composite.I * R_WF.z)};
  const T zero(0), G[3][3] = {{zero, h[2], -h[1]}, {-h[2], zero, h[0]}, {h[1], -h[0], zero}};
  for (int i = 0; i < 3; ++i) {
    T *turning = M.row(u0 + i), *sliding = M.row(u0 + 3 + i);
    for (int j = 0; j <= i; ++j) turning[j] = I[j][i];
    for (int j = 0; j < 3; ++j) sliding[j] = G[i][j];
    for (int j = 0; j < i; ++j) sliding[3 + j] = zero;
    sliding[3 + i] = composite.m;
  }
}

}  // namespace

template <class T>
MassMatrix<T>::MassMatrix(const Tree<T>& tree)
    : matrix(tree.pattern()),
      nodes(tree.node_count()),
      nu(tree.nu()),
      reference(nodes.size()),
      columns(6 * (tree.nu() + entries_at_once<T>), T(0)),
      column_stride(tree.nu() + entries_at_once<T>) {}

namespace {

/// Computes the columns of a node's joint, and the reference vector of the node.
template <class T>
SARRUS_ALWAYS_INLINE void set_columns(const TreeNode<ConstantOf<T>>& node, const NodePosition<T>& at,
                                      const PositionKinematics<T>& position, Lane3<T>& from,
                                      MassMatrix<T>& out) {
  from = node.parent == 0 ? zero3<T>() : out.reference[node.parent] + at.r;
  if (node.shape == JointShape::revolute)
    write_column<T>(at.R.z, cross(from, at.R.z), node.u0, out);
  else if (node.shape == JointShape::prismatic)
    write_column<T>(zero3<T>(), at.R.z, node.u0, out);
  else
    write_columns(node, position, from, out);
}

/// All nodes of a tree but the world, as an ascending list.
struct AllNodes {
  int count;
  int size() const { return count; }
  int operator[](int i) const { return i + 1; }
};

/// Computes the rows of the speeds of some nodes, inwards, from the inertias of the single nodes, which
/// become composite. The inertias of leaves are in `leaves` if that is not null.
template <class T, class Nodes, class Leaves>
void calc_rows(const Tree<T>& tree, const PositionKinematics<T>& position, const Nodes& nodes, Leaves leaves,
               MassMatrix<T>& out) {
  for (int n = static_cast<int>(nodes.size()) - 1; n >= 0; --n) {
    const int i = nodes[n];
    const auto& node = tree.node(i);
    const TreeInertia<T>* own = &out.nodes[i];
    if constexpr (!std::is_null_pointer_v<Leaves>)
      if (node.is_leaf) own = leaves + i;
    const TreeInertia<T>& composite = *own;
    const Lane3<T>&axis = position.nodes[i].R.z, &from = out.reference[i];
    if (node.shape == JointShape::revolute)
      project<T>({composite.I * axis, cross(axis, composite.h)}, from, node.u0, out);
    else if (node.shape == JointShape::prismatic)
      project<T>({cross(composite.h, axis), composite.m * axis}, from, node.u0, out);
    else if (node.is_free && node.parent == 0)
      write_free_rows<T>(composite, position.R_WF[i], node.u0, out.matrix);
    else
      for (int k = node.u0; k < node.u0 + node.nu; ++k)
        project<T>(momentum<T>(composite, position.columns[k]), from, k, out);
    if (node.parent > 0) add(out.nodes[node.parent], shifted(composite, position.nodes[i].r));
  }
}

}  // namespace

template <class T>
void calc_mass_matrix(const Tree<T>& tree, const PositionKinematics<T>& position, MassMatrix<T>& out) {
  require_stage(tree, position), require_stage(tree, out);
  const int n = tree.node_count();
  for (int i = 1; i < n; ++i) {
    const auto& node = tree.node(i);
    const NodePosition<T>& at = position.nodes[i];
    out.nodes[i] = rotated(at.R, node.inertia);
    set_columns<T>(node, at, position, out.reference[i], out);
  }
  calc_rows<T>(tree, position, AllNodes{n - 1}, nullptr, out);
}

template <class T>
void calc_mass_matrix(const Tree<T>& tree, const PositionKinematics<T>& position,
                      Array<TreeInertia<T>>& inertias, MassMatrix<T>& out) {
  require_stage(tree, position), require_stage(tree, out);
  inertias.resize(out.nodes.size());
  const int n = tree.node_count();
  for (int i = 1; i < n; ++i) {
    const auto& node = tree.node(i);
    const NodePosition<T>& at = position.nodes[i];
    inertias[i] = rotated(at.R, node.inertia);
    if (!node.is_leaf) out.nodes[i] = inertias[i];
    set_columns<T>(node, at, position, out.reference[i], out);
  }
  calc_rows<T>(tree, position, AllNodes{n - 1}, static_cast<const TreeInertia<T>*>(inertias.data()), out);
}

template <class T>
void calc_mass_matrix_of(const Tree<T>& tree, const PositionKinematics<T>& position, const Array<int>& nodes,
                         const Array<TreeInertia<T>>& inertias, MassMatrix<T>& out) {
  require_stage(tree, position), require_stage(tree, out);
  for (const int i : nodes) {
    const auto& node = tree.node(i);
    if (!node.is_leaf) out.nodes[i] = inertias[i];
    set_columns<T>(node, position.nodes[i], position, out.reference[i], out);
  }
  calc_rows<T>(tree, position, nodes, inertias.data(), out);
}

template <class T>
void calc_mass_matrix(const Tree<T>& tree, const PositionKinematics<T>& position, MassMatrix<T>& workspace,
                      MatrixX<T>& M) {
  calc_mass_matrix(tree, position, workspace);
  workspace.matrix.symmetric(M);
}

#define SARRUS_INSTANTIATE(T)                                                                             \
  template struct MassMatrix<T>;                                                                          \
  template void calc_mass_matrix<T>(const Tree<T>&, const PositionKinematics<T>&, MassMatrix<T>&);        \
  template void calc_mass_matrix<T>(const Tree<T>&, const PositionKinematics<T>&, Array<TreeInertia<T>>&, \
                                    MassMatrix<T>&);                                                      \
  template void calc_mass_matrix_of<T>(const Tree<T>&, const PositionKinematics<T>&, const Array<int>&,   \
                                       const Array<TreeInertia<T>>&, MassMatrix<T>&);                     \
  template void calc_mass_matrix<T>(const Tree<T>&, const PositionKinematics<T>&, MassMatrix<T>&,         \
                                    MatrixX<T>&);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus

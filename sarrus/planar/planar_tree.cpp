#include "sarrus/planar/planar_tree.h"

#include "sarrus/base/array.h"
#include "sarrus/base/error.h"
#include "sarrus/scalar/scalar_types.h"

namespace sarrus {

namespace {

template <class C>
Vec3<double> value(const Vec3<C>& v) {
  return {primal(v.x), primal(v.y), primal(v.z)};
}
template <class C>
Pose<double> value(const Pose<C>& X) {
  return {Rotation<double>(Mat3<double>{value(X.R.col(0)), value(X.R.col(1)), value(X.R.col(2))}),
          value(X.p)};
}

/// The plain numbers of parameters that may carry derivatives; inertias are not needed here.
template <class C>
Parameters<double> values(const Model& model, const Parameters<C>& parameters) {
  Parameters<double> numbers(model);
  for (std::size_t b = 0; b < numbers.X_PF.size(); ++b)
    numbers.X_PF[b] = value(parameters.X_PF[b]), numbers.X_BM[b] = value(parameters.X_BM[b]);
  for (std::size_t k = 0; k < numbers.joint.size(); ++k) numbers.joint[k] = primal(parameters.joint[k]);
  return numbers;
}

/// The orientation R_FM of a joint of general shape at its default position.
template <class C>
Rotation<C> default_rotation(const Joint& joint, const C* parameters) {
  Array<C> q;
  for (double x : joint.default_q()) q.push_back(C(static_cast<ValueOf<C>>(x)));
  return joint.pose(q.data(), parameters).R;
}

/// The normal of the planes; throws an Error if the tree is not planar.
template <class T>
Vec3<double> plane_of(const Tree<T>& tree, double tolerance) {
  const Model& model = tree.model();
  const MotionPlane plane = find_plane(model, values(model, tree.parameters()), tolerance);
  require(plane.normal.has_value(),
          "model '{}' is not planar: joint '{}' leaves the plane of the joints before it; use the spatial "
          "algorithms, or a larger tolerance than {}",
          model.name(), plane.leaving_joint, tolerance);
  return *plane.normal;
}

}  // namespace

template <class T>
PlanarTree<T>::PlanarTree(const Tree<T>& tree, double tolerance)
    : PlanarTree(tree, plane_of(tree, tolerance)) {}

template <class T>
PlanarTree<T>::PlanarTree(const Tree<T>& tree, const Vec3<double>& normal)
    : nq_(tree.nq()), nu_(tree.nu()), pattern_(tree.pattern()) {
  for (int i = 0; i < tree.node_count(); ++i) {
    const auto& from = tree.node(i);
    PlanarNode<C> node{.shape = from.shape,
                       .parent = from.parent,
                       .q0 = from.q0,
                       .u0 = from.u0,
                       .nq = from.nq,
                       .nu = from.nu};
    if (i == 0) node.R_KN = rotation_with_axis(2, normal).template cast<C>();
    if (from.shape == JointShape::general) {
      node.joint = tree.joint(from);
      node.p0 = tree.model().body(from.body).p0;
    }
    nodes_.push_back(node);
  }
  places_.resize(tree.body_count());
  set_parameters(tree);
}

template <class T>
void PlanarTree<T>::set_parameters(const Tree<T>& tree) {
  joint_parameters_ = tree.parameters().joint;
  for (int i = 1; i < tree.node_count(); ++i) {
    const auto& from = tree.node(i);
    PlanarNode<C>& node = nodes_[i];
    const Rotation<C>& R_PN = nodes_[from.parent].R_KN;
    node.R_FP = Rotation<C>(from.R).inverse() * R_PN;
    node.R_KN = node.R_FP;
    node.p = planar(R_PN.inverse_times(from.p));
    node.direction = planar(R_PN.inverse_times(from.R.z));
    node.backward = primal(dot(from.R.z, R_PN.col(2))) < 0;
    if (from.shape == JointShape::general)
      node.R_KN = default_rotation(node.joint, tree.joint_parameters(from)).inverse() * node.R_FP;
    node.inertia = planar(node.R_KN.inverse() * from.inertia);
  }
  for (int b = 0; b < tree.body_count(); ++b) {
    const auto& place = tree.place(b);
    places_[b] = {place.node, planar(node(place.node).R_KN.inverse_times(place.X_KB.p))};
  }
  gravity_ = planar(R_WN().inverse_times(tree.parameters().gravity));
}

#define SARRUS_INSTANTIATE(T) template class PlanarTree<T>;
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus

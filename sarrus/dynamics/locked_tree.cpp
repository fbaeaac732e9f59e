#include "sarrus/dynamics/locked_tree.h"

#include "sarrus/base/array.h"
#include "sarrus/base/internal/index.h"
#include "sarrus/scalar/scalar_types.h"
#include "sarrus/scalar/sincos_array.h"
#include "sarrus/spatial/internal/second_moments.h"
#include "sarrus/spatial/lane_inertia.h"

namespace sarrus {

using namespace internal;

namespace {

/// Per node: true if all of its speeds are locked.
template <class T>
Array<char> find_parts(const Tree<T>& tree, const IndexSet& locked) {
  require_speeds(locked, tree.nu());
  Array<char> is_part(tree.node_count(), 0);
  for (int i = 1; i < tree.node_count(); ++i) {
    const auto& node = tree.node(i);
    bool all = true;
    for (int k = node.u0; k < node.u0 + node.nu; ++k) all = all && locked.contains(k);
    is_part[i] = all ? 1 : 0;
  }
  return is_part;
}

/// Numbers the nodes that remain.
template <class T>
Array<int> number_pieces(const Tree<T>& tree, const Array<char>& is_part) {
  Array<int> piece_of(is_part.size(), 0);
  int count = 1;
  for (int i = 1; i < tree.node_count(); ++i)
    piece_of[i] = is_part[i] != 0 ? piece_of[tree.node(i).parent] : count++;
  return piece_of;
}

}  // namespace

template <class T>
LockedTree<T>::LockedTree(const Tree<T>& tree, const IndexSet& locked)
    : is_part_(find_parts(tree, locked)),
      piece_of_(number_pieces(tree, is_part_)),
      X_(is_part_.size()),
      speeds_(tree.nu()),
      pieces_(tree, piece_of_, is_part_) {
  find_steps(tree);
  q_.assign(padded_size<C>(static_cast<int>(coordinates_.size())), C(0));
  sine_ = cosine_ = q_;
  const auto q = tree.model().default_q();
  for (std::size_t k = 0; k < coordinates_.size(); ++k)
    q_[k] = C(static_cast<ValueOf<C>>(q[coordinates_[k]]));
  join(tree);
}

template <class T>
void LockedTree<T>::find_steps(const Tree<T>& tree) {
  Array<int> roots{0};  // per piece
  Array<char> has_parts(pieces_.node_count(), 0);
  for (int i = 1; i < tree.node_count(); ++i) {
    const TreeNode<C>& node = tree.node(i);
    const bool is_part = is_part_[i] != 0, on_part = is_part_[node.parent] != 0;
    const int piece = piece_of_[i];
    if (!is_part) roots.push_back(i);
    if (is_part || on_part)
      steps_.push_back({i, piece, roots[piece], static_cast<int>(coordinates_.size()), is_part, on_part,
                        has_parts[piece] == 0});
    if (!is_part) continue;
    has_parts[piece] = 1;
    for (int k = node.u0; k < node.u0 + node.nu; ++k) speeds_.insert(k);
    for (int k = node.q0; k < node.q0 + node.nq; ++k) coordinates_.push_back(k);
  }
}

template <class T>
bool LockedTree<T>::set_coordinates(const Tree<T>& tree, In<C> q) {
  require_size(q, tree.nq(), "q", "the model has nq");
  bool same = std::is_floating_point_v<C>;  // the values of other scalars are not examined
  for (std::size_t k = 0; k < coordinates_.size(); ++k) {
    const C& now = q[coordinates_[k]];
    if constexpr (std::is_floating_point_v<C>) same = same && q_[k] == now;
    q_[k] = now;
  }
  if (!same) join(tree);
  return !same;
}

template <class T>
void LockedTree<T>::set_parameters(const Tree<T>& tree) {
  pieces_.parameters_ = tree.parameters_;
  pieces_.total_mass_ = tree.total_mass_;
  for (std::size_t b = 0; b < pieces_.places_.size(); ++b) pieces_.places_[b].X_KB = tree.places_[b].X_KB;
  for (int i = 1; i < tree.node_count(); ++i) {
    if (is_part_[i] != 0) continue;
    const TreeNode<C>& node = tree.node(i);
    TreeNode<C>& piece = pieces_.nodes_[piece_of_[i]];
    piece.R = node.R, piece.p = node.p;
    piece.inertia = node.inertia, piece.second_moments = node.second_moments;
  }
  join(tree);
}

/// With P the parent's frame and R that of the piece to which the parent belongs, the joint of a node is at
///   X_RF = X_RP·X_PF
/// in the piece. If it is locked, the node has the pose X_RF·X_FK(q) there and adds its inertia.
template <class T>
void LockedTree<T>::join(const Tree<T>& tree) {
  sincos_array(static_cast<int>(coordinates_.size()), q_.data(), q_.data(), sine_.data(), cosine_.data());
  for (const Step& step : steps_) {
    const TreeNode<C>& node = tree.node(step.node);
    TreeNode<C>& piece = pieces_.nodes_[step.piece];
    LaneRotation<C> R(node.R);
    Lane3<C> p(node.p);
    if (step.on_part) {
      const Pose<C>& X_RP = X_[node.parent];
      const LaneRotation<C> R_RP(X_RP.R.matrix());
      R = R_RP * node.R;
      p = Lane3<C>(X_RP.p) + R_RP * node.p;
    }
    if (!step.is_part) {
      piece.R = R.matrix(), piece.p = Vec3<C>(p);
      continue;
    }
    const auto q0 = index(step.q0);
    if (node.shape == JointShape::revolute) {
      R = turned(R, sine_[q0], cosine_[q0]);
    } else if (node.shape == JointShape::prismatic) {
      p += q_[q0] * R.z;
    } else {
      const Pose<C> X_FM = tree.joint(node).pose(q_.data() + q0, tree.joint_parameters(node));
      p += R * X_FM.p;
      R = R * X_FM.R.matrix();
    }
    const Pose<C> X_RK = X_[step.node] = {Rotation<C>(R.matrix()), Vec3<C>(p)};
    for (const int b : tree.bodies_of(step.node)) pieces_.places_[b].X_KB = X_RK * tree.place(b).X_KB;
    if (step.root == 0) continue;  // the inertia of the world does not matter
    const RigidInertia<C>& before = step.first_part ? tree.node(step.root).inertia : piece.inertia;
    piece.inertia = before + rigid_inertia(shifted(rotated(R, node.inertia), p));
    piece.second_moments = second_moments(piece.inertia.I);
  }
  pieces_.place_body_nodes();
}

#define SARRUS_INSTANTIATE(T) template class LockedTree<T>;
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus

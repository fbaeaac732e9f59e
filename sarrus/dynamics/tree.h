#pragma once
/// @file
/// A model compiled for the recursions: its constants in scalar T, in the order in which they are used.
///
/// The recursions know nodes, not bodies. A node is a rigid piece of the mechanism: a body with all bodies
/// welded to it; node 0 is the world with the bodies welded to it. Its frame K is at the origin of the
/// joint's frame M, rotated so that the axis of a one-degree-of-freedom joint is +z, whatever the joint's own
/// axis and direction: one revolute and one prismatic code path serve all. A body follows from its node by a
/// constant pose X_KB, applied only when the body is read.

#include <memory>
#include <span>

#include "sarrus/base/array.h"
#include "sarrus/dynamics/body_node.h"
#include "sarrus/model/parameters.h"
#include "sarrus/sparse/tree_matrix.h"
#include "sarrus/spatial/lane3.h"

namespace sarrus {

/// Constants of a node. C is ConstantOf<T>: packs share their constants.
template <class C>
struct TreeNode {
  JointShape shape = JointShape::fixed;
  int parent = -1;     ///< The node from which the joint starts.
  int q0 = 0, u0 = 0;  ///< First coordinate and speed.
  int nq = 0, nu = 0;
  int body = 0;                   ///< The body whose joint this is.
  int slot = 0, parent_slot = 0;  ///< Slots for the motions of the node and its parent in an outward sweep.
  int load_slot = 0, parent_load_slot = 0;  ///< Slots for their loads in an inward sweep.
  bool is_free = false;       ///< True for a free joint, whose columns are those of the identity matrix.
  bool is_leaf = true;        ///< True if no joint starts from this node.
  bool is_last_child = true;  ///< True if an inward sweep visits it first of its parent's children.
  Mat3<C> R{};  ///< Orientation of the joint's frame F (z along the axis) in the parent node's frame.
  Vec3<C> p{};  ///< Position of F in the parent node's frame.
  RigidInertia<C> inertia{};  ///< Inertia of all bodies of this node, about K's origin, in K.
  Mat3<C> second_moments{};   ///< ∫ρ·ρᵀ·dm = tr(I)/2·1 − I of the same bodies.
};

/// Placement of a body: its node, and its pose in the node's frame.
template <class C>
struct BodyPlace {
  int node = 0;
  Pose<C> X_KB{};
};

template <class T>
class LockedTree;

/// A model compiled for computing in scalar T.
template <class T = double>
class Tree {
 public:
  using C = ConstantOf<T>;

  /// Compiles a model with its default parameters, or with given ones.
  explicit Tree(const Model& model);
  Tree(const Model& model, const Parameters<C>& parameters);
  /// Copies other parameter values; nothing is allocated.
  void set_parameters(const Parameters<C>& parameters);

  const Model& model() const { return *model_; }
  const Parameters<C>& parameters() const { return parameters_; }
  int nq() const { return nq_; }
  int nu() const { return nu_; }
  int body_count() const { return body_count_; }
  /// Nodes, the world first, parents before children.
  const Array<TreeNode<C>>& nodes() const { return nodes_; }
  int node_count() const { return node_count_; }
  const TreeNode<C>& node(int i) const { return nodes_[i]; }
  /// Constants of a node for recursions in its own axes; not for T = double, which works in world axes.
  const BodyNode<C>& body_node(int i) const { return body_nodes_[i]; }
  /// The angle offset of the pin with coordinate k in those axes; for packs only.
  C angle_offset(int k) const { return angle_offsets_[k]; }
  /// Number of motions that an outward sweep stores; load_slot_count() is that of the loads of an inward
  /// sweep.
  int slot_count() const { return slot_count_; }
  int load_slot_count() const { return load_slot_count_; }
  /// The bodies that make up a node.
  std::span<const int> bodies_of(int node) const {
    const int* first = bodies_.data() + first_body_[node];
    return {first, bodies_.data() + first_body_[node + 1]};
  }
  const BodyPlace<C>& place(int body) const { return places_[body]; }
  const Joint& joint(const TreeNode<C>& node) const { return model_->body(node.body).joint; }
  const C* joint_parameters(const TreeNode<C>& node) const {
    return parameters_.joint.data() + model_->body(node.body).p0;
  }
  /// The coordinates of pins, whose sines and cosines the recursions need, are in [first_angle, end_angle).
  int first_angle() const { return first_angle_; }
  int end_angle() const { return end_angle_; }
  C total_mass() const { return total_mass_; }
  /// The parents of the speeds: the sparsity of the mass matrix.
  const std::shared_ptr<const TreePattern>& pattern() const { return pattern_; }

 private:
  friend class LockedTree<T>;
  /// A copy with fewer nodes: number i becomes number `pieces[i]` or, if `is_part[i]`, a part of it. The
  /// constants are those of the nodes that remain.
  Tree(const Tree& tree, const Array<int>& pieces, const Array<char>& is_part);
  /// Computes everything that follows from the nodes and from the places of the bodies in them.
  void find_order();
  void place_body_nodes();

  std::shared_ptr<const Model> model_;
  Parameters<C> parameters_;
  Array<TreeNode<C>> nodes_;
  Array<BodyNode<C>> body_nodes_;
  Array<C> angle_offsets_;
  Array<BodyPlace<C>> places_;
  Array<int> bodies_, first_body_;             // bodies by node; index of the first body of each node
  int nq_, nu_, body_count_, node_count_ = 1;  // lengths of arrays, for fast checks
  int slot_count_ = 0, load_slot_count_ = 0;
  int first_angle_ = 0, end_angle_ = 0;
  C total_mass_{};
  std::shared_ptr<const TreePattern> pattern_;
};

/// Deduction guides: `Tree tree(model)` computes in double; with parameters, in their scalar.
Tree(const Model&)->Tree<double>;
template <class C>
Tree(const Model&, const Parameters<C>&) -> Tree<C>;

}  // namespace sarrus

#pragma once
/// @file
/// Trees that move in a plane, compiled for planar algebra (spatial/planar.h): all joints rotate about axes
/// along one normal and translate perpendicular to it. Positions along the normal have no effect; of the
/// inertias, only masses, first moments in the plane and moments about the normal have. A node's planar axes
/// are chosen so that they are those of its parent when a pin is at zero: constant rotations do not occur.

#include "sarrus/base/array.h"
#include "sarrus/dynamics/tree.h"
#include "sarrus/planar/find_plane.h"
#include "sarrus/spatial/planar.h"

namespace sarrus {

/// Constants of a node in the plane.
template <class C>
struct PlanarNode {
  JointShape shape = JointShape::fixed;
  int parent = -1;
  int q0 = 0, u0 = 0;
  int nq = 0, nu = 0;
  int p0 = 0;                           ///< First of the joint's own parameters.
  bool backward = false;                ///< True for a pin whose axis points against the normal.
  Vec2<C> p = Vec2<C>::zero();          ///< Position of the joint's frame F in the parent's axes.
  Vec2<C> direction = Vec2<C>::zero();  ///< Direction of a slider, in the parent's axes.
  Joint joint{};                        ///< The joint, if it is of general shape.
  Rotation<C> R_FP{},
      R_KN{};  ///< The parent's planar axes in F, the node's own in K; the third is the normal.
  PlanarInertia<C> inertia{};
};

/// The node of a body, and the position of the body's origin there.
template <class C>
struct PlanarPlace {
  int node = 0;
  Vec2<C> p = Vec2<C>::zero();
};

/// A planar tree compiled for computing in scalar T.
template <class T = double>
class PlanarTree {
 public:
  using C = ConstantOf<T>;
  /// Throws an Error that names the joint if a joint leaves the plane.
  explicit PlanarTree(const Tree<T>& tree, double tolerance = 1e-9);
  /// For planes with a known normal, which is not checked.
  PlanarTree(const Tree<T>& tree, const Vec3<double>& normal);
  /// Copies other parameters of the tree, which must still move in the same planes.
  void set_parameters(const Tree<T>& tree);

  int nq() const { return nq_; }
  int nu() const { return nu_; }
  int body_count() const { return static_cast<int>(places_.size()); }
  int node_count() const { return static_cast<int>(nodes_.size()); }
  const PlanarNode<C>& node(int i) const { return nodes_[i]; }
  const PlanarPlace<C>& place(int body) const { return places_[body]; }
  const C* joint_parameters(const PlanarNode<C>& node) const { return joint_parameters_.data() + node.p0; }
  /// The planar axes in the world; the third is the normal.
  const Rotation<C>& R_WN() const { return nodes_[0].R_KN; }
  const Vec2<C>& gravity() const { return gravity_; }
  const std::shared_ptr<const TreePattern>& pattern() const { return pattern_; }

 private:
  int nq_ = 0, nu_ = 0;
  Array<PlanarNode<C>> nodes_;
  Array<PlanarPlace<C>> places_;
  Array<C> joint_parameters_;
  Vec2<C> gravity_ = Vec2<C>::zero();
  std::shared_ptr<const TreePattern> pattern_;
};

}  // namespace sarrus

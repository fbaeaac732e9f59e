#pragma once
/// @file
/// How what an element reads locally changes with the coordinates and speeds of a System: the motions of
/// frames M relative to a frame F, and coordinates and speeds of joints. The element knows the derivatives of
/// its forces by these local quantities; the chain through the tree is here.
///
/// Only joints between F and M matter: those that lead to both move them together. With S = (σ, d) the column
/// of such a speed at M's origin, positive on M's side and negative on F's, and with the variations of
/// derivatives/motion_variation.h at M's origin, the motion of M relative to F changes in F's axes by
///   pose          by δ: (σ, d)
///   velocity      by δ: (δω, δv + d×ω_F),   δω = σ×ω + Ψ̇.w,  δv = σ×v + Ψ̇.v         by u: (σ, d)
///   acceleration  by δ: (σ×α + Ψ̇.w×ω + Ψ̈.w − ω_F×δω,
///                        σ×a + 2·Ψ̇.w×v + Ψ̈.v − α_F×d + ω_F×(ω_F×d) − 2·ω_F×δv)
///                 by u: (Φ.w + σ×ω − ω_F×σ,  Φ.v + 2·σ×v − 2·ω_F×d)
/// where ω, v, α, a are those of M in the world. On F's side these are the opposite of what a joint on M's
/// side would do, because a motion of both changes nothing.

#include "sarrus/base/array.h"
#include "sarrus/derivatives/motion_variation.h"
#include "sarrus/dynamics/frames.h"
#include "sarrus/dynamics/kinematics.h"
#include "sarrus/system/force_derivatives.h"

namespace sarrus::internal {

/// Where a frame F and a frame M are: the nodes that carry them, the axes of F and the origin of M.
struct RelativePlace {
  int node_F, node_M;
  LaneRotation<double> R_FW;
  Lane3d p_WM;
};

/// The motion of one frame M relative to F, and its changes.
class RelativeVariation {
 public:
  /// The change in the direction of one speed of a joint between F and M, in F's axes.
  struct Column {
    int speed;
    int node;
    bool to_M;              ///< Whether the joint is on M's side.
    Lane3d arm;             ///< From the node's origin to M's.
    LaneMotion<double> S;   ///< Its column at M's origin, in world axes, whichever side.
    Motion<double> motion;  ///< Pose by δ, velocity by u.
    Motion<double> velocity_by_dq, acceleration_by_dq, acceleration_by_u;
  };

  void set(const Tree<double>& tree, const PositionKinematics<double>& position,
           const MotionVariation<double>& motion, const RelativePlace& place);
  const Array<Column>& columns() const { return columns_; }
  /// The acceleration of M relative to F, in F's axes.
  const Motion<double>& acceleration() const { return acceleration_; }
  /// The change in direction j of the generalized force on speed k of a wrench on M about its origin, with
  /// the opposite on F, that is constant in F's axes. `wrench` is in world axes.
  double turned_force(const Tree<double>& tree, const MotionVariation<double>& motion, const Column& k,
                      const Column& j, const LaneForce<double>& wrench) const;

 private:
  void add_node(const Tree<double>& tree, const PositionKinematics<double>& position,
                const MotionVariation<double>& motion, int node, bool to_M);

  RelativePlace place_;
  Array<Column> columns_;
  Motion<double> acceleration_ = Motion<double>::zero();
  Lane3d w_F_, alpha_F_, w_M_, v_M_, alpha_M_, a_M_;
};

/// The changes of all that one element reads: x = (pose and velocity of each frame, 12 numbers; coordinate
/// and speed of each mobility, 2 numbers). It acts by y = (a wrench on each frame M, about its origin, in F's
/// axes, 6 numbers; a force on each mobility).
class LocalVariation {
 public:
  /// A speed that is read, or acted on, directly.
  struct Direct {
    int speed;
    bool has_coordinate;  ///< Whether the speed is the rate of a coordinate, which is then read too.
  };
  void set(const Tree<double>& tree, const PositionKinematics<double>& position,
           const MotionVariation<double>& motion, In<RelativePlace> frames, In<Direct> mobilities);

  int frames() const { return static_cast<int>(frames_.size()); }
  const RelativeVariation& frame(int i) const { return frames_[i]; }
  /// The sizes of x and y.
  int inputs() const { return inputs_; }
  int outputs() const { return outputs_; }
  /// The speeds that matter.
  const Array<int>& speeds() const { return speeds_; }
  /// The change of x with the coordinate and with the speed of speeds()[i].
  In<double> by_dq(int i) const { return row(x_by_dq_, i, inputs_); }
  In<double> by_u(int i) const { return row(x_by_u_, i, inputs_); }
  /// The generalized force on speeds()[i] is the product of this with y.
  In<double> action(int i) const { return row(actions_, i, outputs_); }

  /// Adds the derivatives of the generalized forces of an element that acts by y, with its derivatives by x
  /// row by row.
  void add_forces(const Tree<double>& tree, const MotionVariation<double>& motion, In<double> y,
                  In<double> y_by_x, ForceDerivatives& out);

 private:
  static In<double> row(const Array<double>& of, int i, int n) {
    return {of.data() + static_cast<std::ptrdiff_t>(i) * n, n};
  }
  int find(int speed);

  Array<RelativePlace> places_;
  Array<RelativeVariation> frames_;
  int inputs_ = 0, outputs_ = 0;
  Array<int> speeds_, place_of_speed_;  // the place of each speed of the tree in speeds_, or −1
  Array<double> x_by_dq_, x_by_u_, actions_, y_by_dq_, y_by_u_;
};

}  // namespace sarrus::internal

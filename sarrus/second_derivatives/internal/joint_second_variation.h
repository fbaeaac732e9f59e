#pragma once
/// @file
/// Second derivatives of the motion of a joint of general shape by its own coordinates, in its frame F on the
/// parent, seen from the point of F where M's origin is. A direction k changes the coordinates by δq = N·e_k.

#include "sarrus/dynamics/joint_motions.h"

namespace sarrus::internal {

/// With the columns H and the bias Ḣ·u as spatial vectors about that fixed point: what direction j does to
/// their derivatives in direction k.
template <class T>
struct JointSecondVariation {
  Motion<T> H[max_joint_speeds][max_joint_speeds][max_joint_speeds];  ///< [j][k][l]: of column l.
  Motion<T> bias[max_joint_speeds][max_joint_speeds];                 ///< [j][k].
};

/// Computes them by nested dual numbers of the joint alone, lane by lane for packs. A null `u` means zero.
/// Throws an Error if the joint is function-based or of a type of the user's own, which do not compute in
/// such numbers.
template <class T>
void calc_joint_second_variation(const Tree<T>& tree, const TreeNode<ConstantOf<T>>& node, const T* q,
                                 const T* u, JointSecondVariation<T>& out);

/// Throws that Error if any joint of the model is such a one.
void require_twice_differentiable_joints(const Model& model);

/// The computation for one lane.
void calc_joint_second_variation(const Joint& joint, const double* q, const double* u,
                                 const double* parameters, JointSecondVariation<double>& out);

}  // namespace sarrus::internal

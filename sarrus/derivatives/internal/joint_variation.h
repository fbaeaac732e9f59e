#pragma once
/// @file
/// How the motion of a joint of general shape changes with its coordinates and speeds, in its frame F on the
/// parent, at M's origin. A direction k changes the coordinates by δq = N·e_k, so that M moves by column k.

#include "sarrus/dynamics/joint_motions.h"

namespace sarrus::internal {

/// Derivatives of V = H·u and A = H·u̇ + Ḣ·u of a joint, per direction.
template <class T>
struct JointVariation {
  Motion<T> H[max_joint_speeds][max_joint_speeds];  ///< [k][j]: column j in direction k.
  Motion<T> V[max_joint_speeds];                    ///< In direction k.
  Motion<T> A[max_joint_speeds];
  Motion<T> A_by_u[max_joint_speeds];  ///< By speed k.
};

/// Computes them by dual numbers of the joint alone, lane by lane for packs. A null `u` or `udot` means zero.
template <class T>
void calc_joint_variation(const Tree<T>& tree, const TreeNode<ConstantOf<T>>& node, const T* q, const T* u,
                          const T* udot, JointVariation<T>& out);

/// How the motion of a joint changes with its own parameters.
template <class T>
struct JointParameterVariation {
  Motion<T> X[max_joint_parameters];                    ///< How M moves, per parameter.
  Motion<T> H[max_joint_parameters][max_joint_speeds];  ///< [p][j]: column j.
  Motion<T> V[max_joint_parameters];
  Motion<T> A[max_joint_parameters];
};

/// Computes it by dual numbers likewise.
template <class T>
void calc_joint_parameter_variation(const Tree<T>& tree, const TreeNode<ConstantOf<T>>& node, const T* q,
                                    const T* u, const T* udot, JointParameterVariation<T>& out);

}  // namespace sarrus::internal

#pragma once
/// @file
/// Forward dynamics by divide and conquer. [Featherstone 2008, sec. 7.5]
/// A chain of n nodes is assembled in log₂ n steps, the assemblies of one step being independent of each
/// other, and its joints' forces follow in as many steps outward; trees are made of chains (join_plan.h). The
/// result does not depend on the number of threads.
///
/// It costs six times the operations of the articulated-body algorithm, after kinematics that go through the
/// chain link by link. Its errors were 1 to 285 times as large on random trees, and once 4.5e-9, on a chain
/// of 600: inertias are inverted. It has not paid on any machine where it was measured
/// (docs/tree_methods.md): prefer ForwardDynamics unless you have measured a gain. Every node on a chain of
/// two or more must have mass with extent.

#include <memory>

#include "sarrus/base/array.h"
#include "sarrus/base/thread_team.h"
#include "sarrus/dynamics/forward_dynamics.h"
#include "sarrus/tree_methods/join_plan.h"
#include "sarrus/tree_methods/two_handles.h"

namespace sarrus {

/// Results of a joint for the outward steps.
template <class T>
struct JointStep {
  JointSolution<T> solution;
  Vector6<T> force;          ///< Force on the outer side if nothing acts on the handles.
  T rate[max_joint_speeds];  ///< u̇ if nothing acts on the handles.
};

/// Load of a node from a chain attached to it, about that node's origin.
template <class T>
struct ChainLoad {
  ArticulatedInertia<T> M;
  Force<T> bias;
};

/// Workspace of the divide-and-conquer algorithm, with its threads.
template <class T = double>
struct DivideAndConquer {
  /// Uses `threads` threads, including the caller's.
  explicit DivideAndConquer(const Tree<T>& tree, int threads = 1);

  JoinPlan plan;
  std::unique_ptr<ThreadTeam> team;
  ForwardDynamics<T> loads;
  int nu;
  Array<TwoHandles<T>> pieces;                 ///< Per task.
  Array<Vector6<T>> inner_force, outer_force;  ///< Per task: forces on its handles.
  Array<JointStep<T>> joints;                  ///< Per node.
  Array<ChainLoad<T>> nodes;                   ///< Per head of a chain: load of the chain on its parent node.
  Array<Motion<T>> increment;  ///< Per node: increment of its acceleration over that at u̇ = 0.
};

/// Accelerations u̇, with the arguments and the result of calc_forward_dynamics().
template <class T>
void calc_forward_dynamics(const Tree<T>& tree, In<T> q, In<T> u, In<T> tau, In<Force<T>> F_B_W,
                           DivideAndConquer<T>& workspace, Out<T> udot);
/// The same with named arguments.
template <class T>
void calc_forward_dynamics(const Tree<T>& tree, const ForwardDynamicsInput<std::type_identity_t<T>>& at,
                           DivideAndConquer<T>& workspace, Out<T> udot) {
  require(at.gravity, "divide and conquer has no forward dynamics without gravity; use ForwardDynamics");
  calc_forward_dynamics(tree, at.q, at.u, at.tau, at.forces, workspace, udot);
}

}  // namespace sarrus

#pragma once
/// @file
/// Equilibria as functions of a parameter: how a column buckles as its load grows, at which speed a rotor
/// begins to whirl. A branch is followed through its folds, where equilibria turn back, and the points at
/// which its stability changes are located.
///
///     EquilibriumBranch branch = follow_equilibria(state, "load.force_z", {.to = -50});
///     for (const SpecialPoint& point : branch.special) std::cout << point.text() << '\n';

#include <string>

#include "sarrus/linearize/linear_modes.h"

namespace sarrus {

/// An equilibrium of the branch: the state at rest with the parameter in it, and its small motions.
struct BranchPoint {
  State state;
  double parameter = 0;
  Array<LinearMode> modes{};  ///< As calc_modes() lists them: a root locus, point by point.
  /// How many modes grow; a pair of conjugate eigenvalues counts as one.
  int growing = 0;
};

enum class SpecialPointKind {
  fold,    ///< Two equilibria meet: beyond this value of the parameter neither exists. Snap-through.
  branch,  ///< Another branch of equilibria crosses: buckling.
  hopf,    ///< An oscillation begins to grow: flutter, whirl.
};
std::string to_string(SpecialPointKind kind);

struct SpecialPoint {
  SpecialPointKind kind = SpecialPointKind::fold;
  int after = 0;         ///< Between the points of this number and the next.
  BranchPoint point;     ///< The equilibrium there.
  double frequency = 0;  ///< Of the oscillation at a Hopf point, rad/s.

  /// "branch point at load.force_z = -19.62: ..."
  std::string text() const;
};

struct EquilibriumBranchOptions {
  double to = 0;  ///< The value at which to end; the state's own is where the branch begins.
  /// Length of the first step, and the longest, relative to the way from the state's value to `to`.
  double step = 0.02, longest_step = 0.05;
  /// The change of coordinates (rad, m) that counts as much as the whole way of the parameter.
  double unit_change = 1;
  int points = 400;         ///< At most.
  double tolerance = 1e-9;  ///< Of the equilibria, relative to unit_change, and of the special points.
};

struct EquilibriumBranch {
  std::string parameter;
  Array<BranchPoint> points{};    ///< In their order along the branch.
  Array<SpecialPoint> special{};  ///< In their order along the branch.
  bool reached = false;           ///< Whether the parameter came to `to`.
  std::string obstacle{};         ///< Why not; empty if it did.
};

/// Follows the equilibria of a state's System from the state, near which there must be one, as a parameter,
/// or anything else that may be an input of linearize(), changes, by pseudo-arclength continuation: each step
/// goes along the tangent of the branch, then Newton's method returns to it at a right angle. The branch also
/// ends where it leaves the range of the parameter on the other side. Throws an Error if there is no
/// equilibrium to begin with, and for mechanisms that roll, whose equilibria are not isolated.
EquilibriumBranch follow_equilibria(const State& state, const std::string& parameter,
                                    const EquilibriumBranchOptions& options);

}  // namespace sarrus

#pragma once
/// @file
/// What is asked of a time step, and what is told of it.

#include <limits>

#include "sarrus/complementarity/cone_problem.h"
#include "sarrus/rigid/impact_law.h"
#include "sarrus/rigid/rigid_rows.h"

namespace sarrus::internal {

struct StepOptions {
  double position_tolerance = 1e-6;
  double capture_speed = 0.01;
  double solver_tolerance = 1e-9;
  bool implicit_joints = true;
  ImpactLaw impact_law = ImpactLaw::poisson;
  /// What closes within a step at a greater speed [m/s] has none at its end; otherwise it loses it in the
  /// next step.
  double closing_speed = std::numeric_limits<double>::infinity();
  /// Gaps below this of contacts that acted in the last step are closed [m].
  double touching_gap = 0;
  int threads = 1;  ///< That solve islands.
};

/// The result of a step, with the worst of its islands.
struct StepResult {
  ConeCertificate certificate;
  int islands = 0;  ///< Problems that were solved.
  int rows = 0, contacts = 0, most_islands = 0;
  int first_tries = 0, factorizations = 0, relaxed = 0, limited_impacts = 0;
  double penetration = 0;            ///< Largest overlap at the beginning [m].
  double rigid_work = 0;             ///< Of all rigid forces and constraints [J].
  bool has_moved_positions = false;  ///< Overlaps or errors of constraints were removed.

  /// Adds what is said of a solution.
  void note(const ConeSolution& solution);
  /// Adds what another step, or a part of this one, found.
  void add(const StepResult& other);
};

/// True of contacts and stops.
inline bool has_gap(const RowGroup& group) {
  return group.kind == ForceSetKind::contact ||
         (group.kind == ForceSetKind::unilateral && !group.bounds_speed);
}

}  // namespace sarrus::internal

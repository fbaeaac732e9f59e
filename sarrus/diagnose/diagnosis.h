#pragma once
/// @file
/// Diagnosis of a mechanism: its degrees of freedom, in a state and generically; redundant and contradictory
/// constraints; the distance from a singular position; bodies that cannot move.

#include <iosfwd>

#include "sarrus/assemble/assembly.h"
#include "sarrus/assemble/constraint_cluster.h"
#include "sarrus/base/array.h"

namespace sarrus {

/// A row of a constraint that depends linearly on others: row = Σ amount·other row. Rows have the
/// constraint's name, with a number from 0 if it has several: "tip[2]".
struct DependentRow {
  std::string row;
  Array<NamedAmount> follows_from{};  ///< Empty: no motion of the tree can violate it.
};

/// A group of rows that are redundant together. Contradictory rows are not redundant.
struct RedundantGroup {
  Array<std::string> constraints{};  ///< All constraints of the group.
  Array<DependentRow> rows{};        ///< The dependent rows: as many as could be left out.
};

/// The verdict of a diagnosis; its number is the exit code of `sarrus diagnose`.
enum class DiagnosisVerdict {
  healthy = 0,
  remarks = 1,  ///< Works, with remarks: redundant rows, a singular position, bodies that cannot move.
  faults = 2,   ///< Cannot work: contradictory constraints, motions without mass.
};

struct Diagnosis {
  std::string model;
  /// `speeds` counts the free speeds of the tree, `held_speeds` the locked and prescribed ones.
  int bodies = 0, speeds = 0, held_speeds = 0;
  int constraints = 0, rows = 0, independent_rows = 0, generic_rows = 0;
  double position_error = 0;  ///< Largest position error of a row in the given state, in unit errors.
  bool is_assembled = true;   ///< True if all constraints could be met.
  /// The conflicts: of positions; if there are none, of velocities; if there are none, of accelerations,
  /// although the mechanism is assembled.
  Array<AssemblyConflict> opposing{};
  Array<ConstraintCluster> clusters{};
  Array<RedundantGroup> redundant{};
  /// Bodies whose joints are free, but which the constraints immobilize.
  Array<std::string> immobile_bodies{};
  /// Bodies that cannot move at this instant, as a piston at its dead center, but can at positions nearby.
  Array<std::string> pausing_bodies{};
  Array<std::string> massless_joints{};  ///< Joints that move no mass.
  /// Sentences about quantities of too different sizes for accurate computation.
  Array<std::string> badly_scaled{};

  /// Degrees of freedom in this state; generic_mobility() in almost all states.
  int mobility() const { return speeds - independent_rows; }
  int generic_mobility() const { return speeds - generic_rows; }
  int loops() const;
  DiagnosisVerdict health() const;
  /// The whole diagnosis in plain sentences.
  Array<std::string> sentences() const;
};

struct DiagnosisOptions {
  double tolerance = 1e-12;      ///< Tolerance of the constraints' position errors.
  double singular_below = 1e-6;  ///< Singular values below this, relative to the largest, are taken as zero.
  /// Singular values below this, relative to the largest, are near a singular position.
  double near_below = 1e-3;
  int tries = 5;  ///< Number of random positions nearby for finding the generic rank.
  unsigned seed = 1;
};

/// Diagnoses a state; if its constraints are not met, the closest state in which they are.
Diagnosis diagnose(const State& state, const DiagnosisOptions& options = {});

/// One sentence per line.
std::ostream& operator<<(std::ostream& out, const Diagnosis& diagnosis);

}  // namespace sarrus

#pragma once
/// @file
/// What is to be known of a mechanism before it is trusted: how many freedoms it has, here and in general,
/// which constraints are redundant or contradict each other, how near it is to a singular position, what
/// cannot move.

#include <iosfwd>

#include "sarrus/assemble/assembly.h"
#include "sarrus/assemble/constraint_cluster.h"
#include "sarrus/base/array.h"

namespace sarrus {

/// A row of a constraint that follows from others:  row = Σ amount·other row. Rows are called by the
/// constraint's name, with a number from 0 if it has several: "tip[2]".
struct DependentRow {
  std::string row;
  Array<NamedAmount> follows_from{};  ///< Empty: no motion of the tree can violate it.
};

/// Rows that are redundant together; rows that contradict each other are not.
struct RedundantGroup {
  Array<std::string> constraints{};  ///< All that take part.
  Array<DependentRow> rows{};        ///< As many as could be left out.
};

/// For scripts: what `sarrus diagnose` exits with.
enum class DiagnosisVerdict {
  healthy = 0,
  remarks = 1,  ///< Works, but is worth a look: redundant rows, a singular position, bodies that cannot move.
  faults = 2,   ///< Cannot work: constraints that contradict each other, motions without mass.
};

struct Diagnosis {
  std::string model;
  int bodies = 0, speeds = 0, held_speeds = 0;  ///< Speeds of the tree that are free, and that are given.
  int constraints = 0, rows = 0, independent_rows = 0, generic_rows = 0;
  double position_error = 0;  ///< Largest of a row, in unit errors, in the state as given,
  bool is_assembled = true;   ///< and whether all could be met; if not,
  /// what stands against each other: in positions, or else in velocities; or else in accelerations, though
  /// all is assembled.
  Array<AssemblyConflict> opposing{};
  Array<ConstraintCluster> clusters{};
  Array<RedundantGroup> redundant{};
  Array<std::string> immobile_bodies{};  ///< Whose joints could move, but not with the constraints.
  /// That cannot move at this instant, as a piston at its dead center, but can at positions nearby.
  Array<std::string> pausing_bodies{};
  Array<std::string> massless_joints{};  ///< Joints that move no mass.
  Array<std::string> badly_scaled{};     ///< Sentences: quantities that span more than numbers bear well.

  /// Degrees of freedom here and in general.
  int mobility() const { return speeds - independent_rows; }
  int generic_mobility() const { return speeds - generic_rows; }
  int loops() const;
  DiagnosisVerdict health() const;
  /// All of it in plain sentences.
  Array<std::string> sentences() const;
};

struct DiagnosisOptions {
  double tolerance = 1e-12;      ///< The largest error of a constraint's position that counts as met.
  double singular_below = 1e-6;  ///< Singular values below this part of the largest count as zero,
  double near_below = 1e-3;      ///< and below this one as near a singular position.
  int tries = 5;                 ///< Random positions nearby that tell what is so in general.
  unsigned seed = 1;
};

/// Looks at a state; if its constraints are not met, at the nearest one in which they are.
Diagnosis diagnose(const State& state, const DiagnosisOptions& options = {});

/// One sentence per line.
std::ostream& operator<<(std::ostream& out, const Diagnosis& diagnosis);

}  // namespace sarrus

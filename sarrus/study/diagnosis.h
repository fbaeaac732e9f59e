#pragma once
/// @file
/// What is to be known of a mechanism before it is trusted: how many freedoms it has, here and in general,
/// which constraints are redundant or contradict each other, how near it is to a singular position, what
/// cannot move.

#include <iosfwd>

#include "sarrus/study/assembly.h"

namespace sarrus {

/// A number with a name: a coefficient of a row, the part of a speed in a motion.
struct NamedAmount {
  std::string name;
  double amount = 0;
};

/// A row of a constraint that follows from others:  row = Σ amount·other row. Rows are called by the
/// constraint's name, with a number from 0 if it has several: "tip[2]".
struct DependentRow {
  std::string row;
  std::vector<NamedAmount> follows_from{};  ///< Empty: no motion of the tree can violate it.
};

/// Rows that are redundant together; rows that contradict each other are not.
struct RedundantGroup {
  std::vector<std::string> constraints{};  ///< All that take part.
  std::vector<DependentRow> rows{};        ///< As many as could be left out.
};

/// Constraints that act on each other through the joints between their bodies; others do not know of them.
struct ConstraintCluster {
  std::vector<std::string> constraints{}, joints{};  ///< Joints that move in it.
  int speeds = 0;                                    ///< Of those joints, as far as they are free.
  int rows = 0, independent_rows = 0;                ///< Here, those of accelerations too,
  int generic_rows = 0;                              ///< and independent ones in general.
  int loops = 0;                                     ///< Pairs of bodies that are connected once more.
  /// The smallest singular value that the rows have in general, in parts of the largest, here: zero in a
  /// singular position. One if there are no rows.
  double distance_from_singular = 1;
  /// The motion that belongs to it: nearly free where the distance is small.
  std::vector<NamedAmount> weakest_motion{};
  /// In a singular position: all motions that the constraints permit at this instant.
  std::vector<std::vector<NamedAmount>> motions{};

  int mobility() const { return speeds - independent_rows; }
  int generic_mobility() const { return speeds - generic_rows; }
  bool is_singular() const { return independent_rows < generic_rows; }
};

/// For scripts: what `sarrus diagnose` exits with.
enum class Health {
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
  std::vector<Opposition> opposing{};
  std::vector<ConstraintCluster> clusters{};
  std::vector<RedundantGroup> redundant{};
  std::vector<std::string> immobile_bodies{};  ///< Whose joints could move, but not with the constraints.
  /// That cannot move at this instant, as a piston at its dead centre, but can at positions nearby.
  std::vector<std::string> pausing_bodies{};
  std::vector<std::string> massless_joints{};  ///< Joints that move no mass.
  std::vector<std::string> badly_scaled{};  ///< Sentences: quantities that span more than numbers bear well.

  /// Degrees of freedom here and in general.
  int mobility() const { return speeds - independent_rows; }
  int generic_mobility() const { return speeds - generic_rows; }
  int loops() const;
  Health health() const;
  /// All of it in plain sentences.
  std::vector<std::string> sentences() const;
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

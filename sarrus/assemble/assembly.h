#pragma once
/// @file
/// Assembly: coordinates, and then speeds, that satisfy all constraints, found from a state that does not.
/// With d the difference of the coordinates from those of the start, in terms of speeds, and W weights,
///   |W·d| → min   under   e(q, t) = 0   and   lower ≤ q ≤ upper
/// The result is a local minimum. Several methods are tried before assembly gives up; then it reports which
/// constraints conflict, and by how much.

#include <functional>
#include <limits>

#include "sarrus/base/array.h"
#include "sarrus/system/system.h"

namespace sarrus {

/// The allowed range of a coordinate.
struct CoordinateRange {
  std::string coordinate;
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
};

/// A value that a coordinate should have if the constraints permit it. `weight` is the cost of a unit
/// difference; a unit distance from the start costs 1.
struct CoordinateGoal {
  std::string coordinate;
  double value = 0;
  double weight = 1000;
};

struct AssemblyOptions {
  double tolerance = 1e-10;  ///< Tolerance of the constraints' position and velocity errors, in unit errors.
  /// Names of coordinates, or of joints with all their coordinates, that stay fixed, and their speeds too.
  Array<std::string> hold{};
  Array<CoordinateRange> ranges{};
  bool within_limits = false;  ///< True if the model's limits of coordinates are ranges too.
  Array<CoordinateGoal> goals{};
  Array<double> weights{};  ///< Per speed: the cost of a unit change. Empty: all one.
  /// Returns true for the wanted assembly branches; others are rejected. Empty: any.
  std::function<bool(const State&)> accept{};
  int restarts = 50;     ///< Number of random restarts.
  unsigned seed = 1;     ///< Seed of the random restarts.
  double spread = 1;     ///< Largest random change of coordinates that are not angles; angles may turn fully.
  int iterations = 200;  ///< Largest number of iterations of one attempt.
};

/// The method that has succeeded.
enum class AssemblyStrategy {
  as_given,      ///< The start was assembled already.
  projection,    ///< Sparse Gauss–Newton steps: tried first if more than 300 speeds are free.
  descent,       ///< Levenberg–Marquardt from the start.
  continuation,  ///< Homotopy: the errors of the start were reduced to zero gradually.
  one_by_one,    ///< Constraints were added one after another.
  from_default,  ///< Levenberg–Marquardt from the model's default configuration.
  restart,       ///< Levenberg–Marquardt from a random configuration.
  none,          ///< No method has succeeded.
};
std::string to_string(AssemblyStrategy strategy);

/// A constraint, range or held coordinate that prevents assembly.
struct AssemblyConflict {
  enum class Kind { constraint, range, held };
  Kind kind = Kind::constraint;
  std::string name;  ///< Name of the constraint or the coordinate.
  /// For a constraint: its remaining error, the norm over its rows, with the sign of the error if it has only
  /// one row. For a coordinate: the rate at which half the sum of squared errors would decrease if it could
  /// move.
  double amount = 0;
  MotionLevel level = MotionLevel::position;  ///< The level that cannot be satisfied: positions, or
                                              ///< velocities if positions can.
};

struct AssemblyResult {
  State state;  ///< The assembled state or, after a failure, the closest one found.
  bool succeeded = false;
  AssemblyStrategy strategy = AssemblyStrategy::none;
  double position_error = 0, velocity_error = 0;  ///< Largest error of a row, in unit errors.
  double distance = 0;                            ///< |W·d| from the start.
  int iterations = 0;                             ///< Iterations of all attempts.
  /// After a failure, the conflicts, largest first: constraints that remain violated, and the ranges and held
  /// coordinates that they push against. If only velocities failed: the constraints that no speeds can
  /// satisfy, with their errors in the least-squares solution.
  Array<AssemblyConflict> opposing{};

  /// A summary in one or two sentences.
  std::string text() const;
};

/// Assembles a mechanism, starting from a state. Prescribed coordinates get their values; locked ones stay
/// fixed.
AssemblyResult assemble(const State& start, const AssemblyOptions& options = {});

/// The assembled state; throws an Error that names the conflicts if there is none.
State assembled(const State& start, const AssemblyOptions& options = {});

}  // namespace sarrus

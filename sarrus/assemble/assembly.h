#pragma once
/// @file
/// Assembly: coordinates, and then speeds, that satisfy all constraints, found from a state that does not.
/// With d the difference of the coordinates from those of the start, in terms of speeds, and W weights,
///   |W·d| → min   under   e(q, t) = 0   and   lower ≤ q ≤ upper
/// as near as it gets without passing over a hill. Several ways are tried before it gives up; then it says
/// which constraints stand against each other, and by how much.

#include <functional>
#include <limits>

#include "sarrus/base/array.h"
#include "sarrus/system/system.h"

namespace sarrus {

/// Where a coordinate may be.
struct CoordinateRange {
  std::string coordinate;
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
};

/// A value that a coordinate should have if the constraints permit. `weight` is what a unit of difference
/// costs, beside 1 for a unit of distance from the start.
struct CoordinateGoal {
  std::string coordinate;
  double value = 0;
  double weight = 1000;
};

struct AssemblyOptions {
  double tolerance = 1e-10;  ///< The largest error of a constraint's position or velocity, in unit errors.
  /// Coordinates, or joints with all of theirs, that stay exactly where they are, and their speeds.
  Array<std::string> hold{};
  Array<CoordinateRange> ranges{};
  bool within_limits = false;  ///< Whether the model's limits of coordinates are ranges too.
  Array<CoordinateGoal> goals{};
  Array<double> weights{};  ///< Per speed: what a unit change costs. Empty: all one.
  /// Which way of assembling is wanted: others are passed over. Empty: any.
  std::function<bool(const State&)> accept{};
  int restarts = 50;     ///< How often to begin elsewhere at random.
  unsigned seed = 1;     ///< Of the random starts.
  double spread = 1;     ///< How far they move what is not an angle; angles may turn all the way round.
  int iterations = 200;  ///< Of one attempt at most.
};

/// The way that led to the end.
enum class AssemblyStrategy {
  as_given,      ///< Nothing had to move.
  projection,    ///< By sparse Gauss–Newton steps: tried first where more than 300 speeds are free.
  descent,       ///< Straight from the start (Levenberg–Marquardt).
  continuation,  ///< The errors of the start were let go to zero gradually.
  one_by_one,    ///< One constraint after another.
  from_default,  ///< From the model's default configuration.
  restart,       ///< From somewhere at random.
  none,          ///< No way did.
};
std::string to_string(AssemblyStrategy strategy);

/// Something that stands in the way of assembly.
struct AssemblyConflict {
  enum class Kind { constraint, range, held };
  Kind kind = Kind::constraint;
  std::string name;  ///< Of the constraint or the coordinate.
  /// Of a constraint: how far it stays open, the root of its squared errors, with the sign of the error if it
  /// has one only. Of a coordinate: how fast half of the sum of squared errors would fall if it might move.
  double amount = 0;
  MotionLevel level = MotionLevel::position;  ///< What cannot be met: positions, or velocities if those can.
};

struct AssemblyResult {
  State state;  ///< Assembled, or else the nearest to it that was found.
  bool succeeded = false;
  AssemblyStrategy strategy = AssemblyStrategy::none;
  double position_error = 0, velocity_error = 0;  ///< Largest of a row, in unit errors.
  double distance = 0;                            ///< |W·d| from the start.
  int iterations = 0;                             ///< Of all attempts.
  /// After a failure, largest first: constraints that stay open, and the ranges and held coordinates that
  /// they push against. Where only the speeds could not be met, the constraints that no speeds meet, off as
  /// they are where the sum of squared errors is least.
  Array<AssemblyConflict> opposing{};

  /// One or two sentences: how it went.
  std::string text() const;
};

/// Assembles from a state. Prescribed coordinates have their values; locked ones stay.
AssemblyResult assemble(const State& start, const AssemblyOptions& options = {});

/// The assembled state, or an Error that says what is in the way.
State assembled(const State& start, const AssemblyOptions& options = {});

}  // namespace sarrus

#include "sarrus/linearize/internal/branch_step.h"

#include <cmath>
#include <limits>

#include "sarrus/linearize/internal/factor_matrix.h"
#include "sarrus/sparse/dense_solve.h"
#include "sarrus/system/named_values.h"

namespace sarrus::internal {

namespace {

constexpr int max_corrections = 12;

/// Counts modes that grow by more than rounding errors explain.
int count_growing(const Array<LinearMode>& modes) {
  double largest = 0;
  for (const LinearMode& mode : modes) largest = std::max(largest, std::abs(mode.eigenvalue));
  int count = 0;
  for (const LinearMode& mode : modes) count += mode.eigenvalue.real() > 1e-6 * largest;
  return count;
}

double largest_growth_of_oscillations(const Array<LinearMode>& modes) {
  double growth = -std::numeric_limits<double>::infinity();
  for (const LinearMode& mode : modes)
    if (mode.is_oscillation()) growth = std::max(growth, mode.eigenvalue.real());
  return growth;
}

}  // namespace

/// F, its derivatives by (ξ, ζ), per unit change, and p, per range.
struct BranchStepper::Equations {
  VectorX<double> F, by_parameter;
  MatrixX<double> by_state;
  Linearization linear;
};

BranchStepper::Equations BranchStepper::calc_equations(const State& state) const {
  Equations e;
  e.linear = linearize(state, {.inputs = {parameter_}});
  const Linearization& linear = e.linear;
  require(linear.positions == linear.speeds,
          "equilibria cannot be followed: the mechanism has {} positions of freedom but {} speeds, because "
          "it rolls, "
          "and its equilibria are not isolated. Hold the coordinates that roll",
          linear.positions, linear.speeds);
  const Eigen::Index n = linear.A.rows(), positions = linear.positions, first = positions, rows = n - first;
  e.F = linear.drift.tail(rows);
  e.by_parameter = linear.B.col(0).tail(rows) * range_;
  e.by_state.resize(rows, rows);
  e.by_state.leftCols(positions) = linear.A.block(first, 0, rows, positions) * options_.unit_change;
  e.by_state.rightCols(rows - positions) = linear.A.bottomRightCorner(rows, rows - positions);
  return e;
}

/// The state at deviations x = (ξ, ζ) and another value of the parameter, at rest.
State BranchStepper::moved(const State& state, const VectorX<double>& x, double parameter_change) const {
  State next = state;
  set_value(next, parameter_, value(state, parameter_) + parameter_change * range_);
  PermittedStates states(next);
  VectorX<double> all = VectorX<double>::Zero(states.size());
  all.head(states.positions()) = x.head(states.positions()) * options_.unit_change;
  all.tail(next.nz()) = x.tail(next.nz());
  return states.at(all);
}

/// Newton's method with p held, or at a right angle to the tangent of `tangent`.
bool BranchStepper::correct(State& state, const BranchPlace* tangent, Equations& e) const {
  for (int i = 0; i < max_corrections; ++i) {
    e = calc_equations(state);
    const Eigen::Index n = e.F.size();
    const PermittedDirections directions(state, MotionLevel::position);
    MatrixX<double> A = MatrixX<double>::Zero(n + 1, n + 1);
    VectorX<double> b = VectorX<double>::Zero(n + 1);
    A.topLeftCorner(n, n) = e.by_state;
    A.col(n).head(n) = e.by_parameter;
    A(n, n) = 1;
    if (tangent != nullptr) {
      const Eigen::Index positions = directions.basis.cols();
      A.row(n).head(positions) = (directions.basis.transpose() * tangent->motion).transpose();
      A.row(n).segment(positions, n - positions) = tangent->auxiliary.transpose();
      A(n, n) = tangent->parameter_slope;
    }
    b.head(n) = -e.F;
    DenseLu<double> lu(static_cast<int>(n + 1));
    if (!factor(A, lu)) return false;
    VectorX<double>& change = b;
    lu.solve(change);
    if (!change.allFinite() || change.norm() > 10) return false;
    if (change.norm() <= options_.tolerance) return true;
    state = moved(state, change.head(n), change[n]);
  }
  return false;
}

/// The tangent, in the direction of that before, and what else is said of a place.
void BranchStepper::finish(State state, const Equations& e, const BranchPlace* before,
                           BranchPlace& place) const {
  const PermittedDirections directions(state, MotionLevel::position);
  const Eigen::Index n = e.F.size(), positions = directions.basis.cols();
  // Null vector of (∂F/∂x, ∂F/∂p), at folds too.
  MatrixX<double> all(n, n + 1);
  all << e.by_state, e.by_parameter;
  VectorX<double> t = calc_null_space_of_rank(all, static_cast<int>(n)).col(0);
  place.motion = directions.basis * t.head(positions);
  place.auxiliary = t.segment(positions, n - positions);
  place.parameter_slope = t[n];
  const double size = std::sqrt(place.motion.squaredNorm() + place.auxiliary.squaredNorm() + t[n] * t[n]);
  double along = place.parameter_slope;
  if (before != nullptr)
    along = place.motion.dot(before->motion) + place.auxiliary.dot(before->auxiliary) +
            place.parameter_slope * before->parameter_slope;
  const double scale = (along < 0 ? -1 : 1) / size;
  place.motion *= scale, place.auxiliary *= scale, place.parameter_slope *= scale;

  DenseLu<double> lu(static_cast<int>(n));
  place.determinant_sign = factor(e.by_state, lu) ? lu.determinant_sign() : -1;
  place.point.parameter = value(state, parameter_);
  place.point.modes = calc_modes(e.linear);
  place.point.growing = count_growing(place.point.modes);
  place.growth = largest_growth_of_oscillations(place.point.modes);
  place.point.state = std::move(state);
}

BranchPlace BranchStepper::start(const State& state) const {
  State at = state;
  for (int k = 0; k < at.nu(); ++k) at.set_u(k, 0);
  Equations equations;
  require(
      correct(at, nullptr, equations),
      "there is no equilibrium near the state to begin with; find_equilibrium() searches for one from afar");
  BranchPlace place{.point = {.state = at}};
  finish(at, equations, nullptr, place);
  return place;
}

bool BranchStepper::step(const BranchPlace& from, double length, BranchPlace& to) const {
  const PermittedDirections directions(from.point.state, MotionLevel::position);
  const Eigen::Index positions = directions.basis.cols(), n = positions + from.auxiliary.size();
  VectorX<double> x(n);
  for (Eigen::Index i = 0; i < positions; ++i) x[i] = length * from.motion[directions.independent[i]];
  x.tail(n - positions) = length * from.auxiliary;
  try {
    State state = moved(from.point.state, x, length * from.parameter_slope);
    Equations equations;
    if (!correct(state, &from, equations)) return false;
    finish(std::move(state), equations, &from, to);
    return true;
  } catch (const NumericalError&) {
    return false;  // constraints that cannot be satisfied there
  }
}

}  // namespace sarrus::internal

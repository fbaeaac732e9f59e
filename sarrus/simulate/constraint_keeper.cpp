#include "sarrus/simulate/internal/constraint_keeper.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sarrus/base/array.h"
#include "sarrus/dynamics/coordinates.h"
#include "sarrus/ode/problem.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/internal/constraint_evaluation.h"
#include "sarrus/system/internal/couplings.h"
#include "sarrus/system/rigid_element.h"

namespace sarrus::internal {

namespace {

std::string constraint_name_of(const State& state, const ConstraintError& error) {
  const ElementId id = state.layout().constraints[error.constraint]->id;
  return state.layout().elements[id.index].name;
}

/// States within a step are projected onto the constraints if one of them has rows less independent than
/// row_rank::near_singular, or if the step starts below this independence, so that few steps are repeated.
constexpr double projected_below = 1.5 * row_rank::near_singular;
/// Below this independence of rows, speeds are projected by impulses.
constexpr double impulses_below = 0.1;
/// Tolerances of position and velocity errors near singular positions, and the error that counts as exact.
constexpr double least_position_error = 2e-16, least_velocity_error = 1e-14, exact = 1e-9;

}  // namespace

ConstraintKeeper::ConstraintKeeper(State& state) : state_(state), moved_(state.nu()) {}

void ConstraintKeeper::set_tolerance(double tolerance) {
  require(std::isfinite(tolerance) && tolerance > 0, "the tolerance of constraints cannot be {}", tolerance);
  tolerance_ = tolerance;
}

void ConstraintKeeper::accept_step() {
  refusals_ = 0;
  independence_before_ = is_delicate(impulses_below) ? projection_.calc_independence(state_) : 1;
  step_start_ = state_.time();
  projects_within_ = noted_independence_ < projected_below;
}

/// Rates of states that are off the constraints by e differ by e/σ from those of the states projected. A step
/// of which some states are projected and others are not has lost the order of its method: it is repeated.
bool ConstraintKeeper::prepare_rates() {
  if (!projects()) return false;
  noted_independence_ = independence_in_dynamics();
  if (noted_independence_ < row_rank::near_singular && !projects_within_) {
    projects_within_ = true;
    if (step_accuracy_ > 0 && state_.time() > step_start_)
      throw StepRefusal(fmt::format("the step comes near a singular position at t = {} s", state_.time()));
  }
  if (projects_within_) approach_constraints();
  if (!follow_couplings(state_)) note_rank();
  return projects_within_;
}

void ConstraintKeeper::require_good_end() {
  require_same_branch();
  require_clear();
}

void ConstraintKeeper::remove_met_part(Out<double> q_error, Out<double> u_error) {
  if (!projects() || state_[state_.layout().system.constraint_set].velocity_rows == 0) return;
  projection_.project_position_error(state_, q_error);
  remove_met_velocities(u_error);
}

void ConstraintKeeper::settle(std::string_view occasion) {
  const ConstraintError before = largest_position_error(state_);
  if (before.size > tolerance_) {
    projection_.project_positions(state_, 0.01 * tolerance_);
    const ConstraintError left = projection_.unmet_position(state_, tolerance_);
    if (left.constraint >= 0)
      fail(
          "the position of constraint '{}' is off by {:.6g} {}, at t = {} s, and cannot be brought "
          "within {}: moving onto the constraints leaves '{}' off by {:.6g}. Find a position that meets them "
          "with assemble(), and set that",
          constraint_name_of(state_, before), before.size * before.unit, occasion, state_.time(),
          tolerance_ * before.unit, constraint_name_of(state_, left), left.size * left.unit);
  }
  if (largest_velocity_error(state_).size > tolerance_) {
    // Redundant rows agree with each other at exact positions only.
    projection_.project_positions(state_, std::min(1e-12, tolerance_));
    strike_yielding(state_, [this] { apply_impulse(0.01 * tolerance_); });
  }
  meet();  // removes rounding errors, and checks dependent rows
}

/// Applies an impulse Δu = M⁻¹·Gᵀ·Λ, with Λ such that u + Δu satisfies the velocity constraints. If these
/// have no drift, the loss of kinetic energy is that of Δu (Carnot's theorem). Acceleration rows keep their
/// speeds. Repeated to remove rounding errors, and for rows that are not linear in the speeds.
void ConstraintKeeper::apply_impulse(double tolerance) {
  const ConstraintSet& set = state_[state_.layout().system.constraint_set];
  for (int i = 0; i < 4 && largest_velocity_error(state_).size > tolerance; ++i) {
    impulse_.change.assign(set.rows, 0.0);
    for (const ConstraintSet::Member& member : set.members)
      for (int row = 0; row < member.velocity_rows; ++row)
        impulse_.change[member.first_row + row] = -velocity_errors(state_)[member.first_velocity_row + row];
    solve_for_impulse();
    for (int k = 0; k < state_.nu(); ++k) impulse_.jump[k] += state_.u(k);
    state_.set_u(impulse_.jump);
  }
}

/// Solves for the jump of the speeds that changes the velocities of the rows as given.
void ConstraintKeeper::solve_for_impulse() {
  impulse_.no_force.assign(state_.nu(), 0.0);
  impulse_.jump.resize(impulse_.no_force.size());
  impulse_.multipliers.resize(impulse_.change.size());
  solve_constrained(state_, impulse_.no_force, impulse_.change, Out<double>(impulse_.jump),
                    Out<double>(impulse_.multipliers));
}

void ConstraintKeeper::complain(const ConstraintError& error, const char* what) const {
  const std::string name = constraint_name_of(state_, error);
  throw NumericalError(
      fmt::format("the {} of constraint '{}' is off by {} at t = {} s and cannot be brought within {}. A "
                  "mechanism that cannot reach this position, or that begins far from a closed one, is best "
                  "looked at with assemble()",
                  what, name, error.size * error.unit, state_.time(), tolerance_ * error.unit),
      state_.time(), fmt::format("constraint '{}'", name), error.size * error.unit);
}

/// Projects speeds onto the velocity constraints. Near a singular position, by an impulse: rounding errors of
/// accelerations there are in the directions of the constraint forces, and an impulse removes them
/// completely.
bool ConstraintKeeper::meet_velocities(double tolerance) {
  if (!is_delicate(impulses_below)) return projection_.project_velocities(state_, tolerance);
  apply_impulse(tolerance);
  return largest_velocity_error(state_).size <= tolerance;
}

/// Removes from an error of the speeds the part that meet_velocities() would remove.
void ConstraintKeeper::remove_met_velocities(Out<double> u_error) {
  if (!is_delicate(impulses_below)) return projection_.project_velocity_error(state_, u_error);
  const ConstraintJacobian& G = constraint_jacobian(state_);
  impulse_.change.resize(G.rows());
  G.calc_times(In<double>(u_error.data(), u_error.size()), Out<double>(impulse_.change));
  for (double& v : impulse_.change) v = -v;
  solve_for_impulse();
  for (std::size_t k = 0; k < u_error.size(); ++k) u_error[k] += impulse_.jump[k];
}

/// Projects onto the constraints if an error is too large, to a small part of the tolerance, so that the next
/// steps need no correction. Near a singular position, where rows become dependent and branches of the motion
/// meet, errors are amplified many times: there the tolerance is that of rounding, so that the branch is
/// kept. So it is if formulas give coordinates, which are exact at little cost.
bool ConstraintKeeper::meet() {
  const bool none_is_left = is_delicate(std::numbers::sqrt2 / 2) || has_driven_coordinates(state_);
  const double tolerance = none_is_left ? std::min(1e-12, tolerance_) : tolerance_,
               velocity_tolerance = none_is_left ? std::min(1e-11, tolerance_) : tolerance_;
  bool moved = false;
  if (largest_position_error(state_).size > tolerance) {
    moved = true;
    projection_.project_positions(state_, 0.01 * tolerance);
    if (const ConstraintError error = projection_.unmet_position(state_, tolerance_); error.constraint >= 0)
      complain(error, "position");
  }
  if (largest_velocity_error(state_).size > velocity_tolerance) {
    moved = true;
    if (!meet_velocities(tolerance_)) {
      // Redundant rows agree with each other at exact positions only: with a position error e their
      // velocities differ by e times the speed.
      projection_.project_positions(state_, 0.01 * tolerance / std::max(1.0, speed_scale()));
    }
    meet_velocities(0.01 * velocity_tolerance);
    if (const ConstraintError error = projection_.unmet_velocity(state_, tolerance_); error.constraint >= 0)
      complain(error, "velocity");
  }
  return moved;
}

/// The independence of the rows, zero where their rank is less than elsewhere. If it is small, accelerations
/// are determined only by exact positions. Rows that are dependent at all exact positions do not count.
double ConstraintKeeper::independence_in_dynamics() const {
  if (follow_couplings(state_)) return 1;
  const ConstrainedDynamics& dynamics = *state_[state_.layout().system.constraint_factors].dynamics;
  return dynamics.clear_rank() < generic_rank_ ? 0 : dynamics.independence();
}

/// Projects onto the constraints within a step, as exactly as rounding allows: rates are then those of the
/// branch of the motion that the step is on. If the projection moves far compared with the distance from the
/// singular position, it may lead to another branch: then the step is refused, and a shorter one ends
/// elsewhere.
void ConstraintKeeper::approach_constraints() {
  from_.assign(state_.q().begin(), state_.q().end());
  projection_.project_positions(state_, least_position_error);
  require_same_branch();
  const double independence = projection_.independence(), rounding = rounding_of_positions();
  meet_velocities(std::max(least_velocity_error, 4 * rounding * speed_scale() / independence));
}

/// The accuracy to which positions can be projected onto the constraints, relative to the sizes of the rows.
double ConstraintKeeper::rounding_of_positions() const {
  return std::max(least_position_error, calc_row_error(state_));
}

double ConstraintKeeper::speed_scale() const {
  double speed = 0;
  for (const double u : state_.u()) speed = std::max(speed, std::abs(u));
  return speed;
}

/// Refuses a step that ends too close to a singular position. With a position known to ε, a row of
/// independence σ leaves an uncertainty of ε/σ across the branch of the motion, of ε·u/σ² in velocity and of
/// ε·u²/σ³ in acceleration. Over a step of about a tenth of a radian, the error of the speeds is this divided
/// by ten times their size. A step that already starts there is not refused: a shorter one would not avoid
/// the place.
void ConstraintKeeper::require_clear() {
  constexpr int most_refusals = 8;
  if (step_accuracy_ == 0 || refusals_ >= most_refusals) return;
  const double needed = std::min(row_rank::near_singular,
                                 std::cbrt(0.2 * rounding_of_positions() * speed_scale() / step_accuracy_));
  if (projection_.independence() >= needed || independence_before_ < needed) return;
  ++refusals_;
  throw StepRefusal(fmt::format("the step meets a singular position at t = {} s", state_.time()));
}

/// Throws an Error if a projection has moved too far from the coordinates in from_ to be sure of the branch.
void ConstraintKeeper::require_same_branch() {
  const double independence = projection_.independence();
  if (independence >= row_rank::near_singular) return;
  for (int k = 0; k < state_.nq(); ++k) from_[k] = state_.q(k) - from_[k];
  calc_speeds(state_.tree(), state_.q(), from_, Out<double>(moved_));
  double squares = 0;
  for (const double change : moved_) squares += change * change;
  require(std::sqrt(squares) <= independence / 4,
          "the step ends {:.3g} from the constraints at t = {} s, too far compared with the distance {:.3g} "
          "from a "
          "singular position to say how the motion goes on",
          std::sqrt(squares), state_.time(), independence);
}

/// Throws an Error if redundant rows contradict the others by more than position errors and rounding explain,
/// compared with the accelerations of the rows.
void ConstraintKeeper::refuse_contradictions() const {
  const Contradiction found = acceleration_contradiction(state_);
  if (found.constraint < 0) return;
  constexpr double rounding = 1e-6, of_errors = 100, negligible = 1e-9;
  const ConstraintSolution& solution = state_[state_.layout().system.accelerations].constraints;
  const double allowed =
      (rounding + of_errors * calc_row_error(state_)) * solution.acceleration_scale + negligible;
  const ElementId id = state_.layout().constraints[found.constraint]->id;
  require(found.size <= allowed,
          "the constraint '{}' asks for another acceleration than those it depends on, by {}; take out one "
          "of them or make them agree (sarrus diagnose, or diagnose(), says which)",
          state_.layout().elements[id.index].name, found.size);
}

/// Updates generic_rank_, the largest rank at exact positions so far.
void ConstraintKeeper::note_rank() {
  const SystemQuantities& known = state_.layout().system;
  if (const long version = state_[known.constraint_set].version; version != rank_version_)
    rank_version_ = version, generic_rank_ = 0;
  if (largest_position_error(state_).size < exact)
    generic_rank_ = std::max(generic_rank_, state_[known.constraint_factors].dynamics->rank());
}

/// Refuses a step that has left the constraints so far that the projection may lead to another assembly
/// branch. The error estimate of a step does not show this: it excludes what a projection repairs, which is
/// everything if a mechanism is driven in all its degrees of freedom.
void ConstraintKeeper::require_near() const {
  const double position_error = largest_position_error(state_).size;
  const double far = std::max(2 * tolerance_, std::sqrt(tolerance_));
  require(position_error <= far, "a step to t = {} s leaves the constraints by {}, which is more than {}",
          state_.time(), position_error, far);
}

}  // namespace sarrus::internal

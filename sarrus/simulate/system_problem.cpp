#include "sarrus/simulate/system_problem.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "sarrus/base/array.h"
#include "sarrus/dynamics/coordinates.h"
#include "sarrus/dynamics/normalize_quaternions.h"
#include "sarrus/system/constraint_evaluation.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/couplings.h"
#include "sarrus/system/responses.h"

namespace sarrus {

namespace {

/// The norm of the errors of one kind of variables.
class NormOf {
 public:
  explicit NormOf(ErrorNorm norm) : norm_(norm) {}

  void add(double error, int index) {
    const double size = std::abs(error);
    if (!(size <= largest_)) largest_ = size, worst_ = index;  // a NaN counts as the largest
    squares_ += size * size;
    ++count_;
  }
  ErrorSize result() const {
    if (count_ == 0) return {};
    const double rms = std::sqrt(squares_ / count_);
    return {norm_ == ErrorNorm::rms ? rms : largest_, worst_};
  }

 private:
  ErrorNorm norm_;
  double largest_ = 0, squares_ = 0;
  int worst_ = 0, count_ = 0;
};

/// The unit weight, or that of a relative error if it is smaller.
double weight(double unit_weight, double value) { return std::min(unit_weight, 1 / std::abs(value)); }

/// True if the first four coordinates of a body's joint are a quaternion.
bool has_quaternion(const Body& body) { return body.nq != body.nu && body.joint.has_quaternion(); }

/// True if all quaternions have length one up to rounding, so that they need not be normalized.
bool have_unit_length(const Model& model, In<double> q) {
  for (const Body& body : model.bodies()) {
    if (!has_quaternion(body)) continue;
    double squares = 0;
    for (int k = 0; k < 4; ++k) squares += q[body.q0 + k] * q[body.q0 + k];
    if (std::abs(squares - 1) > 8 * std::numeric_limits<double>::epsilon()) return false;
  }
  return true;
}

std::string constraint_name_of(const State& state, const ConstraintError& error) {
  const ElementId id = state.layout().constraints[error.constraint]->id;
  return state.layout().elements[id.index].name;
}

/// Below row_rank::near_singular, states within a step are projected onto the constraints; below this
/// independence of rows, speeds are projected by impulses.
constexpr double impulses_below = 0.1;
/// Tolerances of position and velocity errors near singular positions, and the error that counts as exact.
constexpr double least_position_error = 2e-16, least_velocity_error = 1e-14, exact = 1e-9;

void keep_larger(ErrorSize& a, const ErrorSize& b) {
  if (!(b.size <= a.size)) a = b;
}

}  // namespace

SystemProblem::SystemProblem(const State& state, bool with_energies)
    : state_(state),
      integrals_(state.layout()),
      energies_(with_energies ? static_cast<std::size_t>(integrals_.count()) : 0),
      q_error_(state.nu()) {
  for (const double change : state.layout().speed_unit_changes) speed_weights_.push_back(1 / change);
  for (const AuxiliaryEntry& variable : state.layout().auxiliaries)
    auxiliary_weights_.push_back(1 / variable.unit_change);
  projection_.set_weights(speed_weights_);
  for (const Body& body : state.model().bodies())
    for (int k = 0; k < body.nu; ++k) coordinate_of_speed_.push_back(body.q0 + std::min(k, body.nq - 1));
}

void SystemProblem::note_energies(double accuracy) {
  if (energies_.empty()) return;
  const double of_unit_speed = mass(state_) / 2;
  energy_scale_ = std::max({energy_scale_, kinetic_energy(state_), accuracy * of_unit_speed});
  for (const double energy : energies_) energy_scale_ = std::max(energy_scale_, std::abs(energy));
}

void SystemProblem::get_variables(Array<double>& y) const {
  y.assign(state_.y().begin(), state_.y().end());
  y.insert(y.end(), energies_.begin(), energies_.end());
}

void SystemProblem::set_speed_weights(In<double> weights) {
  require_size(weights, nu(), "the weights of the speeds", "speeds of the system");
  for (const double w : weights) require(std::isfinite(w) && w > 0, "the weight of a speed cannot be {}", w);
  speed_weights_.assign(weights.begin(), weights.end());
  projection_.set_weights(weights);
}

void SystemProblem::set_constraint_tolerance(double tolerance) {
  require(std::isfinite(tolerance) && tolerance > 0, "the tolerance of constraints cannot be {}", tolerance);
  constraint_tolerance_ = tolerance;
}

std::string SystemProblem::variable_name(int index) const {
  const Model& model = state_.model();
  if (index < nq()) return "coordinate '" + model.coordinates()[index].name + "'";
  index -= nq();
  if (index < nu()) return "speed '" + model.speeds()[index].name + "'";
  index -= nu();
  if (index >= state_.nz()) return integrals_.name(index - state_.nz());
  return "variable '" + state_.layout().auxiliaries[index].name + "'";
}

/// Sets time and variables, then prescribed and fast variables, which follow from them.
void SystemProblem::place(double t, In<double> y) {
  const std::size_t n = y.size() - energies_.size();
  state_.set_time(t);
  state_.set_y({y.data(), n});
  std::copy(y.begin() + static_cast<std::ptrdiff_t>(n), y.end(), energies_.begin());
  prescribe(state_);
  for (const FastEquilibrium& fast : state_.layout().relaxations)
    require(fast.relax(state_), "the fast variables '{}' found no equilibrium at t = {} s", fast.name, t);
}

/// Normalizes quaternions. Returns true if that was necessary.
bool SystemProblem::scale_quaternions() {
  if (have_unit_length(state_.model(), state_.q())) return false;
  q_.assign(state_.q().begin(), state_.q().end());
  normalize_quaternions(state_.model(), Out<double>(q_));
  state_.set_q(q_);
  return true;
}

bool SystemProblem::set(double t, In<double> y) {
  refusals_ = 0;
  const bool moved = move_to(t, y);
  independence_before_ = is_delicate(impulses_below) ? projection_.calc_independence(state_) : 1;
  return moved;
}

bool SystemProblem::move_to(double t, In<double> y) {
  place(t, y);
  const bool scaled = scale_quaternions();
  const bool moved = projects() && meet_constraints();
  return moved || scaled;
}

void SystemProblem::settle(std::string_view occasion) {
  scale_quaternions();
  if (!projects()) return;
  const ConstraintError before = largest_position_error(state_);
  if (before.size > constraint_tolerance_) {
    projection_.project_positions(state_, 0.01 * constraint_tolerance_);
    const ConstraintError left = projection_.unmet_position(state_, constraint_tolerance_);
    if (left.constraint >= 0)
      fail(
          "the position of constraint '{}' is off by {:.6g} {}, at t = {} s, and cannot be brought "
          "within {}: moving onto the constraints leaves '{}' off by {:.6g}. Find a position that meets them "
          "with assemble(), and set that",
          constraint_name_of(state_, before), before.size * before.unit, occasion, state_.time(),
          constraint_tolerance_ * before.unit, constraint_name_of(state_, left), left.size * left.unit);
  }
  if (largest_velocity_error(state_).size > constraint_tolerance_) {
    // Redundant rows agree with each other at exact positions only.
    projection_.project_positions(state_, std::min(1e-12, constraint_tolerance_));
    apply_impulse(0.01 * constraint_tolerance_);
  }
  meet_constraints();  // removes rounding errors, and checks dependent rows
}

/// Applies an impulse Δu = M⁻¹·Gᵀ·Λ, with Λ such that u + Δu satisfies the velocity constraints. If these
/// have no drift, the loss of kinetic energy is that of Δu (Carnot's theorem). Acceleration rows keep their
/// speeds. Repeated to remove rounding errors, and for rows that are not linear in the speeds.
void SystemProblem::apply_impulse(double tolerance) {
  const ConstraintSet& set = state_[state_.layout().system.constraint_set];
  for (int i = 0; i < 4 && largest_velocity_error(state_).size > tolerance; ++i) {
    impulse_.change.assign(set.rows, 0.0);
    for (const ConstraintSet::Member& member : set.members)
      for (int row = 0; row < member.velocity_rows; ++row)
        impulse_.change[member.first_row + row] = -velocity_errors(state_)[member.first_velocity_row + row];
    solve_for_impulse();
    for (int k = 0; k < nu(); ++k) impulse_.jump[k] += state_.u(k);
    state_.set_u(impulse_.jump);
  }
}

/// Solves for the jump of the speeds that changes the velocities of the rows as given.
void SystemProblem::solve_for_impulse() {
  impulse_.no_force.assign(nu(), 0.0);
  impulse_.jump.resize(impulse_.no_force.size());
  impulse_.multipliers.resize(impulse_.change.size());
  solve_constrained(state_, impulse_.no_force, impulse_.change, Out<double>(impulse_.jump),
                    Out<double>(impulse_.multipliers));
}

void SystemProblem::complain(const ConstraintError& error, const char* what) const {
  const std::string name = constraint_name_of(state_, error);
  throw NumericalError(
      fmt::format("the {} of constraint '{}' is off by {} at t = {} s and cannot be brought within {}. A "
                  "mechanism that cannot reach this position, or that begins far from a closed one, is best "
                  "looked at with assemble()",
                  what, name, error.size * error.unit, state_.time(), constraint_tolerance_ * error.unit),
      state_.time(), fmt::format("constraint '{}'", name), error.size * error.unit);
}

/// Projects speeds onto the velocity constraints. Near a singular position, by an impulse: rounding errors of
/// accelerations there are in the directions of the constraint forces, and an impulse removes them
/// completely.
bool SystemProblem::meet_velocities(double tolerance) {
  if (!is_delicate(impulses_below)) return projection_.project_velocities(state_, tolerance);
  apply_impulse(tolerance);
  return largest_velocity_error(state_).size <= tolerance;
}

/// Removes from an error of the speeds the part that meet_velocities() would remove.
void SystemProblem::remove_met_part(Out<double> u_error) {
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
bool SystemProblem::meet_constraints() {
  const bool none_is_left = is_delicate(std::numbers::sqrt2 / 2) || has_driven_coordinates(state_);
  const double tolerance = none_is_left ? std::min(1e-12, constraint_tolerance_) : constraint_tolerance_,
               velocity_tolerance =
                   none_is_left ? std::min(1e-11, constraint_tolerance_) : constraint_tolerance_;
  bool moved = false;
  if (largest_position_error(state_).size > tolerance) {
    moved = true;
    projection_.project_positions(state_, 0.01 * tolerance);
    if (const ConstraintError error = projection_.unmet_position(state_, constraint_tolerance_);
        error.constraint >= 0)
      complain(error, "position");
  }
  if (largest_velocity_error(state_).size > velocity_tolerance) {
    moved = true;
    if (!meet_velocities(constraint_tolerance_)) {
      // Redundant rows agree with each other at exact positions only: with a position error e their
      // velocities differ by e times the speed.
      projection_.project_positions(state_, 0.01 * tolerance / std::max(1.0, speed_scale()));
    }
    meet_velocities(0.01 * velocity_tolerance);
    if (const ConstraintError error = projection_.unmet_velocity(state_, constraint_tolerance_);
        error.constraint >= 0)
      complain(error, "velocity");
  }
  return moved;
}

/// True if the state is so close to a singular position, where rows become dependent, that accelerations are
/// determined only by exact positions. Rows that are dependent at all exact positions do not count.
bool SystemProblem::is_near_singular() const {
  if (follow_couplings(state_)) return false;
  const ConstrainedDynamics& dynamics = *state_[state_.layout().system.constraint_factors].dynamics;
  return dynamics.clear_rank() < generic_rank_ || dynamics.independence() < row_rank::near_singular;
}

/// Projects onto the constraints within a step, as exactly as rounding allows: rates are then those of the
/// branch of the motion that the step is on. If the projection moves far compared with the distance from the
/// singular position, it may lead to another branch: then the step is refused, and a shorter one ends
/// elsewhere.
void SystemProblem::approach_constraints() {
  from_.assign(state_.q().begin(), state_.q().end());
  projection_.project_positions(state_, least_position_error);
  require_same_branch();
  const double independence = projection_.independence(), rounding = rounding_of_positions();
  meet_velocities(std::max(least_velocity_error, 4 * rounding * speed_scale() / independence));
}

/// The accuracy to which positions can be projected onto the constraints, relative to the sizes of the rows.
double SystemProblem::rounding_of_positions() const {
  return std::max(least_position_error, calc_row_error(state_));
}

double SystemProblem::speed_scale() const {
  double speed = 0;
  for (const double u : state_.u()) speed = std::max(speed, std::abs(u));
  return speed;
}

/// Refuses a step that ends too close to a singular position. With a position known to ε, a row of
/// independence σ leaves an uncertainty of ε/σ across the branch of the motion, of ε·u/σ² in velocity and of
/// ε·u²/σ³ in acceleration. Over a step of about a tenth of a radian, the error of the speeds is this divided
/// by ten times their size. A step that already starts there is not refused: a shorter one would not avoid
/// the place.
void SystemProblem::require_clear() {
  constexpr int most_refusals = 8;
  if (step_accuracy_ == 0 || refusals_ >= most_refusals) return;
  const double needed = std::min(row_rank::near_singular,
                                 std::cbrt(0.2 * rounding_of_positions() * speed_scale() / step_accuracy_));
  if (projection_.independence() >= needed || independence_before_ < needed) return;
  ++refusals_;
  throw StepRefusal(fmt::format("the step meets a singular position at t = {} s", state_.time()));
}

/// Throws an Error if a projection has moved too far from the coordinates in from_ to be sure of the branch.
void SystemProblem::require_same_branch() {
  const double independence = projection_.independence();
  if (independence >= row_rank::near_singular) return;
  for (int k = 0; k < nq(); ++k) from_[k] = state_.q(k) - from_[k];
  calc_speeds(state_.tree(), state_.q(), from_, Out<double>(q_error_));
  double squares = 0;
  for (const double change : q_error_) squares += change * change;
  require(std::sqrt(squares) <= independence / 4,
          "the step ends {:.3g} from the constraints at t = {} s, too far beside the distance {:.3g} from a "
          "singular position to tell how the motion goes on",
          std::sqrt(squares), state_.time(), independence);
}

/// Throws an Error if redundant rows contradict the others by more than position errors and rounding explain,
/// compared with the accelerations of the rows.
void SystemProblem::refuse_contradictions() const {
  const Contradiction found = acceleration_contradiction(state_);
  if (found.constraint < 0) return;
  constexpr double rounding = 1e-6, of_errors = 100, negligible = 1e-9;
  const ConstraintSolution& solution = state_[state_.layout().system.accelerations].constraints;
  const double allowed =
      (rounding + of_errors * calc_row_error(state_)) * solution.acceleration_scale + negligible;
  const ElementId id = state_.layout().constraints[found.constraint]->id;
  require(found.size <= allowed,
          "the constraint '{}' asks for another acceleration than those it depends on, by {}; take out one "
          "of them or make them agree (sarrus diagnose, or diagnose(), tells which)",
          state_.layout().elements[id.index].name, found.size);
}

/// Updates generic_rank_, the largest rank at exact positions so far.
void SystemProblem::note_rank() {
  const SystemQuantities& known = state_.layout().system;
  if (const long version = state_[known.constraint_set].version; version != rank_version_)
    rank_version_ = version, generic_rank_ = 0;
  if (largest_position_error(state_).size < exact)
    generic_rank_ = std::max(generic_rank_, state_[known.constraint_factors].dynamics->rank());
}

void SystemProblem::calc_derivative(double t, In<double> y, Out<double> out) {
  place(t, y);
  if (projects()) {
    if (is_near_singular()) approach_constraints();
    if (!follow_couplings(state_)) note_rank();
  }
  const In<double> rates = ydot(state_);
  if (has_constraints()) refuse_contradictions();
  const auto rest = std::copy(rates.begin(), rates.end(), out.begin());
  require_finite(rates);
  if (!energies_.empty()) integrals_.calc_rates(state_, Out<double>(rest, energies_.size()));
}

/// Checks the rates of all variables; accelerations that are not finite have been refused where they are
/// computed.
void SystemProblem::require_finite(In<double> rates) const {
  const auto bad = std::find_if(rates.begin(), rates.end(), [](double x) { return !std::isfinite(x); });
  require(bad == rates.end(), "the rate of {} is {} at t = {:.9g} s",
          bad == rates.end() ? "" : variable_name(static_cast<int>(bad - rates.begin())),
          bad == rates.end() ? "" : describe(*bad), state_.time());
}

void SystemProblem::calc_qdot(double, In<double> q, In<double> u, Out<double> qdot) {
  sarrus::calc_qdot(state_.tree(), q, u, qdot);
}

void SystemProblem::calc_qddot(double, In<double> y, In<double> rates, Out<double> qddot) {
  const auto n = static_cast<std::size_t>(nq()), m = static_cast<std::size_t>(nu());
  sarrus::calc_qddot(state_.tree(), In<double>(y.data(), n), In<double>(y.data() + n, m),
                     In<double>(rates.data() + n, m), qddot);
}

template <class F>
void SystemProblem::visit_prescribed(const F& visit) const {
  for (const Prescription::Part& part : state_[state_.layout().system.prescription].parts) {
    if (part.level == MotionLevel::position)
      for (int k = 0; k < part.coordinates; ++k) visit(part.first_coordinate + k);
    if (part.level != MotionLevel::acceleration)
      for (int k = 0; k < part.speeds; ++k) visit(nq() + part.first_speed + k);
  }
}

/// Refuses a step that has left the constraints so far that the projection may lead to another assembly
/// branch. The error estimate of a step does not show this: it excludes what a projection repairs, which is
/// everything if a mechanism is driven in all its degrees of freedom.
void SystemProblem::require_near(double position_error) const {
  const double far = std::max(2 * constraint_tolerance_, std::sqrt(constraint_tolerance_));
  require(position_error <= far, "a step to t = {} s leaves the constraints by {}, which is more than {}",
          state_.time(), position_error, far);
}

/// Prescribed variables do not count as moved: calc_derivative() does not read them from y.
bool SystemProblem::project(double t, Out<double> y, Out<double> error) {
  if (projects() && !error.empty()) {
    place(t, In<double>(y.data(), y.size()));
    require_near(largest_position_error(state_).size);
  }
  from_.assign(y.begin(), y.begin() + nq());
  const bool scaled = move_to(t, In<double>(y.data(), y.size()));
  if (projects() && !error.empty()) {
    require_same_branch();
    require_clear();
  }
  std::copy(state_.y().begin(), state_.y().end(), y.begin());
  if (error.empty()) return scaled;
  for (const Body& body : state_.model().bodies()) {
    if (!has_quaternion(body)) continue;
    double along = 0;  // the part of the error that changes the length of the quaternion, which is one
    for (int k = 0; k < 4; ++k) along += y[body.q0 + k] * error[body.q0 + k];
    for (int k = 0; k < 4; ++k) error[body.q0 + k] -= along * y[body.q0 + k];
  }
  // Prescribed variables are exact, and constraints are met by the others alone. Their error estimates count
  // all the same: only they show how quickly the prescribed variables change.
  prescribed_error_.clear();
  visit_prescribed([&](int i) { prescribed_error_.push_back(std::exchange(error[i], 0.0)); });
  if (projects() && state_[state_.layout().system.constraint_set].velocity_rows > 0) {
    projection_.project_position_error(state_, Out<double>(error.data(), nq()));
    remove_met_part(Out<double>(error.data() + nq(), nu()));
  }
  auto kept = prescribed_error_.begin();
  visit_prescribed([&](int i) { error[i] = *kept++; });
  return scaled;
}

ErrorSize SystemProblem::measure_error(double, In<double> y, In<double> error, ErrorNorm norm) {
  const auto n = static_cast<std::size_t>(nq()), m = static_cast<std::size_t>(nu());
  // An error of the coordinates counts as the speeds that would cause it in unit time:  E_q = N·W_u·N⁻¹.
  calc_speeds(state_.tree(), In<double>(y.data(), n), In<double>(error.data(), n), Out<double>(q_error_));
  NormOf q(norm), u(norm), z(norm);
  for (int k = 0; k < nu(); ++k) {
    const double w = speed_weights_[k];
    q.add(w * q_error_[k], coordinate_of_speed_[k]);
    const int i = nq() + k;
    u.add(weight(w * state_.layout().characteristic_time, y[i]) * error[i], i);
  }
  for (std::size_t k = 0; k < auxiliary_weights_.size(); ++k) {
    const int i = static_cast<int>(n + m + k);
    z.add(weight(auxiliary_weights_[k], y[i]) * error[i], i);
  }
  ErrorSize largest = q.result();
  keep_larger(largest, u.result());
  keep_larger(largest, z.result());
  for (int i = static_cast<int>(y.size()) - integrals(); energy_scale_ > 0 && i < size(); ++i)
    keep_larger(largest, {std::abs(error[i]) / energy_scale_, i});
  return largest;
}

/// A coordinate has the weight of its speed; a change of a quaternion by one would be a rotation by two.
void SystemProblem::calc_error_weights(double, In<double> y, Out<double> weights) {
  for (const Body& body : state_.model().bodies()) {
    if (body.nu == 0) continue;
    const int shift = body.nq - body.nu;
    for (int k = 0; k < body.nq; ++k) {
      const int speed = body.u0 + std::max(0, k - shift);
      weights[body.q0 + k] = speed_weights_[speed] * (has_quaternion(body) && k < 4 ? 2 : 1);
    }
    for (int k = 0; k < body.nu; ++k) {
      const int i = nq() + body.u0 + k;
      weights[i] = weight(speed_weights_[body.u0 + k] * state_.layout().characteristic_time, y[i]);
    }
  }
  for (int k = 0; k < nz(); ++k) {
    const int i = nq() + nu() + k;
    weights[i] = k < state_.nz()     ? weight(auxiliary_weights_[k], y[i])
                 : energy_scale_ > 0 ? 1 / energy_scale_
                                     : 0.0;
  }
}

}  // namespace sarrus

#include "sarrus/study/system_problem.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sarrus/dynamics/coordinates.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/couplings.h"
#include "sarrus/system/responses.h"

namespace sarrus {

namespace {

/// Gathers the errors of one kind of variables in a norm.
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

/// The unit weight, or that of a relative error where that is more lenient.
double weight(double unit_weight, double value) { return std::min(unit_weight, 1 / std::abs(value)); }

/// Whether the first four coordinates of a body's joint are a quaternion.
bool has_quaternion(const Body& body) { return body.nq != body.nu && body.joint.has_quaternion(); }

/// Whether all quaternions have length one as nearly as their numbers allow: those are left as they are.
bool have_unit_length(const Model& model, In<double> q) {
  for (const Body& body : model.bodies()) {
    if (!has_quaternion(body)) continue;
    double squares = 0;
    for (int k = 0; k < 4; ++k) squares += q[body.q0 + k] * q[body.q0 + k];
    if (std::abs(squares - 1) > 8 * std::numeric_limits<double>::epsilon()) return false;
  }
  return true;
}

/// A number of some forces that is not finite.
std::optional<double> not_finite(const AppliedForces& forces) {
  for (const Force<double>& F : forces.on_bodies())
    for (const double x : {F.t.x, F.t.y, F.t.z, F.f.x, F.f.y, F.f.z})
      if (!std::isfinite(x)) return x;
  for (const double x : forces.on_speeds())
    if (!std::isfinite(x)) return x;
  return std::nullopt;
}

std::string constraint_name_of(const State& state, const ConstraintError& error) {
  const ElementId id = state.layout().constraints[static_cast<std::size_t>(error.constraint)]->id;
  return state.layout().elements[static_cast<std::size_t>(id.index)].name;
}

void keep_larger(ErrorSize& a, const ErrorSize& b) {
  if (!(b.size <= a.size)) a = b;
}

}  // namespace

SystemProblem::SystemProblem(const State& state, bool with_energies)
    : state_(state),
      integrals_(state.layout()),
      energies_(with_energies ? static_cast<std::size_t>(integrals_.count()) : 0),
      q_error_(static_cast<std::size_t>(state.nu())) {
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

void SystemProblem::get_variables(std::vector<double>& y) const {
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
  if (index < nq()) return "coordinate '" + model.coordinates()[static_cast<std::size_t>(index)].name + "'";
  index -= nq();
  if (index < nu()) return "speed '" + model.speeds()[static_cast<std::size_t>(index)].name + "'";
  index -= nu();
  if (index >= state_.nz()) return integrals_.name(index - state_.nz());
  return "variable '" + state_.layout().auxiliaries[static_cast<std::size_t>(index)].name + "'";
}

/// Time and variables as given; what follows from them at once.
void SystemProblem::place(double t, In<double> y) {
  const std::size_t n = y.size() - energies_.size();
  state_.set_time(t);
  state_.set_y({y.data(), n});
  std::copy(y.begin() + static_cast<std::ptrdiff_t>(n), y.end(), energies_.begin());
  prescribe(state_);
  for (const Relaxation& fast : state_.layout().relaxations)
    require(fast.relax(state_), "the fast variables '{}' found no equilibrium at t = {} s", fast.name, t);
}

/// Returns whether there was anything to do.
bool SystemProblem::scale_quaternions() {
  if (have_unit_length(state_.model(), state_.q())) return false;
  q_.assign(state_.q().begin(), state_.q().end());
  normalize_quaternions(state_.model(), Out<double>(q_));
  state_.set_q(q_);
  return true;
}

bool SystemProblem::set(double t, In<double> y) {
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
          constraint_name_of(state_, before), before.size, occasion, state_.time(), constraint_tolerance_,
          constraint_name_of(state_, left), left.size);
  }
  if (largest_velocity_error(state_).size > constraint_tolerance_) {
    // Rows that say the same as others do so at exact positions only.
    projection_.project_positions(state_, std::min(1e-12, constraint_tolerance_));
    apply_impulse(0.01 * constraint_tolerance_);
  }
  meet_constraints();  // what rounding has left, and rows that depend on others
}

/// Δu = M⁻¹·Gᵀ·Λ, with Λ so that G·(u + Δu) is what the constraints ask for. If they are at rest, the kinetic
/// energy that is lost is that of Δu (Carnot's theorem). Rows of accelerations hold their speeds meanwhile.
/// Repeated for what rounding has left, and for rows that are not linear in the speeds.
void SystemProblem::apply_impulse(double tolerance) {
  const ConstraintSet& set = state_[state_.layout().system.constraint_set];
  std::vector<double> jump(static_cast<std::size_t>(nu())), impulse(static_cast<std::size_t>(set.rows)),
      change;
  const std::vector<double> no_force(jump.size(), 0.0);
  for (int i = 0; i < 4 && largest_velocity_error(state_).size > tolerance; ++i) {
    change.assign(impulse.size(), 0.0);
    for (const ConstraintSet::Member& member : set.members)
      for (int row = 0; row < member.velocity_rows; ++row)
        change[static_cast<std::size_t>(member.first_row + row)] =
            -velocity_errors(state_)[member.first_velocity_row + row];
    solve_constrained(state_, no_force, change, Out<double>(jump), Out<double>(impulse));
    for (int k = 0; k < nu(); ++k) jump[static_cast<std::size_t>(k)] += state_.u(k);
    state_.set_u(jump);
  }
}

void SystemProblem::complain(const ConstraintError& error, const char* what) const {
  fail(
      "the {} of constraint '{}' is off by {} at t = {} s and cannot be brought within {}. A mechanism that "
      "cannot reach this position, or that begins far from a closed one, is best looked at with assemble()",
      what, constraint_name_of(state_, error), error.size, state_.time(), constraint_tolerance_);
}

/// Where an error is too large: moved until it is a small part of what is tolerated, so that the next steps
/// need not be corrected. On the way past a position where rows become dependent, and branches of the motion
/// meet, errors grow many times over: there none is left, so that the branch is kept. Nor is any left where
/// formulas give coordinates: they are exact, and cost little.
bool SystemProblem::meet_constraints() {
  const bool is_delicate = projection_.smallest_pivot() < 0.5 || has_driven_coordinates(state_);
  const double tolerance = is_delicate ? std::min(1e-12, constraint_tolerance_) : constraint_tolerance_,
               velocity_tolerance =
                   is_delicate ? std::min(1e-11, constraint_tolerance_) : constraint_tolerance_;
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
    if (!projection_.project_velocities(state_, constraint_tolerance_)) {
      // Rows that say the same as others do so at exact positions only: off by e they differ by e times the
      // speed.
      double speed = 1;
      for (const double u : state_.u()) speed = std::max(speed, std::abs(u));
      projection_.project_positions(state_, 0.01 * tolerance / speed);
    }
    projection_.project_velocities(state_, 0.01 * velocity_tolerance);
    if (const ConstraintError error = projection_.unmet_velocity(state_, constraint_tolerance_);
        error.constraint >= 0)
      complain(error, "velocity");
  }
  return moved;
}

/// Rows that say the same as others must not ask for something else. On the way past a singular position a
/// row may be left to itself for a moment, with errors that are small beside what the others ask for.
void SystemProblem::refuse_contradictions() const {
  const Contradiction found = acceleration_contradiction(state_);
  if (found.constraint < 0) return;
  double scale = 1;
  for (const double bias : state_[state_.layout().system.accelerations].constraints.biases)
    scale = std::max(scale, std::abs(bias));
  const ElementId id = state_.layout().constraints[static_cast<std::size_t>(found.constraint)]->id;
  require(found.size <= 0.01 * scale,
          "the constraint '{}' asks for another acceleration than those it depends on, by {}; take out one "
          "of them or "
          "make them agree (sarrus diagnose, or diagnose(), tells which)",
          state_.layout().elements[static_cast<std::size_t>(id.index)].name, found.size);
}

void SystemProblem::calc_derivative(double t, In<double> y, Out<double> out) {
  place(t, y);
  const In<double> rates = ydot(state_);
  if (has_constraints()) refuse_contradictions();
  const auto rest = std::copy(rates.begin(), rates.end(), out.begin());
  require_finite(rates);
  if (!energies_.empty()) integrals_.calc_rates(state_, Out<double>(rest, energies_.size()));
}

/// Where a rate is no finite number, what that comes from is named as far as it is known.
void SystemProblem::require_finite(In<double> rates) const {
  const auto bad = std::find_if(rates.begin(), rates.end(), [](double x) { return !std::isfinite(x); });
  if (bad == rates.end()) return;
  const SystemLayout& layout = state_.layout();
  for (std::size_t i = 0; i < layout.forces.size(); ++i) {
    if (!state_.is_enabled(layout.force_ids[i])) continue;
    AppliedForces forces(state_.model().body_count(), state_.nu());
    layout.forces[i]->add_forces(state_, forces);
    if (const std::optional<double> found = not_finite(forces))
      fail("the force '{}' is {} at t = {:.9g} s",
           layout.elements[static_cast<std::size_t>(layout.force_ids[i].index)].name, describe(*found),
           state_.time());
  }
  fail("the rate of {} is {} at t = {:.9g} s", variable_name(static_cast<int>(bad - rates.begin())),
       describe(*bad), state_.time());
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
  for (const Prescription::Joint& joint : state_[state_.layout().system.prescription].joints) {
    const Body& body = state_.model().body(joint.body);
    const MotionLevel level = joint.motion < 0
                                  ? state_.lock_level(joint.body)
                                  : state_.layout().motions[static_cast<std::size_t>(joint.motion)].level;
    if (level == MotionLevel::position)
      for (int k = 0; k < body.nq; ++k) visit(body.q0 + k);
    if (level != MotionLevel::acceleration)
      for (int k = 0; k < body.nu; ++k) visit(nq() + body.u0 + k);
  }
}

/// Refuses a step that has left the constraints so far that the way back may lead to another assembly of the
/// mechanism. Errors of a step do not tell: what a projection mends is no part of them, and of a mechanism
/// that is driven in all its degrees of freedom that is everything.
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
  const bool scaled = set(t, In<double>(y.data(), y.size()));
  std::copy(state_.y().begin(), state_.y().end(), y.begin());
  if (error.empty()) return scaled;
  for (const Body& body : state_.model().bodies()) {
    if (!has_quaternion(body)) continue;
    double along = 0;  // the part of the error that changes the length of the quaternion, which is one
    for (int k = 0; k < 4; ++k) along += y[body.q0 + k] * error[body.q0 + k];
    for (int k = 0; k < 4; ++k) error[body.q0 + k] -= along * y[body.q0 + k];
  }
  // Prescribed variables are exact, and constraints are met by the others alone. What the method would have
  // made of their rates counts all the same: nothing else tells it how quickly they change.
  prescribed_error_.clear();
  visit_prescribed([&](int i) { prescribed_error_.push_back(std::exchange(error[i], 0.0)); });
  if (projects() && state_[state_.layout().system.constraint_set].velocity_rows > 0) {
    projection_.project_position_error(state_, Out<double>(error.data(), static_cast<std::size_t>(nq())));
    projection_.project_velocity_error(state_,
                                       Out<double>(error.data() + nq(), static_cast<std::size_t>(nu())));
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
    const double w = speed_weights_[static_cast<std::size_t>(k)];
    q.add(w * q_error_[static_cast<std::size_t>(k)], coordinate_of_speed_[static_cast<std::size_t>(k)]);
    const int i = nq() + k;
    u.add(weight(w, y[i]) * error[i], i);
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

/// A coordinate counts as the speed it belongs to; a quaternion's change by one would be a rotation by two.
void SystemProblem::calc_error_weights(double, In<double> y, Out<double> weights) {
  for (const Body& body : state_.model().bodies()) {
    if (body.nu == 0) continue;
    const int shift = body.nq - body.nu;
    for (int k = 0; k < body.nq; ++k) {
      const int speed = body.u0 + std::max(0, k - shift);
      weights[body.q0 + k] =
          speed_weights_[static_cast<std::size_t>(speed)] * (has_quaternion(body) && k < 4 ? 2 : 1);
    }
    for (int k = 0; k < body.nu; ++k) {
      const int i = nq() + body.u0 + k;
      weights[i] = weight(speed_weights_[static_cast<std::size_t>(body.u0 + k)], y[i]);
    }
  }
  for (int k = 0; k < nz(); ++k) {
    const int i = nq() + nu() + k;
    weights[i] = k < state_.nz()     ? weight(auxiliary_weights_[static_cast<std::size_t>(k)], y[i])
                 : energy_scale_ > 0 ? 1 / energy_scale_
                                     : 0.0;
  }
}

}  // namespace sarrus

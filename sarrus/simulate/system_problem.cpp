#include "sarrus/simulate/internal/system_problem.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sarrus/base/array.h"
#include "sarrus/dynamics/coordinates.h"
#include "sarrus/dynamics/normalize_quaternions.h"
#include "sarrus/simulate/internal/system_linear_solver.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/internal/constraint_evaluation.h"
#include "sarrus/system/internal/couplings.h"
#include "sarrus/system/internal/non_finite.h"
#include "sarrus/system/responses.h"
#include "sarrus/system/rigid_element.h"

namespace sarrus::internal {

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

/// |q|² of the quaternion of a joint, among the coordinates of all.
double squared_length(const Body& body, In<double> q) {
  double squares = 0;
  for (int k = 0; k < 4; ++k) squares += q[body.q0 + k] * q[body.q0 + k];
  return squares;
}

/// True if all quaternions have length one up to rounding, so that they need not be normalized.
bool have_unit_length(const Model& model, In<double> q) {
  return std::ranges::none_of(model.bodies(), [&](const Body& body) {
    return has_quaternion(body) &&
           std::abs(squared_length(body, q) - 1) > 8 * std::numeric_limits<double>::epsilon();
  });
}

void keep_larger(ErrorSize& a, const ErrorSize& b) {
  if (!(b.size <= a.size)) a = b;
}

}  // namespace

SystemProblem::SystemProblem(const State& state, bool with_energies)
    : state_(state),
      integrals_(state.layout()),
      energies_(with_energies ? integrals_.count() : 0),
      q_error_(state.nu()),
      constraints_(state_),
      rigid_(rigid_elements(state_)) {
  for (const double change : state.layout().speed_unit_changes) speed_weights_.push_back(1 / change);
  for (const AuxiliaryEntry& variable : state.layout().auxiliaries)
    auxiliary_weights_.push_back(1 / variable.unit_change);
  constraints_.set_weights(speed_weights_);
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
  constraints_.set_weights(weights);
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

bool SystemProblem::projects() const {
  return constraints_.projects() && state_[state_.layout().system.constraint_set].rows > 0;
}

bool SystemProblem::set(double t, In<double> y) {
  const bool moved = move_to(t, y);
  constraints_.accept_step();
  return moved;
}

void SystemProblem::settle(std::string_view occasion) {
  scale_quaternions();
  if (constraints_.projects()) constraints_.settle(occasion);
}

bool SystemProblem::move_to(double t, In<double> y) {
  place(t, y);
  const bool scaled = scale_quaternions();
  bool moved = constraints_.projects() && constraints_.meet();
  for (const RigidElement* element : rigid_) moved = element->meet(state_) || moved;
  return moved || scaled;
}

void SystemProblem::calc_derivative(double t, In<double> y, Out<double> out) {
  place(t, y);
  const bool moved = constraints_.prepare_rates();
  const In<double> rates = ydot(state_);
  if (constraints_.has_constraints()) constraints_.refuse_contradictions();
  const auto rest = std::copy(rates.begin(), rates.end(), out.begin());
  require_finite(rates);
  if (moved) restore_quaternion_rates(y, out);
  if (out.size() > rates.size()) integrals_.calc_rates(state_, Out<double>(rest, energies_.size()));
}

/// A projection within a step scales quaternions to length one, but rates belong to those of y, which have
/// other lengths there: q̇ = N(q)·u is proportional to q. Rates of one length at some stages and of the other
/// at others would cost the method its order.
void SystemProblem::restore_quaternion_rates(In<double> y, Out<double> ydot) const {
  for (const Body& body : state_.model().bodies()) {
    if (!has_quaternion(body)) continue;
    const double ratio = std::sqrt(squared_length(body, y) / squared_length(body, state_.q()));
    for (int k = 0; k < 4; ++k) ydot[body.q0 + k] *= ratio;
  }
}

/// Checks the rates of all variables; accelerations that are not finite have been refused where they are
/// computed.
void SystemProblem::require_finite(In<double> rates) const {
  if (all_finite(rates)) [[likely]]
    return;
  const auto bad = std::find_if(rates.begin(), rates.end(), [](double x) { return !std::isfinite(x); });
  fail("the rate of {} is {} at t = {:.9g} s", variable_name(static_cast<int>(bad - rates.begin())),
       describe(*bad), state_.time());
}

void SystemProblem::calc_qdot(double, In<double> q, In<double> u, Out<double> qdot) {
  sarrus::calc_qdot(state_.tree(), q, u, qdot);
}

void SystemProblem::calc_qddot(double, In<double> y, In<double> rates, Out<double> qddot) {
  const std::size_t n = nq(), m = nu();
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

/// Prescribed variables do not count as moved: calc_derivative() does not read them from y.
bool SystemProblem::project(double t, Out<double> y, Out<double> error) {
  const bool is_judged = constraints_.projects() && !error.empty();
  if (is_judged) {
    place(t, In<double>(y.data(), y.size()));
    constraints_.require_near();
  }
  constraints_.begin_projection(In<double>(y.data(), nq()));
  const bool scaled = move_to(t, In<double>(y.data(), y.size()));
  if (is_judged) constraints_.require_good_end();
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
  constraints_.remove_met_part(Out<double>(error.data(), nq()), Out<double>(error.data() + nq(), nu()));
  auto kept = prescribed_error_.begin();
  visit_prescribed([&](int i) { error[i] = *kept++; });
  return scaled;
}

ErrorSize SystemProblem::measure_error(double, In<double> y, In<double> error, ErrorNorm norm) {
  const std::size_t n = nq(), m = nu();
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

bool SystemProblem::calc_motion_derivatives(double t, In<double> y, In<double> ydot, MotionDerivatives& out) {
  place(t, y);
  return out.calc(state_, In<double>(ydot.data() + nq(), nu()));
}

NumericalError SystemProblem::singular_step(double t, int speed, double step) const {
  const std::string name = variable_name(nq() + speed);
  return NumericalError(
      fmt::format("the equations of an implicit step are singular in {} at t = {:.9g}, with steps of about "
                  "{:.3g}: its rate grows as quickly as it can be followed; shorter steps may pass",
                  name, t, step),
      t, name);
}

std::unique_ptr<LinearSolver> SystemProblem::make_linear_solver() {
  return std::make_unique<SystemLinearSolver>(*this);
}

/// Those of the accelerations if derivatives are known in their form, or all.
int SystemProblem::equations() const { return SystemLinearSolver::can_solve(state_) ? nu() : dynamic_size(); }

/// ∂q̇/∂(q, u) of the joints, and ∂u̇/∂(q, u) = G·D⁻¹·(B_q·N⁻¹, B_u).
bool SystemProblem::calc_jacobian(double t, In<double> y, In<double> ydot, Out<double> jacobian) {
  if (derivatives_ == nullptr) derivatives_ = std::make_unique<MotionDerivatives>(state_);
  if (!calc_motion_derivatives(t, y, ydot, *derivatives_) || !derivatives_->differenced().empty())
    return false;
  derivatives_->calc_jacobian(jacobian);
  return true;
}

}  // namespace sarrus::internal

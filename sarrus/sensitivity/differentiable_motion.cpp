#include "sarrus/sensitivity/internal/differentiable_motion.h"

#include <algorithm>
#include <cmath>

#include "sarrus/base/names.h"
#include "sarrus/system/internal/layout.h"
#include "sarrus/system/rigid_element.h"

namespace sarrus::internal {

namespace {

Array<NamedValue> find_parameters(const State& state, const Array<std::string>& names) {
  Array<NamedValue> found;
  for (const std::string& name : names) {
    found.push_back(find_value(state, name));
    const ValueKind kind = found.back().kind;
    require(kind == ValueKind::parameter || kind == ValueKind::body || kind == ValueKind::joint_parameter ||
                kind == ValueKind::frame || kind == ValueKind::gravity,
            "'{}' is no parameter but a {}; derivatives by the start are there in any case", name,
            kind_name(kind));
  }
  return found;
}

/// Far below the errors of steps: every step is projected, as its derivative is.
constexpr double constraint_tolerance = 1e-11;

IntegratorOptions options_of(const SensitivityOptions& options) {
  return {.accuracy = options.accuracy, .fixed_step = options.fixed_step};
}

}  // namespace

DifferentiableMotion::DifferentiableMotion(const State& initial, const SensitivityOptions& options)
    : parameters_(find_parameters(initial, options.parameters)),
      method_(find_differentiable_method(options.integrator)),
      problem_(initial),
      integrator_(make_integrator(options.integrator, problem_, options_of(options))),
      step_(problem_, parameters_),
      events_(problem_, parameters_, options.accuracy),
      begin_(initial.time()),
      end_(initial.time()) {
  refuse_rigid_elements_in_derivatives(initial);
  problem_.set_constraint_tolerance(constraint_tolerance);
  const State given = problem_.state();
  problem_.settle("at the start");
  start();
  note(events_.handle_start(given));
}

void DifferentiableMotion::step(double end) {
  jump_.reset();
  begin_ = end_;
  const Array<double> y0(y().begin(), y().end());
  problem_.set(begin_, y0);
  if (events_.next_time() <= begin_) return note(events_.handle_scheduled());
  const auto implicit_steps = integrator_->statistics().implicit_steps;
  integrator_->step(std::min(end, events_.next_time()));
  end_ = integrator_->time();
  is_implicit_ = integrator_->statistics().implicit_steps > implicit_steps;
  if (const auto crossing = events_.find(*integrator_)) {
    go_to_crossing(*crossing, y0);
    note(events_.handle(*crossing));
  } else {
    problem_.set(end_, y());
    note(events_.handle_scheduled());
  }
}

/// Ends the step at the crossing: the witness is zero after one step of the method, not on its dense output.
void DifferentiableMotion::go_to_crossing(const MotionEvents::Crossing& crossing, const Array<double>& y0) {
  const Event& event = problem_.state().layout().events[crossing.event];
  end_ = crossing.after;
  for (int iteration = 0; true; ++iteration) {
    Array<double> y = y0;
    repeat_step(begin_, end_, is_implicit_, y);
    problem_.set(end_, y);
    if (iteration == 3) return;
    const double rate = calc_witness_rate(problem_.state(), event);
    const double correction = rate == 0 ? 0 : -problem_.state()[event.witness] / rate;
    if (std::abs(correction) > 0.1 * (end_ - begin_)) return;  // not the same root: it is close enough
    end_ += correction;
  }
}

/// Goes on behind an event, or begins the search for the next one.
void DifferentiableMotion::note(std::optional<EventJump> jump) {
  jump_ = std::move(jump);
  if (!jump_) return events_.look();
  is_over_ = jump_->stops;
  start();
}

/// Begins to integrate at the state of the problem.
void DifferentiableMotion::start() {
  Array<double> y;
  problem_.get_variables(y);
  integrator_->start(end_, y);  // may evaluate the problem elsewhere
  problem_.set(end_, y);
  events_.look();
}

const State& DifferentiableMotion::state_at(double t, In<double> y) {
  problem_.set(t, y);
  return problem_.state();
}

void DifferentiableMotion::repeat_step(double t0, double t1, bool is_implicit, Array<double>& y) {
  std::unique_ptr<Integrator>& again = is_implicit ? implicit_again_ : again_;
  if (again == nullptr) again = make_stepper(problem_, formula(is_implicit));
  again->start(t0, y);
  again->step(t1);
  y.assign(again->y().begin(), again->y().end());
}

}  // namespace sarrus::internal

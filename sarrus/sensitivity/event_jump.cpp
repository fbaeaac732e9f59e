#include "sarrus/sensitivity/internal/event_jump.h"

#include <cmath>

#include "sarrus/sensitivity/internal/state_slopes.h"
#include "sarrus/sensitivity/internal/vector_view.h"
#include "sarrus/simulate/impulse.h"
#include "sarrus/simulate/internal/system_problem.h"
#include "sarrus/system/internal/layout.h"
#include "sarrus/system/prescribed_motion.h"
#include "sarrus/system/responses.h"
#include "sarrus/system/state_difference.h"

namespace sarrus::internal {

namespace {

/// True if two states differ in variables, time or the given parameters alone. Setting a parameter back would
/// leave rounding errors, in the inertia of a body for one; setting it to the same number in both does not.
bool have_equal_discrete_variables(State a, State b, const Array<NamedValue>& parameters) {
  a.set_time(b.time());
  a.set_y(b.y());
  for (const NamedValue& parameter : parameters)
    if (const double p = value(a, parameter); p != value(b, parameter)) set_value(b, parameter, p);
  return a == b;
}

/// What happens, for messages.
std::string describe(const Array<Event>& events, const Array<int>& calls) {
  return calls.empty() ? "the start" : fmt::format("the handler of event '{}'", events[calls.front()].name);
}

/// Makes a state meet its constraints, as simulations do at the start and after events, but so exactly that
/// it can be differenced.
void settle(State& state) {
  if (state.layout().constraints.empty()) return;
  SystemProblem problem(state);
  problem.set_constraint_tolerance(1e-11);
  problem.settle("next to an event that is differentiated");
  state = problem.state();
}

/// The witness before the handlers, if one decides the time, and the variables after them.
StateNumbers witness_and_variables(const State& after, const Array<int>& calls, int crossing,
                                   const Array<NamedValue>& parameters) {
  return [&after, calls, crossing, &parameters](const State& at) {
    const Array<Event>& events = at.layout().events;
    VectorX<double> numbers(1 + at.y().size());
    numbers[0] = crossing < 0 ? 0 : at[events[crossing].witness];
    State moved = at;
    settle(moved);
    call_handlers(moved, calls);
    settle(moved);
    require(have_equal_discrete_variables(moved, after, parameters),
            "the motion cannot be differentiated: {} sets discrete variables to values that depend on the "
            "motion, and what becomes of them is not known; let it change coordinates, speeds or auxiliary "
            "variables instead",
            describe(events, calls));
    numbers.tail(numbers.size() - 1) = as_vector(moved.y());
    return numbers;
  };
}

void require_smooth(const StateJacobian& jacobian, const State& before, const Array<int>& calls) {
  const double size =
      1 + jacobian.by_y.lpNorm<Eigen::Infinity>() + jacobian.by_time.lpNorm<Eigen::Infinity>();
  require(jacobian.error < 1e-5 * size,
          "the motion cannot be differentiated: at t = {:.9g} s {}, or its witness, is not a smooth function "
          "of the state (its differences disagree by {:.2g})",
          before.time(), describe(before.layout().events, calls), jacobian.error);
}

}  // namespace

bool call_handlers(State& state, const Array<int>& events) {
  bool stops = false;
  const Array<double> u_before(state.u().begin(), state.u().end());
  for (const int number : events) {
    const Event& event = state.layout().events[number];
    EventCall call(event.name);
    event.handle(state, call);
    stops |= call.stops();
  }
  prescribe(state);
  stop_by_impulse(state, u_before);
  return stops;
}

double calc_witness_rate(const State& state, const Event& event) {
  const VectorX<double> y = as_vector(state.y()), rates = as_vector(ydot(state));
  const double h = 1e-6;
  const auto witness_at = [&](double dt) {
    State moved = state;
    const VectorX<double> there = y + dt * rates;
    moved.set_time(state.time() + dt);
    moved.set_y({there.data(), there.size()});
    return moved[event.witness];
  };
  return (witness_at(h) - witness_at(-h)) / (2 * h);
}

EventJump calc_event_jump(const State& before, const State& after, const Array<int>& calls, int crossing,
                          const Array<NamedValue>& parameters) {
  EventJump jump{.before = before, .after = after};
  State again = before;
  jump.stops = call_handlers(again, calls);
  const StateJacobian of =
      calc_state_jacobian(before, witness_and_variables(after, calls, crossing, parameters), parameters);
  require_smooth(of, before, calls);

  const Eigen::Index n = static_cast<Eigen::Index>(before.y().size());
  const VectorX<double> rates_before = as_vector(ydot(before)), rates_after = as_vector(ydot(after));
  jump.time_by_y.setZero(n);
  jump.time_by_parameters.setZero(static_cast<Eigen::Index>(parameters.size()));
  if (crossing >= 0) {
    const double rate = of.by_y.row(0).dot(rates_before) + of.by_time[0];
    require(
        rate != 0,
        "the motion cannot be differentiated: the witness of event '{}' touches zero at t = {:.9g} s without "
        "passing through it, and the time of the event has no derivative",
        before.layout().events[crossing].name, before.time());
    jump.time_by_y = -of.by_y.row(0).transpose() / rate;
    if (!parameters.empty()) jump.time_by_parameters = -of.by_parameters.row(0).transpose() / rate;
  }
  VectorX<double> by_time = of.by_y.bottomRows(n) * rates_before + of.by_time.tail(n);
  if (!jump.stops) by_time -= rates_after;
  jump.by_y = of.by_y.bottomRows(n) + by_time * jump.time_by_y.transpose();
  jump.by_parameters.setZero(n, jump.time_by_parameters.size());
  if (!parameters.empty())  // Eigen has no blocks of matrices without columns
    jump.by_parameters = of.by_parameters.bottomRows(n) + by_time * jump.time_by_parameters.transpose();
  return jump;
}

}  // namespace sarrus::internal

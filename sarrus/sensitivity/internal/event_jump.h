#pragma once
/// @file
#include "sarrus/base/array.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/system/event.h"
#include "sarrus/system/named_values.h"

namespace sarrus::internal {

/// How an event changes small deviations of a motion. The witness g(t, y, p) = 0 decides its time,
///   δt = −(g_y·δy⁻ + g_p·δp)/ġ,   ġ = g_y·ẏ⁻ + g_t
/// (zero for events at given times), and the handler y⁺ = H(t, y⁻, p) the state after it. Deviations at one
/// time, before and after, are related by the saltation matrix [Aizerman, Gantmacher 1958]:
///   δy⁺ = H_y·(δy⁻ + ẏ⁻·δt) + H_t·δt + H_p·δp − ẏ⁺·δt
/// Where the handler ends the motion, δy⁺ is the deviation of the state at the event itself: without −ẏ⁺·δt.
struct EventJump {
  State before, after;
  bool stops = false;                                 ///< The handler ends the motion.
  MatrixX<double> by_y{}, by_parameters{};            ///< Of y⁺.
  VectorX<double> time_by_y{}, time_by_parameters{};  ///< Of t.
};

/// Calls the handlers of events by their numbers, one after the other. Returns true if one ends the motion.
bool call_handlers(State& state, const Array<int>& events);

/// The rate of a witness along the motion.
double calc_witness_rate(const State& state, const Event& event);

/// The jump from `before` to `after` by the handlers of `calls` and by the impulses that make constraints
/// met; without calls by these alone. `crossing` is the event whose witness decides the time; −1: the time is
/// given. Handlers are differentiated by differences; one that is not smooth, or that sets discrete variables
/// which depend on the motion, is an Error.
EventJump calc_event_jump(const State& before, const State& after, const Array<int>& calls, int crossing,
                          const Array<NamedValue>& parameters);

}  // namespace sarrus::internal

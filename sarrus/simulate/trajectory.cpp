#include "sarrus/simulate/trajectory.h"

#include <algorithm>

#include "sarrus/base/array.h"
#include "sarrus/dynamics/coordinates.h"
#include "sarrus/dynamics/normalize_quaternions.h"
#include "sarrus/system/responses.h"

namespace sarrus {

namespace {

/// A value with its first two derivatives at one end of an interval of unit length.
struct End {
  double value = 0, rate = 0, second = 0;
};

/// The Hermite polynomials through both ends, at 0 ≤ s ≤ 1 [Hairer, Nørsett, Wanner 1993, II.6].
double cubic(double s, const End& a, const End& b) {
  const double value = b.value - (a.value + a.rate), rate = b.rate - a.rate;
  return a.value + s * (a.rate + s * (3 * value - rate + s * (rate - 2 * value)));
}
double quintic(double s, const End& a, const End& b) {
  // differences at the second end from the parabola of the first end
  const double value = b.value - (a.value + a.rate + a.second / 2);
  const double rate = b.rate - (a.rate + a.second), second = b.second - a.second;
  const double c3 = 10 * value - 4 * rate + second / 2, c4 = -15 * value + 7 * rate - second,
               c5 = 6 * value - 3 * rate + second / 2;
  return a.value + s * (a.rate + s * (a.second / 2 + s * (c3 + s * (c4 + s * c5))));
}

}  // namespace

void Trajectory::calc_rates(const State& state, Array<double>& rates) {
  const In<double> ydot_now = ydot(state);
  const std::size_t n = ydot_now.size(), nq = state.nq();
  rates.resize(n + nq);
  std::copy(ydot_now.begin(), ydot_now.end(), rates.begin());
  calc_qddot(state.tree(), state.q(), state.u(), udot(state), {rates.data() + n, nq});
}

void Trajectory::add_knot(const State& state, In<double> rates_before) {
  const double last = knots_.empty() ? state.time() : knots_.back().state.time();
  require(state.time() >= last, "a state of t = {} s cannot follow one of t = {} s in a trajectory",
          state.time(), last);
  Knot knot{state, {}, {rates_before.begin(), rates_before.end()}};
  calc_rates(state, knot.rates);
  knots_.push_back(std::move(knot));
}

void Trajectory::add(const State& state, In<double> rates_before) {
  add_knot(state, rates_before);
  rows_.push_back(knots_.size() - 1);
}

void Trajectory::add_change(const State& state, In<double> rates_before) {
  require(!empty(), "a trajectory begins with a row, not with a change");
  add_knot(state, rates_before);
}

Array<double> Trajectory::times() const {
  return values([](const State& state) { return state.time(); });
}

State Trajectory::at(double time) const {
  require(!empty(), "a trajectory without states has none at t = {} s", time);
  require(time >= front().time() && time <= back().time(),
          "t = {} s is outside of the trajectory, which goes from {} s to {} s", time, front().time(),
          back().time());
  const auto after = std::upper_bound(knots_.begin(), knots_.end(), time,
                                      [](double t, const Knot& knot) { return t < knot.state.time(); });
  const Knot& left = *(after - 1);
  State state = left.state;
  if (after == knots_.end() || time == state.time()) return state;
  const Knot& right = *after;
  const double h = right.state.time() - state.time(), s = (time - state.time()) / h;
  const In<double> a = left.state.y(), b = right.state.y();
  require(a.size() == b.size(), "the states at t = {} s and {} s have other orientation coordinates",
          state.time(), right.state.time());
  const Array<double>& a_rates = left.rates;
  const Array<double>& b_rates = right.rates_before.empty() ? right.rates : right.rates_before;
  const std::size_t n = a.size(), nq = state.nq();
  Array<double> y(n);
  for (std::size_t k = 0; k < n; ++k)
    y[k] = k < nq ? quintic(s, {a[k], h * a_rates[k], h * h * a_rates[n + k]},
                            {b[k], h * b_rates[k], h * h * b_rates[n + k]})
                  : cubic(s, {a[k], h * a_rates[k]}, {b[k], h * b_rates[k]});
  normalize_quaternions(state.model(), Out<double>(y.data(), state.nq()));
  state.set_time(time);
  state.set_y(y);
  prescribe(state);
  return state;
}

}  // namespace sarrus

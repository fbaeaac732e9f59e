#include "sarrus/study/trajectory.h"

#include <algorithm>

#include "sarrus/dynamics/coordinates.h"
#include "sarrus/system/responses.h"

namespace sarrus {

namespace {

/// A value with its first two derivatives at one end of an interval, which is as long as the unit of time.
struct End {
  double value = 0, rate = 0, second = 0;
};

/// The polynomials of Hermite through both ends, at 0 ≤ s ≤ 1 [Hairer, Nørsett, Wanner 1993, II.6].
double cubic(double s, const End& a, const End& b) {
  const double value = b.value - (a.value + a.rate), rate = b.rate - a.rate;
  return a.value + s * (a.rate + s * (3 * value - rate + s * (rate - 2 * value)));
}
double quintic(double s, const End& a, const End& b) {
  // what the parabola of the first end lacks at the second
  const double value = b.value - (a.value + a.rate + a.second / 2);
  const double rate = b.rate - (a.rate + a.second), second = b.second - a.second;
  const double c3 = 10 * value - 4 * rate + second / 2, c4 = -15 * value + 7 * rate - second,
               c5 = 6 * value - 3 * rate + second / 2;
  return a.value + s * (a.rate + s * (a.second / 2 + s * (c3 + s * (c4 + s * c5))));
}

}  // namespace

void Trajectory::add(const State& state) {
  require(states_.empty() || state.time() >= states_.back().time(),
          "a state of t = {} s cannot follow one of t = {} s in a trajectory", state.time(),
          states_.empty() ? 0.0 : states_.back().time());
  const In<double> rates = ydot(state);
  const std::size_t nq = static_cast<std::size_t>(state.nq());
  rates_.emplace_back(rates.size() + nq);
  std::copy(rates.begin(), rates.end(), rates_.back().begin());
  calc_qddot(state.tree(), state.q(), state.u(), udot(state), {rates_.back().data() + rates.size(), nq});
  states_.push_back(state);
}

std::vector<double> Trajectory::times() const {
  return values([](const State& state) { return state.time(); });
}

State Trajectory::at(double time) const {
  require(!states_.empty(), "a trajectory without states has none at t = {} s", time);
  require(time >= front().time() && time <= back().time(),
          "t = {} s is outside of the trajectory, which goes from {} s to {} s", time, front().time(),
          back().time());
  const auto after = std::upper_bound(states_.begin(), states_.end(), time,
                                      [](double t, const State& state) { return t < state.time(); });
  const auto i = static_cast<std::size_t>(after - states_.begin()) - 1;
  State state = states_[i];
  const double h = i + 1 < states_.size() ? states_[i + 1].time() - state.time() : 0;
  if (h == 0 || time == state.time()) return state;
  const double s = (time - state.time()) / h;
  const In<double> a = states_[i].y(), b = states_[i + 1].y();
  require(a.size() == b.size(), "the states at t = {} s and {} s have other orientation coordinates",
          state.time(), states_[i + 1].time());
  const std::vector<double>&a_rates = rates_[i], &b_rates = rates_[i + 1];
  const std::size_t n = a.size(), nq = static_cast<std::size_t>(state.nq());
  std::vector<double> y(n);
  for (std::size_t k = 0; k < n; ++k)
    y[k] = k < nq ? quintic(s, {a[k], h * a_rates[k], h * h * a_rates[n + k]},
                            {b[k], h * b_rates[k], h * h * b_rates[n + k]})
                  : cubic(s, {a[k], h * a_rates[k]}, {b[k], h * b_rates[k]});
  normalize_quaternions(state.model(), Out<double>(y.data(), static_cast<std::size_t>(state.nq())));
  state.set_time(time);
  state.set_y(y);
  prescribe(state);
  return state;
}

}  // namespace sarrus

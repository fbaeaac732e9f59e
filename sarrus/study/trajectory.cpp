#include "sarrus/study/trajectory.h"

#include <algorithm>

#include "sarrus/dynamics/coordinates.h"
#include "sarrus/system/responses.h"

namespace sarrus {

void Trajectory::add(const State& state) {
  require(states_.empty() || state.time() >= states_.back().time(),
          "a state of t = {} s cannot follow one of t = {} s in a trajectory", state.time(),
          states_.empty() ? 0.0 : states_.back().time());
  const In<double> rates = ydot(state);
  rates_.emplace_back(rates.begin(), rates.end());
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
  // Cubic Hermite polynomial [Hairer, Nørsett, Wanner 1993, II.6].
  const double s = (time - state.time()) / h;
  const In<double> a = states_[i].y(), b = states_[i + 1].y();
  require(a.size() == b.size(), "the states at t = {} s and {} s have other orientation coordinates",
          state.time(), states_[i + 1].time());
  std::vector<double> y(a.size());
  for (std::size_t k = 0; k < y.size(); ++k)
    y[k] =
        (1 - s) * a[k] + s * b[k] +
        s * (s - 1) * ((1 - 2 * s) * (b[k] - a[k]) + (s - 1) * h * rates_[i][k] + s * h * rates_[i + 1][k]);
  normalize_quaternions(state.model(), Out<double>(y.data(), static_cast<std::size_t>(state.nq())));
  state.set_time(time);
  state.set_y(y);
  prescribe(state);
  return state;
}

}  // namespace sarrus

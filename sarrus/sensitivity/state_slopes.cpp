#include "sarrus/sensitivity/internal/state_slopes.h"

#include <cmath>
#include <functional>

#include "sarrus/dynamics/coordinates.h"
#include "sarrus/dynamics/normalize_quaternions.h"
#include "sarrus/linearize/internal/extrapolated_difference.h"

namespace sarrus::internal {

namespace {

/// Differences a function of one variable at zero; `size` is that of a change that matters.
using Difference = double (*)(const std::function<double(double)>& f, double size);

double extrapolated(const std::function<double(double)>& f, double size) {
  const auto vector = [&](double h) { return VectorX<double>(VectorX<double>::Constant(1, f(h))); };
  return calc_extrapolated_difference(vector, 1e-3 * size).derivative[0];
}
double central(const std::function<double(double)>& f, double size) {
  const double h = 6e-6 * size;
  return (f(h) - f(-h)) / (2 * h);
}

void turn(State& state, int speed, double h) {
  Array<double> q(state.q().begin(), state.q().end()), direction(state.nu(), 0.0), rates(state.nq());
  direction[speed] = h;
  calc_qdot<double>(state.tree(), q, direction, rates);
  for (int i = 0; i < state.nq(); ++i) q[i] += rates[i];
  normalize_quaternions(state.model(), Out<double>(q));
  state.set_q(q);
}

StateSlopes calc_slopes(const State& state, const StateOutput& output, const Array<NamedValue>& parameters,
                        Difference difference) {
  const auto slope = [&](double size, const auto& change) {
    return difference(
        [&](double h) {
          State moved = state;
          change(moved, h);
          return output(moved);
        },
        size);
  };
  StateSlopes slopes;
  VectorX<double> by_dq(state.nu());
  for (int k = 0; k < state.nu(); ++k)
    by_dq[k] = slope(1, [&](State& moved, double h) { turn(moved, k, h); });
  slopes.by_y.setZero(state.nq() + state.nu() + state.nz());
  calc_coordinate_forces<double>(state.tree(), state.q(), by_dq,
                                 {slopes.by_y.data(), static_cast<std::size_t>(state.nq())});
  for (int i = state.nq(); i < static_cast<int>(slopes.by_y.size()); ++i)
    slopes.by_y[i] = slope(1, [&](State& moved, double h) {
      Array<double> y(moved.y().begin(), moved.y().end());
      y[i] += h;
      moved.set_y(y);
    });
  slopes.by_parameters.resize(static_cast<Eigen::Index>(parameters.size()));
  for (int i = 0; i < static_cast<int>(parameters.size()); ++i) {
    const double p = value(state, parameters[i]);
    slopes.by_parameters[i] = slope(std::max(std::abs(p), 1e-3),
                                    [&](State& moved, double h) { set_value(moved, parameters[i], p + h); });
  }
  return slopes;
}

}  // namespace

StateSlopes calc_state_slopes(const State& state, const StateOutput& output,
                              const Array<NamedValue>& parameters) {
  return calc_slopes(state, output, parameters, extrapolated);
}
StateSlopes calc_quick_slopes(const State& state, const StateOutput& output,
                              const Array<NamedValue>& parameters) {
  return calc_slopes(state, output, parameters, central);
}

}  // namespace sarrus::internal

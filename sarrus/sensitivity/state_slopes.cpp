#include "sarrus/sensitivity/internal/state_slopes.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "sarrus/dynamics/coordinates.h"
#include "sarrus/dynamics/normalize_quaternions.h"
#include "sarrus/linearize/internal/extrapolated_difference.h"

namespace sarrus::internal {

namespace {

/// Differences a function of one variable at zero; `size` is that of a change that matters.
using Difference = ExtrapolatedDifference (*)(const std::function<VectorX<double>(double)>& f, double size);

ExtrapolatedDifference extrapolated(const std::function<VectorX<double>(double)>& f, double size) {
  return calc_extrapolated_difference(f, 1e-3 * size);
}
ExtrapolatedDifference central(const std::function<VectorX<double>(double)>& f, double size) {
  const double h = 6e-6 * size;
  return {(f(h) - f(-h)) / (2 * h), {}};
}

void turn(State& state, int speed, double h) {
  Array<double> q(state.q().begin(), state.q().end()), direction(state.nu(), 0.0), rates(state.nq());
  direction[speed] = h;
  calc_qdot<double>(state.tree(), q, direction, rates);
  for (int i = 0; i < state.nq(); ++i) q[i] += rates[i];
  normalize_quaternions(state.model(), Out<double>(q));
  state.set_q(q);
}

/// The numbers at states next to the given one, differenced one change after the other.
class Differences {
 public:
  Differences(const State& state, const StateNumbers& numbers, Difference difference)
      : state_(state), numbers_(numbers), difference_(difference) {}

  template <class F>
  VectorX<double> by(double size, const F& change) {
    const ExtrapolatedDifference slope = difference_(
        [&](double h) {
          State moved = state_;
          change(moved, h);
          return numbers_(moved);
        },
        size);
    if (slope.error.size() > 0) error_ = std::max(error_, slope.error.maxCoeff());
    return slope.derivative;
  }
  /// One column per direction δ of a speed.
  MatrixX<double> by_directions(int rows) {
    MatrixX<double> columns(rows, state_.nu());
    for (int k = 0; k < state_.nu(); ++k)
      columns.col(k) = by(1, [&](State& moved, double h) { turn(moved, k, h); });
    return columns;
  }
  VectorX<double> by_variable(int i) {
    return by(1, [&](State& moved, double h) {
      Array<double> y(moved.y().begin(), moved.y().end());
      y[i] += h;
      moved.set_y(y);
    });
  }
  VectorX<double> by_parameter(const NamedValue& parameter) {
    const double p = value(state_, parameter);
    return by(std::max(std::abs(p), 1e-3),
              [&](State& moved, double h) { set_value(moved, parameter, p + h); });
  }
  double error() const { return error_; }

 private:
  const State& state_;
  const StateNumbers& numbers_;
  Difference difference_;
  double error_ = 0;
};

/// Derivatives by directions δ of the speeds are turned into those by coordinates, row by row.
StateJacobian calc_jacobian(const State& state, int rows, const Array<NamedValue>& parameters,
                            Differences& differences) {
  const int nq = state.nq(), n = nq + state.nu() + state.nz();
  StateJacobian jacobian{.by_y = MatrixX<double>::Zero(rows, n),
                         .by_parameters = MatrixX<double>(rows, static_cast<int>(parameters.size())),
                         .by_time = {}};
  const MatrixX<double> by_directions = differences.by_directions(rows);
  VectorX<double> by_dq, by_q(nq);
  for (int i = 0; i < rows; ++i) {
    by_dq = by_directions.row(i).transpose();
    calc_coordinate_forces<double>(state.tree(), state.q(), by_dq, by_q);
    jacobian.by_y.row(i).head(nq) = by_q.transpose();
  }
  for (int i = nq; i < n; ++i) jacobian.by_y.col(i) = differences.by_variable(i);
  for (int i = 0; i < static_cast<int>(parameters.size()); ++i)
    jacobian.by_parameters.col(i) = differences.by_parameter(parameters[i]);
  return jacobian;
}

StateSlopes calc_slopes(const State& state, const StateOutput& output, const Array<NamedValue>& parameters,
                        Difference difference) {
  const StateNumbers number = [&](const State& at) {
    return VectorX<double>(VectorX<double>::Constant(1, output(at)));
  };
  Differences differences(state, number, difference);
  const StateJacobian jacobian = calc_jacobian(state, 1, parameters, differences);
  return {jacobian.by_y.row(0).transpose(), jacobian.by_parameters.row(0).transpose()};
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

StateJacobian calc_state_jacobian(const State& state, const StateNumbers& numbers,
                                  const Array<NamedValue>& parameters) {
  Differences differences(state, numbers, extrapolated);
  StateJacobian jacobian =
      calc_jacobian(state, static_cast<int>(numbers(state).size()), parameters, differences);
  jacobian.by_time = differences.by(1, [&](State& moved, double h) { moved.set_time(state.time() + h); });
  jacobian.error = differences.error();
  return jacobian;
}

}  // namespace sarrus::internal

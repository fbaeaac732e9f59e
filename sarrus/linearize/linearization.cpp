#include "sarrus/linearize/linearization.h"

#include <algorithm>

#include "sarrus/linearize/internal/extrapolated_difference.h"
#include "sarrus/linearize/internal/input_value.h"
#include "sarrus/linearize/internal/permitted_states.h"
#include "sarrus/system/rigid_element.h"

namespace sarrus {

using namespace internal;

namespace {

/// The first step of the differences, of radians, meters and their rates.
constexpr double first_step = 0.02;

/// ẋ and outputs, one after the other.
struct Values {
  PermittedStates& states;
  const Array<RecordedOutput::Column>& outputs;

  VectorX<double> at(const VectorX<double>& x) const {
    const State& state = states.at(x);
    const VectorX<double> rates = states.rates();
    VectorX<double> all(rates.size() + static_cast<Eigen::Index>(outputs.size()));
    all.head(rates.size()) = rates;
    for (int i = 0; i < static_cast<int>(outputs.size()); ++i)
      all[rates.size() + i] = outputs[i].value(state);
    return all;
  }
};

/// Writes column `j` of two matrices that stand on each other; returns the largest error.
double write_column(const ExtrapolatedDifference& found, int j, MatrixX<double>& upper,
                    MatrixX<double>& lower) {
  upper.col(j) = found.derivative.head(upper.rows());
  lower.col(j) = found.derivative.tail(lower.rows());
  return found.error.size() == 0 ? 0 : found.error.maxCoeff();
}

double largest(const MatrixX<double>& A) { return A.size() == 0 ? 0 : A.cwiseAbs().maxCoeff(); }

}  // namespace

Linearization linearize(const State& state, const LinearizationOptions& options) {
  refuse_rigid_elements_in_derivatives(state);
  PermittedStates states(state);
  Array<RecordedOutput::Column> outputs;
  Linearization result;
  for (const RecordedOutput& output : options.outputs) {
    outputs.push_back(output.column(state));
    result.outputs.push_back(outputs.back().name);
  }
  const int n = states.size(), inputs = static_cast<int>(options.inputs.size()),
            rows = static_cast<int>(outputs.size());
  result.states = states.names(), result.inputs = options.inputs;
  result.positions = states.positions(), result.speeds = states.speeds();
  result.A.setZero(n, n), result.B.setZero(n, inputs), result.C.setZero(rows, n),
      result.D.setZero(rows, inputs);
  const Values values{states, outputs};
  const VectorX<double> zero = VectorX<double>::Zero(n);
  result.drift = values.at(zero).head(n);

  PermittedStates::ExactDerivatives found = states.exact_derivatives();
  const std::optional<MatrixX<double>>& exact = found.A;
  result.is_exact = exact.has_value();
  result.differenced = std::move(found.differenced);
  if (exact) result.A = *exact;
  MatrixX<double> differenced = result.A;
  double error = 0;
  for (int j = 0; j < n && !(exact && outputs.empty()); ++j)
    error = std::max(error, write_column(calc_extrapolated_difference(
                                             [&](double step) {
                                               VectorX<double> x = zero;
                                               x[j] = step;
                                               return values.at(x);
                                             },
                                             first_step),
                                         j, differenced, result.C));
  if (!exact) result.A = differenced;
  for (int j = 0; j < inputs; ++j) {
    const std::string& name = options.inputs[j];
    const NamedValue input = find_input(state, name);
    const double present = value(state, input);
    error = std::max(error, write_column(calc_extrapolated_difference(
                                             [&](double step) {
                                               set_value(states.state(), input, present + step);
                                               return values.at(zero);
                                             },
                                             first_step_of_input(present)),
                                         j, result.B, result.D));
    set_value(states.state(), input, present);
  }
  const double size = std::max({largest(result.A), largest(result.B), largest(result.C), largest(result.D)});
  result.error = size > 0 ? error / size : 0;
  return result;
}

}  // namespace sarrus

#pragma once
/// @file
/// Forward sensitivities: how a motion changes with its start and with parameters, computed along with it.
/// They are the exact derivatives of the steps that are taken, their lengths held fixed, not approximations
/// that agree with them in the limit of short steps. The cost grows with the number of columns;
/// calc_simulation_gradient() (simulation_gradient.h) is for one output of many.

#include <memory>

#include "sarrus/scalar/eigen.h"
#include "sarrus/sensitivity/sensitivity_options.h"
#include "sarrus/simulate/simulation.h"

namespace sarrus {

/// A motion with its derivatives. Events at zero crossings and at given times belong to it: the change of
/// their times is taken into account, and what their handlers do to coordinates, speeds and auxiliary
/// variables is differentiated (by extrapolated differences). The start is made to meet the constraints, and
/// the end of every step is projected onto them: deviations are, too.
class SimulationSensitivity {
 public:
  /// Begins at a state. An unknown parameter, or a method whose steps are not differentiated, is an Error.
  explicit SimulationSensitivity(const State& initial, const SensitivityOptions& options = {});
  ~SimulationSensitivity();
  SimulationSensitivity(SimulationSensitivity&&) noexcept;

  /// Advances to a time, or to an event whose handler stops the motion; matrix() is then that of the state at
  /// this event, whenever it happens.
  Outcome run_until(double time);
  const State& state() const;

  /// ∂y/∂s, one row per variable y = (q, u, z). Columns are the start, in the directions δ of the speeds
  /// (δq = N·δ), the speeds u and the auxiliary variables z at the start, and the parameters.
  const MatrixX<double>& matrix() const;
  /// The column of a coordinate's direction δ or a speed at the start, by the number of the speed, and of a
  /// parameter, by its number in the options.
  int column_of_direction(int speed) const { return speed; }
  int column_of_speed(int speed) const;
  int column_of_parameter(int parameter) const;

  /// The derivatives of an output at the present state by all columns.
  VectorX<double> gradient(const StateOutput& output) const;
  /// Names of the elements whose forces or rates had to be differenced so far, because they have no
  /// derivatives of their own, as in StateDerivatives.
  const Array<std::string>& differenced() const;

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace sarrus

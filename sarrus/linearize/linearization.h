#pragma once
/// @file
/// The linear equations of small deviations from a state:
///   ẋ = A·x + B·w,   y = C·x + D·w
/// x are independent deviations: of coordinates, of speeds and of auxiliary variables. With constraints,
/// those of positions are as many as the mechanism has positions of freedom, and those of speeds as many as
/// it has freedoms of motion, fewer where wheels roll; everything else follows from them by the constraints.
/// w are deviations of parameters (the inputs), y those of outputs.
///
/// About an equilibrium, or a steady motion whose coordinates that change steadily matter to nothing else
/// (the distance that a vehicle has traveled), the eigenvalues of A tell whether deviations grow
/// (linear_modes.h).
///
/// A is exact where the derivatives of the System are known, constraints included, and nothing in it has to
/// be differenced (state_derivatives.h). All other derivatives are central differences, extrapolated to step
/// zero (Ridders' method) with an estimate of their errors, which are about 1e-10 of the largest entry for
/// smooth forces.

#include <string>

#include "sarrus/base/array.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/simulate/recorded_output.h"
#include "sarrus/system/state.h"

namespace sarrus {

struct Linearization {
  MatrixX<double> A, B, C, D;
  Array<std::string> states;   ///< Names of x: coordinates, then speeds, then auxiliary variables.
  Array<std::string> inputs;   ///< Names of w.
  Array<std::string> outputs;  ///< Names of y.
  int positions = 0;           ///< The number of deviations of positions, which come first.
  int speeds = 0;              ///< The number of deviations of speeds, which follow.
  /// Whether A is exact. If not, `differenced` names the elements without derivatives of their own; it is
  /// empty if the derivatives of such a System are not known at all.
  bool is_exact = false;
  Array<std::string> differenced;
  /// Estimate of the largest error of an entry, relative to the largest entry of its matrix.
  double error = 0;
  /// ẋ at the state itself: zero if it is an equilibrium.
  VectorX<double> drift;
};

/// Options that say what to linearize besides the motion itself.
struct LinearizationOptions {
  /// Names of parameters, or of anything else in a State that does not move by itself: "arm.mass",
  /// "gravity.z".
  Array<std::string> inputs{};
  Array<RecordedOutput> outputs{};  ///< As in simulations.
};

/// Linearizes the motion of a state's System about the state, which must satisfy its constraints. Locked and
/// prescribed speeds stay as they are.
Linearization linearize(const State& state, const LinearizationOptions& options = {});

}  // namespace sarrus

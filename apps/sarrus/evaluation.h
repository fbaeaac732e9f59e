#pragma once
/// @file
#include <optional>

#include "apps/sarrus/states.h"

namespace sarrus {

/// Everything the program computes of a state.
struct Evaluation {
  std::vector<Pose<double>> poses{};  ///< X_WB of every body, the world first.
  MatrixX<double> mass_matrix;
  VectorX<double> bias;              ///< c(q, u) − g(q): the forces that u̇ = 0 takes.
  VectorX<double> inverse_dynamics;  ///< τ of (q, u, u̇).
  VectorX<double> forward_dynamics;  ///< u̇ of (q, u, τ).
  double kinetic_energy, potential_energy;
  std::optional<Vec3<double>> com{};  ///< Of models with mass.
};

std::vector<Evaluation> evaluate_states(const Model& model, const std::vector<GivenState>& states);

}  // namespace sarrus

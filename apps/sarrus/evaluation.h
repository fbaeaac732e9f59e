#pragma once
/// @file
#include <memory>
#include <optional>

#include "apps/sarrus/states.h"
#include "sarrus/base/array.h"
#include "sarrus/format/mimic.h"
#include "sarrus/model/parameters.h"

namespace sarrus {

/// Everything the program computes of a state. Joints that mimic others move with them: with u = G·v the
/// speeds that follow from those that lead, forces are those on the leaders, Gᵀ·τ, and the mass matrix is
/// Gᵀ·M·G, with zeros in the rows and columns of followers.
struct Evaluation {
  Array<Pose<double>> poses{};  ///< X_WB of every body, the world first.
  MatrixX<double> mass_matrix;
  VectorX<double> bias;              ///< c(q, u) − g(q): the forces that u̇ = 0 takes.
  VectorX<double> inverse_dynamics;  ///< τ of (q, u, u̇).
  VectorX<double> forward_dynamics;  ///< u̇ of (q, u, τ).
  double kinetic_energy, potential_energy;
  std::optional<Vec3<double>> com{};  ///< Of models with mass.
};

/// Evaluates states of one model with given parameters.
class Evaluator {
 public:
  Evaluator(const Model& model, const Parameters<double>& parameters, Array<MimicRelation> relations);
  ~Evaluator();

  /// Moves coordinates, speeds and accelerations that follow others to where those put them. Returns how many
  /// were elsewhere though somebody had given them: they are not as in `otherwise`.
  int follow(GivenState& state, const GivenState& otherwise) const;
  Evaluation evaluate(const GivenState& state);

 private:
  struct Workspace;
  VectorX<double> inverse_dynamics(const GivenState& state, In<double> udot);
  VectorX<double> forward_dynamics(const GivenState& state, const Evaluation& evaluation);
  void gather(VectorX<double>& forces) const;
  void gather(MatrixX<double>& mass_matrix) const;

  Array<MimicRelation> relations_;
  Array<int> leaders_;  // the speeds that do not follow
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace sarrus

#include "apps/sarrus/evaluation.h"

#include "sarrus/dynamics/forward_dynamics.h"
#include "sarrus/dynamics/frames.h"
#include "sarrus/dynamics/inverse_dynamics.h"
#include "sarrus/dynamics/mass_matrix.h"
#include "sarrus/dynamics/mass_properties.h"

namespace sarrus {

namespace {

/// The memory of all computations on one model.
class Evaluator {
 public:
  explicit Evaluator(const Model& model)
      : tree_(model), position_(tree_), velocity_(tree_), inverse_(tree_), forward_(tree_), mass_(tree_) {}

  Evaluation evaluate(const GivenState& state) {
    calc_position_kinematics(tree_, state.q, position_);
    calc_velocity_kinematics(tree_, position_, state.u, velocity_);
    Evaluation out{.mass_matrix = MatrixX<double>(tree_.nu(), tree_.nu()),
                   .bias = inverse_dynamics(state.q, state.u, {}),
                   .inverse_dynamics = inverse_dynamics(state.q, state.u, state.udot),
                   .forward_dynamics = VectorX<double>(tree_.nu()),
                   .kinetic_energy = calc_kinetic_energy(tree_, position_, velocity_),
                   .potential_energy = calc_potential_energy(tree_, position_)};
    calc_mass_matrix(tree_, position_, mass_, out.mass_matrix);
    for (int body = 0; body < tree_.body_count(); ++body)
      out.poses.push_back(calc_pose(tree_, position_, body));
    calc_forward_dynamics(tree_, state.q, state.u, state.tau, {}, forward_, out.forward_dynamics);
    if (tree_.total_mass() > 0) out.com = calc_com_position(tree_, position_);
    return out;
  }

 private:
  VectorX<double> inverse_dynamics(const VectorX<double>& q, In<double> u, In<double> udot) {
    VectorX<double> tau(tree_.nu());
    calc_inverse_dynamics(tree_, q, u, udot, {}, inverse_, tau);
    return tau;
  }

  Tree<double> tree_;
  PositionKinematics<double> position_;
  VelocityKinematics<double> velocity_;
  InverseDynamics<double> inverse_;
  ForwardDynamics<double> forward_;
  MassMatrix<double> mass_;
};

}  // namespace

std::vector<Evaluation> evaluate_states(const Model& model, const std::vector<GivenState>& states) {
  Evaluator evaluator(model);
  std::vector<Evaluation> evaluations;
  for (const GivenState& state : states) evaluations.push_back(evaluator.evaluate(state));
  return evaluations;
}

}  // namespace sarrus

#include "apps/sarrus/evaluation.h"

#include <cmath>

#include "sarrus/base/array.h"
#include "sarrus/dynamics/forward_dynamics.h"
#include "sarrus/dynamics/frames.h"
#include "sarrus/dynamics/inverse_dynamics.h"
#include "sarrus/dynamics/mass_matrix.h"
#include "sarrus/dynamics/mass_properties.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/sparse/dense_solve.h"

namespace sarrus {

/// The workspace of all computations on one model.
struct Evaluator::Workspace {
  Workspace(const Model& model, const Parameters<double>& parameters)
      : tree(model, parameters), position(tree), velocity(tree), inverse(tree), forward(tree), mass(tree) {}

  Tree<double> tree;
  PositionKinematics<double> position;
  VelocityKinematics<double> velocity;
  InverseDynamics<double> inverse;
  ForwardDynamics<double> forward;
  MassMatrix<double> mass;
};

Evaluator::Evaluator(const Model& model, const Parameters<double>& parameters, Array<MimicRelation> relations)
    : relations_(std::move(relations)), workspace_(std::make_unique<Workspace>(model, parameters)) {
  Array<bool> follows(model.nu());
  for (const MimicRelation& relation : relations_) follows[relation.follower_u] = true;
  for (int i = 0; i < model.nu(); ++i)
    if (!follows[i]) leaders_.push_back(i);
}
Evaluator::~Evaluator() = default;

int Evaluator::follow(GivenState& state, const GivenState& otherwise) const {
  int replaced = 0;
  const auto set = [&](double& value, double wanted, double not_given) {
    constexpr double rounding = 1e-9;
    if (value != not_given && std::abs(value - wanted) > rounding * (1 + std::abs(wanted))) ++replaced;
    value = wanted;
  };
  for (const MimicRelation& r : relations_) {
    const int q = r.follower_q, u = r.follower_u;
    set(state.q[q], r.multiplier * state.q[r.leader_q] + r.offset, otherwise.q[q]);
    set(state.u[u], r.multiplier * state.u[r.leader_u], otherwise.u[u]);
    set(state.udot[u], r.multiplier * state.udot[r.leader_u], otherwise.udot[u]);
  }
  return replaced;
}

/// Gᵀ·τ
void Evaluator::gather(VectorX<double>& forces) const {
  for (const MimicRelation& r : relations_) {
    forces[r.leader_u] += r.multiplier * forces[r.follower_u];
    forces[r.follower_u] = 0;
  }
}

/// Gᵀ·M·G
void Evaluator::gather(MatrixX<double>& M) const {
  for (const MimicRelation& r : relations_) {
    M.col(r.leader_u) += r.multiplier * M.col(r.follower_u);
    M.col(r.follower_u).setZero();
  }
  for (const MimicRelation& r : relations_) {
    M.row(r.leader_u) += r.multiplier * M.row(r.follower_u);
    M.row(r.follower_u).setZero();
  }
}

VectorX<double> Evaluator::inverse_dynamics(const GivenState& state, In<double> udot) {
  VectorX<double> tau(workspace_->tree.nu());
  calc_inverse_dynamics(workspace_->tree, state.q, state.u, udot, {}, workspace_->inverse, tau);
  gather(tau);
  return tau;
}

/// u̇ = G·v̇ with (Gᵀ·M·G)·v̇ = Gᵀ·(τ − c)
VectorX<double> Evaluator::forward_dynamics(const GivenState& state, const Evaluation& evaluation) {
  VectorX<double> udot(workspace_->tree.nu());
  if (relations_.empty()) {
    calc_forward_dynamics(workspace_->tree, state.q, state.u, state.tau, {}, workspace_->forward, udot);
    return udot;
  }
  VectorX<double> forces = state.tau;
  gather(forces);
  forces -= evaluation.bias;
  const MatrixX<double> M = evaluation.mass_matrix(leaders_, leaders_);
  VectorX<double> vdot;
  require(
      solve_positive_definite(M, forces(leaders_), vdot),
      "the mass matrix of the coupled joints is not positive definite; check their inertias and multipliers");
  udot(leaders_) = vdot;
  for (const MimicRelation& r : relations_) udot[r.follower_u] = r.multiplier * udot[r.leader_u];
  return udot;
}

Evaluation Evaluator::evaluate(const GivenState& state) {
  auto& [tree, position, velocity, inverse, forward, mass] = *workspace_;
  calc_position_kinematics(tree, state.q, position);
  calc_velocity_kinematics(tree, position, state.u, velocity);
  Evaluation out{.mass_matrix = MatrixX<double>(tree.nu(), tree.nu()),
                 .bias = inverse_dynamics(state, {}),
                 .inverse_dynamics = inverse_dynamics(state, state.udot),
                 .forward_dynamics = {},
                 .kinetic_energy = calc_kinetic_energy(tree, position, velocity),
                 .potential_energy = calc_potential_energy(tree, position)};
  calc_mass_matrix(tree, position, mass, out.mass_matrix);
  gather(out.mass_matrix);
  for (int body = 0; body < tree.body_count(); ++body) out.poses.push_back(calc_pose(tree, position, body));
  out.forward_dynamics = forward_dynamics(state, out);
  if (tree.total_mass() > 0) out.com = calc_com_position(tree, position);
  return out;
}

}  // namespace sarrus

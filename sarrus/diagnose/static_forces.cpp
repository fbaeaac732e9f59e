#include "sarrus/diagnose/internal/static_forces.h"

#include "sarrus/assemble/internal/constraint_clusters.h"
#include "sarrus/base/array.h"
#include "sarrus/dynamics/coordinates.h"
#include "sarrus/dynamics/normalize_quaternions.h"
#include "sarrus/sparse/dense_solve.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/internal/layout.h"
#include "sarrus/system/responses.h"

namespace sarrus {

namespace {

/// Step of the central differences: truncation and rounding errors are both about 1e-10 of the forces.
constexpr double difference = 1e-5;

}  // namespace

StaticForces::StaticForces(const State& state, Array<int> free_speeds)
    : speeds_(std::move(free_speeds)), state_(state), without_gravity_(state) {
  const Array<double> rest(state.nu(), 0.0);
  state_.set_u(rest);
  without_gravity_.set_u(rest);
  without_gravity_.set_enabled(state.layout().gravity, false);
}

VectorX<double> StaticForces::gather(State& state, In<double> q) const {
  state.set_q(q);
  const Array<double> no_rates(state.nu(), 0.0);
  Array<double> tau(no_rates);
  calc_inverse_dynamics(state, no_rates, Out<double>(tau));
  VectorX<double> f(size());
  for (int i = 0; i < size(); ++i) f[i] = -tau[speeds_[i]];
  return f;
}

VectorX<double> StaticForces::calc_forces(In<double> q) { return gather(state_, q); }

VectorX<double> StaticForces::calc_gravity_forces(In<double> q) {
  return gather(state_, q) - gather(without_gravity_, q);
}

MatrixX<double> StaticForces::calc_rows(In<double> q) {
  if (state_.layout().constraints.empty()) return MatrixX<double>(0, size());
  state_.set_q(q);
  const ConstraintSet& set = state_[state_.layout().system.constraint_set];
  if (set.velocity_rows == 0) return MatrixX<double>(0, size());
  ClusterParts all{{}, speeds_, set.velocity_rows, MotionLevel::velocity};
  for (std::size_t m = 0; m < set.members.size(); ++m) all.members.push_back(static_cast<int>(m));
  return calc_cluster_rows(state_, all);
}

StaticBalance calc_balance(StaticForces& forces, In<double> q) {
  StaticBalance balance;
  balance.forces = forces.calc_forces(q);
  const MatrixX<double> G = forces.calc_rows(q);
  balance.Z = calc_null_space(G).basis;
  balance.multipliers = solve_least_squares(G.transpose(), -balance.forces).x;
  balance.rest = balance.Z.transpose() * balance.forces;
  return balance;
}

Stiffness calc_stiffness(const State& state, StaticForces& forces, const VectorX<double>& multipliers) {
  const int n = forces.size();
  Stiffness K{MatrixX<double>(n, n), MatrixX<double>(n, n), MatrixX<double>::Zero(n, n)};
  Array<double> step(state.nu(), 0.0), rates(state.nq());
  for (int j = 0; j < n; ++j) {
    double& moved = step[forces.speeds()[j]];
    moved = 1;
    calc_qdot(state.tree(), state.q(), step, Out<double>(rates));
    moved = 0;
    VectorX<double> all = VectorX<double>::Zero(n), gravity = all, constraints = all;
    for (const double sign : {1.0, -1.0}) {
      Array<double> q(state.q().begin(), state.q().end());
      for (std::size_t k = 0; k < q.size(); ++k) q[k] += sign * difference * rates[k];
      normalize_quaternions(state.model(), Out<double>(q));
      all += sign * forces.calc_forces(q);
      gravity += sign * forces.calc_gravity_forces(q);
      if (multipliers.size() > 0) constraints += sign * (forces.calc_rows(q).transpose() * multipliers);
    }
    K.of_gravity.col(j) = gravity / (-2 * difference);
    K.of_elements.col(j) = (all - gravity) / (-2 * difference);
    K.of_constraints.col(j) = constraints / (-2 * difference);
  }
  return K;
}

}  // namespace sarrus

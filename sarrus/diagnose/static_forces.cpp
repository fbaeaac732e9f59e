#include "sarrus/diagnose/internal/static_forces.h"

#include <limits>

#include "sarrus/base/array.h"
#include "sarrus/dynamics/coordinates.h"
#include "sarrus/dynamics/normalize_quaternions.h"
#include "sarrus/sparse/dense_solve.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/internal/layout.h"
#include "sarrus/system/responses.h"

namespace sarrus::internal {

namespace {

/// Step of the central differences: truncation and rounding errors are both about 1e-10 of the forces.
constexpr double difference = 1e-5;

/// Weights of all speeds that hold those which are not free.
Array<double> weights_of(const State& state, const Array<int>& free_speeds) {
  Array<double> weights(state.nu(), std::numeric_limits<double>::infinity());
  for (const int k : free_speeds) weights[k] = 1;
  return weights;
}

}  // namespace

StaticForces::StaticForces(const State& state, Array<int> free_speeds)
    : speeds_(std::move(free_speeds)),
      state_(state),
      without_gravity_(state),
      freedom_(state, MotionLevel::velocity, weights_of(state, speeds_)) {
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

const ConstraintFreedom& StaticForces::freedom(In<double> q) {
  state_.set_q(q);
  freedom_.update(state_);
  return freedom_;
}

MatrixX<double> StaticForces::calc_rows(In<double> q) { return freedom(q).calc_rows(); }

StaticBalance calc_balance(StaticForces& forces, In<double> q) {
  StaticBalance balance;
  balance.forces = forces.calc_forces(q);
  const ConstraintFreedom& freedom = forces.freedom(q);
  const MatrixX<double> G = freedom.calc_rows();
  balance.Z = freedom.calc_motions();
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

}  // namespace sarrus::internal

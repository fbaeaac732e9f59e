#include "sarrus/diagnose/actuation.h"

#include "sarrus/base/array.h"
#include "sarrus/loops/constraint_jacobian.h"
#include "sarrus/sparse/dense_solve.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/internal/layout.h"
#include "sarrus/system/responses.h"

namespace sarrus {

namespace {

MatrixX<double> jacobian_of(const State& state) {
  MatrixX<double> G = MatrixX<double>::Zero(0, state.nu());
  if (!multipliers(state).empty()) constraint_jacobian(state).calc_full(G);
  return G;
}

/// Speeds that are neither locked nor prescribed.
Array<int> free_speeds(const State& state) {
  const IndexSet& given = state[state.layout().system.prescription].speeds;
  Array<int> free;
  for (int k = 0; k < state.nu(); ++k)
    if (given.size() == 0 || !given.contains(k)) free.push_back(k);
  return free;
}

/// An orthonormal basis of the null space of G over the free speeds, in columns over all speeds.
MatrixX<double> free_directions(const MatrixX<double>& G, const Array<int>& free, int nu) {
  const MatrixX<double> own = calc_null_space(G).basis;
  MatrixX<double> N = MatrixX<double>::Zero(nu, own.cols());
  N(free, Eigen::all) = own;
  return N;
}

ActuationKind kind_of(bool too_few, bool too_many) {
  if (too_few) return too_many ? ActuationKind::under_and_redundantly : ActuationKind::under;
  return too_many ? ActuationKind::redundantly : ActuationKind::properly;
}

}  // namespace

Actuation calc_actuation(const State& state, const IndexSet& actuated, In<double> udot) {
  const int nu = state.nu();
  require_speeds(actuated, nu);
  require_size(udot, nu, "udot", "the state has nu");
  VectorX<double> needed(nu);
  calc_inverse_dynamics(state, udot, Out<double>(needed));
  const Array<int> free = free_speeds(state);
  const MatrixX<double> all_G = jacobian_of(state), G = all_G(Eigen::all, free);
  const MatrixX<double> N = free_directions(G, free, nu);
  Array<int> speeds;
  for (int k = 0; k < nu; ++k)
    if (actuated.contains(k)) speeds.push_back(k);
  const int count = static_cast<int>(speeds.size());
  MatrixX<double> pushes(N.cols(), count);
  for (int a = 0; a < count; ++a) pushes.col(a) = N.row(speeds[a]).transpose();

  Actuation result;
  result.mobility = static_cast<int>(N.cols());
  result.tau.assign(nu, 0.0);
  const VectorX<double> wanted = N.transpose() * needed;
  VectorX<double> forces = VectorX<double>::Zero(count);
  if (count > 0 && N.cols() > 0) {
    const LeastSquares solution = solve_least_squares(pushes, wanted);
    result.effective = solution.rank;
    forces = solution.x;
  }
  VectorX<double> rest = needed;
  for (int a = 0; a < count; ++a) {
    const int k = speeds[a];
    result.tau[k] = forces[a];
    rest[k] -= forces[a];
  }
  if (N.cols() > 0) result.residual = (wanted - pushes * forces).cwiseAbs().maxCoeff();
  if (G.rows() > 0) {
    const VectorX<double> lambda = solve_least_squares(G.transpose(), rest(free)).x;
    result.multipliers.assign(lambda.begin(), lambda.end());
  }
  result.kind = kind_of(result.effective<result.mobility, count> result.effective);
  return result;
}

}  // namespace sarrus

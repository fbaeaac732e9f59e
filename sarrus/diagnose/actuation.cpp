#include "sarrus/diagnose/actuation.h"

#include "sarrus/base/array.h"
#include "sarrus/sparse/dense_solve.h"
#include "sarrus/system/constraint_freedom.h"
#include "sarrus/system/responses.h"

namespace sarrus {

namespace {

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
  const ConstraintFreedom freedom(state, MotionLevel::acceleration);
  const Array<int>& free = freedom.free_speeds();
  const MatrixX<double> G = freedom.calc_rows();
  MatrixX<double> N = MatrixX<double>::Zero(nu, freedom.mobility());  // permitted motions, over all speeds
  N(free, Eigen::all) = freedom.calc_motions();
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

#include "sarrus/study/actuation.h"

#include <Eigen/Dense>

#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/responses.h"

namespace sarrus {

namespace {

using Decomposition = Eigen::CompleteOrthogonalDecomposition<MatrixX<double>>;

/// What is smaller than this beside the largest counts as zero.
constexpr double rank_tolerance = 1e-9;

Decomposition decompose(const MatrixX<double>& matrix) {
  Decomposition result;
  result.setThreshold(rank_tolerance);
  result.compute(matrix);
  return result;
}

MatrixX<double> jacobian_of(const State& state) {
  MatrixX<double> G = MatrixX<double>::Zero(0, state.nu());
  if (!multipliers(state).empty()) constraint_jacobian(state).calc_full(G);
  return G;
}

/// An orthonormal basis of the velocities that G maps to zero.
MatrixX<double> free_directions(const MatrixX<double>& G, int nu) {
  if (G.rows() == 0) return MatrixX<double>::Identity(nu, nu);
  const Eigen::ColPivHouseholderQR<MatrixX<double>> qr = [&] {
    Eigen::ColPivHouseholderQR<MatrixX<double>> result;
    result.setThreshold(rank_tolerance);
    result.compute(G.transpose());
    return result;
  }();
  const MatrixX<double> Q = qr.householderQ() * MatrixX<double>::Identity(nu, nu);
  return Q.rightCols(nu - qr.rank());
}

}  // namespace

Actuation calc_actuation(const State& state, const SpeedSet& actuated, In<double> udot) {
  const int nu = state.nu();
  require_set(actuated, nu);
  require_size(udot, nu, "udot", "the state has nu");
  VectorX<double> needed(nu);
  calc_inverse_dynamics(state, udot, Out<double>(needed));
  const MatrixX<double> G = jacobian_of(state), N = free_directions(G, nu);
  std::vector<int> speeds;
  for (int k = 0; k < nu; ++k)
    if (actuated.contains(k)) speeds.push_back(k);
  const int count = static_cast<int>(speeds.size());
  MatrixX<double> pushes(N.cols(), count);
  for (int a = 0; a < count; ++a) pushes.col(a) = N.row(speeds[static_cast<std::size_t>(a)]).transpose();

  Actuation result;
  result.mobility = static_cast<int>(N.cols());
  result.tau.assign(static_cast<std::size_t>(nu), 0.0);
  const VectorX<double> wanted = N.transpose() * needed;
  VectorX<double> forces = VectorX<double>::Zero(count);
  if (count > 0 && N.cols() > 0) {
    const Decomposition decomposition = decompose(pushes);
    result.effective = static_cast<int>(decomposition.rank());
    forces = decomposition.solve(wanted);
  }
  VectorX<double> rest = needed;
  for (int a = 0; a < count; ++a) {
    const int k = speeds[static_cast<std::size_t>(a)];
    result.tau[static_cast<std::size_t>(k)] = forces[a];
    rest[k] -= forces[a];
  }
  if (N.cols() > 0) result.residual = (wanted - pushes * forces).cwiseAbs().maxCoeff();
  if (G.rows() > 0) {
    const VectorX<double> lambda = decompose(G.transpose()).solve(rest);
    result.multipliers.assign(lambda.begin(), lambda.end());
  }
  result.kind = result.effective < result.mobility ? ActuationKind::under
                : count > result.effective         ? ActuationKind::redundantly
                                                   : ActuationKind::properly;
  return result;
}

}  // namespace sarrus

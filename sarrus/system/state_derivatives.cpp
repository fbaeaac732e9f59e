#include "sarrus/system/state_derivatives.h"

#include "sarrus/system/internal/motion_derivatives.h"
#include "sarrus/system/responses.h"

namespace sarrus {

using namespace internal;

namespace {

using Rows = Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;

/// N⁻¹·∂(N·u)/∂q·N of a joint.
MatrixX<double> turning(const JointRates& joint) {
  const Rows N(joint.N.data(), joint.nq, joint.nu), inverse(joint.N_inverse.data(), joint.nu, joint.nq),
      by_q(joint.by_q.data(), joint.nq, joint.nq);
  return inverse * by_q * N;
}

/// Divides rows into their parts by δ, u and z.
void split(In<double> rows, int nu, int nz, MatrixX<double>& by_dq, MatrixX<double>& by_u,
           MatrixX<double>& by_z) {
  const Eigen::Index count = static_cast<Eigen::Index>(rows.size()) / std::max(1, 2 * nu + nz);
  by_dq.resize(count, nu), by_u.resize(count, nu), by_z.resize(count, nz);
  if (count == 0) return;
  const Rows all(rows.data(), count, 2 * nu + nz);
  by_dq = all.leftCols(nu), by_u = all.middleCols(nu, nu), by_z = all.rightCols(nz);
}

StateDerivatives take(const State& state, MotionDerivatives& motion) {
  const int n = state.nu(), nz = state.nz();
  Array<double> rows(n * motion.columns());
  motion.calc_accelerations(rows);
  StateDerivatives out;
  split(rows, n, nz, out.by_dq, out.by_u, out.by_z);
  split(motion.auxiliary_rows(), n, nz, out.zdot_by_dq, out.zdot_by_u, out.zdot_by_z);
  if (motion.is_constrained()) {
    split(motion.multiplier_rows(), n, nz, out.multipliers_by_dq, out.multipliers_by_u, out.multipliers_by_z);
    const ConstraintSet& set = state[state.layout().system.constraint_set];
    out.velocity_errors_by_dq = Rows(motion.constraints().velocity_by_dq().data(), set.velocity_rows, n);
    out.velocity_errors_by_z = Rows(motion.constraints().velocity_by_z().data(), set.velocity_rows, nz);
  }
  out.turning_by_dq = MatrixX<double>::Zero(n, n);
  for (const JointRates& joint : motion.joints())
    out.turning_by_dq.block(joint.u0, joint.u0, joint.nu, joint.nu) = turning(joint);
  out.differenced = motion.differenced();
  return out;
}

}  // namespace

std::optional<StateDerivatives> find_state_derivatives(const State& state) {
  MotionDerivatives motion(state, true);
  if (!motion.calc(state, udot(state))) return {};
  return take(state, motion);
}

StateDerivatives calc_state_derivatives(const State& state) {
  MotionDerivatives motion(state, true);
  require(motion.calc(state, udot(state)),
          "the derivatives of the motion of '{}' are not known: {}; linearize() differences it instead",
          state.model().name(), motion.obstacle());
  return take(state, motion);
}

}  // namespace sarrus

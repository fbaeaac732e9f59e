#include "tests/support/state_derivatives_check.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "sarrus/dynamics/coordinates.h"
#include "sarrus/linearize/internal/extrapolated_difference.h"
#include "sarrus/linearize/internal/value_difference.h"
#include "sarrus/linearize/value_derivatives.h"
#include "sarrus/system/constraint_freedom.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/internal/layout.h"
#include "sarrus/system/named_values.h"
#include "sarrus/system/prescribed_motion.h"
#include "sarrus/system/responses.h"
#include "sarrus/system/state_derivatives.h"

namespace sarrus::testing {

namespace {

/// A deviation of the variables: coordinates in the directions of the speeds.
struct Deviation {
  VectorX<double> dq, u, z;
  explicit Deviation(const State& state)
      : dq(VectorX<double>::Zero(state.nu())), u(dq), z(VectorX<double>::Zero(state.nz())) {}
};

State moved(const State& from, const Deviation& by) {
  State state = from;
  Array<double> q(state.nq()), u(state.nu()), z(state.nz());
  calc_qdot<double>(state.tree(), from.q(), {by.dq.data(), static_cast<std::size_t>(by.dq.size())}, q);
  for (int i = 0; i < state.nq(); ++i) q[i] += from.q(i);
  for (int k = 0; k < state.nu(); ++k) u[k] = from.u(k) + by.u[k];
  for (int i = 0; i < state.nz(); ++i) z[i] = from.z()[static_cast<std::size_t>(i)] + by.z[i];
  state.set_q(q), state.set_u(u), state.set_z(z);
  prescribe(state);
  return state;
}

/// What is differentiated, one after the other.
struct Parts {
  VectorX<double> udot, zdot, multipliers, errors;
  explicit Parts(const State& state) : udot(vector(sarrus::udot(state))), zdot(vector(sarrus::zdot(state))) {
    if (state.layout().constraints.empty()) return;
    multipliers = vector(sarrus::multipliers(state)), errors = vector(velocity_errors(state));
  }
  static VectorX<double> vector(In<double> x) {
    return Eigen::Map<const VectorX<double>>(x.data(), static_cast<Eigen::Index>(x.size()));
  }
  VectorX<double> all() const {
    VectorX<double> sum(udot.size() + zdot.size() + multipliers.size() + errors.size());
    sum << udot, zdot, multipliers, errors;
    return sum;
  }
};

void expect_close(const MatrixX<double>& exact, const MatrixX<double>& expected, double tolerance,
                  const char* what) {
  ASSERT_EQ(exact.rows(), expected.rows()) << what;
  ASSERT_EQ(exact.cols(), expected.cols()) << what;
  if (expected.size() == 0) return;
  EXPECT_LT((exact - expected).cwiseAbs().maxCoeff(), tolerance * (1 + expected.cwiseAbs().maxCoeff()))
      << what;
}

}  // namespace

void expect_state_derivatives(const State& state, double tolerance, double first_step) {
  const StateDerivatives exact = calc_state_derivatives(state);
  const Parts parts(state);
  const Eigen::Index n = state.nu(), nz = state.nz(), rows = parts.all().size();
  const auto differenced = [&](VectorX<double> Deviation::*kind, Eigen::Index count) {
    MatrixX<double> by(rows, count);
    for (Eigen::Index k = 0; k < count; ++k)
      by.col(k) = internal::calc_extrapolated_difference(
                      [&](double step) {
                        Deviation deviation(state);
                        (deviation.*kind)[k] = step;
                        return Parts(moved(state, deviation)).all();
                      },
                      first_step)
                      .derivative;
    return by;
  };
  const Eigen::Index m = parts.multipliers.size(), e = parts.errors.size();
  // Multipliers of dependent rows are not unique, but the forces that they exert together are.
  MatrixX<double> exerted;
  if (m > 0) exerted = ConstraintFreedom(state, MotionLevel::acceleration).calc_rows().transpose();
  const auto compare = [&](const MatrixX<double>& by, const MatrixX<double>& udot,
                           const MatrixX<double>& zdot, const MatrixX<double>& lambda,
                           const MatrixX<double>* errors, const char* what) {
    SCOPED_TRACE(what);
    expect_close(udot, by.topRows(n), tolerance, "accelerations");
    expect_close(zdot, by.middleRows(n, nz), tolerance, "auxiliary variables");
    if (m > 0)
      expect_close(exerted * lambda, exerted * by.middleRows(n + nz, m), tolerance, "forces of multipliers");
    if (e > 0 && errors != nullptr) expect_close(*errors, by.bottomRows(e), tolerance, "velocity errors");
  };
  compare(differenced(&Deviation::dq, n), exact.by_dq, exact.zdot_by_dq, exact.multipliers_by_dq,
          &exact.velocity_errors_by_dq, "by coordinates");
  compare(differenced(&Deviation::u, n), exact.by_u, exact.zdot_by_u, exact.multipliers_by_u, nullptr,
          "by speeds");
  if (nz == 0) return;
  compare(differenced(&Deviation::z, nz), exact.by_z, exact.zdot_by_z, exact.multipliers_by_z,
          &exact.velocity_errors_by_z, "by auxiliary variables");
}

Array<std::string> expect_parameter_derivatives(const State& state, double tolerance) {
  Array<std::string> names;
  for (const NamedValue& each : value_names(state))  // differences cannot cross the end of a range
    if (each.kind == ValueKind::parameter &&
        state.layout().parameters[each.number].range.lower < value(state, each))
      names.push_back(each.name);
  const ValueDerivatives exact = calc_value_derivatives(state, names);
  const Parts parts(state);
  const Eigen::Index n = parts.udot.size(), m = parts.multipliers.size();
  MatrixX<double> exerted;
  if (m > 0) exerted = ConstraintFreedom(state, MotionLevel::acceleration).calc_rows().transpose();
  for (int j = 0; j < static_cast<int>(names.size()); ++j) {
    if (std::count(exact.differenced.begin(), exact.differenced.end(), names[j]) > 0) continue;
    SCOPED_TRACE(names[j]);
    const VectorX<double> by = internal::calc_value_difference(state, names[j], [](const State& at) {
                                 return Parts(at).all();
                               }).derivative;
    expect_close(exact.udot.col(j), by.head(n), tolerance, "accelerations");
    if (m > 0)
      expect_close(exerted * exact.multipliers.col(j), exerted * by.segment(n + parts.zdot.size(), m),
                   tolerance, "forces of multipliers");
  }
  return exact.differenced;
}

}  // namespace sarrus::testing

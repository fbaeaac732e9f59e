#include <cmath>

#include "sarrus/complementarity/internal/scaled_problem.h"

namespace sarrus {

void RowOperator::calc_diagonal(Out<double> diagonal) const {
  Eigen::VectorXd unit = Eigen::VectorXd::Zero(row_count()), column(speed_count()), row(row_count());
  for (int i = 0; i < row_count(); ++i) {
    unit[i] = 1;
    multiply_transposed(unit, column);
    solve_inertia(column);
    multiply(column, row);
    diagonal[i] = row[i];
    unit[i] = 0;
  }
}

void RowOperator::calc_matrix(Out<double> G) const {
  const int m = row_count();
  Eigen::VectorXd unit = Eigen::VectorXd::Zero(m), column(speed_count());
  for (int i = 0; i < m; ++i) {
    unit[i] = 1;
    multiply_transposed(unit, column);
    solve_inertia(column);
    multiply(column, Out<double>(G.data() + i * m, m));
    unit[i] = 0;
  }
}

namespace internal {
namespace {

void require_finite(const Eigen::VectorXd& x, const char* what) {
  for (Eigen::Index i = 0; i < x.size(); ++i)
    require(std::isfinite(x[i]), "{} {} of a cone problem is {}", what, i, x[i]);
}

/// Adds what one contact contributes: speeds u and forces r̂ of its rows.
void certify_contact(const ForceSet& set, const double* r, const double* u, ConeCertificate& certificate) {
  const double slip = tangential_norm(set, u), force = tangential_norm(set, r);
  double tangential_power = 0;
  for (int i = 1; i < set.rows; ++i) tangential_power += r[i] * u[i];
  certificate.approach = std::max(certificate.approach, -u[0]);
  certificate.cone = std::max({certificate.cone, -r[0], force - r[0]});
  certificate.power += std::abs(r[0] * u[0]) + std::abs(tangential_power + slip * r[0]);
}

/// The same for one row.
void certify_row(const ForceSet& set, double r, double u, ConeCertificate& certificate) {
  switch (set.kind) {
    case ForceSetKind::free:
      certificate.approach = std::max(certificate.approach, std::abs(u));
      break;
    case ForceSetKind::unilateral:
      certificate.approach = std::max(certificate.approach, -u);
      certificate.cone = std::max(certificate.cone, -r);
      certificate.power += std::abs(r * u);
      break;
    case ForceSetKind::limited:
      certificate.cone = std::max(certificate.cone, std::abs(r) - set.limit);
      certificate.power += std::abs(r * u + set.limit * std::abs(u));
      break;
    case ForceSetKind::contact:
      break;
  }
}

}  // namespace

void ScaledProblem::take(RowOperator& operator_, const ConeProblem& problem) {
  rows = &operator_;
  sets = problem.sets;
  const int n = rows->speed_count(), m = rows->row_count();
  require_size(problem.free_speeds, n, "free_speeds", "the number of speeds");
  require_size(problem.bias, m, "bias", "the number of rows");
  int count = 0;
  for (const ForceSet& set : sets) count += set.rows;
  require(count == m, "the force sets have {} rows together, but the operator has {}", count, m);

  free_speeds = Eigen::Map<const Eigen::VectorXd>(problem.free_speeds.data(), n);
  bias = Eigen::Map<const Eigen::VectorXd>(problem.bias.data(), m);
  require_finite(free_speeds, "free speed");
  require_finite(bias, "bias");
  scale.resize(m);
  compliance.resize(static_cast<Eigen::Index>(sets.size()));
  speed_work_.resize(n);
  momentum_work_.resize(n);
  error_work_.resize(n);
  row_work_.resize(m);
  rows->calc_diagonal(row_work_);
  require_finite(row_work_, "diagonal element");
  const double smallest = 1e-300;  // of rows that nothing moves
  for_each_set([&](int i, const ForceSet& set, int first) {
    double sum = 0;
    for (int k = 0; k < set.rows; ++k) {
      scale[first + k] = row_scale(set, k);
      sum += scale[first + k] * scale[first + k] * row_work_[first + k];
    }
    compliance[i] = std::max(sum / set.rows, smallest);
  });
  bias.array() *= scale.array();
  rows->multiply_inertia(free_speeds, speed_work_);
  size = std::sqrt(std::max(0.0, free_speeds.dot(speed_work_)));
  for_each_set([&](int i, const ForceSet& set, int first) {
    if (compliance[i] > smallest)
      size = std::max(size, bias.segment(first, set.rows).norm() / std::sqrt(compliance[i]));
  });
}

void ScaledProblem::calc_speeds(const Eigen::VectorXd& r, Eigen::VectorXd& v) const {
  if (r.isZero(0)) {
    v = free_speeds;
    return;
  }
  v.resize(free_speeds.size());
  calc_generalized_forces(r, v);
  rows->solve_inertia(v);
  v += free_speeds;
}

void ScaledProblem::calc_row_speeds(const Eigen::VectorXd& v, Eigen::VectorXd& u) const {
  u.resize(bias.size());
  rows->multiply(v, u);
  u = u.cwiseProduct(scale) + bias;
}

void ScaledProblem::calc_generalized_forces(const Eigen::VectorXd& r, Eigen::VectorXd& f) const {
  row_work_ = r.cwiseProduct(scale);
  rows->multiply_transposed(row_work_, f);
}

double ScaledProblem::inverse_inertia_norm(const Eigen::VectorXd& x) const {
  speed_work_ = x;
  rows->solve_inertia(speed_work_);
  return std::sqrt(std::max(0.0, x.dot(speed_work_)));
}

double ScaledProblem::calc_momentum_error(const Eigen::VectorXd& v, const Eigen::VectorXd& r) const {
  error_work_ = v - free_speeds;
  rows->multiply_inertia(error_work_, momentum_work_);
  calc_generalized_forces(r, error_work_);
  momentum_work_ -= error_work_;
  return inverse_inertia_norm(momentum_work_);
}

double calc_complementarity(const ScaledProblem& problem, const Eigen::VectorXd& r,
                            const Eigen::VectorXd& u) {
  double largest = 0;
  problem.for_each_set([&](int i, const ForceSet& set, int first) {
    const double g = problem.compliance[i], *speeds = u.data() + first;
    double x[ForceSet::max_rows], sum = 0;
    for (int k = 0; k < set.rows; ++k)
      x[k] = r[first + k] - (speeds[k] + (k == 0 ? calc_shift(set, speeds) : 0.0)) / g;
    project(set, x);
    for (int k = 0; k < set.rows; ++k) sum += (r[first + k] - x[k]) * (r[first + k] - x[k]);
    const double error = std::sqrt(g * sum);
    if (!(error <= largest) && !std::isnan(largest)) largest = error;
  });
  return largest;
}

void certify(const ScaledProblem& problem, const Eigen::VectorXd& v, const Eigen::VectorXd& r,
             const Eigen::VectorXd& u, ConeCertificate& certificate) {
  certificate.momentum = problem.calc_momentum_error(v, r);
  certificate.complementarity = calc_complementarity(problem, r, u);
  certificate.scale = problem.size;
  certificate.approach = certificate.cone = certificate.power = 0;
  problem.for_each_set([&](int, const ForceSet& set, int first) {
    if (set.kind == ForceSetKind::contact)
      certify_contact(set, r.data() + first, u.data() + first, certificate);
    else
      certify_row(set, r[first], u[first], certificate);
  });
}

}  // namespace internal
}  // namespace sarrus

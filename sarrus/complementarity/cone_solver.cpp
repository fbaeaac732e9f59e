#include "sarrus/complementarity/cone_solver.h"

#include "sarrus/complementarity/internal/mode_newton.h"
#include "sarrus/complementarity/internal/proximal_newton.h"

namespace sarrus {
namespace {

using internal::ModeNewton;
using internal::ProximalNewton;
using internal::ScaledProblem;

constexpr int first_try_steps = 10, polish_steps = 8;
/// Renewals of the convex problem after the exact one was given up.
constexpr int relaxed_renewals = 40;

/// Whether the forces that the last renewal added show that no speeds satisfy the rows: they may be added in
/// any amount, z ∈ K, move nothing, Jᵀ·z = 0, and yet z·(J·v + b) = z·b < 0 for all v.
bool is_contradiction(const ScaledProblem& problem, const Eigen::VectorXd& z) {
  double outside = 0;
  problem.for_each_set([&](int, const ForceSet& set, int first) {
    double x[ForceSet::max_rows] = {};
    if (set.kind != ForceSetKind::limited) {
      std::copy_n(z.data() + first, set.rows, x);
      internal::project(set, x);
    }
    for (int k = 0; k < set.rows; ++k) outside = std::max(outside, std::abs(z[first + k] - x[k]));
  });
  if (outside > 1e-3 * z.lpNorm<Eigen::Infinity>()) return false;
  Eigen::VectorXd f(problem.free_speeds.size());
  problem.calc_generalized_forces(z, f);
  double scale = 0;
  problem.for_each_set([&](int i, const ForceSet& set, int first) {
    scale += std::sqrt(problem.compliance[i]) * z.segment(first, set.rows).norm();
  });
  const double work = z.dot(problem.bias);
  return problem.inverse_inertia_norm(f) <= 1e-9 * scale && work < -1e-9 * problem.size * scale;
}

}  // namespace

struct ConeSolver::Work {
  ScaledProblem problem;
  ProximalNewton proximal;
  ModeNewton modes;
  Eigen::VectorXd v, r, f;

  void take_start(const ConeSolution& solution);
  void calc_speeds();
  bool is_solved(double tolerance);
  bool search(ConeSolution& solution, const ConeOptions& options, bool dense, double tolerance);
  void relax(double tolerance, ConeCertificate& certificate);
  void hand_over(ConeSolution& solution);
};

/// Scaled forces of the solution where it has the right number, otherwise none.
void ConeSolver::Work::take_start(const ConeSolution& solution) {
  const Eigen::Index m = problem.bias.size();
  r.setZero(m);
  if (static_cast<Eigen::Index>(solution.forces.size()) == m) {
    for (Eigen::Index i = 0; i < m; ++i)
      if (problem.scale[i] > 0 && std::isfinite(solution.forces[i]))
        r[i] = solution.forces[i] / problem.scale[i];
    problem.for_each_set(
        [&](int, const ForceSet& set, int first) { internal::project(set, r.data() + first); });
  }
}

/// v = v* + M⁻¹·Jᵀ·r.
void ConeSolver::Work::calc_speeds() {
  f.resize(problem.free_speeds.size());
  problem.calc_generalized_forces(r, f);
  problem.rows->solve_inertia(f);
  v = problem.free_speeds + f;
}

bool ConeSolver::Work::is_solved(double tolerance) {
  ConeCertificate certificate;
  internal::certify(problem, v, r, certificate);
  return certificate.momentum <= tolerance && certificate.complementarity <= tolerance;
}

/// Renews shifts and centers until the exact problem is solved. Returns false if it is not.
bool ConeSolver::Work::search(ConeSolution& solution, const ConeOptions& options, bool dense,
                              double tolerance) {
  ConeCertificate& certificate = solution.certificate;
  calc_speeds();
  proximal.start(problem, v, r);
  double inner_tolerance = 1e-3 * problem.size;
  for (certificate.renewals = 1; certificate.renewals <= options.max_renewals; ++certificate.renewals) {
    proximal.renew_shifts();
    certificate.newton_steps += proximal.minimize(std::max(inner_tolerance, 0.1 * tolerance));
    inner_tolerance *= 0.1;
    r = proximal.forces();
    if (dense && modes.improve(r, tolerance, polish_steps)) {
      calc_speeds();
      return true;
    }
    v = proximal.speeds();
    if (is_solved(tolerance)) return true;
    if (is_contradiction(problem, proximal.force_change())) {
      solution.status = ConeStatus::contradictory;
      const Eigen::VectorXd& z = proximal.force_change();
      solution.ray.resize(z.size());
      for (Eigen::Index i = 0; i < z.size(); ++i)
        solution.ray[i] = z[i] * problem.scale[i] / z.lpNorm<Eigen::Infinity>();
      return false;
    }
  }
  solution.status = ConeStatus::relaxed;
  return false;
}

/// The convex problem with the last shifts, which always has a solution unless rows contradict each other.
void ConeSolver::Work::relax(double tolerance, ConeCertificate& certificate) {
  for (int i = 0; i < relaxed_renewals; ++i) {
    certificate.newton_steps += proximal.minimize(0.1 * tolerance);
    if (proximal.force_change().norm() <= 1e-9 * proximal.forces().norm()) break;
  }
  v = proximal.speeds();
  r = proximal.forces();
}

void ConeSolver::Work::hand_over(ConeSolution& solution) {
  Eigen::VectorXd u(r.size());
  problem.calc_row_speeds(v, u);
  internal::find_modes(problem, r, u, solution.modes);
  solution.speeds.assign(v.begin(), v.end());
  solution.forces.resize(r.size());
  for (Eigen::Index i = 0; i < r.size(); ++i) solution.forces[i] = r[i] * problem.scale[i];
}

ConeSolver::ConeSolver() : work_(std::make_unique<Work>()) {}
ConeSolver::~ConeSolver() = default;
ConeSolver::ConeSolver(ConeSolver&&) noexcept = default;
ConeSolver& ConeSolver::operator=(ConeSolver&&) noexcept = default;

void ConeSolver::solve(RowOperator& rows, const ConeProblem& problem, ConeSolution& solution,
                       const ConeOptions& options) {
  Work& work = *work_;
  work.problem.take(rows, problem);
  work.take_start(solution);
  const double tolerance = options.tolerance * work.problem.size;
  const bool dense = rows.row_count() <= options.max_dense_rows;
  solution.certificate = {};
  solution.status = ConeStatus::solved;
  solution.ray.clear();

  if (dense) work.modes.start(work.problem);
  if (dense && work.modes.improve(work.r, tolerance, first_try_steps)) {
    solution.certificate.first_try = true;
    work.calc_speeds();
  } else if (!dense && (work.calc_speeds(), work.is_solved(tolerance))) {
    solution.certificate.first_try = true;  // nothing has changed
  } else if (!work.search(solution, options, dense, tolerance) && solution.status == ConeStatus::relaxed) {
    work.relax(tolerance, solution.certificate);
  }
  internal::certify(work.problem, work.v, work.r, solution.certificate);
  work.hand_over(solution);
}

}  // namespace sarrus

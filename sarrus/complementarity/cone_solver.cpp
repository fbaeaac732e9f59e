#include "sarrus/complementarity/cone_solver.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "sarrus/complementarity/internal/mode_newton.h"
#include "sarrus/complementarity/internal/projected_sweeps.h"
#include "sarrus/complementarity/internal/proximal_newton.h"

namespace sarrus {
namespace {

using internal::ModeNewton;
using internal::ProjectedSweeps;
using internal::ProximalNewton;
using internal::ScaledProblem;

constexpr int first_try_factorizations = 10, polish_factorizations = 8, factorizations_of_opened = 20;
/// Shifts that go round and round, as they can where friction is great, settle if they are renewed in parts.
double part_of_renewal(int number) { return number <= 10 ? 1.0 : number <= 25 ? 0.5 : 0.2; }

/// Problems of fewer rows are left to Newton's methods.
constexpr int least_rows_for_sweeps = 300;
/// Sweeps end where so many do not halve the error.
constexpr int sweeps_at_once = 10, patience_of_sweeps = 30;
/// Where no more contacts slide, Newton's method is tried before sweeps: bodies rest, or nearly.
constexpr int few_sliding = 100;

/// So often it is tried to open contacts whose forces drift to zero: each time that many renewals have
/// passed, and no more of them than this. Forces drift if what they change together moves this little of what
/// each of them would.
constexpr int renewals_before_opening = 6, most_opened = 3;
constexpr double drifting = 0.5;

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
  ProjectedSweeps sweeps;
  Eigen::VectorXd v, r, u;

  void take_start(const ConeSolution& solution);
  bool is_solved(double tolerance);
  bool improve(double tolerance, int max_factorizations, ConeCertificate& certificate);
  bool sweep(double tolerance);
  bool try_large(const ConeOptions& options, double tolerance, ConeCertificate& certificate);
  bool search(ConeSolution& solution, const ConeOptions& options, double tolerance);
  bool open_drifting(double tolerance, ConeCertificate& certificate);
  bool solve_opened(int set, int first, double tolerance, ConeCertificate& certificate);
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

bool ConeSolver::Work::is_solved(double tolerance) {
  problem.calc_row_speeds(v, u);
  return internal::calc_complementarity(problem, r, u) <= tolerance &&
         problem.calc_momentum_error(v, r) <= tolerance;
}

/// Newton's method on the modes, from the present forces.
bool ConeSolver::Work::improve(double tolerance, int max_factorizations, ConeCertificate& certificate) {
  const bool succeeded = modes.improve(r, tolerance, max_factorizations);
  certificate.newton_steps += modes.factorizations();
  if (succeeded) v = modes.speeds(), u = modes.row_speeds();
  return succeeded;
}

/// Sweeps over the sets as long as that leads somewhere.
bool ConeSolver::Work::sweep(double tolerance) {
  const internal::RowResponses* rows = problem.rows->responses();
  if (rows == nullptr) return false;
  sweeps.start(problem, *rows, r);
  double goal = std::numeric_limits<double>::infinity();
  for (int left = patience_of_sweeps; left > 0; --left) {
    for (int i = 0; i < sweeps_at_once; ++i) sweeps.sweep();
    problem.calc_speeds(sweeps.forces(), v);
    problem.calc_row_speeds(v, u);
    const double error = internal::calc_complementarity(problem, sweeps.forces(), u);
    if (!std::isfinite(error)) return false;
    r = sweeps.forces();
    if (error <= tolerance) return true;
    if (error <= goal) left = patience_of_sweeps, goal = 0.5 * error;
  }
  return false;
}

/// Where many contacts slide, equations of their modes are dense: sweeps are quicker.
bool ConeSolver::Work::try_large(const ConeOptions& options, double tolerance, ConeCertificate& certificate) {
  modes.start(problem, std::min(few_sliding, options.max_dense_rows));
  if (improve(tolerance, first_try_factorizations, certificate) || sweep(tolerance)) return true;
  modes.start(problem, options.max_dense_rows);
  return improve(tolerance, first_try_factorizations, certificate);
}

/// Renews shifts and centers until the exact problem is solved. Returns false if it is not.
bool ConeSolver::Work::search(ConeSolution& solution, const ConeOptions& options, double tolerance) {
  ConeCertificate& certificate = solution.certificate;
  problem.calc_speeds(r, v);
  proximal.start(problem, v, r);
  double inner_tolerance = 1e-3 * problem.size;
  for (certificate.renewals = 1; certificate.renewals <= options.max_renewals; ++certificate.renewals) {
    proximal.renew_shifts(part_of_renewal(certificate.renewals));
    certificate.newton_steps += proximal.minimize(std::max(inner_tolerance, 0.1 * tolerance));
    inner_tolerance *= 0.1;
    r = proximal.forces();
    if (options.max_dense_rows > 0 && improve(tolerance, polish_factorizations, certificate)) return true;
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
    if (options.max_dense_rows > 0 && certificate.renewals % renewals_before_opening == 0 &&
        open_drifting(tolerance, certificate))
      return true;
    proximal.skip_drift();
  }
  solution.status = ConeStatus::relaxed;
  return false;
}

/// Redundant rows that contradict each other slightly let forces drift without moving anything, until one of
/// them is zero and its contact opens. Where others slide, the way there is long: tries what it may lead to,
/// the contacts that would be the first to open.
bool ConeSolver::Work::open_drifting(double tolerance, ConeCertificate& certificate) {
  struct Drift {
    double renewals;  // until the force is zero
    int set, first;
  };
  const Eigen::VectorXd& change = proximal.force_change();
  Eigen::VectorXd f(problem.free_speeds.size());
  problem.calc_generalized_forces(change, f);
  double each = 0;
  std::vector<Drift> drifts;
  problem.for_each_set([&](int i, const ForceSet& set, int first) {
    each += std::sqrt(problem.compliance[i]) * change.segment(first, set.rows).norm();
    const bool opens = set.kind == ForceSetKind::contact || set.kind == ForceSetKind::unilateral;
    if (opens && change[first] < 0) drifts.push_back({-proximal.forces()[first] / change[first], i, first});
  });
  if (problem.inverse_inertia_norm(f) > drifting * each) return false;
  std::sort(drifts.begin(), drifts.end(), [](const Drift& a, const Drift& b) {
    return std::pair(a.renewals, a.set) < std::pair(b.renewals, b.set);
  });
  if (drifts.size() > most_opened) drifts.resize(most_opened);
  return std::any_of(drifts.begin(), drifts.end(), [&](const Drift& drift) {
    return solve_opened(drift.set, drift.first, tolerance, certificate);
  });
}

/// Solves the problem with a contact lifted so far that it does not press, which is a solution of the exact
/// problem if the contact then parts by itself.
bool ConeSolver::Work::solve_opened(int set, int first, double tolerance, ConeCertificate& certificate) {
  const double bias = problem.bias[first];
  r = proximal.forces();
  r.segment(first, problem.sets[set].rows).setZero();
  problem.bias[first] += 10 * problem.size * std::sqrt(problem.compliance[set]);
  const bool succeeded = improve(tolerance, factorizations_of_opened, certificate);
  problem.bias[first] = bias;
  return succeeded && is_solved(tolerance);
}

/// The convex problem with the last shifts, which always has a solution unless rows contradict each other.
void ConeSolver::Work::relax(double tolerance, ConeCertificate& certificate) {
  for (int i = 0; i < relaxed_renewals; ++i) {
    certificate.newton_steps += proximal.minimize(0.1 * tolerance);
    if (proximal.force_change().norm() <= 1e-9 * proximal.forces().norm()) break;
  }
  v = proximal.speeds();
  r = proximal.forces();
  problem.calc_row_speeds(v, u);
}

void ConeSolver::Work::hand_over(ConeSolution& solution) {
  internal::certify(problem, v, r, u, solution.certificate);
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
  ConeCertificate& certificate = solution.certificate;
  certificate = {};
  solution.status = ConeStatus::solved;
  solution.ray.clear();

  if (options.max_dense_rows > 0) {
    work.modes.start(work.problem, options.max_dense_rows);
    certificate.first_try = rows.row_count() < least_rows_for_sweeps
                                ? work.improve(tolerance, first_try_factorizations, certificate)
                                : work.try_large(options, tolerance, certificate);
  } else {
    work.problem.calc_speeds(work.r, work.v);
    certificate.first_try = work.is_solved(tolerance);  // nothing has changed
  }
  if (!certificate.first_try && !work.search(solution, options, tolerance) &&
      solution.status == ConeStatus::relaxed)
    work.relax(tolerance, certificate);
  work.hand_over(solution);
}

}  // namespace sarrus

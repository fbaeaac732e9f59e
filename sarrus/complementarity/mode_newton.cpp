#include "sarrus/complementarity/internal/mode_newton.h"

#include <Eigen/LU>

#include <algorithm>
#include <limits>
#include <utility>

namespace sarrus::internal {
namespace {

/// Makes equations of redundant rows solvable. What it leaves of an error is below this per step.
constexpr double redundancy = 1e-9;

}  // namespace

void find_modes(const ScaledProblem& problem, const Eigen::VectorXd& r, const Eigen::VectorXd& u,
                Array<RowMode>& modes) {
  modes.resize(problem.sets.size());
  problem.for_each_set([&](int i, const ForceSet& set, int first) {
    double x[ForceSet::max_rows];
    for (int k = 0; k < set.rows; ++k) x[k] = r[first + k] - u[first + k] / problem.compliance[i];
    modes[i] = find_mode(set, x);
  });
}

void ModeNewton::start(const ScaledProblem& problem) {
  problem_ = &problem;
  const Eigen::Index m = problem.bias.size();
  G_.resize(m, m);
  problem.rows->calc_matrix(Out<double>(G_.data(), static_cast<std::size_t>(m * m)));
  G_ = problem.scale.asDiagonal() * G_ * problem.scale.asDiagonal();
  free_row_speeds_.resize(m);
  problem.calc_row_speeds(problem.free_speeds, free_row_speeds_);
}

/// The rows of Alart's and Curnier's equations for a contact that slides:
///
///     F_T = r_T − x_n·d,  d = x_T/|x_T|,   δF_T = δr_T − d·δx_n − (x_n/|x_T|)·(1 − d·dᵀ)·δx_T,   δx = δr −
///     G·δr/g.
void ModeNewton::assemble_contact(const ForceSet& set, int first, double g, const double* r) {
  const int tangents = set.rows - 1;
  Eigen::VectorXd x(set.rows);
  for (int k = 0; k < set.rows; ++k) x[k] = r[k] - u_[first + k] / g;
  const double size = x.tail(tangents).norm(), turn = x[0] / size;
  const Eigen::VectorXd d = x.tail(tangents) / size;
  // δx of all rows of the contact as a matrix that multiplies δr.
  Eigen::MatrixXd dx = -G_.middleRows(first, set.rows) / g;
  for (int k = 0; k < set.rows; ++k) dx(k, first + k) += 1;
  const auto dx_T = dx.bottomRows(tangents);
  A_.middleRows(first + 1, tangents) = -d * dx.row(0) - turn * (dx_T - d * (d.transpose() * dx_T));
  for (int k = 1; k < set.rows; ++k) {
    A_(first + k, first + k) += 1;
    residual_[first + k] = r[k] - x[0] * d[k - 1];
  }
}

/// A·δr = −F with the present modes. A row that holds has the equation u = 0, a row with a given force r =
/// that.
void ModeNewton::assemble(const Eigen::VectorXd& r) {
  problem_->for_each_set([&](int i, const ForceSet& set, int first) {
    const double g = problem_->compliance[i];
    const auto hold = [&](int row) {
      A_.row(row) = G_.row(row) / g;
      A_(row, row) += redundancy;
      residual_[row] = u_[row] / g;
    };
    const auto give = [&](int row, double force) {
      A_.row(row).setZero();
      A_(row, row) = 1;
      residual_[row] = r[row] - force;
    };
    const RowMode mode = modes_[i];
    for (int k = 0; k < set.rows; ++k) {
      if (mode == RowMode::holding || (mode == RowMode::sliding && k == 0))
        hold(first + k);
      else if (mode != RowMode::sliding)
        give(first + k, mode == RowMode::upper ? set.limit : mode == RowMode::lower ? -set.limit : 0.0);
    }
    if (mode == RowMode::sliding) assemble_contact(set, first, g, r.data() + first);
  });
}

/// Loads that redundant rows leave open depend on the way by which r was found. Where nothing slides, the
/// equations of the modes are linear, and their solution from r = 0 has the share of equal springs: it is
/// taken if it solves the problem too.
void ModeNewton::share(Eigen::VectorXd& r, double tolerance) {
  constexpr int solutions = 3;  // each leaves of the error what `redundancy` says
  if (std::find(modes_.begin(), modes_.end(), RowMode::sliding) != modes_.end()) return;
  shared_.setZero(r.size());
  u_ = free_row_speeds_;
  assemble(shared_);
  const auto factors = A_.partialPivLu();
  for (int i = 0; i < solutions; ++i) {
    if (i > 0) assemble(shared_);
    shared_ -= factors.solve(residual_);
    u_ = G_ * shared_ + free_row_speeds_;
  }
  if (calc_complementarity(*problem_, shared_, u_) <= tolerance) r = shared_;
}

bool ModeNewton::improve(Eigen::VectorXd& r, double tolerance, int max_steps) {
  start_ = r;
  A_.resize(G_.rows(), G_.cols());
  residual_.resize(r.size());
  double last = std::numeric_limits<double>::infinity(), before_last = last;
  for (int step = 0;; ++step) {
    u_ = G_ * r + free_row_speeds_;
    const double error = calc_complementarity(*problem_, r, u_);
    find_modes(*problem_, r, u_, modes_);
    if (error <= tolerance) {
      if (step > 0) share(r, tolerance);
      return true;
    }
    const bool hopeless = error > 0.5 * std::max(last, before_last);  // modes go round and round
    if (step == max_steps || !std::isfinite(error) || hopeless) break;
    before_last = std::exchange(last, error);
    assemble(r);
    r -= A_.partialPivLu().solve(residual_);
    // Forces of given modes are exact, not results of elimination.
    problem_->for_each_set([&](int i, const ForceSet& set, int first) {
      if (modes_[i] == RowMode::open) r.segment(first, set.rows).setZero();
    });
  }
  r = start_;
  return false;
}

}  // namespace sarrus::internal

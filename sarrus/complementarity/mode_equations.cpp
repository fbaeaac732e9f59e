#include "sarrus/complementarity/internal/mode_equations.h"

#include <algorithm>

namespace sarrus::internal {

void ModeEquations::start(const ScaledProblem& problem) {
  problem_ = &problem;
  int numbers = 0;
  for (const ForceSet& set : problem.sets) numbers += set.rows * set.rows;
  blocks_.resize(numbers);
  offsets_.resize(problem.bias.size());
  rows_.resize(problem.bias.size());
  f_.resize(problem.free_speeds.size());
}

void ModeEquations::factor(const Eigen::VectorXd& r, const Eigen::VectorXd& u, const Array<RowMode>& modes) {
  modes_ = modes;
  slides_.clear();
  std::fill(blocks_.begin(), blocks_.end(), 0.0);
  double* block = blocks_.data();
  problem_->for_each_set([&](int i, const ForceSet& set, int first) {
    const int n = set.rows;
    if (modes[i] == RowMode::holding)
      for (int k = 0; k < n; ++k) block[k * (n + 1)] = normal_stiffness(i);
    else if (modes[i] == RowMode::sliding)
      add_slide(i, set, first, r.data() + first, u.data() + first, block);
    const double* scale = problem_->scale.data() + first;
    for (int k = 0; k < n; ++k)
      for (int l = 0; l < n; ++l) block[k * n + l] *= scale[k] * scale[l];
    block += n * n;
  });
  problem_->rows->factor(blocks_);
  factor_slides();
  is_factored_ = true;
  factored_rows_ = problem_->rows;
  factors_ = problem_->rows->factors();
}

void ModeEquations::keep_valid_factors() {
  is_factored_ = is_factored_ && factors_ != 0 && factored_rows_ == problem_->rows &&
                 factors_ == problem_->rows->factors();
}

void ModeEquations::add_slide(int i, const ForceSet& set, int first, const double* r, const double* u,
                              double* block) {
  const double g = problem_->compliance[i];
  const int n = set.rows;
  double x[ForceSet::max_rows];
  for (int k = 0; k < n; ++k) x[k] = r[k] - u[k] / g;
  const double size = tangential_norm(set, x), c = x[0] / size;
  Slide slide{.set = i, .first = first, .turn = 1 / std::max(1 - c, softness), .side = 0, .d = {}};
  slide.side = c * slide.turn / g;
  for (int k = 1; k < n; ++k) slide.d[k - 1] = x[k] / size;
  block[0] = normal_stiffness(i);
  for (int k = 1; k < n; ++k)
    for (int l = 1; l < n; ++l)
      block[k * n + l] = slide.side * ((k == l ? 1.0 : 0.0) - slide.d[k - 1] * slide.d[l - 1]);
  slides_.push_back(slide);
}

/// H + P·Qᵀ with P = Jᵀ·d and Qᵀ = w·J_n, one column and one row per contact that slides, is solved by
/// x = y − H⁻¹·P·(1 + Qᵀ·H⁻¹·P)⁻¹·Qᵀ·y, y = H⁻¹·b [Woodbury].
void ModeEquations::factor_slides() {
  const auto count = static_cast<Eigen::Index>(slides_.size());
  if (count == 0) return;
  columns_.resize(f_.size(), count);
  normals_.resize(f_.size(), count);
  rows_.setZero();
  for (Eigen::Index j = 0; j < count; ++j) {
    const Slide& slide = slides_[j];
    rows_[slide.first] = following_stiffness(slide.set);
    problem_->calc_generalized_forces(rows_, f_);
    normals_.col(j) = f_;
    rows_[slide.first] = 0;
    const int n = problem_->sets[slide.set].rows;
    for (int k = 1; k < n; ++k) rows_[slide.first + k] = slide.d[k - 1];
    problem_->calc_generalized_forces(rows_, f_);
    problem_->rows->solve(f_);
    columns_.col(j) = f_;
    for (int k = 1; k < n; ++k) rows_[slide.first + k] = 0;
  }
  coupling_.setIdentity(count, count);
  coupling_.noalias() += normals_.transpose() * columns_;
  coupling_factors_.compute(coupling_);
}

void ModeEquations::solve(Eigen::VectorXd& x) {
  problem_->rows->solve(x);
  if (slides_.empty()) return;
  small_.noalias() = normals_.transpose() * x;
  small_ = coupling_factors_.solve(small_);
  x.noalias() -= columns_ * small_;
}

/// a of all rows.
void ModeEquations::calc_offsets(const Eigen::VectorXd& r, const Eigen::VectorXd& u) {
  problem_->for_each_set([&](int i, const ForceSet& set, int first) {
    const double stiffness = normal_stiffness(i);
    for (int k = first; k < first + set.rows; ++k)
      offsets_[k] = gives_force(modes_[i]) ? given_force(set, modes_[i]) - r[k] : -stiffness * u[k];
  });
  for (const Slide& slide : slides_)
    calc_slide_offset(slide, r.data() + slide.first, u.data() + slide.first, offsets_.data() + slide.first);
}

/// With F = x_n·d − r_T at the present x, a_T = d·(d·F + a_n) + turn·(1 − d·dᵀ)·F.
void ModeEquations::calc_slide_offset(const Slide& slide, const double* r, const double* u, double* a) const {
  const ForceSet& set = problem_->sets[slide.set];
  const double g = problem_->compliance[slide.set];
  double x[ForceSet::max_rows], F[ForceSet::max_rows] = {}, along = 0;
  for (int k = 0; k < set.rows; ++k) x[k] = r[k] - u[k] / g;
  const double part = x[0] / tangential_norm(set, x);
  for (int k = 1; k < set.rows; ++k) {
    F[k] = part * x[k] - r[k];
    along += slide.d[k - 1] * F[k];
  }
  for (int k = 1; k < set.rows; ++k)
    a[k] = slide.d[k - 1] * (along + a[0]) + slide.turn * (F[k] - slide.d[k - 1] * along);
}

/// δr ← δr − B·δu of a contact that slides.
void ModeEquations::subtract_reaction(const Slide& slide, const double* du, double* dr) const {
  const int n = problem_->sets[slide.set].rows;
  double along = 0;
  for (int k = 1; k < n; ++k) along += slide.d[k - 1] * du[k];
  dr[0] -= normal_stiffness(slide.set) * du[0];
  for (int k = 1; k < n; ++k)
    dr[k] -= slide.d[k - 1] * following_stiffness(slide.set) * du[0] +
             slide.side * (du[k] - slide.d[k - 1] * along);
}

void ModeEquations::improve(Eigen::VectorXd& r, const Eigen::VectorXd& u) {
  calc_offsets(r, u);
  problem_->calc_generalized_forces(offsets_, f_);
  solve(f_);
  problem_->rows->multiply(f_, rows_);
  rows_ = rows_.cwiseProduct(problem_->scale);
  for (const Slide& slide : slides_)
    subtract_reaction(slide, rows_.data() + slide.first, offsets_.data() + slide.first);
  problem_->for_each_set([&](int i, const ForceSet& set, int first) {
    const double stiffness = modes_[i] == RowMode::holding ? normal_stiffness(i) : 0.0;
    for (int k = first; k < first + set.rows; ++k)
      r[k] = gives_force(modes_[i]) ? given_force(set, modes_[i]) : r[k] + offsets_[k] - stiffness * rows_[k];
  });
}

}  // namespace sarrus::internal

#include "sarrus/ode/internal/radau5.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sarrus/ode/internal/nonconvergence.h"
#include "sarrus/ode/internal/radau5_coefficients.h"
#include "sarrus/ode/internal/sums.h"

namespace sarrus::internal {

namespace {

/// Iterations of a step whose length can be changed, and of a fixed one.
constexpr int newton_limit = 7, fixed_newton_limit = 50;
/// Slower convergence than this, per evaluation that a Jacobian costs, wants a new one in the next step: an
/// expensive Jacobian is kept longer. [Hairer, Wanner II, IV.8] recommend 0.001 to 0.1.
constexpr double convergence_per_evaluation = 0.005, fastest_convergence = 0.01, slow_convergence = 0.4;
/// Divergence: changes shrink by less than this. The step is then repeated with this part of its length.
constexpr double slowest_convergence = 0.99, shortening_after_divergence = 0.3;

/// sums[i] = Σⱼ matrix[i][j]·terms[j], over the first n elements.
void transform(const double (&matrix)[3][3], const std::array<Array<double>, 3>& terms, std::size_t n,
               std::array<Array<double>, 3>& sums) {
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t i = 0; i < 3; ++i)
      sums[i][k] = matrix[i][0] * terms[0][k] + matrix[i][1] * terms[1][k] + matrix[i][2] * terms[2][k];
}

/// The largest change that ends the iterations, relative to the accuracy: a tenth where that is coarse, and
/// [Hairer, Wanner II, IV.8] where it is fine.
double newton_tolerance(double accuracy) {
  const double of_fine = std::sqrt(accuracy), of_coarse = std::min(0.1, 1e3 * accuracy);
  return std::max(
      {10 * std::numeric_limits<double>::epsilon() / accuracy, std::min(0.03, of_fine), of_coarse});
}

}  // namespace

Radau5::Radau5(InitialValueProblem& problem, const IntegratorOptions& options)
    : ImplicitMethod(problem, options, 4, std::make_unique<PredictiveStepController>(options, 4)) {
  for (Stages* stages : {&z_, &w_, &rates_, &newton_})
    for (Array<double>& stage : *stages) stage.resize(y_.size());
  for (auto* array : {&real_, &weights_, &moved_}) array->resize(y_.size());
  complex_.resize(dynamic_size());
}

void Radau5::forget() {
  ImplicitMethod::forget();
  last_length_ = 0;
  trust_ = 1;
  convergence_ = 0;
  repeated_ = false;
}

void Radau5::attempt(double t1) {
  const double h = t1 - time_;
  problem_.calc_error_weights(time_, y_, weights_);
  if (convergence_ > std::clamp(convergence_per_evaluation * static_cast<double>(jacobian_evaluations()),
                                fastest_convergence, slow_convergence))
    discard_jacobian();
  while (true) {
    const bool was_linearized = is_linearized();
    if (!was_linearized) linearize();
    if (!was_linearized || h != factored_for_) factor_for(h);
    predict_stages(h);
    try {
      solve_stages(t1);
      break;
    } catch (const Nonconvergence&) {
      if (is_linearized_here()) throw;
      discard_jacobian();
    }
  }
  set_integrals(h);
  set_sum(y_, 1, z_[2], new_y_);
  estimate_error(h);
  repeated_ = true;
}

void Radau5::factor_for(double h) {
  factored_for_ = 0;
  factor(radau::gamma0 / h);
  factor(std::complex<double>(radau::alpha, radau::beta) / h);
  factored_for_ = h;
}

/// The collocation polynomial of the last step, continued; no change if there is none.
void Radau5::predict_stages(double h) {
  const double ratio = last_length_ > 0 ? h / last_length_ : 0;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t k = 0; k < dynamic_size(); ++k)
      z_[i][k] = ratio > 0 ? polynomial(1 + radau::nodes[i] * ratio, k) - polynomial(1, k) : 0;
  transform(radau::to_transforms, z_, dynamic_size(), w_);
}

void Radau5::solve_stages(double t1) {
  const double tolerance = newton_tolerance(options_.accuracy);
  trust_ = std::pow(std::max(trust_, std::numeric_limits<double>::epsilon()), 0.8);
  for (int iteration = 1;; ++iteration) {
    ++statistics_.iterations;
    calc_residuals(t1);
    solve_for_changes();
    const double size = size_of_changes();
    judge_convergence(iteration, size, t1);
    last_size_ = std::max(size, std::numeric_limits<double>::min());
    add_changes();
    if (trust_ * size <= tolerance) return;
  }
}

/// Right sides of the equations for the changes of W: T⁻¹·f − (A⁻¹/h)·W, in the coordinates of W.
void Radau5::calc_residuals(double t1) {
  const double h = t1 - time_;
  copy(y_, moved_);
  for (std::size_t i = 0; i < 3; ++i) {
    set_sum(y_, 1, dynamic(z_[i]), moved_);
    evaluate(i == 2 ? t1 : time_ + radau::nodes[i] * h, moved_, rates_[i]);
  }
  for (std::size_t k = 0; k < dynamic_size(); ++k) {
    double transformed[3];
    for (std::size_t i = 0; i < 3; ++i)
      transformed[i] = radau::to_transforms[i][0] * rates_[0][k] + radau::to_transforms[i][1] * rates_[1][k] +
                       radau::to_transforms[i][2] * rates_[2][k];
    real_[k] = transformed[0] - radau::gamma0 / h * w_[0][k];
    complex_[k] = {transformed[1] - (radau::alpha * w_[1][k] - radau::beta * w_[2][k]) / h,
                   transformed[2] - (radau::beta * w_[1][k] + radau::alpha * w_[2][k]) / h};
  }
}

void Radau5::solve_for_changes() {
  solve(real_);
  solve(complex_);
}

/// The root mean square of the changes of W, relative to the accuracy.
double Radau5::size_of_changes() const {
  double squares = 0;
  for (std::size_t k = 0; k < dynamic_size(); ++k)
    squares += weights_[k] * weights_[k] * (real_[k] * real_[k] + std::norm(complex_[k]));
  const auto count = static_cast<double>(std::max<std::size_t>(1, 3 * dynamic_size()));
  return std::sqrt(squares / count) / options_.accuracy;
}

void Radau5::judge_convergence(int iteration, double size, double t1) {
  if (!std::isfinite(size))
    for (const Array<double>& rates : rates_) require_finite("the rate of ", t1, rates);
  const double tolerance = newton_tolerance(options_.accuracy);
  double fraction = shortening_after_divergence;
  if (std::isfinite(size)) {
    if (iteration == 1) return;
    const double ratio = size / last_size_;
    convergence_ = iteration == 2 ? ratio : std::sqrt(ratio * previous_rate_);
    previous_rate_ = ratio;
    if (convergence_ < slowest_convergence) {
      trust_ = convergence_ / (1 - convergence_);
      const int left = (has_error_control() ? newton_limit : fixed_newton_limit) - iteration;
      const double predicted = trust_ * size * std::pow(convergence_, left - 1) / tolerance;
      if (trust_ * size <= tolerance || (left > 0 && predicted < 1)) return;
      fraction = 0.8 * std::pow(std::clamp(predicted, 1e-4, 20.0), -1.0 / (4 + std::max(0, left - 1)));
    }
  }
  throw Nonconvergence(
      fmt::format("the equations of the implicit step from t = {:.9g} to {:.9g} were not solved: after {} "
                  "iterations the change is {:.3g} times the accuracy",
                  time_, t1, iteration, size),
      time_, fraction);
}

void Radau5::add_changes() {
  for (std::size_t k = 0; k < dynamic_size(); ++k) {
    w_[0][k] += real_[k];
    w_[1][k] += complex_[k].real();
    w_[2][k] += complex_[k].imag();
  }
  transform(radau::to_stages, w_, dynamic_size(), z_);
}

void Radau5::set_integrals(double h) {
  for (std::size_t k = dynamic_size(); k < y_.size(); ++k)
    for (std::size_t i = 0; i < 3; ++i)
      z_[i][k] =
          h * (radau::a[i][0] * rates_[0][k] + radau::a[i][1] * rates_[1][k] + radau::a[i][2] * rates_[2][k]);
}

/// The difference from an embedded formula of order three with ẏ₀, filtered by the matrix, so that it stays
/// bounded for stiff components. In a first or repeated step it is filtered twice, because ẏ₀ can be far from
/// the smooth solution.
void Radau5::estimate_error(double h) {
  filter_error(ydot_, h);
  if (last_length_ > 0 && !repeated_) return include_dense_error(h);
  if (problem_.measure_error(time_, y_, error_, options_.norm).size <= options_.accuracy) return;
  set_sum(y_, 1, dynamic(error_), moved_);
  evaluate(time_, moved_, real_);
  filter_error(real_, h);
}

/// Counts the error of dense output where it is larger: that of the result is far smaller for stiff
/// components. With the divided difference d of order four, of the polynomial of the last step and Z₃,
///   error = max |s(s − c₁)(s − c₂)(s − 1)|·h⁴·d,  0 ≤ s ≤ 1.
void Radau5::include_dense_error(double h) {
  constexpr double largest_product = 0.01826;
  const double r = h / last_length_, r2 = r * r;
  const double factor = largest_product * r2 * r2 / ((1 + r) * (1 + r - radau::c1) * (1 + r - radau::c2) * r);
  for (std::size_t k = 0; k < dynamic_size(); ++k) {
    const double predicted = polynomial(1 + r, k) - polynomial(1, k);
    const double dense = factor * (z_[2][k] - predicted);
    if (std::abs(dense) > std::abs(error_[k])) error_[k] = dense;
  }
}

void Radau5::filter_error(In<double> rate, double h) {
  for (std::size_t k = 0; k < y_.size(); ++k)
    error_[k] = rate[k] + (radau::error_weights[0] * z_[0][k] + radau::error_weights[1] * z_[1][k] +
                           radau::error_weights[2] * z_[2][k]) /
                              h;
  for (std::size_t k = dynamic_size(); k < y_.size(); ++k) error_[k] *= h / radau::gamma0;
  solve(error_);
}

void Radau5::accepted() {
  ImplicitMethod::accepted();
  last_length_ = factored_for_;
  repeated_ = false;
  // through 0 at s = 0, Z₁ at c₁, Z₂ at c₂ and Z₃ at 1
  for (std::size_t k = 0; k < y_.size(); ++k) {
    const double first = z_[0][k] / radau::c1, second = (z_[1][k] - z_[0][k]) / (radau::c2 - radau::c1);
    const double third = (z_[2][k] - z_[1][k]) / (1 - radau::c2);
    const double bend = (second - first) / radau::c2, next_bend = (third - second) / (1 - radau::c1);
    newton_[0][k] = first, newton_[1][k] = bend, newton_[2][k] = next_bend - bend;
  }
}

double Radau5::polynomial(double s, std::size_t k) const {
  return s * (newton_[0][k] + (s - radau::c1) * (newton_[1][k] + (s - radau::c2) * newton_[2][k]));
}

/// The polynomial, plus what projection has added at the end of the step.
void Radau5::calc_dense(double s, Out<double> y) const {
  for (std::size_t k = 0; k < y.size(); ++k)
    y[k] = old_y_[k] + polynomial(s, k) + s * (y_[k] - old_y_[k] - polynomial(1, k));
}

}  // namespace sarrus::internal

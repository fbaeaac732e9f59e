#include "sarrus/ode/internal/runge_kutta.h"

#include <algorithm>
#include <cmath>

#include "sarrus/base/array.h"
#include "sarrus/ode/internal/sums.h"

namespace sarrus::internal {

RungeKutta::RungeKutta(const ButcherTableau& tableau, InitialValueProblem& problem,
                       const IntegratorOptions& options)
    : OneStepMethod(problem, options, tableau.error_exponent), tableau_(tableau) {
  stages_.resize(tableau.a.size() * y_.size());
  dense_.resize(tableau.dense.size() * y_.size());
  scratch_.resize(y_.size());
}

void RungeKutta::add_stages(double h, const Array<double>& weights, Out<double> sum) const {
  for (std::size_t i = 0; i < weights.size(); ++i)
    if (weights[i] != 0) add_scaled(h * weights[i], stage(i), sum);
}

void RungeKutta::attempt(double t1) {
  const double h = t1 - time_;
  copy(ydot_, stage(0));
  for (int i = 1; i < tableau_.stages; ++i) {
    copy(y_, new_y_);
    add_stages(h, tableau_.a[i], new_y_);
    evaluate(tableau_.c[i] == 1 ? t1 : time_ + tableau_.c[i] * h, new_y_, stage(i));
  }
  if (!tableau_.first_same_as_last()) {
    copy(y_, new_y_);
    add_stages(h, tableau_.weights(), new_y_);
  }
  estimate_error(h);
}

void RungeKutta::estimate_error(double h) {
  add_stages(h, tableau_.error, error_);
  if (tableau_.second_error.empty()) return;
  // ε = |e₅|²/√(|e₅|² + 0.01·|e₃|²) is the size of e₅ times a factor [Hairer, Nørsett, Wanner I, II.10]
  std::fill(scratch_.begin(), scratch_.end(), 0.0);
  add_stages(h, tableau_.second_error, scratch_);
  const double fine = problem_.measure_error(time_, y_, error_, options_.norm).size;
  const double coarse = problem_.measure_error(time_, y_, scratch_, options_.norm).size;
  if (fine == 0) return;
  const double factor = fine / std::hypot(fine, 0.1 * coarse);
  for (double& error : error_) error *= factor;
}

void RungeKutta::finish(double t1, bool moved) {
  const Out<double> last = stage(tableau_.end);
  if (moved || !tableau_.first_same_as_last()) evaluate(t1, new_y_, last);
  copy(last, new_ydot_);
}

void RungeKutta::prepare_dense() const {
  const double h = time_ - previous_time_;
  for (std::size_t i = tableau_.end + 1; i < tableau_.a.size(); ++i) {
    copy(old_y_, scratch_);
    add_stages(h, tableau_.a[i], scratch_);
    evaluate(previous_time_ + tableau_.c[i] * h, scratch_, stage(i));
  }
  std::fill(dense_.begin(), dense_.end(), 0.0);
  for (std::size_t j = 0; j < tableau_.dense.size(); ++j) add_stages(h, tableau_.dense[j], dense(j));
  dense_ready_ = true;
}

void RungeKutta::refine(double s, Out<double> y) const {
  if (tableau_.dense.empty()) return;
  if (!dense_ready_) prepare_dense();
  // the factors of r₀ … r₃ in s²(1 − s)²·(r₀ + s·(r₁ + (1 − s)·(r₂ + s·r₃)))
  double factor = s * s * (1 - s) * (1 - s);
  for (std::size_t j = 0; j < tableau_.dense.size(); ++j) {
    add_scaled(factor, dense(j), y);
    factor *= j % 2 == 0 ? s : 1 - s;
  }
}

double RungeKutta::estimate_stiffness() {
  const int last = tableau_.end;
  const double h = time_ - previous_time_;
  copy(old_y_, scratch_);
  add_stages(h, tableau_.a[last - 1], scratch_);
  double rates = 0, variables = 0;
  for (int i = 0; i < problem_.dynamic_size(); ++i) {
    const double rate = stage(last)[i] - stage(last - 1)[i], variable = y_[i] - scratch_[i];
    rates += rate * rate, variables += variable * variable;
  }
  return variables > 0 ? h * std::sqrt(rates / variables) : 0;
}

void RungeKutta::get_fast_direction(Out<double> direction) const {
  const int last = tableau_.end;
  set_sum(stage(last), -1, stage(last - 1), direction);
}

}  // namespace sarrus::internal

#include "sarrus/sensitivity/internal/linear_step.h"

#include <algorithm>
#include <cmath>

#include "sarrus/dynamics/normalize_quaternions.h"
#include "sarrus/linearize/internal/factor_matrix.h"
#include "sarrus/sensitivity/internal/vector_view.h"
#include "sarrus/system/prescribed_motion.h"
#include "sarrus/system/responses.h"

namespace sarrus::internal {

namespace {

/// The parameters of elements among some values.
Array<Parameter> element_parameters(const State& state, const Array<NamedValue>& values) {
  Array<Parameter> found;
  for (const NamedValue& value : values)
    if (value.kind == ValueKind::parameter) found.push_back(state.layout().parameter(value.number));
  return found;
}

}  // namespace

LinearStep::LinearStep(SystemProblem& problem, Array<NamedValue> parameters)
    : problem_(problem),
      parameters_(std::move(parameters)),
      motion_(problem.state(), false, element_parameters(problem.state(), parameters_)),
      scaling_(problem.state().model()),
      projection_(problem.state(), problem.speed_weights(), parameters_),
      unprojected_(problem.state()),
      moved_(problem.state()) {
  int count = 0;
  for (const NamedValue& value : parameters_)
    of_elements_.push_back(value.kind == ValueKind::parameter ? count++ : -1);
}

void LinearStep::calc(const StepFormula& method, double t0, In<double> y0, double t1) {
  method_ = &method;
  h_ = t1 - t0;
  stages_.resize(method.stages());
  for (Stage& stage : stages_) {
    stage.k.resize(problem_.size());
    stage.J.resize(problem_.size(), problem_.size());
    stage.F.resize(problem_.size(), static_cast<Eigen::Index>(parameters_.size()));
  }
  const VectorX<double> start = as_vector(y0);
  method.is_implicit ? calc_implicit_stages(t0, y0, t1) : calc_explicit_stages(t0, start, t1);
  VectorX<double> end = start;
  for (int i = 0; i < method.stages(); ++i) end += h_ * method.b[i] * stages_[i].k;
  scaling_.take(end);
  calc_projection(t1, end);
}

void LinearStep::calc_explicit_stages(double t0, const VectorX<double>& y0, double t1) {
  for (int i = 0; i < method_->stages(); ++i) {
    VectorX<double> y = y0;
    for (int j = 0; j < i; ++j)
      if (method_->coefficient(i, j) != 0) y += h_ * method_->a[i][j] * stages_[j].k;
    calc_stage(method_->c[i] == 1 ? t1 : t0 + method_->c[i] * h_, y, stages_[i]);
  }
}

/// The stages are points of the collocation polynomial, which is the dense output of the method.
void LinearStep::calc_implicit_stages(double t0, In<double> y0, double t1) {
  if (solver_ == nullptr) solver_ = make_stepper(unprojected_, *method_);
  unprojected_.state() = problem_.state();
  solver_->start(t0, y0);
  solver_->step(t1);
  VectorX<double> y(problem_.size());
  for (int i = 0; i < method_->stages(); ++i) {
    const double t = method_->c[i] == 1 ? t1 : t0 + method_->c[i] * h_;
    solver_->interpolate(t, {y.data(), y.size()});
    calc_stage(t, y, stages_[i]);
  }
}

void LinearStep::calc_stage(double t, const VectorX<double>& y, Stage& stage) {
  problem_.calc_derivative(t, y, stage.k);
  if (rate_) {
    stage.L = rate_(problem_.state());
    stage.of_L = calc_quick_slopes(problem_.state(), rate_, parameters_);
  }
  stage.J.setZero();
  calc_motion_derivatives(t, y, stage.k);
  motion_.calc_jacobian({stage.J.data(), stage.J.size()});
  calc_parameters(stage);
}

void LinearStep::calc_motion_derivatives(double t, In<double> y, In<double> rates) {
  require(problem_.calc_motion_derivatives(t, y, rates, motion_),
          "the motion of '{}' cannot be differentiated: {}", problem_.state().model().name(),
          motion_.obstacle());
  for (const std::string& name : motion_.differenced())
    if (std::find(differenced_.begin(), differenced_.end(), name) == differenced_.end())
      differenced_.push_back(name);
}

/// Brings the problem to the end of the step, and takes the derivative of the projection there.
void LinearStep::calc_projection(double t1, VectorX<double>& end) {
  has_constraints_ = problem_.projects();
  if (!has_constraints_) return;
  problem_.set(t1, end);
  const State& after = problem_.state();
  const Array<double> y(after.y().begin(), after.y().end()), rates(ydot(after).begin(), ydot(after).end());
  calc_motion_derivatives(t1, y, rates);
  normalize_quaternions(after.model(), {end.data(), static_cast<std::size_t>(after.nq())});
  moved_ = after;
  moved_.set_y(end);
  prescribe(moved_);
  projection_.calc(moved_, after, motion_);
}

/// Derivatives by parameters, at the state of the problem: those that elements know follow with the Jacobian.
void LinearStep::calc_parameters(Stage& stage) {
  const State& state = problem_.state();
  for (int i = 0; i < static_cast<int>(parameters_.size()); ++i) {
    const int number = of_elements_[i];
    if (number < 0 || !motion_.knows_parameter(number)) {
      difference_parameter(i, stage.F.col(i));
      continue;
    }
    stage.F.col(i).setZero();
    for (int k = 0; k < state.nu(); ++k)
      stage.F(state.nq() + k, i) = motion_.acceleration_by_parameter(k, number);
  }
}

/// Central differences of the rates: they are rational functions of most parameters, so the error is about
/// 1e-10 of them.
void LinearStep::difference_parameter(int parameter, Eigen::Ref<VectorX<double>> rates) {
  const NamedValue& which = parameters_[parameter];
  moved_ = problem_.state();
  const double p = value(moved_, which), step = 6e-6 * std::max(std::abs(p), 1e-3);
  const auto rates_at = [&](double at) {
    set_value(moved_, which, at);
    return VectorX<double>(as_vector(ydot(moved_)));
  };
  const double above = p + step, below = p - step;
  rates = rates_at(above);
  rates -= rates_at(below);
  rates /= above - below;
}

void LinearStep::factor_stages(bool is_transposed) {
  const Eigen::Index n = problem_.size(), count = method_->stages();
  MatrixX<double> matrix = MatrixX<double>::Identity(count * n, count * n);
  for (Eigen::Index i = 0; i < count; ++i)
    for (Eigen::Index j = 0; j < count; ++j)
      matrix.block(i * n, j * n, n, n) -=
          h_ * method_->coefficient(static_cast<int>(i), static_cast<int>(j)) * stages_[i].J;
  if (is_transposed) matrix.transposeInPlace();
  factors_.emplace(static_cast<int>(count * n));
  require(factor(matrix, *factors_),
          "the motion cannot be differentiated: the equations of a step of {:.3g} s are singular", h_);
}

/// δkᵢ, one below the other.
MatrixX<double> LinearStep::stage_changes(const MatrixX<double>& changes) {
  const Eigen::Index n = problem_.size(), parameters = static_cast<Eigen::Index>(parameters_.size());
  MatrixX<double> k(method_->stages() * n, changes.cols());
  for (int i = 0; i < method_->stages(); ++i) {
    MatrixX<double> at = changes;
    for (int j = 0; j < i && !method_->is_implicit; ++j)
      if (method_->coefficient(i, j) != 0) at += h_ * method_->a[i][j] * k.middleRows(j * n, n);
    k.middleRows(i * n, n) = stages_[i].J * at;
    if (parameters > 0) k.block(i * n, k.cols() - parameters, n, parameters) += stages_[i].F;
  }
  if (!method_->is_implicit) return k;
  factor_stages(false);
  for (Eigen::Index column = 0; column < k.cols(); ++column)
    factors_->solve({k.col(column).data(), k.rows()});
  return k;
}

void LinearStep::carry_forward(MatrixX<double>& changes) {
  const Eigen::Index n = problem_.size();
  const MatrixX<double> k = stage_changes(changes);
  for (int i = 0; i < method_->stages(); ++i)
    if (method_->b[i] != 0) changes += h_ * method_->b[i] * k.middleRows(i * n, n);
  for (Eigen::Index j = 0; j < changes.cols(); ++j) scaling_.apply(changes.col(j));
  if (has_constraints_) projection_.carry_forward(changes);
}

double LinearStep::integral() const {
  double sum = 0;
  for (int i = 0; i < method_->stages(); ++i) sum += h_ * method_->b[i] * stages_[i].L;
  return sum;
}

VectorX<double> LinearStep::pull_of_rate(int stage) const {
  if (!rate_) return VectorX<double>::Zero(problem_.size());
  return h_ * method_->b[stage] * stages_[stage].of_L.by_y;
}

/// κᵢ, one below the other.
VectorX<double> LinearStep::stage_multipliers(const VectorX<double>& gradient) {
  const Eigen::Index n = problem_.size();
  VectorX<double> kappa(method_->stages() * n);
  for (int i = method_->stages() - 1; i >= 0; --i) {
    VectorX<double> sum = h_ * method_->b[i] * gradient;
    for (int j = 0; j < method_->stages(); ++j) {
      if (method_->coefficient(j, i) == 0) continue;
      VectorX<double> pulled = pull_of_rate(j);
      if (!method_->is_implicit) pulled += stages_[j].J.transpose() * kappa.segment(j * n, n);
      sum += h_ * method_->coefficient(j, i) * pulled;
    }
    kappa.segment(i * n, n) = sum;
  }
  if (!method_->is_implicit) return kappa;
  factor_stages(true);
  factors_->solve({kappa.data(), kappa.size()});
  return kappa;
}

void LinearStep::carry_back(VectorX<double>& gradient, VectorX<double>& by_parameters) {
  if (has_constraints_) projection_.carry_back(gradient, by_parameters);
  scaling_.apply(gradient);
  const Eigen::Index n = problem_.size();
  const VectorX<double> kappa = stage_multipliers(gradient);
  for (int i = 0; i < method_->stages(); ++i) {
    const auto own = kappa.segment(i * n, n);
    gradient += stages_[i].J.transpose() * own + pull_of_rate(i);
    by_parameters += stages_[i].F.transpose() * own;
    if (rate_) by_parameters += h_ * method_->b[i] * stages_[i].of_L.by_parameters;
  }
}

}  // namespace sarrus::internal

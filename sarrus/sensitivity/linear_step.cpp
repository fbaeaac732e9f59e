#include "sarrus/sensitivity/internal/linear_step.h"

#include <cmath>

#include "sarrus/system/responses.h"
#include "sarrus/system/state_derivatives.h"

namespace sarrus::internal {

LinearStep::LinearStep(SystemProblem& problem, const ButcherTableau& method, Array<NamedValue> parameters)
    : problem_(problem),
      method_(method),
      parameters_(std::move(parameters)),
      stages_(method.end),
      moved_(problem.state()) {
  for (Stage& stage : stages_) {
    stage.k.resize(problem.size());
    stage.J.resize(problem.size(), problem.size());
    stage.F.resize(problem.size(), static_cast<Eigen::Index>(parameters_.size()));
  }
  for (const Body& body : problem.state().model().bodies())
    if (body.nq != body.nu && body.joint.has_quaternion()) quaternions_.push_back(body.q0);
}

void LinearStep::calc(double t0, In<double> y0, double t1) {
  h_ = t1 - t0;
  const Eigen::Map<const VectorX<double>> start(y0.data(), problem_.size());
  const auto sum = [&](const Array<double>& weights) {
    VectorX<double> y = start;
    for (int j = 0; j < static_cast<int>(weights.size()) && j < method_.end; ++j)
      if (weights[j] != 0) y += h_ * weights[j] * stages_[j].k;
    return y;
  };
  for (int i = 0; i < method_.end; ++i)
    calc_jacobian(method_.c[i] == 1 ? t1 : t0 + method_.c[i] * h_,
                  i == 0 ? VectorX<double>(start) : sum(method_.a[i]), stages_[i]);
  end_ = sum(method_.weights());
}

void LinearStep::calc_jacobian(double t, const VectorX<double>& y, Stage& stage) {
  problem_.calc_derivative(t, y, stage.k);
  if (rate_) {
    stage.L = rate_(problem_.state());
    stage.of_L = calc_quick_slopes(problem_.state(), rate_, parameters_);
  }
  if (!parameters_.empty()) difference_parameters(stage);
  stage.J.setZero();
  if (!problem_.calc_jacobian(t, y, stage.k, {stage.J.data(), static_cast<std::size_t>(stage.J.size())})) {
    // Names what is not known, or the elements whose forces would be differenced.
    const StateDerivatives derivatives = calc_state_derivatives(problem_.state());
    fail(
        "the motion cannot be differentiated exactly: force element '{}' has no derivatives; it may override "
        "ForceElement::add_derivatives()",
        derivatives.differenced.empty() ? "" : derivatives.differenced.front());
  }
}

/// Central differences of the rates at the state of the problem: rates are rational functions of most
/// parameters, so the error is about 1e-10 of them.
void LinearStep::difference_parameters(Stage& stage) {
  const State& state = problem_.state();
  for (int i = 0; i < static_cast<int>(parameters_.size()); ++i) {
    moved_ = state;
    const double p = value(state, parameters_[i]);
    const double step = 6e-6 * std::max(std::abs(p), 1e-3);
    const auto rates_at = [&](double at) {
      set_value(moved_, parameters_[i], at);
      const In<double> rates = ydot(moved_);
      return VectorX<double>(Eigen::Map<const VectorX<double>>(rates.data(), problem_.size()));
    };
    const double above = p + step, below = p - step;
    stage.F.col(i) = rates_at(above);
    stage.F.col(i) -= rates_at(below);
    stage.F.col(i) /= above - below;
  }
}

void LinearStep::scale(Eigen::Ref<VectorX<double>> change) const {
  for (const int q0 : quaternions_) {
    const Eigen::Vector4d e = end_.segment<4>(q0).normalized();
    const double length = end_.segment<4>(q0).norm();
    const double along = e.dot(change.segment<4>(q0));
    change.segment<4>(q0) = (change.segment<4>(q0) - along * e) / length;
  }
}

void LinearStep::carry_forward(MatrixX<double>& changes) const {
  const Eigen::Index count = static_cast<Eigen::Index>(parameters_.size());
  Array<MatrixX<double>> slopes;
  for (int i = 0; i < method_.end; ++i) {
    MatrixX<double> at = changes;
    for (int j = 0; j < i; ++j)
      if (method_.a[i][j] != 0) at += h_ * method_.a[i][j] * slopes[j];
    slopes.push_back(stages_[i].J * at);
    slopes.back().rightCols(count) += stages_[i].F;
  }
  for (int i = 0; i < method_.end; ++i)
    if (method_.weights()[i] != 0) changes += h_ * method_.weights()[i] * slopes[i];
  for (Eigen::Index j = 0; j < changes.cols(); ++j) scale(changes.col(j));
}

double LinearStep::integral() const {
  double sum = 0;
  for (int i = 0; i < method_.end; ++i) sum += h_ * method_.weights()[i] * stages_[i].L;
  return sum;
}

void LinearStep::carry_back(VectorX<double>& gradient, VectorX<double>& by_parameters) const {
  scale(gradient);
  Array<VectorX<double>> pulled(method_.end);  // μᵢ
  VectorX<double> before = gradient;
  for (int i = method_.end - 1; i >= 0; --i) {
    VectorX<double> kappa = h_ * method_.weights()[i] * gradient;
    for (int j = i + 1; j < method_.end; ++j)
      if (method_.a[j][i] != 0) kappa += h_ * method_.a[j][i] * pulled[j];
    pulled[i] = stages_[i].J.transpose() * kappa;
    by_parameters += stages_[i].F.transpose() * kappa;
    if (rate_) {
      pulled[i] += h_ * method_.weights()[i] * stages_[i].of_L.by_y;
      by_parameters += h_ * method_.weights()[i] * stages_[i].of_L.by_parameters;
    }
    before += pulled[i];
  }
  gradient = before;
}

}  // namespace sarrus::internal

#include "sarrus/sensitivity/internal/differentiable_motion.h"

#include "sarrus/base/names.h"
#include "sarrus/system/internal/couplings.h"
#include "sarrus/system/internal/layout.h"

namespace sarrus::internal {

namespace {

const ButcherTableau& find_method(const std::string& name) {
  static const ButcherTableau* const methods[] = {
      &euler_tableau(),          &rk2_tableau(),      &rk3_tableau(),
      &merson_tableau(),         &fehlberg_tableau(), &dormand_prince5_tableau(),
      &dormand_prince8_tableau()};
  Array<std::string> names;
  for (const ButcherTableau* method : methods) {
    if (method->name == name) return *method;
    names.push_back(method->name);
  }
  fail("motions are differentiated with explicit Runge–Kutta methods, not with '{}': choose one of {}", name,
       join(names, ", "));
}

Array<NamedValue> find_parameters(const State& state, const Array<std::string>& names) {
  Array<NamedValue> found;
  for (const std::string& name : names) {
    found.push_back(find_value(state, name));
    const ValueKind kind = found.back().kind;
    require(kind == ValueKind::parameter || kind == ValueKind::body || kind == ValueKind::joint_parameter ||
                kind == ValueKind::frame || kind == ValueKind::gravity,
            "'{}' is no parameter but a {}; derivatives by the start are there in any case", name,
            kind_name(kind));
  }
  return found;
}

void require_differentiable(const State& state) {
  const SystemLayout& layout = state.layout();
  if (!layout.events.empty())
    fail(
        "the motion cannot be differentiated: the System has events, and what their handlers do is not "
        "differentiated (the first is '{}'); build one without them, and let the end of the motion be a time",
        layout.events.front().name);
  require(
      layout.constraints.empty() || state[layout.system.constraint_set].rows == 0 || follow_couplings(state),
      "the motion cannot be differentiated: the System has constraints other than couplings of speeds in "
      "fixed proportions, and the projection onto them is not differentiated");
}

IntegratorOptions options_of(const SensitivityOptions& options) {
  return {.accuracy = options.accuracy, .fixed_step = options.fixed_step};
}

}  // namespace

DifferentiableMotion::DifferentiableMotion(const State& initial, const SensitivityOptions& options)
    : parameters_(find_parameters(initial, options.parameters)),
      method_(find_method(options.integrator)),
      problem_(initial),
      integrator_(make_integrator(options.integrator, problem_, options_of(options))),
      step_(problem_, method_, parameters_) {
  require_differentiable(initial);
  problem_.settle("at the start");
  Array<double> y;
  problem_.get_variables(y);
  integrator_->start(initial.time(), y);
}

const State& DifferentiableMotion::state_at(double t, In<double> y) {
  problem_.set(t, y);
  return problem_.state();
}

void DifferentiableMotion::repeat_step(double t0, double t1, Array<double>& y) {
  // A fixed step longer than the rest is cut to end at t1.
  if (again_ == nullptr)
    again_ = make_integrator(method_.name, problem_, {.fixed_step = std::numeric_limits<double>::max()});
  again_->start(t0, y);
  again_->step(t1);
  y.assign(again_->y().begin(), again_->y().end());
}

}  // namespace sarrus::internal

#include "sarrus/ode/internal/step_history.h"

namespace sarrus::internal {

void StepHistory::clear() {
  count_ = 0;
  failure_.clear();
}

void StepHistory::add(const StepAttempt& attempt) {
  attempts_[count_ % capacity] = attempt;
  ++count_;
  if (count_ == 2 * capacity) count_ = capacity;  // the same places in the ring, without overflow
  if (!attempt.failed && ++since_failure_ >= capacity) failure_.clear(), since_failure_ = 0;
}

void StepHistory::set_failure(const char* text) {
  failure_ = text;
  since_failure_ = 0;
}

/// The variable with the largest of the last errors; empty if that error is small and there was a failure,
/// which has a message of its own.
std::string StepHistory::limiting_variable(const InitialValueProblem& problem) const {
  StepAttempt limiting;
  for (int i = 0; i < size(); ++i)
    if (back(i).worst >= 0 && back(i).error > limiting.error) limiting = back(i);
  if (limiting.worst < 0 || (limiting.error < 0.1 && !failure_.empty())) return "";
  return problem.variable_name(limiting.worst);
}

std::string StepHistory::last_attempts() const {
  std::string text;
  for (int i = size() - 1; i >= 0; --i) {
    const StepAttempt& attempt = back(i);
    text += fmt::format("\n  from t = {:.9g} by {:.3g}: ", attempt.begin, attempt.length);
    text += attempt.failed ? "could not be computed"
                           : fmt::format("error {:.3g} times the accuracy", attempt.error);
  }
  return text.empty() ? "" : "\nThe last steps tried:" + text;
}

void StepHistory::give_up(const Integrator& method, const InitialValueProblem& problem,
                          const std::string& reason) const {
  const bool suits_stiffness = method.statistics().jacobians > 0 || method.name() == "auto";
  const std::string limiting = limiting_variable(problem);
  throw NumericalError(
      fmt::format(
          "{}{} cannot go on at t = {:.9g}: {}.{}{}\nWhat usually helps: look at what the variable does "
          "there; {}a coarser accuracy than {:g}; a force or rate that jumps should be an event at which "
          "integration restarts.",
          failure_.empty() ? "" : failure_ + "\n", method.name(), method.time(), reason,
          limiting.empty() ? "" : fmt::format(" The error is largest in {}.", limiting), last_attempts(),
          suits_stiffness ? "" : "the method 'auto' or 'bdf' if the problem is stiff; ",
          method.options().accuracy),
      method.time(), limiting);
}

}  // namespace sarrus::internal

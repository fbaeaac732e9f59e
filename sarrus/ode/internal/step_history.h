#pragma once
/// @file
/// The record of the last steps, for the error message if an integrator cannot continue.

#include <array>
#include <string>

#include "sarrus/ode/integrator.h"

namespace sarrus::internal {

/// A tried step.
struct StepAttempt {
  double begin = 0, length = 0;
  double error = 0;        ///< Relative to the accuracy.
  int worst = -1;          ///< The variable that contributes most to the error; −1: not known.
  bool failed = false;     ///< True if it could not be computed.
  bool refused = false;    ///< True if it failed by a StepRefusal.
  double fraction = 0.25;  ///< Of its length, with which a failed step is repeated.
};

/// The last few attempts, and the last failure.
class StepHistory {
 public:
  void clear();
  void add(const StepAttempt& attempt);
  /// Keeps the text of an exception until a few attempts have succeeded.
  void set_failure(const char* text);

  /// Throws the Error that explains why a method cannot continue; `reason` is a sentence without its period.
  [[noreturn]] void give_up(const Integrator& method, const InitialValueProblem& problem,
                            const std::string& reason) const;

 private:
  const StepAttempt& back(int i) const { return attempts_[(count_ - 1 - i) % capacity]; }
  int size() const { return count_ < capacity ? count_ : capacity; }
  std::string limiting_variable(const InitialValueProblem& problem) const;
  std::string last_attempts() const;

  static constexpr int capacity = 5;
  std::array<StepAttempt, capacity> attempts_;
  int count_ = 0, since_failure_ = 0;
  std::string failure_;
};

}  // namespace sarrus::internal

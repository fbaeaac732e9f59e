#pragma once
/// @file
/// What the last steps were like, and the message when there is no next one.

#include <array>
#include <string>

#include "sarrus/ode/integrator.h"

namespace sarrus::detail {

/// A step that was tried.
struct StepAttempt {
  double begin = 0, length = 0;
  double error = 0;      ///< As a fraction of the accuracy.
  int worst = -1;        ///< The variable that contributes most to it; −1: not known.
  bool failed = false;   ///< It could not be computed.
  bool refused = false;  ///< It failed because of where it led; see StepRefusal.
};

/// The last few attempts, and what went wrong last.
class StepHistory {
 public:
  void clear();
  void add(const StepAttempt& attempt);
  /// Keeps the text of an exception until a few attempts have gone well.
  void set_failure(const char* text);

  /// Throws the Error that says why a method cannot go on: `reason` is a sentence without its full stop.
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

}  // namespace sarrus::detail

#pragma once
/// @file
/// Methods that advance an initial-value problem step by step, all behind one interface.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "sarrus/base/array.h"
#include "sarrus/ode/problem.h"

namespace sarrus {

/// What can be asked of any method.
struct IntegratorOptions {
  double accuracy = 1e-3;  ///< The error that a step may make, as measured by the problem.
  ErrorNorm norm = ErrorNorm::rms;
  double fixed_step = 0;                       ///< Positive: steps of this length, whatever their error.
  double initial_step = 0;                     ///< Positive: the first step to try; otherwise it is chosen.
  double smallest_step = 0, largest_step = 0;  ///< Positive: limits.
};

/// What a method has done since it was started.
struct IntegratorStatistics {
  std::int64_t steps = 0;               ///< Accepted.
  std::int64_t error_rejections = 0;    ///< Steps repeated because their error was too large.
  std::int64_t failure_rejections = 0;  ///< Steps repeated because something could not be computed.
  std::int64_t evaluations = 0;         ///< Of ẏ.
  std::int64_t projections = 0;         ///< Calls of project().
  std::int64_t restarts = 0;
  double smallest_step = 0, largest_step = 0;  ///< Of the accepted steps.
  double largest_error = 0;  ///< Of the accepted steps, as a fraction of the accuracy asked for.
  /// Of all accepted steps, in the unit in which accuracy is stated: the error of the result would not exceed
  /// it if the motion did not enlarge errors that have been made.
  double summed_error = 0;
};

/// How much of its past a method has to forget.
enum class Restart {
  derivative,  ///< y is what it was, but ẏ has changed: the length of steps is a fair guess still.
  variables,   ///< y was changed: the length of steps is chosen anew.
};

/// A method of integration at work on a problem. Time runs forward only.
class Integrator {
 public:
  virtual ~Integrator() = default;
  Integrator(const Integrator&) = delete;
  Integrator& operator=(const Integrator&) = delete;

  virtual std::string_view name() const = 0;
  /// Halving all steps divides the error of the result by 2^order; of methods that vary it, the largest.
  virtual int order() const = 0;
  /// Whether the length of steps follows their error.
  virtual bool has_error_control() const = 0;
  const IntegratorOptions& options() const { return options_; }
  const IntegratorStatistics& statistics() const { return statistics_; }

  /// Begins at (t, y), forgetting everything. The variables are taken as they are, not projected.
  void start(double t, In<double> y);
  /// Goes on from (t, y), t within the last step, after somebody has changed the problem or the variables
  /// there.
  void restart(double t, In<double> y, Restart depth);
  /// Takes one step, which ends at `end` at the latest and exactly there if it is the last one; none if
  /// time() is `end` already. Throws an Error that says when, which variable and what to do; time() and y()
  /// are then what they were.
  void step(double end);

  /// Where the last step ended and began.
  double time() const { return time_; }
  double previous_time() const { return previous_time_; }
  /// The variables and their rates at time(). What is returned stays valid and shows the newest step.
  In<double> y() const { return y_; }
  In<double> ydot() const { return ydot_; }
  /// The length of the step that will be tried next; zero if the method decides when it gets there.
  double next_step() const { return next_step_; }
  /// The variables at a time within the last step, to the accuracy of the method or nearly so; not projected.
  /// Some methods evaluate ẏ for this, once per step: ask before the problem is changed.
  virtual void interpolate(double t, Out<double> y) const = 0;

 protected:
  Integrator(InitialValueProblem& problem, const IntegratorOptions& options);

  /// ẏ at (t, y), counted.
  void evaluate(double t, In<double> y, Out<double> ydot) const;
  /// Moves y to where it has to be and says whether ẏ is another one there.
  bool project(double t, Out<double> y, Out<double> error);
  /// Throws unless all of `values` are finite; the message names the variable. `what` they are of it: "" or
  /// "the rate of ".
  void require_finite(const char* what, double t, In<double> values) const;
  /// Throws unless t is within the last step and y has the right length.
  void check_interpolation(double t, Out<double> y) const;
  /// Counts an accepted step of length h.
  void count_step(double h, double error_fraction);

  InitialValueProblem& problem_;
  IntegratorOptions options_;
  mutable IntegratorStatistics statistics_;  // interpolation may evaluate
  double time_ = 0, previous_time_ = 0, next_step_ = 0;
  Array<double> y_, ydot_;

 private:
  /// Called with time_, y_ and ydot_ set.
  virtual void do_start() = 0;
  virtual void do_restart(Restart depth) = 0;
  /// One step to `end`, which is later than time_, at most. Leaves everything as it was if it throws.
  virtual void do_step(double end) = 0;
  void go_to(double t, In<double> y);

  bool started_ = false;
};

/// The names that make_integrator() knows.
Array<std::string> integrator_names();
/// A method by its name. The problem must live as long as the method.
std::unique_ptr<Integrator> make_integrator(std::string_view name, InitialValueProblem& problem,
                                            const IntegratorOptions& options = {});

}  // namespace sarrus

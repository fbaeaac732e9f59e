#pragma once
/// @file
/// The common interface of integrators: methods that advance an initial-value problem step by step.

#include <memory>
#include <string>
#include <string_view>

#include "sarrus/base/array.h"
#include "sarrus/ode/integrator_options.h"
#include "sarrus/ode/integrator_statistics.h"
#include "sarrus/ode/problem.h"

namespace sarrus {

/// How much of its history an integrator must discard.
enum class Restart {
  derivative,  ///< y is unchanged, but ẏ has changed: the step size is still a fair guess.
  variables,   ///< y was changed: the step size is chosen anew.
};

/// An integrator of an initial-value problem. Time runs forward only.
class Integrator {
 public:
  virtual ~Integrator() = default;
  Integrator(const Integrator&) = delete;
  Integrator& operator=(const Integrator&) = delete;

  virtual std::string_view name() const = 0;
  /// The order: halving all steps divides the error of the result by 2^order. For methods of variable order,
  /// the largest.
  virtual int order() const = 0;
  /// True if the step size is chosen from the error estimate.
  virtual bool has_error_control() const = 0;
  const IntegratorOptions& options() const { return options_; }
  const IntegratorStatistics& statistics() const { return statistics_; }

  /// Starts at (t, y) and discards all history. The variables are not projected.
  void start(double t, In<double> y);
  /// Continues from (t, y), t within the last step, after the problem or the variables were changed there.
  void restart(double t, In<double> y, Restart depth);
  /// Takes one step, which ends at `end` at the latest and exactly there if it is the last one; none if
  /// time() is `end` already. If it fails, throws an Error with the time, the variable and a remedy; time()
  /// and y() are then unchanged.
  void step(double end);

  /// The end of the last step; previous_time() is its start.
  double time() const { return time_; }
  double previous_time() const { return previous_time_; }
  /// The variables and their rates at time(). The returned views stay valid and always show the newest step.
  In<double> y() const { return y_; }
  In<double> ydot() const { return ydot_; }
  /// The step size that will be tried next; zero if the method decides later.
  double next_step() const { return next_step_; }
  /// Dense output: the variables at a time within the last step, to about the accuracy of the method; not
  /// projected. Some methods evaluate ẏ for this, once per step: call it before the problem is changed.
  virtual void interpolate(double t, Out<double> y) const = 0;

 protected:
  Integrator(InitialValueProblem& problem, const IntegratorOptions& options);

  /// Computes ẏ at (t, y) and counts the evaluation.
  void evaluate(double t, In<double> y, Out<double> ydot) const;
  /// Projects y as the problem requires. Returns true if ẏ must be evaluated again.
  bool project(double t, Out<double> y, Out<double> error);
  /// Throws an Error unless all of `values` are finite; the message names the variable, preceded by `what`:
  /// "" or "the rate of ".
  void require_finite(const char* what, double t, In<double> values) const;
  /// Throws an Error unless t is within the last step and y has the right size.
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
  /// Takes one step, at most to `end`, which is later than time_. Leaves everything unchanged if it throws.
  virtual void do_step(double end) = 0;
  void go_to(double t, In<double> y);

  bool started_ = false;
};

/// The names of all methods for make_integrator().
Array<std::string> integrator_names();
/// Makes an integrator by the name of its method. The problem must outlive it.
std::unique_ptr<Integrator> make_integrator(std::string_view name, InitialValueProblem& problem,
                                            const IntegratorOptions& options = {});

}  // namespace sarrus

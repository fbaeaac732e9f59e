#pragma once
/// @file
/// The method that chooses between an explicit and an implicit one.

#include <memory>

#include "sarrus/ode/internal/dominant_rate.h"
#include "sarrus/ode/internal/runge_kutta.h"
#include "sarrus/ode/internal/stiffness_watch.h"

namespace sarrus::internal {

/// Dormand and Prince's method of order five, and Radau IIA of order five where the problem is stiff: the
/// StiffnessWatch decides. As long as it is not stiff, steps are those of "dormand-prince5" to the last bit;
/// with fixed steps always. The implicit method is made when it is first needed.
class Automatic : public RungeKutta {
 public:
  Automatic(InitialValueProblem& problem, const IntegratorOptions& options);

  std::string_view name() const override { return "auto"; }
  void interpolate(double t, Out<double> y) const override;

 private:
  void do_start() override;
  void do_restart(Restart depth) override;
  void do_step(double end) override;

  void step_explicitly(double end);
  void step_implicitly(double end);
  void refine_rate(double estimate);
  void begin_implicit();
  void begin_explicit();
  void take_over_step();
  void add_statistics();

  StiffnessWatch watch_;
  DominantRate rate_;
  std::unique_ptr<Integrator> implicit_;
  IntegratorStatistics counted_;  ///< What was added of the implicit method's statistics.
  Array<double> direction_;
  double stiffness_ = 0;            ///< The last estimate of h·|λ|.
  bool is_implicit_ = false;        ///< True if the present method is the implicit one.
  bool wants_switch_ = false;       ///< True if the next step is to begin with the other method.
  bool last_was_implicit_ = false;  ///< True if the last step was implicit.
};

}  // namespace sarrus::internal

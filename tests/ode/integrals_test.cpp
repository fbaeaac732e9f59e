/// Integrals along the way: they change nothing, and are as good as the method.

#include <gtest/gtest.h>

#include "tests/ode/problems.h"

namespace sarrus::testing::integrals_test {
namespace {

/// Kepler's problem with the work of the attraction, ẇ = a·v, which is what ½·v² has gained.
class KeplerWithWork : public KeplerProblem {
 public:
  using KeplerProblem::KeplerProblem;
  int nz() const override { return 1; }
  int integrals() const override { return 1; }
  std::string variable_name(int index) const override {
    return index == 4 ? "work" : KeplerProblem::variable_name(index);
  }
  void calc_derivative(double t, In<double> y, Out<double> ydot) override {
    KeplerProblem::calc_derivative(t, {y.data(), 4}, {ydot.data(), 4});
    ydot[4] = ydot[2] * y[2] + ydot[3] * y[3];
  }
  std::vector<double> start_with_work() const {
    std::vector<double> y = start();
    y.push_back(0);
    return y;
  }
  double work_until(double t) const {
    const std::vector<double> now = at(t), first = at(0);
    return (now[2] * now[2] + now[3] * now[3] - first[2] * first[2] - first[3] * first[3]) / 2;
  }
};

TEST(Integrals, ChangeNeitherStepsNorVariablesNorEvaluations) {
  KeplerProblem plain(0.5);
  KeplerWithWork with_work(0.5);
  for (const std::string& name : usable_names()) {
    const IntegratorOptions options{.accuracy = name.ends_with("euler") ? 1e-4 : 1e-7};
    const auto a = make_integrator(name, plain, options), b = make_integrator(name, with_work, options);
    a->start(0, plain.start()), b->start(0, with_work.start_with_work());
    advance(*a, 4.0), advance(*b, 4.0);
    // CVODE takes means over all variables, so that rounding differs, and with it the differenced Jacobian.
    const double allowed = name == "bdf" || name == "adams" ? options.accuracy : 0;
    EXPECT_LE(distance(a->y(), {b->y().data(), 4}), allowed) << name;
    EXPECT_EQ(a->statistics().steps, b->statistics().steps) << name;
    // a Rosenbrock method has no accurate rate in the middle of a step
    const std::int64_t extra = name == "rodas4" ? b->statistics().steps : 0;
    EXPECT_EQ(a->statistics().evaluations + extra, b->statistics().evaluations) << name;
  }
}

TEST(Integrals, AreAsAccurateAsTheVariables) {
  KeplerWithWork kepler(0.5);
  for (const std::string& name : usable_names()) {
    const auto integrator =
        make_integrator(name, kepler, {.accuracy = name.ends_with("euler") ? 1e-4 : 1e-7});
    integrator->start(0, kepler.start_with_work());
    advance(*integrator, 2.0);
    const double error = distance({integrator->y().data(), 4}, kepler.at(2.0));
    EXPECT_NEAR(integrator->y()[4], kepler.work_until(2.0), 5 * error) << name;
  }
}

TEST(Integrals, HaveTheOrderOfTheMethod) {
  struct Method {
    const char* name;
    int order, steps;
  };
  KeplerWithWork kepler(0.3);
  for (const Method& method :
       {Method{"euler", 1, 1000}, Method{"rk2", 2, 200}, Method{"rk3", 3, 100}, Method{"merson", 4, 60},
        Method{"fehlberg", 5, 50}, Method{"dormand-prince5", 5, 50}, Method{"dormand-prince8", 8, 18},
        Method{"verlet", 2, 200}, Method{"semi-explicit-euler", 1, 1000}, Method{"radau5", 5, 30},
        Method{"rodas4", 4, 60}}) {
    const auto error = [&](int steps) {  // the largest over all steps
      const auto integrator =
          make_integrator(method.name, kepler, {.accuracy = 1e-10, .fixed_step = 3.0 / steps});
      integrator->start(0, kepler.start_with_work());
      double largest = 0;
      while (integrator->time() < 3) {
        integrator->step(3);
        largest = std::max(largest, std::abs(integrator->y()[4] - kepler.work_until(integrator->time())));
      }
      return largest;
    };
    EXPECT_NEAR(std::log2(error(method.steps) / error(4 * method.steps)) / 2, method.order, 0.4)
        << method.name;
  }
}

}  // namespace
}  // namespace sarrus::testing::integrals_test

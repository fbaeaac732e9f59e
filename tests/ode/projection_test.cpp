/// What project() is good for: a point that has to stay on a circle.

#include <gtest/gtest.h>

#include "tests/ode/problems.h"

namespace sarrus::testing::projection_test {
namespace {

/// ż = ω × z in the plane with |z| = 1: z = (cos t, sin t).
class CircleProblem : public PlainProblem {
 public:
  explicit CircleProblem(bool projects)
      : PlainProblem(2, [](double, In<double> z, Out<double> rate) { rate[0] = -z[1], rate[1] = z[0]; }),
        projects_(projects) {}

  bool project(double, Out<double> z, Out<double> error) override {
    ++calls;
    if (!projects_) return false;
    const double r = std::hypot(z[0], z[1]);
    if (std::abs(r - 1) <= 4e-16) return false;
    z[0] /= r, z[1] /= r;
    if (error.empty()) return true;
    const double radial = z[0] * error[0] + z[1] * error[1];
    error[0] -= radial * z[0], error[1] -= radial * z[1];
    return true;
  }

  int calls = 0;

 private:
  bool projects_;
};

double radius_error(In<double> z) { return std::abs(std::hypot(z[0], z[1]) - 1); }

TEST(Projection, KeepsEveryStepOnTheCircle) {
  for (const std::string& name : usable_names()) {
    double radius[2], angle = 0;
    for (const bool projects : {false, true}) {
      CircleProblem circle(projects);
      const auto integrator = make_integrator(name, circle, {.accuracy = 1e-4});
      integrator->start(0, {1.0, 0.0});
      double& largest = radius[projects] = 0;
      while (integrator->time() < 10) {
        integrator->step(10);
        largest = std::max(largest, radius_error(integrator->y()));
      }
      const In<double> z = integrator->y();
      angle = std::remainder(std::atan2(z[1], z[0]) - 10, 2 * pi);
      EXPECT_EQ(integrator->statistics().projections, circle.calls) << name;
      // the rates are those of the projected variables
      EXPECT_EQ(integrator->ydot()[0], -z[1]) << name;
      EXPECT_EQ(integrator->ydot()[1], z[0]) << name;
    }
    EXPECT_GT(radius[0], 1e-6) << name;
    EXPECT_LT(radius[1], 1e-15) << name;
    EXPECT_LT(std::abs(angle), 0.15) << name;
  }
}

TEST(Projection, TakesItsShareOutOfTheError) {
  // The error of a step of Euler's method is radial to leading order: projected steps may be much longer.
  std::int64_t steps[2];
  for (const bool projects : {false, true}) {
    CircleProblem circle(projects);
    const auto integrator = make_integrator("euler", circle, {.accuracy = 1e-6});
    integrator->start(0, {1.0, 0.0});
    advance(*integrator, 5);
    steps[projects] = integrator->statistics().steps;
  }
  EXPECT_LT(5 * steps[1], steps[0]);
}

TEST(Projection, LeavesTheOrderOfImplicitMethods) {
  struct Method {
    const char* name;
    int order, steps;
  };
  for (const Method& method :
       {Method{"radau5", 5, 20}, Method{"rodas4", 4, 60}, Method{"implicit-euler", 1, 1000}}) {
    const auto angle_error = [&](int steps) {
      CircleProblem circle(true);
      const std::vector<double> z = integrate_fixed(method.name, circle, {1.0, 0.0}, 4, steps);
      EXPECT_LT(radius_error(z), 1e-15) << method.name;
      return std::abs(std::remainder(std::atan2(z[1], z[0]) - 4, 2 * pi));
    };
    EXPECT_GT(std::log2(angle_error(method.steps) / angle_error(2 * method.steps)), method.order - 0.3)
        << method.name;
  }
}

TEST(Projection, ThatChangesNothingCostsNoEvaluation) {
  CircleProblem circle(false);
  const auto integrator = make_integrator("dormand-prince5", circle, {.fixed_step = 0.1});
  integrator->start(0, {1.0, 0.0});
  for (int i = 0; i < 10; ++i) integrator->step(2);
  EXPECT_EQ(integrator->statistics().evaluations, 1 + 10 * 6);
  EXPECT_EQ(integrator->statistics().projections, 10);
}

TEST(Projection, AdamsFollowsAPointThatIsMovedFarFromItsHistory) {
  if (!internal::cvode_available()) GTEST_SKIP() << "built without CVODE";
  // Over many turns the unprojected history leaves the circle; the method has to begin anew now and then.
  CircleProblem circle(true);
  const auto integrator = make_integrator("adams", circle, {.accuracy = 1e-3});
  integrator->start(0, {1.0, 0.0});
  double largest = 0;
  std::vector<double> z(2);
  while (integrator->time() < 300) {
    integrator->step(300);
    integrator->interpolate((integrator->previous_time() + integrator->time()) / 2, z);
    largest = std::max(largest, radius_error(z));
  }
  EXPECT_LT(largest, 1e-2);
  EXPECT_LT(radius_error(integrator->y()), 1e-15);
}

}  // namespace
}  // namespace sarrus::testing::projection_test

/// What docs/integrators.md shows, compiled and run.

#include <gtest/gtest.h>

#include "sarrus/extend.h"

namespace sarrus::testing {
namespace {

// [jacobian]
/// Robertson's reaction, with its Jacobian.
class Reaction : public InitialValueProblem {
 public:
  int nq() const override { return 0; }
  int nu() const override { return 0; }
  int nz() const override { return 3; }
  std::string variable_name(int index) const override { return fmt::format("substance {}", index + 1); }

  void calc_derivative(double, In<double> z, Out<double> rate) override {
    rate[0] = -0.04 * z[0] + 1e4 * z[1] * z[2];
    rate[2] = 3e7 * z[1] * z[1];
    rate[1] = -rate[0] - rate[2];
  }
  bool calc_jacobian(double, In<double> z, In<double>, Out<double> J) override {
    J[0] = -0.04, J[1] = 1e4 * z[2], J[2] = 1e4 * z[1];       // of the rate of substance 1
    J[6] = 0, J[7] = 6e7 * z[1], J[8] = 0;                    // of the rate of substance 3
    for (int j = 0; j < 3; ++j) J[3 + j] = -J[j] - J[6 + j];  // their sum is constant
    return true;
  }
};
// [/jacobian]

TEST(IntegratorsSnippets, Jacobian) {
  Reaction problem;
  const auto integrator = make_integrator("radau5", problem, {.accuracy = 1e-9});
  integrator->start(0, {1.0, 0.0, 0.0});
  while (integrator->time() < 40) integrator->step(40);
  EXPECT_NEAR(integrator->y()[0], 0.7158, 5e-5);  // the example cvRoberts_dns of SUNDIALS
  EXPECT_NEAR(integrator->y()[1], 9.185e-6, 5e-9);
}

}  // namespace
}  // namespace sarrus::testing

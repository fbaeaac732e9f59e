/// How errors are measured, and what a problem does unless it says otherwise.

#include <gtest/gtest.h>

#include <limits>

#include "tests/ode/problems.h"
#include "tests/support/close.h"
#include "tests/support/says.h"

namespace sarrus::testing::problem_test {
namespace {

/// Two coordinates, one speed, three others.
class MixedProblem : public InitialValueProblem {
 public:
  int nq() const override { return 2; }
  int nu() const override { return 1; }
  int nz() const override { return 3; }
  std::string variable_name(int index) const override { return fmt::format("y{}", index); }
  void calc_derivative(double, In<double>, Out<double>) override {}
};

TEST(Problem, ErrorsOfCoordinatesAreAbsoluteOthersRelativeIfLarge) {
  MixedProblem problem;
  const std::vector<double> y{100, 100, 50, 0.01, 4, -8};
  const auto measure = [&](int i, ErrorNorm norm) {
    std::vector<double> error(6);
    error[static_cast<std::size_t>(i)] = -0.5;
    return problem.measure_error(0, y, error, norm);
  };
  const double expected[] = {0.5, 0.5, 0.5 / 50, 0.5, 0.5 / 4, 0.5 / 8};
  const double parts[] = {2, 2, 1, 3, 3, 3};
  for (int i = 0; i < 6; ++i) {
    EXPECT_TRUE(close(measure(i, ErrorNorm::infinity).size, expected[i], 1)) << i;
    EXPECT_TRUE(close(measure(i, ErrorNorm::rms).size, expected[i] / std::sqrt(parts[i]), 1)) << i;
    EXPECT_EQ(measure(i, ErrorNorm::rms).worst, i);
  }
}

TEST(Problem, TheLargestPartCounts) {
  MixedProblem problem;
  const std::vector<double> y(6);
  // rms: q √((9 + 16)/2), u 3.6, z √((1 + 4 + 4)/3)
  const std::vector<double> error{3, 4, 3.6, 1, 2, -2};
  EXPECT_TRUE(close(problem.measure_error(0, y, error, ErrorNorm::rms).size, 3.6));
  EXPECT_EQ(problem.measure_error(0, y, error, ErrorNorm::rms).worst, 2);
  EXPECT_EQ(problem.measure_error(0, y, error, ErrorNorm::infinity).size, 4);
  EXPECT_EQ(problem.measure_error(0, y, error, ErrorNorm::infinity).worst, 1);
}

TEST(Problem, AnErrorThatIsNotANumberIsNotLost) {
  MixedProblem problem;
  for (int i = 0; i < 6; ++i)
    for (const ErrorNorm norm : {ErrorNorm::rms, ErrorNorm::infinity}) {
      std::vector<double> error{1, 1, 1, 1, 1, 1};
      error[static_cast<std::size_t>(i)] = std::numeric_limits<double>::quiet_NaN();
      const ErrorSize size = problem.measure_error(0, std::vector<double>(6), error, norm);
      EXPECT_TRUE(std::isnan(size.size)) << i;
      EXPECT_EQ(size.worst, i);
    }
}

TEST(Problem, CoordinatesWithoutTheirRatesAreRefusedByMethodsThatNeedThem) {
  MixedProblem problem;
  for (const char* name : {"verlet", "semi-explicit-euler"}) {
    const auto integrator = make_integrator(name, problem, {.fixed_step = 0.1});
    integrator->start(0, std::vector<double>(6));
    expect_error([&] { integrator->step(1); }, {"there are 2 and 1", "override calc_qd"});
  }
}

TEST(Problem, WithoutVariablesIsIntegratedAtOnce) {
  PlainProblem nothing(0, [](double, In<double>, Out<double>) {});
  const auto integrator = make_integrator("dormand-prince8", nothing, {.initial_step = 1});
  integrator->start(0, std::vector<double>());
  for (int i = 0; i < 10; ++i) integrator->step(100);
  EXPECT_EQ(integrator->time(), 100);
}

}  // namespace
}  // namespace sarrus::testing::problem_test

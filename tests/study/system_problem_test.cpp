#include "sarrus/study/system_problem.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/function/sinusoid.h"
#include "sarrus/model/builder.h"
#include "sarrus/spatial/solids.h"
#include "tests/support/close.h"

namespace sarrus::testing {
namespace {

/// Three pins in a row, the first two of which may be driven.
Model arm() {
  ModelBuilder builder("arm");
  std::string parent = "world";
  for (const char* name : {"a", "b", "c"}) {
    builder.body(name, thin_rod(1.0, {0, 0, 1}));
    builder.joint(name, Pin{}, parent, name).axis({0, 1, 0}).child_frame({0, 0, 0.5});
    parent = name;
  }
  return builder.build();
}

TEST(SystemProblem, PrescribedVariablesAreSetAndHaveNoError) {
  SystemBuilder builder(arm());
  builder.prescribe("position", "a", MotionLevel::position, {sinusoid(0.5, 3.0, 0.0)});
  builder.prescribe("velocity", "b", MotionLevel::velocity, {sinusoid(0.5, 3.0, 0.0)});
  SystemProblem problem(builder.build().default_state());
  std::vector<double> y(6, 0.25), error(6, 1.0);
  EXPECT_FALSE(problem.project(0.7, Out<double>(y), Out<double>(error)));
  EXPECT_TRUE(close(y[0], 0.5 * std::sin(2.1)));
  EXPECT_TRUE(close(y[3], 1.5 * std::cos(2.1)));
  EXPECT_TRUE(close(y[4], 0.5 * std::sin(2.1)));
  EXPECT_EQ(y[1], 0.25);
  EXPECT_EQ(error, (std::vector<double>{0, 1, 1, 0, 0, 1}));
}

TEST(SystemProblem, QuaternionsAreScaledAndHaveNoErrorAlongThemselves) {
  ModelBuilder builder("ball");
  builder.body("ball", solid_sphere(1.0, 0.1));
  builder.joint("ball", Ball{}, "world", "ball");
  SystemProblem problem(System(builder.build()).default_state());
  std::vector<double> y{1.2, 0, 1.6, 0, 0, 0, 0}, error{1, 2, 3, 4, 5, 6, 7};
  EXPECT_TRUE(problem.project(0, Out<double>(y), Out<double>(error)));
  EXPECT_TRUE(close(y[0], 0.6));
  EXPECT_TRUE(close(y[2], 0.8));
  EXPECT_TRUE(close(0.6 * error[0] + 0.8 * error[2], 0));
  EXPECT_EQ(error[1], 2);
  EXPECT_FALSE(problem.project(0, Out<double>(y), {}));
}

}  // namespace
}  // namespace sarrus::testing

// What a step costs besides the evaluations: nothing that grows.

#include <gtest/gtest.h>

#include "sarrus/force/forces.h"
#include "sarrus/function/sinusoid.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/simulate/internal/system_problem.h"
#include "sarrus/spatial/solids.h"
#include "tests/support/count_allocations.h"

namespace sarrus::testing::evaluation_test {

using namespace internal;
namespace {

TEST(Evaluation, TakesNoMemory) {
  ModelBuilder model("arm");
  std::string parent = "world";
  for (int i = 0; i < 5; ++i) {
    const std::string name = "link" + std::to_string(i);
    model.body(name, thin_rod(1.0, {0, 0, 1}));
    if (i == 2)
      model.joint(name, Ball{}, parent, name);
    else
      model.joint(name, Pin{}, parent, name).axis({0, 1, 0}).child_frame({0, 0, 0.5});
    parent = name;
  }
  SystemBuilder builder(model.build());
  builder.add("damping", GlobalDamper(0.1));
  builder.add("spring", TwoPointSpring(Place("link0"), Place("link4"), 10.0, 0.5));
  builder.prescribe("drive", "link0", MotionLevel::position, {sinusoid(0.2, 3.0, 0.0)});
  const System system = builder.build();
  SystemProblem problem(system.default_state());
  std::vector<double> y(problem.state().y().begin(), problem.state().y().end()), rates(y.size()),
      error(y.size(), 1e-6);
  const auto evaluate = [&](double t) {
    for (double& x : y) x += 0.01;  // which leaves a quaternion to be scaled, too
    problem.calc_derivative(t, y, Out<double>(rates));
    problem.project(t, Out<double>(y), Out<double>(error));
    problem.measure_error(t, y, error, ErrorNorm::rms);
  };
  evaluate(0.1), evaluate(0.2);
  const long before = allocations();
  evaluate(0.3), evaluate(0.4);
  EXPECT_EQ(allocations(), before);
}

}  // namespace
}  // namespace sarrus::testing::evaluation_test

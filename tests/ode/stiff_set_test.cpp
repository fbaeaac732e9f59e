/// Stiff problems with published solutions, by the implicit methods and by the one that chooses.

#include <gtest/gtest.h>

#include "tests/ode/problems.h"

namespace sarrus::testing::stiff_set_test {
namespace {

/// A problem of the test set with its solution at the end [Mazzia, Magherini: Test Set for Initial Value
/// Problem Solvers, release 2.4, University of Bari, 2008; the problems also in Hairer, Wanner: Solving
/// Ordinary Differential Equations II, IV.10].
struct StiffProblem {
  const char* name;
  PlainProblem problem;
  std::vector<double> start;
  double end;
  std::vector<double> solution;
};

StiffProblem robertson() {
  return {"Robertson",
          {3,
           [](double, In<double> z, Out<double> rate) {
             const double slow = 0.04 * z[0], back = 1e4 * z[1] * z[2], fast = 3e7 * z[1] * z[1];
             rate[0] = -slow + back, rate[1] = slow - back - fast, rate[2] = fast;
           }},
          {1, 0, 0},
          1e11,
          {0.2083340149701255e-7, 0.8333360770334713e-13, 0.9999999791665050}};
}

StiffProblem van_der_pol() {  // µ = 10⁶
  return {"van der Pol",
          {2, [](double, In<double> z,
                 Out<double> rate) { rate[0] = z[1], rate[1] = ((1 - z[0] * z[0]) * z[1] - z[0]) * 1e6; }},
          {2, 0},
          2,
          {0.1706167732170483e1, -0.8928097010247975}};
}

StiffProblem hires() {
  return {"HIRES",
          {8,
           [](double, In<double> z, Out<double> rate) {
             rate[0] = -1.71 * z[0] + 0.43 * z[1] + 8.32 * z[2] + 0.0007;
             rate[1] = 1.71 * z[0] - 8.75 * z[1];
             rate[2] = -10.03 * z[2] + 0.43 * z[3] + 0.035 * z[4];
             rate[3] = 8.32 * z[1] + 1.71 * z[2] - 1.12 * z[3];
             rate[4] = -1.745 * z[4] + 0.43 * (z[5] + z[6]);
             rate[5] = -280 * z[5] * z[7] + 0.69 * z[3] + 1.71 * z[4] - 0.43 * z[5] + 0.69 * z[6];
             rate[6] = 280 * z[5] * z[7] - 1.81 * z[6];
             rate[7] = -rate[6];
           }},
          {1, 0, 0, 0, 0, 0, 0, 0.0057},
          321.8122,
          {0.7371312573325668e-3, 0.1442485726316185e-3, 0.5888729740967575e-4, 0.1175651343283149e-2,
           0.2386356198831331e-2, 0.6238968252742796e-2, 0.2849998395185769e-2, 0.2850001604814231e-2}};
}

StiffProblem oregonator() {
  return {"OREGO",
          {3,
           [](double, In<double> z, Out<double> rate) {
             rate[0] = 77.27 * (z[1] + z[0] * (1 - 8.375e-6 * z[0] - z[1]));
             rate[1] = (z[2] - (1 + z[0]) * z[1]) / 77.27;
             rate[2] = 0.161 * (z[0] - z[2]);
           }},
          {1, 2, 3},
          360,
          {0.1000814870318523e1, 0.1228178521549917e4, 0.1320554942846706e3}};
}

struct Solved {
  double error = 0;  ///< The largest of all variables, relative above one.
  IntegratorStatistics statistics;
};

Solved solve(StiffProblem& stiff, std::string_view method, double accuracy) {
  const auto integrator = make_integrator(method, stiff.problem, {.accuracy = accuracy});
  integrator->start(0, stiff.start);
  advance(*integrator, stiff.end);
  Solved solved{0, integrator->statistics()};
  for (std::size_t i = 0; i < stiff.solution.size(); ++i)
    solved.error = std::max(solved.error, std::abs(integrator->y()[i] - stiff.solution[i]) /
                                              std::max(1.0, std::abs(stiff.solution[i])));
  return solved;
}

TEST(StiffSet, PublishedSolutionsAreReached) {
  for (StiffProblem stiff : {robertson(), van_der_pol(), hires(), oregonator()})
    for (const char* method : {"radau5", "rodas4", "auto"})
      for (const double accuracy : {1e-6, 1e-8}) {
        const Solved solved = solve(stiff, method, accuracy);
        EXPECT_LT(solved.error, 30 * accuracy) << stiff.name << ", " << method << ", " << accuracy;
        EXPECT_LT(solved.statistics.evaluations, 80000) << stiff.name << ", " << method << ", " << accuracy;
      }
}

TEST(StiffSet, ErrorsFollowAccuracy) {
  StiffProblem stiff = hires();
  for (const char* method : {"radau5", "rodas4", "auto"}) {
    const double coarse = solve(stiff, method, 1e-5).error, fine = solve(stiff, method, 1e-9).error;
    EXPECT_LT(fine, 1e-2 * coarse) << method;
    EXPECT_LT(fine, 1e-8) << method;
  }
}

TEST(StiffSet, ImplicitEulerIsCoarseButStable) {
  StiffProblem stiff = hires();
  EXPECT_LT(solve(stiff, "implicit-euler", 1e-5).error, 2e-3);
}

TEST(StiffSet, AutoNeedsAThousandthOfTheStepsOfItsExplicitHalf) {
  StiffProblem stiff = van_der_pol();
  stiff.end = 0.02;
  stiff.solution = {};
  const std::int64_t explicit_steps = solve(stiff, "dormand-prince5", 1e-6).statistics.steps;
  stiff.end = 0.5;
  const IntegratorStatistics done = solve(stiff, "auto", 1e-6).statistics;
  EXPECT_GT(done.implicit_steps, 0);
  EXPECT_GT(25 * explicit_steps, 1000 * done.steps);
}

TEST(StiffSet, RepeatsBitByBit) {
  for (const char* method : {"radau5", "rodas4", "auto"}) {
    StiffProblem stiff = oregonator();
    const auto integrator = make_integrator(method, stiff.problem, {.accuracy = 1e-6});
    std::vector<double> first;
    for (int run = 0; run < 2; ++run) {
      integrator->start(0, stiff.start);
      advance(*integrator, stiff.end);
      if (run == 0) first.assign(integrator->y().begin(), integrator->y().end());
    }
    EXPECT_EQ(distance(integrator->y(), first), 0) << method;
  }
}

}  // namespace
}  // namespace sarrus::testing::stiff_set_test

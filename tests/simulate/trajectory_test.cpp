// What a simulation keeps: states with what lies between them, or chosen numbers.

#include "sarrus/simulate/trajectory.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/simulate/simulate_all.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/declaration.h"
#include "sarrus/system/internal/layout.h"
#include "sarrus/system/measures.h"
#include "sarrus/system/responses.h"
#include "tests/support/says.h"

namespace sarrus::testing::trajectory_test {

using namespace internal;
namespace {

/// A body on a ball joint under gravity that carries a pin, and a variable that follows ż = −z·t.
System tumbling() {
  ModelBuilder model("tumbling");
  model.body("top", solid_brick(1.0, {0.2, 0.4, 0.6})).body("arm", thin_rod(0.5, {0, 0, 1}));
  model.joint("tip", Ball{}, "world", "top").child_frame({0.1, 0, 0.4});
  model.joint("elbow", Pin{}, "top", "arm").axis({0, 1, 0}).child_frame({0, 0, 0.5});
  SystemBuilder builder(model.build());
  builder.declare().auxiliary(
      "fading", {1.0}, {Source::time, Source::z},
      [](const State& state, Out<double> zdot) { zdot[0] = -state.z()[0] * state.time(); });
  time_measure(builder.declare(), "clock");
  return builder.build();
}

State moving(const System& system) {
  State state = system.default_state();
  state.set_u(std::vector<double>{0.5, -1.0, 2.0, 1.0});
  return state;
}

/// The largest errors of q, u and z halfway between states that are h apart.
std::array<double, 3> interpolation_errors(const State& start, double h) {
  const auto simulate = [&](double every) {
    Simulation simulation(start, {.accuracy = 1e-13, .integrator = "dormand-prince8", .every = every});
    simulation.run(0.8);
    return std::move(simulation).trajectory();
  };
  const Trajectory coarse = simulate(h), fine = simulate(h / 2);
  std::array<double, 3> largest{};
  const auto add = [](double& most, In<double> a, In<double> b) {
    for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
  };
  for (std::size_t i = 1; i < fine.size(); i += 2) {
    const State between = coarse.at(fine[i].time());
    add(largest[0], between.q(), fine[i].q());
    add(largest[1], between.u(), fine[i].u());
    add(largest[2], between.z(), fine[i].z());
  }
  return largest;
}

TEST(Trajectory, InterpolatesCoordinatesToOrderSixAndOthersToOrderFour) {
  const System system = tumbling();
  const State start = moving(system);
  const auto coarse = interpolation_errors(start, 0.1), fine = interpolation_errors(start, 0.025);
  EXPECT_NEAR(std::log2(coarse[0] / fine[0]) / 2, 6, 0.4);
  EXPECT_NEAR(std::log2(coarse[1] / fine[1]) / 2, 4, 0.4);
  EXPECT_NEAR(std::log2(coarse[2] / fine[2]) / 2, 4, 0.4);
}

TEST(Trajectory, CarriesWhatTheMethodKnows) {
  const System system = tumbling();
  for (const double accuracy : {1e-4, 1e-7}) {
    Simulation simulation(moving(system), {.accuracy = accuracy});
    simulation.run(2.0);
    const IntegratorStatistics& done = simulation.trajectory().statistics();
    EXPECT_EQ(done.steps, simulation.statistics().steps);
    EXPECT_GT(done.steps, 5);
    EXPECT_LE(done.largest_error, 1);
    EXPECT_GE(done.summed_error, done.largest_error * accuracy);
    EXPECT_LE(done.summed_error, static_cast<double>(done.steps) * done.largest_error * accuracy);
  }
}

TEST(Outputs, AreRecordedInsteadOfStates) {
  const System system = tumbling();
  SimulationOptions options{.accuracy = 1e-8, .every = 0.125};
  Simulation whole(moving(system), options);
  whole.run(1.0);
  Quantity<double> clock;
  for (std::size_t i = 0; i < system.layout().quantities.size(); ++i)
    if (system.layout().quantities[i].name == "clock") clock = {static_cast<int>(i), system.layout().id};
  const auto height = [](const State& s) { return center_of_mass(s).z; };
  options.outputs = {"elbow", "fading", clock, "kinetic_energy", {"height", height}};
  Simulation chosen(moving(system), options);
  chosen.run(1.0);
  const NumberTable& table = chosen.outputs();
  EXPECT_TRUE(chosen.trajectory().empty());
  EXPECT_EQ(table.names,
            (std::vector<std::string>{"time", "elbow", "fading", "clock", "kinetic_energy", "height"}));
  ASSERT_EQ(table.rows(), whole.trajectory().size());
  EXPECT_EQ(table.values.size(), 6 * table.rows());  // and nothing else is kept
  EXPECT_EQ(table.column("time"), whole.trajectory().times());
  EXPECT_EQ(table.column("clock"), whole.trajectory().times());
  EXPECT_EQ(table.column("height"), whole.trajectory().values(height));
  EXPECT_EQ(table.column("elbow"), whole.trajectory().values([](const State& s) { return s.q(4); }));
  EXPECT_EQ(table.column("kinetic_energy"), tabulate(whole.trajectory()).column("kinetic_energy"));
  const NumberTable more = tabulate(whole.trajectory(), {clock, {"height", height}});
  EXPECT_EQ(more.column("height"), table.column("height"));
  EXPECT_EQ(simulate_all({moving(system)}, 1.0, options).front().outputs.values, table.values);
}

TEST(Outputs, ThatMakeNoSenseAreErrors) {
  const System system = tumbling();
  const auto start_with = [&](std::vector<RecordedOutput> outputs) {
    SimulationOptions options;
    options.outputs = std::move(outputs);
    return message([&] { Simulation simulation(system.default_state(), options); });
  };
  EXPECT_SAYS(start_with({"ellbow"}), "Did you mean 'elbow'?");
  EXPECT_SAYS(start_with({"elbow", "elbow"}), "'elbow' is to be recorded twice");
  EXPECT_SAYS(start_with({"time"}), "'time' is to be recorded twice");
  EXPECT_SAYS(start_with({Quantity<double>{}}), "not declared");
  EXPECT_SAYS(message([] {
                (void)NumberTable{"t", {"time", "height"}, {}}.column("hight");
              }),
              "Did you mean 'height'?");
}

}  // namespace
}  // namespace sarrus::testing::trajectory_test

// Chapter 2: an arm from a URDF file. With the name of a file, the motion is written there.

#include <cmath>
#include <cstdio>
#include <iostream>

#include "sarrus/sarrus.h"
using namespace sarrus;

int main(int argc, char** argv) {
  const LoadedModel arm = load_model("examples/tutorial/arm.urdf");
  std::cout << arm.model << '\n' << arm.report << '\n';

  // The file's damping is in the System already; its limits are numbers that nothing enforces. Stops do.
  SystemBuilder builder = arm.make_system_builder();
  for (const char* joint : {"shoulder", "elbow", "wrist"}) {
    const CoordinateLimits& limits = arm.model.coordinates()[arm.model.coordinate_number(joint)].limits;
    builder.add(std::string(joint) + "_stop", MobilityStop(joint, limits.lower, limits.upper, 300.0, 1.0));
  }
  const System system = builder.build();

  // Where is the fingertip? The file's lengths and angles say the same as pose().
  State state = system.default_state();
  state.set_q("shoulder", 0.3);
  state.set_q("elbow", 0.8);
  state.set_q("wrist", -0.4);
  const Vec3<double> tip = pose(state, "fingertip").p;
  std::printf("fingertip at (%.6f, %.6f, %.6f) m\n", tip.x, tip.y, tip.z);
  std::printf("by hand      (%.6f, %.6f, %.6f) m\n\n",
              0.4 * std::cos(0.3) + 0.3 * std::cos(1.1) + 0.15 * std::cos(0.7), 0.0,
              0.5 + 0.4 * std::sin(0.3) + 0.3 * std::sin(1.1) + 0.15 * std::sin(0.7));

  // Nobody holds the arm: it falls, swings and comes to rest.
  Simulation simulation(state, {.accuracy = 1e-8, .every = 0.01, .energy_balance = true});
  simulation.run(3.0);
  for (const double t : {0.0, 0.25, 0.5, 1.0, 3.0}) {
    const State now = simulation.trajectory().at(t);
    std::printf("t = %.2f s: shoulder %6.3f, elbow %6.3f, wrist %6.3f rad, energy %7.3f J\n", t,
                now.q("shoulder"), now.q("elbow"), now.q("wrist"), energy(now));
  }
  if (argc > 1) write_table(tabulate(simulation.trajectory()), argv[1]);

  // Where has the energy gone?
  const EnergyBalance balance = simulation.energy_balance();
  for (const ElementEnergy& element : balance.elements)
    if (element.dissipated > 5e-4)
      std::printf("%-16s has lost %6.3f J\n", element.name.c_str(), element.dissipated);
  std::printf("all together           %6.3f J; the energy fell by %.3f J\n", balance.dissipated,
              balance.initial - balance.energy());

  // A file with faults is refused, with all of them.
  try {
    load_model_text(R"(<robot name="stick">
  <link name="base"/>
  <link name="rod"><inertial><mass value="-1"/></inertial></link>
  <joint name="hinge" type="revolut">
    <parent link="bse"/>
    <child link="rod"/>
  </joint>
</robot>)",
                    "stick.urdf");
  } catch (const Error& error) {
    std::printf("\n%s\n", error.what());
  }
}

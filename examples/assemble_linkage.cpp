// Assembles a four-bar from a poor start, finds both assembly branches, diagnoses it, turns its crank, and
// finds its equilibrium.

#include <cstdio>
#include <iostream>

#include "sarrus/constraints.h"
#include "sarrus/sarrus.h"
using namespace sarrus;

int main() {
  ModelBuilder builder("four-bar");
  const auto rod = [](const Vec3<double>& tip) {
    return Pose<double>::translation(0.5 * tip) * thin_rod(1.0, tip);
  };
  builder.gravity({0, -9.81, 0});
  builder.body("crank", rod({0.35, 0, 0})).body("coupler", rod({0.9, 0, 0})).body("rocker", rod({0, 0.8, 0}));
  builder.joint("crank", Pin{}, "world", "crank");
  builder.joint("coupler", Pin{}, "crank", "coupler").parent_frame({0.35, 0, 0});
  builder.joint("rocker", Pin{}, "world", "rocker").parent_frame({1, 0, 0});
  SystemBuilder parts(builder.build());
  parts.add("tip", BallConstraint(Place("rocker", Vec3{0, 0.8, 0}), Place("coupler", Vec3{0.9, 0, 0})));
  const System system = parts.build();
  const int crank = system.model().coordinate_number("crank"),
            rocker = system.model().coordinate_number("rocker");

  State start = system.default_state();  // the tips are far apart
  start.set_q(crank, 1.0);
  const AssemblyResult result = assemble(start, {.hold = {"crank"}});
  std::printf("%s\n", result.succeeded ? "assembled" : result.text().c_str());
  for (const State& state : assemble_all(start, {.assembly = {.hold = {"crank"}}}))
    std::printf("crank %.4f: rocker %+.4f rad\n", state.q(crank), state.q(rocker));

  std::cout << '\n' << diagnose(result.state) << '\n';

  AssemblyTracker tracker(result.state, {.hold = {"crank"}});
  for (int i = 1; i <= 300; ++i) {
    tracker.state().set_q(crank, 1.0 + 0.01 * i);
    if (!tracker.follow().kept()) std::printf("lost at step %d\n", i);
    if (i % 100 == 0)
      std::printf("crank %.4f: rocker %+.4f rad\n", tracker.state().q(crank), tracker.state().q(rocker));
  }

  const EquilibriumResult rest = find_equilibrium(result.state);
  std::printf("\nat rest: crank %.4f, %s, %.4f rad/s\n", rest.state.q(crank),
              to_string(rest.stability).c_str(), rest.modes.front().frequency());

  // With the ground joints too far apart, the loop cannot be closed.
  State tight = system.default_state();
  tight.set_joint_frames("rocker", Pose<double>::translation({2.15, 0, 0}), Pose<double>{});
  std::printf("%s\n", assemble(tight).text().c_str());
}

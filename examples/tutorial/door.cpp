// Chapter 3: springs, dampers and events. A door with a closer hits its frame, bounces, and latches when it
// is slow. With the name of a file, the motion is written there.

#include <cmath>
#include <cstdio>
#include <numbers>

#include "sarrus/sarrus.h"
using namespace sarrus;

int main(int argc, char** argv) {
  const double mass = 20, width = 0.8, stiffness = 12, damping = 2.8, bounce = 0.4;
  ModelBuilder model("door");
  model.body("leaf", thin_rod(mass, {width, 0, 0}));
  model.joint("hinge", Pin{}, "world", "leaf").child_frame({-width / 2, 0, 0}).start({1.5});

  SystemBuilder builder(model.build());
  builder.add("spring", MobilitySpring("hinge", stiffness, 0.0));
  builder.add("damper", MobilityDamper("hinge", damping));

  // The frame is at zero: where the angle falls through it, the door is thrown back or latches.
  const auto angle = [](const State& state) { return state.q("hinge"); };
  const auto hit = [bounce](State& state, EventCall&) {
    const double speed = state.u("hinge.rate");
    const bool latches = std::abs(speed) < 0.1;
    std::printf("t = %.6f s: hits at %.6f rad/s and %s\n", state.time(), -speed,
                latches ? "latches" : "bounces");
    state.set_u("hinge.rate", latches ? 0.0 : -bounce * speed);
    if (latches) state.lock("hinge");
  };
  builder.on_crossing("frame", {Source::q}, angle, Crossing::falling, hit);
  const System system = builder.build();

  Simulation simulation(system.default_state(), {.accuracy = 1e-9, .every = 0.02, .energy_balance = true});
  simulation.run(7.0);
  if (argc > 1) write_table(tabulate(simulation.trajectory()), argv[1]);

  // A damped oscillation, θ̈ + 2·ζ·ω·θ̇ + ω²·θ = 0, is at zero when ω_d·t = π/2 + asin ζ and again after each
  // half period.
  const double inertia = mass * width * width / 3, w = std::sqrt(stiffness / inertia);
  const double zeta = damping / (2 * inertia * w), wd = w * std::sqrt(1 - zeta * zeta);
  double t = (std::numbers::pi / 2 + std::asin(zeta)) / wd, speed = 1.5 * w * std::exp(-zeta * w * t);
  std::printf("\nby formula:\n");
  for (int i = 0; i < 3; ++i) {
    std::printf("t = %.6f s: hits at %.6f rad/s\n", t, speed);
    t += std::numbers::pi / wd;
    speed *= bounce * std::exp(-zeta * w * std::numbers::pi / wd);
  }

  const EnergyBalance balance = simulation.energy_balance();
  std::printf("\nenergy %.4f J at first; %.4f J to the damper, %.4f J to the frame, %.4f J left\n",
              balance.initial, balance.element("damper").dissipated, -balance.by_events,
              std::abs(balance.energy()));

  // A witness says what it reads; reading anything else is found out.
  try {
    SystemBuilder careless(system.model());
    careless.on_crossing(
        "turning back", {Source::q}, [](const State& state) { return state.u("hinge.rate"); }, Crossing::both,
        [](State&, EventCall&) {});
    Simulation(careless.build().default_state()).run(1.0);
  } catch (const Error& error) {
    std::printf("\n%s\n", error.what());
  }
}

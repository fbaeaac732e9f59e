// Chapter 5: inverse kinematics and inverse dynamics. The fingertip of an arm draws a circle: what angles and
// what torques does that take? With the name of a file, both are written there.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "sarrus/dynamics.h"
#include "sarrus/inverse_kinematics.h"
#include "sarrus/sarrus.h"
using namespace sarrus;

constexpr double duration = 2.0, radius = 0.15;

/// Where the fingertip shall be: once round a circle, from rest to rest with the least jerk.
Vec3<double> on_circle(double t) {
  const double s = t / duration, angle = 2 * std::numbers::pi * s * s * s * (10 - 15 * s + 6 * s * s);
  return {0.5, radius * std::sin(angle), 0.65 - radius * std::cos(angle)};
}

int main(int argc, char** argv) {
  const System system = load_model("examples/tutorial/arm.urdf").make_system();
  const int n = system.model().nq();

  // Angles. Three coordinates of a point and four joints leave one freedom: the null space of the fingertip's
  // Jacobian. There, and only there, the wrist is asked to be at 0.3 rad.
  InverseKinematics ik(system.default_state(), {.restarts = 20});
  const int tip = ik.targets().add_point("fingertip", on_circle(0));
  ik.targets().add_coordinate("wrist", 0.3, {.priority = 1});
  Array<double> times;
  Array<Array<double>> angles(n);
  bool reached = true;
  for (int i = 0; i <= 200; ++i) {
    times.push_back(duration * i / 200);
    ik.targets().set_point(tip, on_circle(times.back()));
    reached = ik.solve().reached(1e-9) && reached;
    for (int j = 0; j < n; ++j) angles[j].push_back(ik.q()[j]);
  }
  std::printf("201 frames, %s\n", reached ? "all reached within 1e-9 m and rad" : "not all reached");

  // Torques. Splines through the angles have speeds and accelerations; the recursive Newton–Euler algorithm
  // (RNEA) gives the torques that these take.
  Array<Function> curves;
  for (const Array<double>& angle : angles)
    curves.push_back(quintic_spline(times, angle, QuinticBoundary::clamped(0, 0, 0, 0)));
  const Tree tree(system.model());
  InverseDynamics inverse(tree);
  ForwardDynamics forward(tree);
  Array<double> q(n), u(n), udot(n), tau(n), back(n);

  NumberTable table{"reach", {"time"}, {}};
  for (const char* what : {"", " torque"})
    for (const Coordinate& coordinate : system.model().coordinates())
      table.names.push_back(coordinate.name + what);
  double work = 0, given = 0, difference = 0;
  const double dt = duration / 2000;
  for (int i = 0; i <= 2000; ++i) {
    const double t = i * dt;
    for (int j = 0; j < n; ++j) curves[j].evaluate(&t, q[j], &u[j], &udot[j]);
    calc_inverse_dynamics(tree, {.q = q, .u = u, .udot = udot}, inverse, tau);
    calc_forward_dynamics(tree, {.q = q, .u = u, .tau = tau}, forward, back);
    double power = 0;
    for (int j = 0; j < n; ++j) {
      power += tau[j] * u[j];
      difference = std::max(difference, std::abs(back[j] - udot[j]));
    }
    work += power * dt, given += std::max(power, 0.0) * dt;
    Array<double> row{t};
    row.insert(row.end(), q.begin(), q.end());
    row.insert(row.end(), tau.begin(), tau.end());
    table.add_row(row);
  }
  if (argc > 1) write_table(table, argv[1]);

  // Three checks: forward dynamics leads back, a closed path takes no net work, and what holds the arm at
  // rest is its weight times its lever.
  std::printf("accelerations and back: %s\n", difference < 1e-9 ? "the same within 1e-9" : "not the same");
  std::printf("the motors give %.3f J and take back %.3f J\n", given, given - work);
  ik.targets().set_point(tip, on_circle(0));
  ik.solve();
  const State& state = ik.state();
  calc_inverse_dynamics(tree, {.q = state.q()}, inverse, tau);
  std::printf("at rest the shoulder holds %.6f N·m, by its lever %.6f N·m\n",
              tau[system.model().speed_number("shoulder.rate")],
              mass(state, "upper_arm") * 9.81 * center_of_mass(state, "upper_arm").x);

  // What goes wrong: a point out of reach is no error, a vector of the wrong length is one.
  ik.targets().set_point(tip, {2, 0, 0.5});
  std::printf("\n2 m away: %.3f m are missing\n", ik.solve().position_error);
  try {
    calc_inverse_dynamics(tree, {.q = {0.1, 0.2, 0.3}}, inverse, tau);
  } catch (const Error& error) {
    std::printf("%s\n", error.what());
  }
}

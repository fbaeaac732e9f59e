// Reads a robot from a URDF file and computes the load that its motor can hold.
#include <cstdio>
#include <iostream>

#include "sarrus/dynamics.h"
#include "sarrus/sarrus.h"
using namespace sarrus;

int main() {
  const LoadedModel robot = load_model("examples/crane.urdf");
  const Model& model = robot.model;
  std::cout << model << '\n' << robot.report << '\n';

  const Tree tree(model);
  InverseDynamics workspace(tree);
  const int lift = model.coordinate_number("lift"), hook = model.body_number("hook");
  const double motor = model.coordinates()[lift].limits.effort;

  // The moment of the lift motor is a linear function of the load on the hook: two loads determine it.
  for (double reach : {0.0, 0.4, 0.8}) {
    std::vector<double> moments;
    for (double load : {0.0, 1.0}) {
      Array<Force<double>> forces(model.body_count());
      forces[hook].f = load * model.gravity();
      Array<double> tau(2);
      calc_inverse_dynamics(tree, {.q = {0.0, reach}, .forces = forces}, workspace, tau);
      moments.push_back(tau[lift]);
    }
    std::printf("extended by %.1f m: %5.1f N·m without load, holds %4.1f kg\n", reach, moments[0],
                (motor - moments[0]) / (moments[1] - moments[0]));
  }
}

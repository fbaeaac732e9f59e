// Inverse dynamics, forward dynamics, and hybrid dynamics of an arm whose elbow is locked.

#include <cstdio>

#include "sarrus/algorithms.h"
#include "sarrus/dynamics.h"
#include "sarrus/sarrus.h"
using namespace sarrus;

static void print(const char* what, const std::vector<double>& values) {
  std::printf("%-28s", what);
  for (const double x : values) std::printf("%10.4f", x);
  std::printf("\n");
}

int main() {
  ModelBuilder builder("arm");
  std::string parent = "world";
  for (const char* name : {"upper", "lower", "hand"}) {
    builder.body(name, thin_rod(1.0, {0, 0, 0.4}));
    builder.joint(std::string(name) + "_pin", Pin{}, parent, name)
        .axis({0, 1, 0})
        .parent_frame({0, 0, parent == "world" ? 0 : -0.2})
        .child_frame({0, 0, 0.2});
    parent = name;
  }
  const Model model = builder.build();
  const Tree tree(model);
  const std::vector<double> q{0.3, 0.5, -0.2}, u{1, 0, 0.5};

  // Inverse dynamics: the torques that hold the arm still, and those that give it these accelerations.
  InverseDynamics inverse(tree);
  std::vector<double> tau(3), udot{1, 2, 3};
  calc_inverse_dynamics(tree, {.q = q}, inverse, tau);
  print("torques at rest", tau);
  calc_inverse_dynamics(tree, {.q = q, .u = u, .udot = udot}, inverse, tau);
  print("torques for (1, 2, 3)", tau);

  // Forward dynamics: the accelerations from these torques.
  ForwardDynamics forward(tree);
  calc_forward_dynamics(tree, {.q = q, .u = u, .tau = tau}, forward, udot);
  print("accelerations", udot);

  // Hybrid dynamics: the elbow does not accelerate. Finds the torque of its lock and the accelerations of the
  // others.
  IndexSet locked(tree.nu());
  locked.insert(1);
  calc_hybrid_dynamics(tree, {.q = q, .u = u}, locked, forward, tau, udot);
  print("elbow locked: accelerations", udot);
  print("elbow locked: torques", tau);

  // The base parameters: the combinations of the bodies' inertias that can be identified from motion.
  std::printf("%d base parameters of %d\n", calc_base_parameters(model).count(), 3 * inertia_parameter_count);
}

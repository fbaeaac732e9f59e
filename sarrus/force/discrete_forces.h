#pragma once
/// @file
/// Forces on bodies and speeds that are set in the State at discrete times, for example by a controller, by a
/// user pulling with the mouse, or by another program. Zero until set.

#include <array>
#include <vector>

#include "sarrus/base/array.h"
#include "sarrus/spatial/motion_force.h"
#include "sarrus/system/force_element.h"

namespace sarrus {

/// Forces on bodies and speeds that are set in the State; zero until set.
///
///     const auto& pull = system.force<DiscreteForces>("pull");
///     pull.set_body(state, hand, {{0, 0, 0}, {0, 0, 20}});
class DiscreteForces : public ForceElement {
 public:
  std::vector<Dependency> declare(Declaration& declaration) override;
  void add_forces(const State& state, AppliedForces& forces) const override;
  bool add_derivatives(const State&, ForceDerivatives&) const override { return true; }

  /// Sets the force and torque on a body, at its origin, in world axes.
  void set_body(State& state, int body, const Force<double>& F_B_W) const;
  Force<double> on_body(const State& state, int body) const;
  /// Sets the generalized force on a speed.
  void set_speed(State& state, int speed, double force) const;
  double on_speed(const State& state, int speed) const;
  /// Sets all forces to zero.
  void clear(State& state) const;

 private:
  using Wrench = std::array<double, 6>;  // moment, then force

  std::string name_;
  Discrete<Array<Wrench>> bodies_;
  Discrete<Array<double>> speeds_;
};

}  // namespace sarrus

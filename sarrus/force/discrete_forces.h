#pragma once
/// @file
/// Forces on bodies and speeds that are set in the State at discrete times, for example by a controller, by a
/// user pulling with the mouse, or by another program. Zero until set.

#include <array>
#include <string_view>
#include <vector>

#include "sarrus/base/array.h"
#include "sarrus/spatial/motion_force.h"
#include "sarrus/system/force_element.h"
#include "sarrus/system/state.h"

namespace sarrus {

/// Forces on bodies and speeds that are set in the State; zero until set.
///
///     const auto& pull = system.force<DiscreteForces>("pull");
///     pull.set_body(state, "hand", {{0, 0, 0}, {0, 0, 20}});
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
  /// The same by the name of the body or speed.
  void set_body(State& state, std::string_view body, const Force<double>& F_B_W) const {
    set_body(state, state.body_number(body), F_B_W);
  }
  Force<double> on_body(const State& state, std::string_view body) const {
    return on_body(state, state.body_number(body));
  }
  void set_speed(State& state, std::string_view speed, double force) const {
    set_speed(state, state.speed_number(speed), force);
  }
  double on_speed(const State& state, std::string_view speed) const {
    return on_speed(state, state.speed_number(speed));
  }
  /// Sets all forces to zero.
  void clear(State& state) const;

 private:
  using Wrench = std::array<double, 6>;  // moment, then force

  std::string name_;
  Discrete<Array<Wrench>> bodies_;
  Discrete<Array<double>> speeds_;
};

}  // namespace sarrus

#pragma once
/// @file
/// Dry friction of a joint that its load causes, as of a shaft in its bearing or of a slide on its rail. With
/// the force F that the joint transmits,
///   load = radius·|F across the axis| + thrust_radius·|F along the axis|
///   friction ≤ static_friction·load while it sticks, and while it moves with the speed u
///   [dynamic + (static − dynamic)·exp(−(u/v)²)]·load
/// with the Stribeck speed v, and dynamic_friction·load if v is zero. A pendulum on a shaft of radius r rests
/// where its center of mass is no further aside than the radius μ·r of the circle of friction.

#include <vector>

#include "sarrus/system/mobility.h"
#include "sarrus/system/own_parameter.h"
#include "sarrus/system/rigid_element.h"

namespace sarrus {

/// The members are parameters of the State: "name.radius".
struct BearingFrictionOptions {
  double static_friction = 0, dynamic_friction = 0;  ///< Coefficients.
  /// Where friction acts [m]: on the surface of a shaft, and at its collar. For a joint that slides radius is
  /// one, and thrust_radius is zero.
  double radius = 1, thrust_radius = 0;
  double stribeck_speed = 0;  ///< [m/s] or [rad/s]
};

/// Friction of a joint that grows with the force which the joint transmits, whatever causes it: weight,
/// motion, contacts, constraints, impacts. Moments that the joint transmits do not count. It acts in
/// TimeStepping, where forces and friction are found together; for a part that does not depend on the load,
/// add a DryFriction on the same joint.
///
///     builder.add("bearing", BearingFriction("crank", {.static_friction = 0.15, .dynamic_friction = 0.1,
///                                                      .radius = 0.02}));
class BearingFriction : public RigidElement {
 public:
  BearingFriction(Mobility on, const BearingFrictionOptions& options);

  std::vector<Dependency> declare(Declaration& declaration) override;
  void add_rows(const State& state, Memory* memory, RigidRows& rows) const override;
  ForceEnds ends() const override { return {.speeds = {on_.number()}}; }

  Parameter static_friction() const { return static_; }
  Parameter dynamic_friction() const { return dynamic_; }
  Parameter radius() const { return radius_; }
  Parameter thrust_radius() const { return thrust_radius_; }
  Parameter stribeck_speed() const { return stribeck_speed_; }

 private:
  void require_order(double sticking, double sliding) const;

  Mobility on_;
  std::string name_;
  OwnParameter static_, dynamic_, radius_, thrust_radius_, stribeck_speed_;
};

}  // namespace sarrus

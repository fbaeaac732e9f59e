#pragma once
/// @file
/// A constant torque t on a body, in world axes or in the body's axes. It has no potential energy: the work
/// of turning a body depends on the path.

#include <vector>

#include "sarrus/force/constant_force.h"

namespace sarrus {

/// A constant torque on a body.
class ConstantTorque : public ForceElement {
 public:
  ConstantTorque(Place body, const Vec3<double>& torque, ForceAxes axes = ForceAxes::world)
      : place_(std::move(body)), torque_(torque), axes_(axes) {}

  std::vector<Dependency> declare(Declaration& declaration) override;
  void add_forces(const State& state, AppliedForces& forces) const override;
  bool add_derivatives(const State& state, ForceDerivatives& out) const override;
  ForceEnds ends() const override { return {.points = {FrameOn<double>(body_)}, .has_torques = true}; }

  /// The vector's components, in N·m.
  const OwnVector& torque() const { return torque_; }

 private:
  Place place_;
  int body_ = 0;
  OwnVector torque_;
  ForceAxes axes_;
};

}  // namespace sarrus

#pragma once
/// @file
/// A constant force f at a point P of a body.
///   In world axes:  U = −f·p_WP.  In the body's axes it turns with the body, and there is no U.

#include <vector>

#include "sarrus/system/force_element.h"
#include "sarrus/system/own_parameter.h"
#include "sarrus/system/place.h"

namespace sarrus {

/// The axes in which a constant vector is constant.
enum class ForceAxes { world, body };

/// A constant force at a point of a body, in world axes or in the body's axes.
class ConstantForce : public ForceElement {
 public:
  ConstantForce(Place point, const Vec3<double>& force, ForceAxes axes = ForceAxes::world)
      : place_(std::move(point)), force_(force), axes_(axes) {}

  std::vector<Dependency> declare(Declaration& declaration) override;
  void add_forces(const State& state, AppliedForces& forces) const override;
  bool add_derivatives(const State& state, ForceDerivatives& out) const override;
  ForceEnds ends() const override { return {.points = {point_}}; }
  double potential_energy(const State& state) const override;
  bool is_passive() const override { return axes_ == ForceAxes::world; }

  /// The vector's components, in N.
  const OwnVector& force() const { return force_; }

 private:
  Place place_;
  FrameOn<double> point_;
  OwnVector force_;
  ForceAxes axes_;
};

}  // namespace sarrus

#pragma once
/// @file
/// A point that is pushed off a plane by a force that grows exponentially as it comes nearer. With the height
/// p and its rate v,
///   f_n = d₁·exp(−d₂·(p − d₀))·(1 − c·v) ≥ 0,   U = f/d₂ at rest
/// It acts at every height, but is negligible a few millimeters above d₀: no event marks a touch, and steps
/// stay long. Friction is that of a bristle (exact stick) with the stiffness K and damping D. The shape of
/// the force and its numbers are those of Simbody's ExponentialSpringForce.

#include <vector>

#include "sarrus/contact/point_on_plane.h"
#include "sarrus/system/force_element.h"
#include "sarrus/system/own_parameter.h"

namespace sarrus {

struct ExponentialSpringOptions {
  double d0 = 0.0065905;      ///< Height at which the force is d1 [m].
  double d1 = 0.5336;         ///< [N]
  double d2 = 1150;           ///< [1/m]
  double dissipation = 0.5;   ///< c [s/m]
  double friction = 0.7;      ///< μ
  double stiffness = 20000;   ///< K of the bristle [N/m]
  double damping = 282.8427;  ///< D of the bristle [N·s/m]
  double most = 1e5;          ///< The force is never larger [N].
};

class ExponentialSpring : public ForceElement {
 public:
  /// The plane is z = 0 of the frame `plane`.
  ExponentialSpring(Place point, Place plane, const ExponentialSpringOptions& options = {});

  std::vector<Dependency> declare(Declaration& declaration) override;
  void add_forces(const State& state, AppliedForces& forces) const override;
  double potential_energy(const State& state) const override;
  double dissipation(const State& state) const override;
  bool is_passive() const override { return true; }
  ForceEnds ends() const override { return {.points = {at_.point, at_.plane}}; }

  /// The force on the point, in the axes of the plane.
  Vec3<double> force(const State& state) const;

 private:
  double normal_at_rest(const State& state, double height) const;
  double normal(const State& state, const PointOnPlane::Motion& motion) const;

  PointOnPlane at_;
  double most_;
  OwnParameter d0_, d1_, d2_, dissipation_, friction_, stiffness_, damping_;
  Auxiliary bristle_;
};

}  // namespace sarrus

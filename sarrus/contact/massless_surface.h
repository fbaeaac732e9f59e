#pragma once
/// @file
/// A point on a plane with a massless surface: it gives way as a spring with a damper, and follows the point
/// only as far as it is pushed. With the height p of the point,
///   touching:  f_n = −K·p − D·ṗ ≥ 0,   z = p
///   apart:     f_n = 0,   K·z + D·ż = 0
/// The point parts when f_n = 0, not when p = 0, and the surface recovers behind it: the force never pulls,
/// and an impact with ζ = D/(2·√(K·m)) has the restitution exp(−ζ/√(1 − ζ²)·acos(2·ζ² − 1)). Friction is that
/// of a bristle with exact stick. Touching and parting are events. [Featherstone 2008, sec. 11.8]

#include <vector>

#include "sarrus/contact/point_on_plane.h"
#include "sarrus/system/force_element.h"
#include "sarrus/system/own_parameter.h"

namespace sarrus {

struct MasslessSurfaceOptions {
  double stiffness = 1e5;             ///< K along the normal [N/m]
  double damping = 500;               ///< D along the normal [N·s/m]
  double tangential_stiffness = 1e5;  ///< [N/m]
  double tangential_damping = 500;    ///< [N·s/m]
  double friction = 0.7;              ///< μ
};

class MasslessSurface : public ForceElement {
 public:
  /// The plane is z = 0 of the frame `plane`.
  MasslessSurface(Place point, Place plane, const MasslessSurfaceOptions& options = {});

  std::vector<Dependency> declare(Declaration& declaration) override;
  void add_forces(const State& state, AppliedForces& forces) const override;
  double potential_energy(const State& state) const override;
  double dissipation(const State& state) const override;
  bool is_passive() const override { return true; }
  ForceEnds ends() const override { return {.points = {at_.point, at_.plane}}; }

  /// The force on the point, in the axes of the plane.
  Vec3<double> force(const State& state) const;
  bool is_touching(const State& state) const { return state[touching_]; }

 private:
  double spring_force(const State& state, const PointOnPlane::Motion& motion) const;
  double normal(const State& state, const PointOnPlane::Motion& motion) const;
  double free_height(const State& state) const;
  void declare_bristle(Declaration& declaration, const std::vector<Dependency>& reads);
  void declare_events(Declaration& declaration, const std::vector<Dependency>& reads);

  PointOnPlane at_;
  OwnParameter stiffness_, damping_, tangential_stiffness_, tangential_damping_, friction_;
  Discrete<bool> touching_;
  Discrete<double> left_at_, left_height_;  // when the point left the surface, and the surface's height then
  Auxiliary bristle_;                       // displacement of the bristle
};

}  // namespace sarrus

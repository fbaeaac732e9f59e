#pragma once
/// @file
/// A sphere on a half-space with a force that is smooth (C²) everywhere, for optimization and long steps.
/// With the depth x, its rate ẋ, the speed of slip v and k = ½·E^{2/3},
///   f_h = 4/3·k·√(R·k)·(x² + ε²)^{3/4}·½·(1 + tanh(b_d·x))
///   f_n = f_h·(1 + 3/2·c·ẋ)·½·(1 + tanh(b_v·(ẋ + 2/(3·c))))
///   f_t = f_n·(g(s)·(μ_d + 2·(μ_s − μ_d)/(1 + s²)) + μ_v·v_ε),   s = v_ε/v_t,   v_ε = √(v² + δ²)
/// g(s) is s below 0.9, 1 beyond 1.1, and a C² blend between: Simbody's SmoothSphereHalfSpaceForce has min(s,
/// 1), with a kink at v_t, and one constant for both ε² and δ². The force does not vanish at x = 0, nor above
/// the plane.

#include <vector>

#include "sarrus/contact/contact_material.h"
#include "sarrus/contact/point_on_plane.h"
#include "sarrus/system/force_element.h"
#include "sarrus/system/own_parameter.h"

namespace sarrus {

struct SmoothSphereOptions {
  double depth_constant = 0.00316227766;  ///< ε [m]
  double speed_constant = 0.00316227766;  ///< δ [m/s]
  double depth_steepness = 300;           ///< b_d [1/m]
  double speed_steepness = 50;            ///< b_v [s/m]
  double transition_speed = 0.01;         ///< v_t [m/s]
};

class SmoothSphereContact : public ForceElement {
 public:
  /// A sphere of given radius about the origin of `sphere`, and the half-space below z = 0 of `plane`.
  SmoothSphereContact(Place sphere, double radius, Place plane, const ContactMaterial& material,
                      const SmoothSphereOptions& options = {});

  std::vector<Dependency> declare(Declaration& declaration) override;
  void add_forces(const State& state, AppliedForces& forces) const override;
  /// The integral of f_h over the depth, by quadrature.
  double potential_energy(const State& state) const override;
  double dissipation(const State& state) const override;
  bool is_passive() const override { return true; }
  ForceEnds ends() const override { return {.points = {at_.point, at_.plane}}; }

  /// The force on the sphere, in the axes of the plane.
  Vec3<double> force(const State& state) const;

 private:
  struct Touch {
    Vec3<double> p, v;  // of the contact point
    double depth, rate, elastic, normal, friction_per_speed;
  };
  Touch touch(const State& state) const;
  double elastic_force(const State& state, double depth) const;

  PointOnPlane at_;
  SmoothSphereOptions options_;
  OwnParameter radius_, modulus_, dissipation_, static_friction_, dynamic_friction_, viscous_friction_;
};

}  // namespace sarrus

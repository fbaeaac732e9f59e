#pragma once
/// @file
/// A bushing between frame F on one body and frame M on another. Its six deflections e are the body-fixed
/// x-y-z angles of R_FM and the position p_FM in F's axes:
///   g_i = −(k_i·e_i + c_i·ė_i),  U = ½·Σ k_i·e_i²,  dissipation = Σ c_i·ė_i²
/// The force (g₃, g₄, g₅), in F's axes, acts on M at its origin, with the torque t for which t·ω_FM = Σ
/// g_i·ė_i over the angles; the opposite acts on F's body at the same point.

#include <array>
#include <vector>

#include "sarrus/base/array.h"
#include "sarrus/system/force_element.h"
#include "sarrus/system/own_parameter.h"
#include "sarrus/system/place.h"
#include "sarrus/system/relative_motion.h"

namespace sarrus {

/// A linear spring-damper in all six directions between frames on two bodies. A rotation about y to within
/// 1e-3 rad of 90°, where the angles are singular, is an Error.
class LinearBushing : public ForceElement {
 public:
  /// Three numbers for rotation, then three for translation.
  using Vector6 = std::array<double, 6>;

  LinearBushing(Place F, Place M, const Vector6& stiffness, const Vector6& damping);

  std::vector<Dependency> declare(Declaration& declaration) override;
  void add_forces(const State& state, AppliedForces& forces) const override;
  bool add_derivatives(const State& state, ForceDerivatives& out) const override;
  ForceEnds ends() const override { return {.points = {frames_.A, frames_.B}, .has_torques = true}; }
  double potential_energy(const State& state) const override;
  double dissipation(const State& state) const override;
  bool is_passive() const override { return true; }

  /// The deflections and their rates.
  Vector6 deflection(const State& state) const;
  Vector6 deflection_rate(const State& state) const;

  /// Parameters of direction i: 0, 1, 2 for rotation about and 3, 4, 5 for translation along x, y, z.
  Parameter stiffness(int i) const { return stiffness_[i]; }
  Parameter damping(int i) const { return damping_[i]; }

 private:
  /// The motion of M relative to F; an Error if its angles are singular.
  RelativeMotion<double> regular_motion(const State& state) const;
  static Vector6 values(const State& state, const Array<OwnParameter>& of);

  PlacePair frames_;  // A is F, B is M
  std::string name_;
  Array<OwnParameter> stiffness_, damping_;
};

}  // namespace sarrus

#pragma once
/// @file
/// A spring with which a user drags a body, for example in a viewer: it pulls a point P of the body towards a
/// target T in the world,
///   f = k·(T − P) − c·v_P,  U = ½·k·|T − P|²,  dissipation = c·|v_P|²
/// Both are in the State; nothing is held until hold() is called.

#include <vector>

#include "sarrus/base/array.h"
#include "sarrus/system/force_element.h"

namespace sarrus {

/// A spring with which a user drags a body.
///
///     const auto& drag = system.force<DragSpring>("drag");
///     drag.hold(state, hand, {0, 0, 0.1}, {1, 0, 2});
///     …
///     drag.release(state);
class DragSpring : public ForceElement {
 public:
  std::vector<Dependency> declare(Declaration& declaration) override;
  void add_forces(const State& state, AppliedForces& forces) const override;
  bool add_derivatives(const State& state, ForceDerivatives& out) const override;
  double potential_energy(const State& state) const override;
  double dissipation(const State& state) const override;
  bool is_passive() const override { return true; }

  /// Holds a body at a point, in its axes, and pulls it towards a target in the world. The spring suits the
  /// mass m that a force on the point feels: k = m·ω², c = 2·m·ω, so that a free body comes to the target
  /// without swinging. It stays the same while the same point is held. Returns false if the point cannot
  /// move.
  bool hold(State& state, int body, const Vec3<double>& p_B, const Vec3<double>& target,
            double omega = 10) const;
  void release(State& state) const;
  bool is_holding(const State& state) const { return !state[grip_].empty(); }

 private:
  struct Grip;
  Grip grip(const State& state) const;

  Discrete<Array<double>> grip_;  // the numbers of a Grip, or empty
};

/// The mean over all directions of the mass that a force on a point of a body feels:
///   m = 3 / tr(J·M⁻¹·Jᵀ)
/// Constraints, locks and prescribed motions are left out of account. Infinite if the point cannot move.
double mean_mass_at(const State& state, int body, const Vec3<double>& p_B);

}  // namespace sarrus

#pragma once
/// @file
/// Uniform gravity, an element of every System under the name "gravity":
///   f = m·g at the center of mass of each body that is not excluded
///   U = Σ m·|g|·(height − zero height),  height = −p_c·g/|g|
/// The vector g is the model's, and may differ in each State.

#include <string_view>
#include <vector>

#include "sarrus/base/array.h"
#include "sarrus/system/force_element.h"
#include "sarrus/system/state.h"

namespace sarrus {

/// The recursions of dynamics include g as an acceleration of the world; this element computes the energy,
/// and cancels gravity on excluded bodies.
///
///     system.gravity().set(state, 1.62, {0, 0, -1});
///     system.gravity().exclude(state, system.model().body_number("balloon"));
class Gravity : public ForceElement {
 public:
  std::vector<Dependency> declare(Declaration& declaration) override;
  void add_forces(const State& state, AppliedForces& forces) const override;
  /// Gravity itself is part of the recursions; only what cancels it on excluded bodies is a force.
  bool add_derivatives(const State& state, ForceDerivatives& out) const override;
  double potential_energy(const State& state) const override;
  bool is_passive() const override { return true; }

  /// Sets the magnitude in m/s² and the direction, of any length but zero; down is {0, 0, −1}.
  void set(State& state, double magnitude, const Vec3<double>& direction) const;
  double magnitude(const State& state) const;
  /// A unit vector; zero where there is no gravity.
  Vec3<double> direction(const State& state) const;

  /// The height, counted against the direction of gravity, at which potential energy is zero.
  Parameter zero_height() const { return zero_height_; }

  /// Excludes a body from gravity, or includes it again.
  void exclude(State& state, int body, bool excluded = true) const;
  bool is_excluded(const State& state, int body) const;
  void exclude(State& state, std::string_view body, bool excluded = true) const {
    exclude(state, state.body_number(body), excluded);
  }
  bool is_excluded(const State& state, std::string_view body) const {
    return is_excluded(state, state.body_number(body));
  }

 private:
  Parameter zero_height_;
  Discrete<Array<int>> excluded_;  // numbers of bodies
};

}  // namespace sarrus

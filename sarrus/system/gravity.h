#pragma once
/// @file
/// Uniform gravity, an element of every System under the name "gravity":
///   f = m·g at the center of mass of each body that is not excluded
///   U = Σ m·|g|·(height − zero height),  height = −p_c·g/|g|
/// The vector g is the model's, and may differ in each State.

#include <vector>

#include "sarrus/base/array.h"
#include "sarrus/system/force_element.h"

namespace sarrus {

/// Dynamics takes g into its recursions, as an acceleration of the world; this element has the energy, and
/// gives back to excluded bodies what the recursions take from them.
///
///     system.gravity().set(state, 1.62, {0, 0, -1});
///     system.gravity().exclude(state, system.model().body_number("balloon"));
class Gravity : public ForceElement {
 public:
  std::vector<Dependency> declare(Declaration& declaration) override;
  void add_forces(const State& state, AppliedForces& forces) const override;
  double potential_energy(const State& state) const override;
  bool is_passive() const override { return true; }

  /// Magnitude in m/s² and direction, of any length but zero; down is {0, 0, −1}.
  void set(State& state, double magnitude, const Vec3<double>& direction) const;
  double magnitude(const State& state) const;
  /// A unit vector; zero where there is no gravity.
  Vec3<double> direction(const State& state) const;

  /// The height, counted against the direction of gravity, at which potential energy is zero.
  Parameter zero_height() const { return zero_height_; }

  /// Whether a body does without gravity.
  void exclude(State& state, int body, bool excluded = true) const;
  bool is_excluded(const State& state, int body) const;

 private:
  Parameter zero_height_;
  Discrete<Array<int>> excluded_;  // numbers of bodies
};

}  // namespace sarrus

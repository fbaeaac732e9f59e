#pragma once
/// @file
#include "sarrus/system/force_derivatives.h"
#include "sarrus/system/place.h"
#include "sarrus/system/responses.h"

namespace sarrus::internal {

/// The straight line between points on two bodies.
struct TwoPoints {
  /// Computes the line between the points in a state.
  TwoPoints(const State& state, const PlacePair& ends);

  double length = 0;
  Vec3<double> direction{};  ///< Unit vector from A to B in the world; zero if the points coincide.

  /// Pulls the points together with a force of `tension`; a negative one pushes them apart. If they coincide,
  /// there is no direction and no force.
  void pull(double tension, AppliedForces& forces) const;
  /// The rate of the length; zero if the points coincide.
  double rate(const State& state) const;

 private:
  const PlacePair& ends_;
  Vec3<double> arm_A_, arm_B_;  // from the bodies' origins, in world axes
};

/// Adds the derivatives of a force between two points, tension(length, its rate, parameters) in any scalar.
/// Returns true. If the points coincide, there is no force, and its derivatives are left out.
template <std::size_t n, class Tension>
bool add_pull_derivatives(const State& state, const PlacePair& ends,
                          const std::array<Parameter, n>& parameters, const Tension& tension,
                          ForceDerivatives& out) {
  if (TwoPoints(state, ends).length == 0) {
    for (const Parameter& parameter : parameters) out.change_by(parameter);
    return true;
  }
  out.add(state, ends.A, ends.B, parameters, [&](const auto& B, const auto& p) {
    const auto length = norm(B.X.p);
    const auto direction = (1.0 / length) * B.X.p;
    const auto pull = tension(length, dot(direction, B.V.v), p);
    return force_alone(-pull * direction);
  });
  return true;
}

}  // namespace sarrus::internal

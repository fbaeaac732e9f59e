#pragma once
/// @file
/// A compliant stop at both ends of a coordinate's range, with Hunt–Crossley damping. Beyond the upper end by
/// x = q − upper > 0:
///   f = −max(0, k·x·(1 + d·ẋ)),  U = ½·k·x²,  dissipation = −f·ẋ − U̇
/// and the same in the other direction beyond the lower end. The stop only pushes; it never pulls.

#include <vector>

#include "sarrus/system/mobility.h"
#include "sarrus/system/own_parameter.h"
#include "sarrus/system/tabulated_force.h"

namespace sarrus {

/// A compliant stop at both ends of a coordinate's range. For a stop at one end only, put the other out of
/// reach. The joint must have u = q̇.
class MobilityStop : public TabulatedForce {
 public:
  /// `dissipation_factor` is d, in s/m or s/rad.
  MobilityStop(Mobility on, double lower, double upper, double stiffness, double dissipation_factor)
      : on_(std::move(on)),
        lower_(lower),
        upper_(upper),
        stiffness_(stiffness),
        factor_(dissipation_factor) {}

  std::vector<Dependency> declare(Declaration& declaration) override;
  void add_forces(const State& state, AppliedForces& forces) const override;
  void enter(const State& state, internal::ForceTable& table) const override;
  bool add_derivatives(const State& state, ForceDerivatives& out) const override;
  ForceEnds ends() const override { return {.speeds = {on_.number()}}; }
  double potential_energy(const State& state) const override;
  double dissipation(const State& state) const override;
  bool is_passive() const override { return true; }

  Parameter lower() const { return lower_; }
  Parameter upper() const { return upper_; }
  Parameter stiffness() const { return stiffness_; }
  Parameter dissipation_factor() const { return factor_; }

 private:
  /// The distance of q from the range: positive above, negative below, zero inside.
  double excess(const State& state) const;
  double force(const State& state, double excess) const;

  Mobility on_;
  std::string name_;
  OwnParameter lower_, upper_, stiffness_, factor_;
};

}  // namespace sarrus

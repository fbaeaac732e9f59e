#pragma once
/// @file
/// A thermostat: a Nosé–Hoover chain of m variables ζ on all speeds. [Martyna, Klein, Tuckerman 1992]
///   f = −ζ₀·M·u,   N·k·T = 2·kinetic energy
///   ζ̇₀ = (T/T_b − 1)/t² − ζ₀·ζ₁
///   ζ̇₁ = N·ζ₀² − 1/t² − ζ₁·ζ₂,   ζ̇_i = ζ_{i−1}² − 1/t² − ζ_i·ζ_{i+1}   (ζ_m = 0)
/// with the bath's temperature T_b, the relaxation time t, Boltzmann's constant k and N thermal speeds. With
/// the integrals s of ζ, the energy of the bath is
///   E_b = k·T_b·[N·(½·t²·ζ₀² + s₀) + Σ_{i>0} (½·t²·ζ_i² + s_i)]
/// and kinetic + potential energy + E_b is constant if nothing else adds or removes energy.

#include <vector>

#include "sarrus/base/array.h"
#include "sarrus/system/force_element.h"
#include "sarrus/system/own_parameter.h"

namespace sarrus {

/// The parameters of a Thermostat.
struct ThermostatNumbers {
  double temperature = 0;      ///< Temperature of the bath, in K.
  double relaxation_time = 0;  ///< Relaxation time, in s.
  /// Number of speeds without thermal motion: those of the whole system's momentum, of prescribed joints, …
  int excluded_speeds = 0;
  int chain_length = 3;
  double boltzmann = 1.380649e-23;  ///< Boltzmann's constant, in J/K; it differs in other systems of units.
};

/// A Nosé–Hoover chain thermostat on all speeds. The chain starts at rest.
class Thermostat : public ForceElement {
 public:
  explicit Thermostat(const ThermostatNumbers& numbers);

  std::vector<Dependency> declare(Declaration& declaration) override;
  void add_forces(const State& state, AppliedForces& forces) const override;

  /// The present temperature of the speeds.
  double current_temperature(const State& state) const;
  double bath_energy(const State& state) const;
  /// The power that the bath supplies to the speeds.
  double power(const State& state) const;

  Parameter temperature() const { return temperature_; }
  Parameter relaxation_time() const { return relaxation_time_; }
  /// The variables ζ and their integrals s.
  Auxiliary chain() const { return chain_; }
  Auxiliary chain_integral() const { return integral_; }

 private:
  void calc_chain_rates(const State& state, Out<double> rates) const;
  void declare_chain(Declaration& declaration);
  double twice_kinetic_energy(const State& state) const;

  ThermostatNumbers numbers_;
  OwnParameter temperature_, relaxation_time_, boltzmann_;
  double thermal_speeds_ = 0;
  Auxiliary chain_, integral_;
  Quantity<Array<double>> momentum_;  // M·u
};

}  // namespace sarrus

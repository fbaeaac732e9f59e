#pragma once
/// @file
/// The account from which the energy balance of a simulation is made.

#include <string>

#include "sarrus/base/array.h"
#include "sarrus/base/array_view.h"
#include "sarrus/simulate/energy_balance.h"
#include "sarrus/system/state.h"

namespace sarrus::internal {

/// The integrals of power that are integrated with the motion: the work of motions, then the dissipation of
/// each force element, then the work of those that are not passive. (The work of a passive element is the
/// decrease of its stored energy less its dissipation.)
class EnergyIntegrals {
 public:
  explicit EnergyIntegrals(const SystemLayout& layout);
  int count() const { return static_cast<int>(names_.size()); }
  /// The name of an integral in messages.
  const std::string& name(int i) const { return names_[i]; }
  /// The powers in a state.
  void calc_rates(const State& state, Out<double> rates) const;

  double work_of_motions(In<double> integrals) const { return integrals[0]; }
  double dissipated(In<double> integrals, std::size_t force) const { return integrals[1 + force]; }
  /// The work of a force element that is not passive.
  double work(In<double> integrals, std::size_t force) const;

 private:
  std::size_t forces_;
  Array<std::size_t> driving_;  // numbers of the forces that are not passive
  Array<std::string> names_;
};

/// Keeps the energy account of a simulation.
class EnergyLedger {
 public:
  /// Starts the account with this state.
  void begin(const State& state);
  /// To be called before and after an instantaneous change of the state.
  void before_change(const State& state);
  void after_change(const State& state);

  EnergyBalance balance(const State& state, In<double> integrated) const;

 private:
  /// The total energy, and the energy stored in each force element.
  struct Energies {
    double all = 0;
    Array<double> stored;
  };
  static void calc_energies(const State& state, Energies& out);

  Energies initial_, before_, now_, by_events_;
};

}  // namespace sarrus::internal

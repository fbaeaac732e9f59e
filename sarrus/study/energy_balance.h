#pragma once
/// @file
/// Where the energy of a simulated mechanism has come from and gone to:
///   E(t) − E(0) = work − dissipated + changed by events + imbalance,
/// in joules. The imbalance is the error of the integration and nothing else.

#include "sarrus/base/array.h"
#include "sarrus/system/state.h"

namespace sarrus {

struct EnergyBalance {
  double kinetic = 0, potential = 0;  ///< Now.
  double initial = 0;                 ///< Their sum at the beginning.
  double work_of_motions = 0;         ///< Put in by prescribed motions, locks and constraints that drive,
  double work_of_forces = 0;          ///< and by motors and other elements that are not passive.
  double dissipated = 0;              ///< Lost to dampers and friction.
  double by_events = 0;               ///< What handlers of events have added by changing the state.

  double energy() const { return kinetic + potential; }
  double work() const { return work_of_motions + work_of_forces; }
  double imbalance() const { return energy() - initial - work() + dissipated - by_events; }
};

/// Keeps account of energies while a simulation runs. The integrals of power are integrated with the motion.
class EnergyLedger {
 public:
  /// Their names; each is the integral of one of the numbers in EnergyRates.
  static constexpr const char* integrals[] = {"work of motions", "work of forces", "energy dissipated"};

  /// The account begins with this state.
  void begin(const State& state);
  /// Before and after something changes the state at once.
  void before_change(const State& state);
  void after_change(const State& state);

  EnergyBalance balance(const State& state, In<double> integrated) const;

 private:
  /// The energy, and the part of it that belongs to elements that are not passive.
  struct Energies {
    double all = 0, driving = 0;
  };
  static Energies energies(const State& state);

  Energies initial_, before_;
  Energies by_events_{};
};

}  // namespace sarrus

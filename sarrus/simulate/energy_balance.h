#pragma once
/// @file
/// Where the energy of a simulated mechanism has come from and gone to:
///   E(t) − E(0) = work − dissipated + changed by events + imbalance,
/// in joules. The imbalance is the error of the integration and nothing else.

#include <string>
#include <string_view>

#include "sarrus/base/array.h"
#include "sarrus/base/array_view.h"
#include "sarrus/system/state.h"

namespace sarrus {

/// What a force element has done since the beginning.
struct ElementEnergy {
  std::string name;
  double work = 0;        ///< Of its forces on the bodies: positive where it drives them.
  double dissipated = 0;  ///< Lost in it.
};

struct EnergyBalance {
  double kinetic = 0, potential = 0;  ///< Now.
  double initial = 0;                 ///< Their sum at the beginning.
  double work_of_motions = 0;         ///< Put in by prescribed motions, locks and constraints that drive,
  double work_of_forces = 0;          ///< and by motors and other elements that are not passive.
  double dissipated = 0;              ///< Lost to dampers and friction.
  double by_events = 0;               ///< What handlers of events have added by changing the state.
  Array<ElementEnergy> elements;      ///< Gravity and all other force elements.

  double energy() const { return kinetic + potential; }
  double work() const { return work_of_motions + work_of_forces; }
  double imbalance() const { return energy() - initial - work() + dissipated - by_events; }
  /// An element by its name; an unknown one is an Error that suggests the nearest.
  const ElementEnergy& element(std::string_view name) const;
};

/// The integrals of power that are integrated with the motion: the work of motions, then what each force
/// element loses, then the work of those that are not passive. (That of a passive one is what it stores less
/// and has not lost.)
class EnergyIntegrals {
 public:
  explicit EnergyIntegrals(const SystemLayout& layout);
  int count() const { return static_cast<int>(names_.size()); }
  /// What to call one in a message.
  const std::string& name(int i) const { return names_[i]; }
  /// The powers in a state.
  void calc_rates(const State& state, Out<double> rates) const;

  double work_of_motions(In<double> integrals) const { return integrals[0]; }
  double dissipated(In<double> integrals, std::size_t force) const { return integrals[1 + force]; }
  /// Of a force element that is not passive.
  double work(In<double> integrals, std::size_t force) const;

 private:
  std::size_t forces_;
  Array<std::size_t> driving_;  // numbers of the forces that are not passive
  Array<std::string> names_;
};

/// Keeps account of energies while a simulation runs.
class EnergyLedger {
 public:
  /// The account begins with this state.
  void begin(const State& state);
  /// Before and after something changes the state at once.
  void before_change(const State& state);
  void after_change(const State& state);

  EnergyBalance balance(const State& state, In<double> integrated) const;

 private:
  /// The energy, and what each force element stores of it.
  struct Energies {
    double all = 0;
    Array<double> stored;
  };
  static void calc_energies(const State& state, Energies& out);

  Energies initial_, before_, now_, by_events_;
};

}  // namespace sarrus

#include "sarrus/study/energy_balance.h"

#include "sarrus/system/responses.h"

namespace sarrus {

EnergyLedger::Energies EnergyLedger::energies(const State& state) {
  return {energy(state), driving_potential_energy(state)};
}

void EnergyLedger::begin(const State& state) {
  initial_ = energies(state);
  by_events_ = {};
}

void EnergyLedger::before_change(const State& state) { before_ = energies(state); }

void EnergyLedger::after_change(const State& state) {
  const Energies now = energies(state);
  by_events_.all += now.all - before_.all;
  by_events_.driving += now.driving - before_.driving;
}

EnergyBalance EnergyLedger::balance(const State& state, In<double> integrated) const {
  EnergyBalance balance;
  balance.kinetic = kinetic_energy(state);
  balance.potential = potential_energy(state);
  balance.initial = initial_.all;
  balance.work_of_motions = integrated[0];
  // What a driving element has put in it has given to the bodies, or stores it.
  const double stored = driving_potential_energy(state) - initial_.driving - by_events_.driving;
  balance.work_of_forces = integrated[1] + stored;
  balance.dissipated = integrated[2];
  balance.by_events = by_events_.all;
  return balance;
}

}  // namespace sarrus

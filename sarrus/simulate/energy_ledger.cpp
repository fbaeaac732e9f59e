#include "sarrus/simulate/internal/energy_ledger.h"

#include <algorithm>

#include "sarrus/system/force_element.h"
#include "sarrus/system/internal/layout.h"
#include "sarrus/system/responses.h"

namespace sarrus::internal {

namespace {

const std::string& force_name(const SystemLayout& layout, std::size_t force) {
  return layout.elements[layout.force_ids[force].index].name;
}

}  // namespace

EnergyIntegrals::EnergyIntegrals(const SystemLayout& layout)
    : forces_(layout.forces.size()), names_{"the work of motions"} {
  for (std::size_t i = 0; i < forces_; ++i)
    names_.push_back(fmt::format("the energy lost in '{}'", force_name(layout, i)));
  for (std::size_t i = 0; i < forces_; ++i)
    if (!layout.forces[i]->is_passive()) {
      driving_.push_back(i);
      names_.push_back(fmt::format("the work of '{}'", force_name(layout, i)));
    }
}

void EnergyIntegrals::calc_rates(const State& state, Out<double> rates) const {
  const EnergyRates& now = energy_rates(state);
  rates[0] = now.of_motions;
  std::copy(now.losses.begin(), now.losses.end(), rates.begin() + 1);
  for (std::size_t k = 0; k < driving_.size(); ++k) rates[1 + forces_ + k] = now.powers[driving_[k]];
}

double EnergyIntegrals::work(In<double> integrals, std::size_t force) const {
  const auto found = std::find(driving_.begin(), driving_.end(), force);
  return integrals[1 + forces_ + (found - driving_.begin())];
}

void EnergyLedger::calc_energies(const State& state, Energies& out) {
  const SystemLayout& layout = state.layout();
  out.all = energy(state);
  out.stored.resize(layout.forces.size());
  for (std::size_t i = 0; i < layout.forces.size(); ++i)
    out.stored[i] = state.is_enabled(layout.force_ids[i]) ? layout.forces[i]->potential_energy(state) : 0.0;
}

void EnergyLedger::begin(const State& state) {
  calc_energies(state, initial_);
  by_events_.all = 0;
  by_events_.stored.assign(initial_.stored.size(), 0.0);
}

void EnergyLedger::before_change(const State& state) { calc_energies(state, before_); }

void EnergyLedger::after_change(const State& state) {
  calc_energies(state, now_);
  by_events_.all += now_.all - before_.all;
  for (std::size_t i = 0; i < now_.stored.size(); ++i)
    by_events_.stored[i] += now_.stored[i] - before_.stored[i];
}

EnergyBalance EnergyLedger::balance(const State& state, In<double> integrated) const {
  const SystemLayout& layout = state.layout();
  const EnergyIntegrals integrals(layout);
  Energies now;
  calc_energies(state, now);
  EnergyBalance balance;
  balance.kinetic = kinetic_energy(state);
  balance.potential = potential_energy(state);
  balance.initial = initial_.all;
  balance.work_of_motions = integrals.work_of_motions(integrated);
  balance.by_events = by_events_.all;
  for (std::size_t i = 0; i < layout.forces.size(); ++i) {
    const double lost = integrals.dissipated(integrated, i);
    const double stored = now.stored[i] - initial_.stored[i] - by_events_.stored[i];
    const bool is_passive = layout.forces[i]->is_passive();
    const double work = is_passive ? -stored - lost : integrals.work(integrated, i);
    balance.elements.push_back({force_name(layout, i), work, lost});
    balance.dissipated += lost;
    // The energy that a driving element has brought in is its work on the bodies, its dissipation and its
    // stored energy.
    if (!is_passive) balance.work_of_forces += work + lost + stored;
  }
  return balance;
}

}  // namespace sarrus::internal

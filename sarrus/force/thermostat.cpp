#include "sarrus/force/thermostat.h"

#include <vector>

#include "sarrus/base/array.h"
#include "sarrus/system/declaration.h"
#include "sarrus/system/responses.h"

namespace sarrus {

Thermostat::Thermostat(const ThermostatNumbers& numbers)
    : numbers_(numbers),
      temperature_(numbers.temperature),
      relaxation_time_(numbers.relaxation_time),
      boltzmann_(numbers.boltzmann) {}

std::vector<Dependency> Thermostat::declare(Declaration& declaration) {
  const int nu = declaration.model().nu();
  require(numbers_.excluded_speeds >= 0 && numbers_.excluded_speeds < nu,
          "the thermostat '{}' excludes {} speeds of {}; exclude none or more, and leave one",
          declaration.name(), numbers_.excluded_speeds, nu);
  require(numbers_.chain_length >= 1 && numbers_.chain_length <= 1000,
          "the thermostat '{}' has a chain of {} variables; give 1 to 1000, of which 3 are usual",
          declaration.name(), numbers_.chain_length);
  thermal_speeds_ = nu - numbers_.excluded_speeds;
  temperature_.declare(declaration, "temperature", "K", ParameterRange::above(0));
  relaxation_time_.declare(declaration, "relaxation_time", "s", ParameterRange::above(0));
  boltzmann_.declare(declaration, "boltzmann", "J/K", ParameterRange::above(0));
  momentum_ = declaration.quantity<Array<double>>(
      "momentum", {Source::q, Source::u, declaration.quantities().mass_products}, Array<double>(nu),
      [](const State& state, Array<double>& p) { calc_mass_times(state, state.u(), p); });
  declare_chain(declaration);
  return {Source::z, momentum_};
}

/// The functions may refer to the element: both belong to the System.
void Thermostat::declare_chain(Declaration& declaration) {
  std::vector<Dependency> reads = declaration.own();
  reads.insert(reads.end(), {declaration.self(), Source::z, Source::u, momentum_});
  const Array<double> rest(numbers_.chain_length, 0.0);
  const ElementId self = declaration.self();
  chain_ = declaration.auxiliary("chain", rest, reads, [this, self](const State& state, Out<double> rates) {
    std::fill(rates.begin(), rates.end(), 0.0);
    if (state.is_enabled(self)) calc_chain_rates(state, rates);
  });
  integral_ = declaration.auxiliary("chain_integral", rest, reads,
                                    [this, self](const State& state, Out<double> rates) {
                                      const In<double> zeta = state[chain_];
                                      for (std::size_t i = 0; i < rates.size(); ++i)
                                        rates[i] = state.is_enabled(self) ? zeta[i] : 0.0;
                                    });
}

double Thermostat::twice_kinetic_energy(const State& state) const {
  const Array<double>& p = state[momentum_];
  double sum = 0;
  for (int k = 0; k < state.nu(); ++k) sum += state.u(k) * p[k];
  return sum;
}

void Thermostat::calc_chain_rates(const State& state, Out<double> rates) const {
  const In<double> zeta = state[chain_];
  const double t = state[relaxation_time_];
  const std::size_t m = zeta.size();
  for (std::size_t i = 0; i < m; ++i) {
    const double driven = i == 0   ? current_temperature(state) / state[temperature_] / (t * t)
                          : i == 1 ? thermal_speeds_ * zeta[0] * zeta[0]
                                   : zeta[i - 1] * zeta[i - 1];
    rates[i] = driven - 1 / (t * t) - (i + 1 < m ? zeta[i] * zeta[i + 1] : 0.0);
  }
}

void Thermostat::add_forces(const State& state, AppliedForces& forces) const {
  const double zeta = state[chain_][0];
  const Array<double>& p = state[momentum_];
  for (int k = 0; k < state.nu(); ++k) forces.add_to_speed(k, -zeta * p[k]);
}

double Thermostat::current_temperature(const State& state) const {
  return twice_kinetic_energy(state) / (thermal_speeds_ * state[boltzmann_]);
}

double Thermostat::power(const State& state) const { return -state[chain_][0] * twice_kinetic_energy(state); }

double Thermostat::bath_energy(const State& state) const {
  const In<double> zeta = state[chain_], s = state[integral_];
  const double t = state[relaxation_time_];
  double sum = 0;
  for (std::size_t i = 0; i < zeta.size(); ++i)
    sum += (i == 0 ? thermal_speeds_ : 1.0) * (0.5 * t * t * zeta[i] * zeta[i] + s[i]);
  return state[boltzmann_] * state[temperature_] * sum;
}

}  // namespace sarrus

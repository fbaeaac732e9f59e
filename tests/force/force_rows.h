#pragma once
/// @file
/// Every force element as the law tests see it. A new element adds its row here.

#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "sarrus/system/responses.h"
#include "sarrus/system/system.h"
#include "tests/support/floating_mechanism.h"
#include "tests/support/random.h"

namespace sarrus::testing {

/// What an element does, as far as laws can tell.
struct ForceRow {
  std::string name;
  /// Adds the element under the name "x".
  std::function<void(SystemBuilder&)> add;
  bool internal;          ///< Leaves the momentum of a floating mechanism alone.
  bool passive;           ///< Its power is −U̇ − dissipation.
  bool position_only;     ///< Reads neither speeds nor time.
  std::string parameter;  ///< One that changes the force, or empty.
  /// Makes the force differ from zero where it does not by itself.
  std::function<void(const System&, State&)> prepare = [](const System&, State&) {};
};

/// Shown by GoogleTest when a row's test fails.
inline void PrintTo(const ForceRow& row, std::ostream* out) { *out << row.name; }

std::vector<ForceRow> force_rows();

/// The system of a row and a random state of it.
System system_of(const ForceRow& row);
State random_state(const System& system, const ForceRow& row, Random& random);

/// The power of all applied forces.
double applied_power(const State& state);

/// The rate of a function of the state when y moves at a rate; fourth-order differences.
double differenced(const State& state, const std::vector<double>& rate,
                   const std::function<double(const State&)>& f);

}  // namespace sarrus::testing

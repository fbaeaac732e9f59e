#pragma once
/// @file
#include <functional>
#include <string>

#include "sarrus/system/state.h"

namespace sarrus {

/// A named number that is recorded during a simulation.
///
///     options.outputs = {"elbow", tip_height, {"reach", [](const State& s) { return norm(pose(s, 2).p); }}};
class RecordedOutput {
 public:
  using Value = std::function<double(const State&)>;

  /// A value of the State by its name (named_values.h), or "kinetic_energy" or "potential_energy".
  RecordedOutput(std::string name);
  RecordedOutput(const char* name) : RecordedOutput(std::string(name)) {}
  /// A quantity that the System declares, with its name there.
  RecordedOutput(Quantity<double> quantity);
  /// Any number that can be computed from a State.
  RecordedOutput(std::string name, Value value);

  /// The name of an output, and its function for states of the same System. For an unknown name, column()
  /// throws an Error that suggests the nearest.
  struct Column {
    std::string name;
    Value value;
  };
  Column column(const State& state) const { return find_(state); }

 private:
  std::function<Column(const State&)> find_;
};

}  // namespace sarrus

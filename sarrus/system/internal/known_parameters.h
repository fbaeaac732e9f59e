#pragma once
/// @file
/// By which parameters of elements the accelerations of a State have exact derivatives: everything that reads
/// the parameter must give its derivative by it. Elements that do not, and quantities, auxiliary variables,
/// prescribed motions and ports that read it, leave it to be differenced.

#include "sarrus/base/array.h"
#include "sarrus/system/force_derivatives.h"
#include "sarrus/system/state.h"

namespace sarrus::internal {

class KnownParameters {
 public:
  explicit KnownParameters(Array<Parameter> parameters) : parameters_(std::move(parameters)) {}

  const Array<Parameter>& parameters() const { return parameters_; }
  /// Begins at a state: what is neither a force nor a constraint and reads a parameter rules it out.
  void start(const State& state);
  /// Notes what force element number `i`, or all constraints, have given.
  void note_force(const State& state, int i, bool has_derivatives, ForceDerivatives& given);
  void note_constraints(const State& state, ForceDerivatives& given);
  bool is_known(int parameter) const { return is_known_[parameter] != 0; }

 private:
  Array<Parameter> parameters_;
  Array<char> is_known_;
};

}  // namespace sarrus::internal

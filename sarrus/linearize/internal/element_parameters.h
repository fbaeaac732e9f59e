#pragma once
/// @file
#include <string>

#include "sarrus/base/array.h"
#include "sarrus/system/state.h"

namespace sarrus::internal {

/// The parameters of elements among values by name, which may include "time". An unknown name is an Error.
class ElementParameters {
 public:
  ElementParameters(const State& state, const Array<std::string>& values);
  const Array<Parameter>& all() const { return all_; }
  /// The number among them of value number `i`, or −1.
  int number(int i) const { return numbers_[i]; }

 private:
  Array<Parameter> all_;
  Array<int> numbers_;
};

}  // namespace sarrus::internal

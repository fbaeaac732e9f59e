#pragma once
/// @file
#include "sarrus/system/state.h"

namespace sarrus::internal {

/// While a FrozenState exists, its State computes nothing, so that several threads may read computed
/// quantities; reading a quantity that is not computed yet is an Error.
class FrozenState {
 public:
  explicit FrozenState(const State& state) : state_(state) { state_.frozen_ = true; }
  ~FrozenState() { state_.frozen_ = false; }
  FrozenState(const FrozenState&) = delete;
  FrozenState& operator=(const FrozenState&) = delete;

 private:
  const State& state_;
};

}  // namespace sarrus::internal

#pragma once
/// @file
#include "sarrus/system/internal/layout.h"

namespace sarrus::internal {

/// Access to the discrete variables of a State without their types, for code that treats all of them alike.
struct StateAccess {
  static const std::shared_ptr<const void>& discrete(const State& state, std::size_t index) {
    return state.discrete_[index];
  }
  static void set_discrete(State& state, std::size_t index, std::shared_ptr<const void> value) {
    state.set_discrete(static_cast<int>(index), state.layout().discretes[index].source, std::move(value));
  }
};

}  // namespace sarrus::internal

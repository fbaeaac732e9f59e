#pragma once
/// @file
#include <nlohmann/json_fwd.hpp>

#include "apps/sarrus/contact_choice.h"

namespace sarrus {

/// What is worth saying about the contacts of a motion.
class ContactRecord {
 public:
  explicit ContactRecord(const ChosenContact& chosen) : chosen_(chosen) {}

  /// Adds a state in chronological order.
  void add(const State& state);

  /// Lines for the summary; none if the model has no shapes that could touch.
  std::string text(const State& last) const;
  /// Null if contact is off.
  nlohmann::ordered_json json(const State& last) const;

 private:
  struct Largest {
    double value = 0, time = 0;
    int surface1 = 0, surface2 = 0;
  };
  std::string pair(int surface1, int surface2) const;

  const ChosenContact& chosen_;
  Largest depth_{}, force_{};
};

}  // namespace sarrus

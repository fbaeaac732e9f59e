#pragma once
/// @file
/// Names common to the writer and the reader of state_json.h.

#include <map>

#include "sarrus/base/array.h"
#include "sarrus/system/constraint_entry.h"
#include "sarrus/system/state_values.h"

namespace sarrus::state_json {

inline constexpr const char* format_name = "sarrus state";

/// A key for each entry: its name, with a number if earlier entries have the same name.
template <class Entries>
Array<std::string> keys_of(const Entries& entries) {
  Array<std::string> keys;
  std::map<std::string, int> count;
  for (const auto& entry : entries) {
    const int n = ++count[entry.name];
    keys.push_back(n == 1 ? entry.name : fmt::format("{}#{}", entry.name, n));
  }
  return keys;
}

/// The names of the kinds of orientation coordinates.
inline constexpr std::pair<const char*, std::optional<RotationCoordinates>> rotation_names[]{
    {"as the model has it", std::nullopt},
    {"quaternion", RotationCoordinates::quaternion},
    {"angles", RotationCoordinates::euler},
};

}  // namespace sarrus::state_json

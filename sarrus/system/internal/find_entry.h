#pragma once
/// @file
#include <string>

#include "sarrus/base/array.h"
#include "sarrus/base/names.h"

namespace sarrus::internal {

/// The index of a name in a table of entries, each with a `name`. An unknown one is an Error that calls it
/// `what` and suggests the nearest.
template <class Entry>
int find_entry(const Array<Entry>& entries, std::string_view name, const char* what) {
  Array<std::string> names;
  for (const Entry& entry : entries) {
    if (entry.name == name) return static_cast<int>(names.size());
    names.push_back(entry.name);
  }
  fail("the system has no {} '{}'.{}", what, name, suggestion(name, names));
}

}  // namespace sarrus::internal

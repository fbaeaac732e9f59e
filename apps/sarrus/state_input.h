#pragma once
/// @file
/// States that another run has written.

#include <string>
#include <string_view>

#include "sarrus/format/loaded_model.h"
#include "sarrus/system/system.h"

namespace sarrus {

/// Reads a state from JSON. A state that was written with other options, whose System had other elements, is
/// read as far as both have the same variables and parameters; `note` then says what was left out.
State read_state(const System& system, const std::string& json, const std::string& name, std::string& note);

/// The same from bytes, of this System or of that which `simulate` makes of the model by default.
State read_binary_state(const LoadedModel& robot, const System& system, std::string_view bytes,
                        const std::string& name, std::string& note);

}  // namespace sarrus

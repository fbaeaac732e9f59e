#pragma once
/// @file
/// Saves and loads States in JSON files that people can read and edit. A State that is saved and loaded is
/// the same bit by bit.
///
/// All values are listed by name. Parameters of the model (masses, frames, gravity, …) are listed if the
/// State has changed them; otherwise they are those of the model the file is loaded with. Discrete variables
/// are numbers, texts or lists of numbers if their type is; others are {"bytes": "0123…"}.
///
/// A file with a format or a signature, as every file written here, must be complete: nothing may be missing.
/// A file without both is written by hand and lists only the differences from the default state:
///   {"coordinates": {"elbow": 0.5}, "speeds": {"elbow.rate": 2}}

#include "sarrus/system/state_values.h"

namespace sarrus {

/// The version of the format that is written, and the only one that is read.
inline constexpr int state_json_version = 1;

/// Writes a State to a file. An earlier file of that name stays as it was if this fails.
void write_state_json(const State& state, const std::string& path);
/// Reads a State from a file. Throws an Error with the position if something is malformed, missing in a
/// complete file, unknown or of another system.
State read_state_json(const System& system, const std::string& path);

/// Converts a State to the text of such a file, and back; `name` stands for the text in messages.
std::string state_to_json(const State& state);
State state_from_json(const System& system, std::string_view text, const std::string& name = "the state");

}  // namespace sarrus

#pragma once
/// @file
/// States in JSON files that people can read and edit. Reading one gives the same State bit by bit.
///
/// All values stand under their names. Numbers of the model (masses, frames, gravity, …) are listed where the
/// State has changed them; otherwise they are those of the model the file is loaded with. Discrete variables
/// are numbers, texts or lists of numbers where their type is; others are {"bytes": "0123…"}.
///
/// A file that names its format or a signature, as every file written here does, is whole: nothing may be
/// missing. One without both is written by hand and says only what differs from the default state:
///   {"coordinates": {"elbow": 0.5}, "speeds": {"elbow.rate": 2}}

#include "sarrus/system/state_values.h"

namespace sarrus {

/// The version of the format that is written, and the only one that is read.
inline constexpr int state_json_version = 1;

/// Writes a State to a file. An earlier file of that name stays as it was if this fails.
void save_json(const State& state, const std::string& path);
/// Reads one. What is malformed, missing in a whole file, unknown or of another system is an Error that says
/// where.
State load_json(const System& system, const std::string& path);

/// The text of such a file, and a State from it; `name` is what messages call it.
std::string state_to_json(const State& state);
State state_from_json(const System& system, std::string_view text, const std::string& name = "the state");

}  // namespace sarrus

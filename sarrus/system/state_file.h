#pragma once
/// @file
/// Saves and loads States in binary files, bit by bit, to continue a simulation later or elsewhere.
///
/// A file holds the values of a State and the signature of its System; it can be loaded with any System of
/// the same signature. Masses, frames and other parameters of the model are in it if the State has changed
/// them; otherwise they are those of the model it is loaded with. A checksum protects the whole file.

#include "sarrus/system/state_values.h"

namespace sarrus {

/// The version of the format that is written, and the only one that is read.
inline constexpr int state_file_version = 1;

/// Writes a State to a file. An earlier file of that name stays as it was if this fails.
void write_state(const State& state, const std::string& path);
/// Reads a State from a file. A file that is damaged, of another kind or version, or of another system is an
/// Error that says so.
State read_state(const System& system, const std::string& path);

/// Converts a State to the bytes of such a file, and back; `name` stands for the bytes in error messages.
std::string to_bytes(const State& state);
State from_bytes(const System& system, std::string_view bytes, const std::string& name = "the state");

}  // namespace sarrus

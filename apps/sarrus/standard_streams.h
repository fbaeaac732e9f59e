#pragma once
/// @file
/// Files that a command line names, among them "-": standard input and standard output.

#include <string>

namespace sarrus {

/// Whether a name means standard input or output.
inline bool is_standard_stream(const std::string& path) { return path == "-"; }
/// What messages call it: the name, or "standard input".
std::string input_name(const std::string& path);

/// All bytes of a file or, for "-", of standard input. Devices, and pipes that nobody may ever write to, are
/// refused, and so is more than a gibibyte.
std::string read_input(const std::string& path);

/// Writes a note to standard error; whether anybody can read it is no matter.
void say(const std::string& text);

/// Throws an Error unless everything printed so far has gone out: a full disk, a closed pipe.
void require_standard_output();

}  // namespace sarrus

#pragma once
/// @file
/// Files named on a command line, including "-" for standard input and standard output.

#include <string>

namespace sarrus {

/// True if a name stands for standard input or output.
inline bool is_standard_stream(const std::string& path) { return path == "-"; }
/// The name in messages: the path, or "standard input".
std::string input_name(const std::string& path);

/// All bytes of a file or, for "-", of standard input. Devices, and pipes that may never have a writer, are
/// refused, and so is more than a gibibyte.
std::string read_input(const std::string& path);

/// Writes a note to standard error; failures are ignored.
void say(const std::string& text);

/// Throws an Error unless everything printed so far was written: a full disk, a closed pipe.
void require_standard_output();

}  // namespace sarrus

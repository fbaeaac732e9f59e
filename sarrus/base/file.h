#pragma once
/// @file
#include <string>
#include <string_view>

namespace sarrus {

/// All bytes of a file. Throws an Error where it cannot be read.
std::string read_file(const std::string& path);

/// Makes a file hold these bytes. They go to a new file beside it which then takes its name: where something
/// fails, a full disk say, an earlier file stays as it was and an Error says why. What is no ordinary file,
/// such as a device or a pipe, is written to directly.
void replace_file(const std::string& path, std::string_view bytes);

}  // namespace sarrus

#pragma once
/// @file
/// Numbers as people read them.

#include <string>

namespace sarrus {

/// Three digits, without an exponent where that is short: "6450", "0.0123".
std::string short_number(double x);
/// Seconds with a unit that suits them: "5.4 ns", "1 ms".
std::string seconds_text(double seconds);
/// Seconds as a person says them: "3 min".
std::string rough_duration(double seconds);

}  // namespace sarrus

#pragma once
/// @file
/// Numbers as text for people.

#include <string>

namespace sarrus {

/// A number with three digits, without an exponent if that is short: "6450", "0.0123".
std::string short_number(double x);
/// Seconds with a suitable unit: "5.4 ns", "1 ms".
std::string seconds_text(double seconds);
/// Seconds as people say them: "3 min".
std::string rough_duration(double seconds);

}  // namespace sarrus

#pragma once
/// @file
#include <string>
#include <string_view>

namespace sarrus::internal {

/// The characters of RFC 4648, with padding.
std::string base64(std::string_view bytes);
/// The bytes of such a text. Throws an Error at any other character.
std::string from_base64(std::string_view text);

}  // namespace sarrus::internal

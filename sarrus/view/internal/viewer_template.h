#pragma once
/// @file
#include <string_view>

namespace sarrus::internal {

/// The page of the viewer as it was built from viewer/, with the mark `<!--sarrus-page-->` where the element
/// with the data goes; without that element the page is a live viewer. Empty if the library was built without
/// the viewer.
std::string_view viewer_template();

}  // namespace sarrus::internal

#pragma once
/// @file
#include <string>
#include <string_view>

#include "sarrus/view/page.h"

namespace sarrus::internal {

/// A template with the data of a page in place of its mark `<!--sarrus-page-->`.
std::string fill_template(std::string_view html, const Page& page);

/// Throws an Error that says what is missing and how to get it, unless there is a viewer.
void require_viewer();

}  // namespace sarrus::internal

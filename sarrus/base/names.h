#pragma once
/// @file
/// Names as people write them: in natural order (link2 before link10), in lists, and with a suggestion if
/// misspelled.

#include <string>
#include <string_view>

#include "sarrus/base/array.h"

namespace sarrus {

/// True if `a` comes before `b` when runs of digits compare as numbers.
bool natural_less(std::string_view a, std::string_view b);

/// The candidate that differs from `name` by the fewest edits, if they are few enough to be a typing error;
/// otherwise empty.
std::string nearest_name(std::string_view name, const Array<std::string>& candidates);

/// A sentence for an error message: " Did you mean 'x'?" if some candidate is close, otherwise a list of the
/// candidates.
std::string suggestion(std::string_view name, const Array<std::string>& candidates);

/// The texts one after the other, a separator between them. (The compiler takes seconds for fmt::join.)
std::string join(const Array<std::string>& texts, std::string_view separator);

}  // namespace sarrus

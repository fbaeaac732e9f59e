#pragma once
/// @file
/// The signature of a System: the names of all values of its States, in their order. Two Systems with the
/// same signature can exchange States.

#include "sarrus/base/array.h"
#include "sarrus/system/internal/layout.h"

namespace sarrus::internal {

/// One line for each item with values in a State: bodies with their joints, coordinates, speeds, parameters,
/// variables, elements. Values, such as masses, are not included.
Array<std::string> signature(const SystemLayout& layout);

/// A hash of the lines.
std::uint64_t signature_hash(const Array<std::string>& signature);

/// A description of the first difference between two signatures: "{first} coordinate 'elbow', {second}
/// coordinate 'knee'". `first` and `second` are phrases such as "the file has".
std::string signature_difference(const Array<std::string>& a, const Array<std::string>& b,
                                 std::string_view first, std::string_view second);

}  // namespace sarrus::internal

#pragma once
/// @file
/// What a State's values mean: the names behind its numbers, in their order. Two Systems with the same
/// signature can exchange States.

#include "sarrus/base/array.h"
#include "sarrus/system/layout.h"

namespace sarrus {

/// A line for each thing that the values of a State belong to: bodies with their joints, coordinates, speeds,
/// parameters, variables, elements. Values, such as masses, are not in it.
Array<std::string> signature(const SystemLayout& layout);

/// The lines as one number.
std::uint64_t signature_hash(const Array<std::string>& signature);

/// In words, where two signatures begin to differ: "{first} coordinate 'elbow', {second} coordinate 'knee'".
/// Both are phrases such as "the file has".
std::string signature_difference(const Array<std::string>& a, const Array<std::string>& b,
                                 std::string_view first, std::string_view second);

}  // namespace sarrus

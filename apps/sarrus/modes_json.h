#pragma once
/// @file
#include <string>

#include "sarrus/linearize/linear_modes.h"

namespace sarrus {

/// The matrices of linear equations and their modes as JSON.
std::string modes_json(const Linearization& linear, const Array<LinearMode>& modes);

}  // namespace sarrus

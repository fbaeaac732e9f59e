#pragma once
/// @file
#include "sarrus/model/description.h"

namespace sarrus {

/// Everything that is wrong with a description that shall become a model, each fault in a sentence with
/// names, numbers and what to do. Empty when nothing is wrong.
std::vector<std::string> model_faults(const ModelDescription& description);

}  // namespace sarrus

#pragma once
/// @file
#include "sarrus/base/array.h"
#include "sarrus/model/description.h"

namespace sarrus {

/// Everything that is wrong with a description, whatever its joints connect: names, inertias, joints, frames,
/// points; each fault in a sentence with names, numbers and what to do. Empty when nothing is wrong.
Array<std::string> graph_faults(const ModelDescription& description);

/// The same for a description that shall become a model: its joints must form a tree that hangs on the world.
Array<std::string> model_faults(const ModelDescription& description);

/// Throws an Error that lists the faults, if there are any.
void require_no_faults(const ModelDescription& description, const Array<std::string>& faults);

}  // namespace sarrus

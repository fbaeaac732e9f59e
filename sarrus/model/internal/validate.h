#pragma once
/// @file
#include "sarrus/base/array.h"
#include "sarrus/model/description.h"

namespace sarrus::internal {

/// All faults of a description, whatever its joints connect: names, inertias, joints, frames, points; each
/// fault in a sentence with names, numbers and a remedy. Empty if there are none.
Array<std::string> graph_faults(const ModelDescription& description);

/// All faults of a description that shall become a model: its joints must also form a tree rooted at the
/// world.
Array<std::string> model_faults(const ModelDescription& description);

/// Throws an Error that lists the faults, if there are any.
void require_no_faults(const ModelDescription& description, const Array<std::string>& faults);

}  // namespace sarrus::internal

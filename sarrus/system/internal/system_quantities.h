#pragma once
/// @file
#include <vector>

#include "sarrus/base/array.h"
#include "sarrus/system/declaration.h"

namespace sarrus::internal {

/// Declares the quantities that every System computes; the handles go into the draft's layout. The
/// dependencies of forces and ż are known only after all elements have declared theirs: see
/// connect_system_quantities().
void declare_system_quantities(LayoutDraft& draft);

/// Connects the quantities to the elements they are computed from. `force_reads` holds the dependencies of
/// each force element; `force_threads` is the number of threads for costly ones.
void connect_system_quantities(LayoutDraft& draft, const Array<std::vector<Dependency>>& force_reads,
                               int force_threads);

}  // namespace sarrus::internal

#pragma once
/// @file
#include <vector>

#include "sarrus/base/array.h"
#include "sarrus/system/declaration.h"

namespace sarrus {

/// Declares what every System computes; the handles go into the draft's layout. What the forces and ż read is
/// only known when all elements have declared theirs: see connect_system_quantities().
void declare_system_quantities(LayoutDraft& draft);

/// Tells the quantities which elements they are computed from. `force_reads` holds what each force element
/// reads; `force_threads` share the costly ones.
void connect_system_quantities(LayoutDraft& draft, const Array<std::vector<Dependency>>& force_reads,
                               int force_threads);

}  // namespace sarrus

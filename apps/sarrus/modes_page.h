#pragma once
/// @file
#include "sarrus/format/loaded_model.h"
#include "sarrus/linearize/linear_modes.h"
#include "sarrus/view/page.h"

namespace sarrus {

/// The numbers of the modes to show if none is chosen: those that oscillate, slowest first, or else all; a
/// dozen at most.
Array<int> modes_worth_showing(const Array<LinearMode>& modes);

/// A page with the motions of modes about a state, one item for each.
Page make_modes_page(const LoadedModel& robot, const State& center, const Linearization& linear,
                     const Array<LinearMode>& modes, const Array<int>& shown);

}  // namespace sarrus

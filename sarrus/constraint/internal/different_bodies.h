#pragma once
/// @file
#include "sarrus/base/array.h"
#include "sarrus/system/place.h"

namespace sarrus::internal {

/// Finds the frames at the places. Throws an Error unless they and F are all on different bodies.
Array<FrameOn<double>> find_on_different_bodies(const Declaration& declaration, const FrameOn<double>& F,
                                                const Array<Place>& places);

}  // namespace sarrus::internal

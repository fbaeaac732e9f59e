#pragma once
/// @file
#include "sarrus/system/place.h"

namespace sarrus::detail {

/// The frames at the places. Throws an Error unless they and F are on different bodies.
std::vector<FrameOn<double>> find_on_different_bodies(const Declaration& declaration,
                                                      const FrameOn<double>& F,
                                                      const std::vector<Place>& places);

}  // namespace sarrus::detail

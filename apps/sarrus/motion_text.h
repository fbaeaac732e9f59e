#pragma once
/// @file
#include <string>

#include "apps/sarrus/motion_record.h"

namespace sarrus {

/// A table of the coordinates: where they began and ended, their least and greatest values, and which of them
/// left their limits; then the curves of those that moved the most.
std::string motion_text(const Model& model, const MotionRecord& record);

}  // namespace sarrus

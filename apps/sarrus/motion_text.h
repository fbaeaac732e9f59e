#pragma once
/// @file
#include <string>

#include "apps/sarrus/motion_record.h"

namespace sarrus {

/// A table of the coordinates: their first and last, least and greatest values, and a mark for those that
/// left their limits; then the curves of those that moved the most.
std::string motion_text(const Model& model, const MotionRecord& record);

}  // namespace sarrus

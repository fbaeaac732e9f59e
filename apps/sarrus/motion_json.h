#pragma once
/// @file
#include <nlohmann/json_fwd.hpp>

#include "apps/sarrus/motion_record.h"

namespace sarrus {

/// Start, end, least and greatest value of each coordinate.
nlohmann::ordered_json motion_json(const Model& model, const MotionRecord& motion);

}  // namespace sarrus

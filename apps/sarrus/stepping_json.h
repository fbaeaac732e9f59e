#pragma once
/// @file
#include <string>

#include "apps/sarrus/motion_record.h"
#include "sarrus/rigid/time_stepping.h"

namespace sarrus {

/// The summary of a run in time steps, and the ranges of its motion, as JSON.
std::string stepping_json(const TimeStepping& stepping, const State& initial,
                          const TimeSteppingOptions& options, const MotionRecord& motion,
                          const std::string& outcome);

}  // namespace sarrus

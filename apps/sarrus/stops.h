#pragma once
/// @file
#include "sarrus/system/system.h"

namespace sarrus {

/// Adds a MobilityStop "JOINT.stop" at the limits of every joint with one coordinate. The stop and the
/// inertia that the joint carries in the default position would oscillate at about 16 Hz, so that stops yield
/// little and steps stay long; a part that arrives at 1 rad/s or 1 m/s loses most of its speed.
void add_stops(SystemBuilder& builder);

}  // namespace sarrus

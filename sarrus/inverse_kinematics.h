#pragma once
/// @file
/// Inverse kinematics: poses of a mechanism whose points, frames or markers are where they should be, one by
/// one or along a recorded motion.

#include "sarrus/assemble/inverse_kinematics.h"
#include "sarrus/assemble/marker_fitting.h"

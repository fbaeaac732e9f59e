#pragma once
/// @file
#include "sarrus/system/system.h"

namespace sarrus::testing {

/// A block of 150 kg on four mounts at its corners, bushings of a stiffness in N/m, with a crank that is out
/// of balance by 2 kg at 5 cm.
SystemBuilder engine_on_mounts(double stiffness);
/// The engine at rest on its mounts, but that its crank turns four times a second.
State running(const System& engine);

}  // namespace sarrus::testing

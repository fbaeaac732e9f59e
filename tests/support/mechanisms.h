#pragma once
/// @file
/// Mechanisms that people build, as tests and benchmarks share them: each with closed loops, and with a start
/// that satisfies all constraints.

#include "tests/support/linkages.h"

namespace sarrus::testing {

/// Sarrus' linkage: two pairs of hinged plates, the hinges of one pair along x and of the other along y,
/// carry a platform that can only go straight up and down; a spring bears it. Five hinges in the tree and a
/// closing one of five rows, of which four are independent. Body "platform"; z is up.
Linkage sarrus_linkage();

/// A Stewart platform: six legs, each a universal joint on the ground, a slider and a ball under the
/// platform; springs and dampers in the sliders bear it. It starts turned and lifted. Body "platform"; z is
/// up.
Linkage stewart_platform();

/// Theo Jansen's walker with the lengths he published, in decimeters: legs on a common crankshaft that a
/// motor turns, left and right in turn, their throws in three phases. The frame is held; gravity is along −y.
/// Joint "crank"; points "foot0", "foot1", … of the model. The crank stands at an angle and turns at 2π rad/s
/// at first.
Linkage jansen_walker(int legs, double crank_angle = 0);

}  // namespace sarrus::testing

#pragma once
/// @file
/// Real mechanisms for tests and benchmarks, each with closed loops and a start state that satisfies all
/// constraints.

#include "tests/support/linkages.h"

namespace sarrus::testing {

/// Sarrus' linkage: two pairs of hinged plates, the hinges of one pair along x and of the other along y,
/// carry a platform that can only move straight up and down; a spring supports it. Five hinges in the tree,
/// and a closing hinge of five rows, of which four are independent. Body "platform"; z is up.
Linkage sarrus_linkage();

/// A Stewart platform: six legs, each a universal joint on the ground, a slider and a ball under the
/// platform; springs and dampers in the sliders support it. It starts rotated and lifted. Body "platform"; z
/// is up.
Linkage stewart_platform();

/// Theo Jansen's walker with the lengths he published, in centimeters: legs on a common crankshaft that a
/// motor turns, alternately left and right, with throws in three phases. The frame is fixed; gravity is along
/// −y. Joint "crank"; points "foot0", "foot1", … of the model. The crank starts at an angle and turns at 2π
/// rad/s.
Linkage jansen_walker(int legs, double crank_angle = 0);

}  // namespace sarrus::testing

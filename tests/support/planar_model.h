#pragma once
/// @file
#include "sarrus/model/builder.h"

namespace sarrus::testing {

/// A tree of bodies on the given joints that moves in a plane of random orientation. Bodies' frames are
/// turned at random against it, their origins and joints lie anywhere along the normal, and every other
/// joint's z axis points against the normal.
Model planar_model(const std::vector<Joint>& joints, int bodies, bool branched, unsigned seed,
                   double last_tilt = 0);

/// Joints that stay in a plane.
std::vector<Joint> all_planar_joints();

}  // namespace sarrus::testing

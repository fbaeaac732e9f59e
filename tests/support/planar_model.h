#pragma once
/// @file
#include "sarrus/model/builder.h"

namespace sarrus::testing {

/// A tree of bodies on the given joints that moves in a plane of random orientation. The frames of bodies
/// have random orientations to it, their origins and joints lie anywhere along the normal, and the z axis of
/// every other joint is opposite to the normal.
Model planar_model(const std::vector<Joint>& joints, int bodies, bool branched, unsigned seed,
                   double last_tilt = 0);

/// All joints whose motion can stay in a plane.
std::vector<Joint> all_planar_joints();

}  // namespace sarrus::testing

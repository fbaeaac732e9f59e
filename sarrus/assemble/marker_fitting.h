#pragma once
/// @file
/// Motions from measured markers: at each frame the coordinates for which the weighted sum of squared
/// distances between the markers of the model and the measured ones is least.

#include "sarrus/assemble/inverse_kinematics.h"

namespace sarrus {

/// Where a marker is fastened, and how much its squared distance counts.
struct Marker {
  std::string name;
  Place on;
  double weight = 1;
};

struct FittedMotion {
  Array<Array<double>> q{};        ///< Per frame.
  Array<double> rms{};             ///< Per frame: root of the mean squared distance of the markers [m].
  Array<int> worst_marker{};       ///< Per frame: the one that is farthest off,
  Array<double> worst_distance{};  ///< and its distance [m].
  Array<char> converged{};
};

/// Fits the coordinates of a state's model to frames of measured positions in the world, one per marker and
/// in the order of the markers; one that is not a number is missing. Each frame begins where the one before
/// ended. `start` should be near the first frame; with `options.restarts` the first frame is looked for from
/// elsewhere too.
FittedMotion fit_markers(const State& start, const Array<Marker>& markers,
                         const Array<Array<Vec3<double>>>& frames,
                         const InverseKinematicsOptions& options = {});

}  // namespace sarrus

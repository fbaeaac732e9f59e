#pragma once
/// @file
/// Motion from measured markers (motion capture): for each frame, the coordinates that minimize the weighted
/// sum of squared distances between the markers of the model and the measured ones.

#include "sarrus/assemble/inverse_kinematics.h"

namespace sarrus {

/// A marker: its place on a body, and the weight of its squared distance.
struct Marker {
  std::string name;
  Place on;
  double weight = 1;
};

struct FittedMotion {
  Array<Array<double>> q{};        ///< Coordinates, per frame.
  Array<double> rms{};             ///< Per frame: root of the mean squared distance of the markers [m].
  Array<int> worst_marker{};       ///< Per frame: the marker with the largest distance.
  Array<double> worst_distance{};  ///< Per frame: the largest distance of a marker [m].
  Array<char> converged{};
};

/// Fits the coordinates of a state's model to frames of measured positions in the world, one per marker and
/// in the order of the markers; a NaN stands for a missing one. The search of each frame starts at the result
/// of the previous one. `start` should be close to the first frame; with `options.restarts` the search of the
/// first frame has random restarts.
FittedMotion fit_markers(const State& start, const Array<Marker>& markers,
                         const Array<Array<Vec3<double>>>& frames,
                         const InverseKinematicsOptions& options = {});

}  // namespace sarrus

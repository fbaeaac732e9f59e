#pragma once
/// @file
/// Mechanisms with closed loops for tests and benchmarks. All have gravity (0, −9.81, 0) and uniform rods.

#include <string>

#include "models/mechanisms.h"

namespace sarrus::testing {

using models::bricard;
using models::Linkage;

/// The closure of a planar loop: three rows, of which one is redundant, or two rows.
enum class Closure { ball, in_plane };

/// A planar four-bar: crank of length 0.35 at (0, 0), coupler 0.9, rocker 0.8 at (1, 0), masses in kg equal
/// to the lengths in m; the crank points up and turns at 6 rad/s. Joints "crank", "rocker" and "coupler".
Linkage four_bar(Closure closure);

/// The start state of a ladder.
enum class LadderStart {
  swing,  ///< Equal uprights hang 60° off the vertical, at rest.
  skew,   ///< Uprights of different lengths, 40° off the vertical, at rest.
  up,     ///< Equal uprights stand and move with 1 m/s at their tips: through the flat position (IFToMM A02).
};
/// n four-bars in a row, with joints "V0" … "Vn" of the uprights and "H1" … "Hn" of the rods between them.
Linkage ladder(int n, Closure closure, LadderStart start);

}  // namespace sarrus::testing

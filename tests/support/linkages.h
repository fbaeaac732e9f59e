#pragma once
/// @file
/// Mechanisms with closed loops that tests and benchmarks share. All have gravity (0, −9.81, 0) and uniform
/// rods.

#include <string>

#include "sarrus/system/system.h"

namespace sarrus::testing {

/// A System with the state that it starts from.
struct Linkage {
  System system;
  State start;
};

/// How a planar loop is closed: three rows of which one is redundant, or two.
enum class Closure { ball, in_plane };

/// A planar four-bar: crank of length 0.35 at (0, 0), coupler 0.9, rocker 0.8 at (1, 0), masses as lengths;
/// the crank points up and turns at 6 rad/s. Joints "crank", "rocker" and "coupler".
Linkage four_bar(Closure closure);

/// Bricard's linkage with six hinges, geometry of the IFToMM benchmark A03: five rods along edges of a cube,
/// at rest; five equations, of which four are independent; one degree of freedom.
Linkage bricard();

/// Where a ladder starts.
enum class LadderStart {
  swing,  ///< Equal uprights hang 60° off the vertical, at rest.
  skew,   ///< Uprights of different lengths, 40° off the vertical, at rest.
  up,     ///< Equal uprights stand and move with 1 m/s at their tips: through the flat position (IFToMM A02).
};
/// n four-bars in a row, with joints "V0" … "Vn" of the uprights and "H1" … "Hn" of the rods between them.
Linkage ladder(int n, Closure closure, LadderStart start);

}  // namespace sarrus::testing

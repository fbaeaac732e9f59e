#pragma once
/// @file
/// Cubic splines: the C² curve through given points that is a cubic polynomial between neighbors.

#include "sarrus/base/array.h"
#include "sarrus/function/extrapolation.h"
#include "sarrus/function/function.h"

namespace sarrus {

/// The two conditions, one for each end, that single out one of the C² cubic splines through the points. With
/// two or three points, not_a_knot and fitted give the line or the parabola through them.
struct CubicBoundary {
  enum class Kind { natural, not_a_knot, fitted, clamped };

  /// The curvature is zero at the ends: the spline of least mean square curvature, and continued by its
  /// tangent lines it is C² everywhere.
  static CubicBoundary natural() { return {}; }
  /// The first two intervals share one cubic, and so do the last two. Follows smooth data most closely.
  static CubicBoundary not_a_knot() { return {Kind::not_a_knot}; }
  /// The third derivative at each end is that of the cubic through the four points nearest to it (Forsythe,
  /// Malcolm and Moler, Computer Methods for Mathematical Computations, 1977, ch. 4). The splines in SIMM and
  /// OpenSim models are of this kind, with Extrapolation::tangent_line.
  static CubicBoundary fitted() { return {Kind::fitted}; }
  /// The slopes at the ends are given.
  static CubicBoundary clamped(double start_slope, double end_slope) {
    return {Kind::clamped, start_slope, end_slope};
  }

  Kind kind = Kind::natural;
  double start_slope = 0, end_slope = 0;  ///< Slopes of clamped ends.
};

/// The cubic spline with value y[i] at x[i], for increasing x and at least two points. It is C² between the
/// ends. Extrapolation defines its continuation beyond them and the smoothness there: by default it is C²
/// everywhere.
Function cubic_spline(Array<double> x, Array<double> y, CubicBoundary boundary = CubicBoundary::natural(),
                      Extrapolation extrapolation = Extrapolation::ease_to_line);

}  // namespace sarrus

#pragma once
/// @file
/// Continuation of a spline outside its data.

namespace sarrus {

/// Continuation of a spline outside its data. y, m and κ are its value, slope and curvature at the end, w the
/// width of its last interval and s the distance from the end.
enum class Extrapolation {
  /// A straight line, reached without a jump in the curvature: the curvature falls from κ to zero in
  /// proportion to 1 − s/w over the distance w; beyond it the slope is constant. C² for every spline. If κ is
  /// zero, as for a natural cubic spline, this is the tangent line.
  ease_to_line,
  /// The tangent line y + m·s, from the end on. C¹; C² only if κ is zero.
  tangent_line,
  /// The polynomial of the last interval. Smooth, but it soon grows large.
  polynomial
};

}  // namespace sarrus

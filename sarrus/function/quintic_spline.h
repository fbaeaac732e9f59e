#pragma once
/// @file
/// Quintic splines: the C⁴ curve through given points that is a polynomial of degree five between neighbors.
/// Its second derivative is itself smooth (a cubic spline's is a polygon): accelerations that follow from it
/// have no corners.

#include "sarrus/base/array.h"
#include "sarrus/function/extrapolation.h"
#include "sarrus/function/function.h"

namespace sarrus {

/// The four conditions, two for each end, that single out one of the C⁴ quintic splines through the points.
struct QuinticBoundary {
  enum class Kind { natural, straight, clamped };

  /// Third and fourth derivative are zero at the ends: the curve of least mean square third derivative, as
  /// used to smooth measured motions (Woltring, Advances in Engineering Software 8, 1986). Needs three
  /// points.
  static QuinticBoundary natural() { return {}; }
  /// Second and third derivative are zero at the ends: the curve joins its tangent lines with three
  /// continuous derivatives.
  static QuinticBoundary straight() { return {Kind::straight}; }
  /// Slopes and curvatures at the ends are given.
  static QuinticBoundary clamped(double start_slope, double start_curvature, double end_slope,
                                 double end_curvature) {
    return {Kind::clamped, start_slope, start_curvature, end_slope, end_curvature};
  }

  Kind kind = Kind::natural;
  double start_slope = 0, start_curvature = 0, end_slope = 0, end_curvature = 0;  ///< For clamped ends.
};

/// The quintic spline with value y[i] at x[i], for increasing x and at least two points (natural: three). It
/// is C⁴ between the ends. Extrapolation defines its continuation beyond them: by default it is C²
/// everywhere.
Function quintic_spline(Array<double> x, Array<double> y,
                        QuinticBoundary boundary = QuinticBoundary::natural(),
                        Extrapolation extrapolation = Extrapolation::ease_to_line);

}  // namespace sarrus

#pragma once
/// @file
/// The areas for which contacts stand, for pictures: the image of the unit circle's disk, or of the regular
/// triangle inscribed in it with a corner at (1, 0), under (x, y) ↦ center + x·a + y·b. In world axes.

#include "sarrus/spatial/vec3.h"

namespace sarrus {

struct ContactPatch {
  enum class Kind { ellipse = 1, triangle = 2 };
  Kind kind = Kind::ellipse;
  Vec3<double> center;
  Vec3<double> a = Vec3<double>::zero(), b = Vec3<double>::zero();  ///< Both zero: a point.
  double pressure = 0;                                              ///< The largest in it [Pa]; 0: not known.
};

/// The ellipse about a point with the normal n and the semi-axes a, along the tangent t, and b.
ContactPatch elliptic_patch(const Vec3<double>& center, const Vec3<double>& n, const Vec3<double>& t,
                            double a, double b);
/// The disk about a point with the normal n.
ContactPatch round_patch(const Vec3<double>& center, const Vec3<double>& n, double radius);
/// A triangle by its corners.
ContactPatch triangular_patch(const Vec3<double>& p1, const Vec3<double>& p2, const Vec3<double>& p3);

}  // namespace sarrus

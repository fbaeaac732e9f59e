#pragma once
/// @file
/// Placement of a joint's axis by four numbers [Denavit, Hartenberg 1955, "A kinematic notation for
/// lower-pair mechanisms based on matrices", J. Applied Mechanics 22]. Two conventions are in use, whose
/// tables look alike and mean different robots; here one of them is always named. With Rz, Tz a rotation
/// about and a translation along z, and Rx, Tx about and along x, the pose of body i's frame in that of its
/// parent i − 1 is
///   standard:  Rz(θ_i)·Tz(d_i)·Tx(a_i)·Rx(α_i)            [Paul 1981; Spong; Corke: "standard", "distal"]
///   modified:  Rx(α_i−1)·Tx(a_i−1)·Rz(θ_i)·Tz(d_i)        [Craig; Khalil, Dombre: "modified", "proximal"]
/// Joint i rotates about or translates along the z axis of its parent's frame (standard), or of its own
/// (modified). Its coordinate adds to θ (a pin, a screw), to d (a slider, a screw), or to both (a cylinder):
/// θ and d as given are their values at zero coordinates.

#include "sarrus/spatial/pose.h"

namespace sarrus {

/// The four parameters and their convention; see the top of this file. Lengths in m, angles in rad. In the
/// modified convention a and α are the numbers with the index i − 1, which are in the same line of a table as
/// θ_i and d_i.
struct DenavitHartenberg {
  enum class Convention { standard, modified };

  Convention convention;
  double a, alpha, d, theta;

  static DenavitHartenberg standard(double a, double alpha, double d, double theta = 0) {
    return {Convention::standard, a, alpha, d, theta};
  }
  static DenavitHartenberg modified(double a, double alpha, double d, double theta = 0) {
    return {Convention::modified, a, alpha, d, theta};
  }

  /// The joint's frame F on the parent, from the parent's frame.
  Pose<double> parent_frame() const {
    return convention == Convention::modified ? about_x() : Pose<double>{};
  }
  /// The joint's frame M on the child, from the child's frame.
  Pose<double> child_frame() const {
    return (convention == Convention::modified ? along_z() : along_z() * about_x()).inverse();
  }

 private:
  /// Rotation about x and translation along it, which commute. along_z() does the same for z.
  Pose<double> about_x() const { return {Rotation<double>::about_x(alpha), {a, 0, 0}}; }
  Pose<double> along_z() const { return {Rotation<double>::about_z(theta), {0, 0, d}}; }
};

}  // namespace sarrus

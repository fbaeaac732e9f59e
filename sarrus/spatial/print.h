#pragma once
/// @file
/// Printing of vectors, rotations and poses.

#include <iosfwd>

#include "sarrus/spatial/motion_force.h"
#include "sarrus/spatial/pose.h"

namespace sarrus {

/// Prints (1, 2, 3).
std::ostream& operator<<(std::ostream& out, const Vec3<double>& v);
/// Prints the three rows: [(1, 0, 0), (0, 1, 0), (0, 0, 1)].
std::ostream& operator<<(std::ostream& out, const Rotation<double>& R);
/// Prints the position, then the rotation.
std::ostream& operator<<(std::ostream& out, const Pose<double>& X);
/// Prints the angular part, then the linear one.
std::ostream& operator<<(std::ostream& out, const Motion<double>& V);
std::ostream& operator<<(std::ostream& out, const Force<double>& F);

}  // namespace sarrus

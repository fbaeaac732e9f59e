#pragma once
/// @file
/// Vectors, rotations and poses as people read them, and as Eigen's types.

#include <Eigen/Core>
#include <iosfwd>

#include "sarrus/base/array.h"
#include "sarrus/spatial/motion_force.h"
#include "sarrus/spatial/pose.h"

namespace sarrus {

/// (1, 2, 3).
std::ostream& operator<<(std::ostream& out, const Vec3<double>& v);
/// The three rows: [(1, 0, 0), (0, 1, 0), (0, 0, 1)].
std::ostream& operator<<(std::ostream& out, const Rotation<double>& R);
/// The position, then the rotation.
std::ostream& operator<<(std::ostream& out, const Pose<double>& X);
/// The angular part, then the linear one.
std::ostream& operator<<(std::ostream& out, const Motion<double>& V);
std::ostream& operator<<(std::ostream& out, const Force<double>& F);

inline Eigen::Vector3d to_eigen(const Vec3<double>& v) { return {v.x, v.y, v.z}; }
inline Eigen::Matrix3d to_eigen(const Rotation<double>& R) {
  Eigen::Matrix3d m;
  for (int j = 0; j < 3; ++j) m.col(j) = to_eigen(R.col(j));
  return m;
}
/// A view of numbers that stay where they are: Eigen::VectorXd q = to_eigen(state.q()).
inline Eigen::Map<const Eigen::VectorXd> to_eigen(In<double> numbers) {
  return {numbers.data(), static_cast<Eigen::Index>(numbers.size())};
}
inline Vec3<double> from_eigen(const Eigen::Vector3d& v) { return {v.x(), v.y(), v.z()}; }

}  // namespace sarrus

#pragma once
/// @file
/// Conversion of vectors, rotations, poses and quaternions to Eigen's types and back.

#include <Eigen/Core>

#include "sarrus/base/array_view.h"
#include "sarrus/spatial/pose.h"
#include "sarrus/spatial/quaternion.h"

namespace sarrus {

inline Eigen::Vector3d to_eigen(const Vec3<double>& v) { return {v.x, v.y, v.z}; }
inline Eigen::Matrix3d to_eigen(const Rotation<double>& R) {
  Eigen::Matrix3d m;
  for (int j = 0; j < 3; ++j) m.col(j) = to_eigen(R.col(j));
  return m;
}
/// A view of numbers without copying: Eigen::VectorXd q = to_eigen(state.q()).
inline Eigen::Map<const Eigen::VectorXd> to_eigen(In<double> numbers) {
  return {numbers.data(), static_cast<Eigen::Index>(numbers.size())};
}
inline Vec3<double> from_eigen(const Eigen::Vector3d& v) { return {v.x(), v.y(), v.z()}; }
/// Converts a matrix that is a rotation; nearest_rotation() repairs one that is not exactly.
inline Rotation<double> from_eigen(const Eigen::Matrix3d& m) {
  return Rotation<double>(Mat3<double>{from_eigen(Eigen::Vector3d(m.col(0))),
                                       from_eigen(Eigen::Vector3d(m.col(1))),
                                       from_eigen(Eigen::Vector3d(m.col(2)))});
}

/// Conversion of poses and of quaternions; Eigen stores the latter in the order x, y, z, w. Programs that
/// have such values include <Eigen/Geometry>, which takes long to compile.
Eigen::Transform<double, 3, Eigen::Isometry> to_eigen(const Pose<double>& X);
Pose<double> from_eigen(const Eigen::Transform<double, 3, Eigen::Isometry>& T);
Eigen::Quaternion<double> to_eigen(const Quaternion<double>& q);
Quaternion<double> from_eigen(const Eigen::Quaternion<double>& q);

}  // namespace sarrus

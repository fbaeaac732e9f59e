#pragma once
/// @file
/// Conversion of vectors, rotations, poses and quaternions to Eigen's types and back.

#include <Eigen/Geometry>

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

/// Conversion of poses and of quaternions; Eigen stores the latter in the order x, y, z, w.
inline Eigen::Isometry3d to_eigen(const Pose<double>& X) {
  Eigen::Isometry3d T = Eigen::Isometry3d::Identity();
  T.linear() = to_eigen(X.R);
  T.translation() = to_eigen(X.p);
  return T;
}
inline Pose<double> from_eigen(const Eigen::Isometry3d& T) {
  return {from_eigen(Eigen::Matrix3d(T.linear())), from_eigen(Eigen::Vector3d(T.translation()))};
}
inline Eigen::Quaterniond to_eigen(const Quaternion<double>& q) { return {q.w, q.x, q.y, q.z}; }
inline Quaternion<double> from_eigen(const Eigen::Quaterniond& q) { return {q.w(), q.x(), q.y(), q.z()}; }

}  // namespace sarrus

#include "sarrus/spatial/eigen_conversion.h"

#include <Eigen/Geometry>

namespace sarrus {

Eigen::Isometry3d to_eigen(const Pose<double>& X) {
  Eigen::Isometry3d T = Eigen::Isometry3d::Identity();
  T.linear() = to_eigen(X.R);
  T.translation() = to_eigen(X.p);
  return T;
}
Pose<double> from_eigen(const Eigen::Isometry3d& T) {
  return {from_eigen(Eigen::Matrix3d(T.linear())), from_eigen(Eigen::Vector3d(T.translation()))};
}
Eigen::Quaterniond to_eigen(const Quaternion<double>& q) { return {q.w, q.x, q.y, q.z}; }
Quaternion<double> from_eigen(const Eigen::Quaterniond& q) { return {q.w(), q.x(), q.y(), q.z()}; }

}  // namespace sarrus

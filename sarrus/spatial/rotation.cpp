#include "sarrus/spatial/rotation.h"

#include <Eigen/LU>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>

#include "sarrus/base/error.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/spatial/quaternion_from_rotation.h"

namespace sarrus {

namespace {

/// If the sine of the angle between two vectors is smaller than this, half of the digits of their plane are
/// lost.
constexpr double smallest_sine = 1.5e-8;
/// Singular values smaller than this fraction of the largest one are taken for rounding errors.
constexpr double smallest_singular_value = 1e-12;

void require_axis(int axis, const char* name) {
  require(axis >= 0 && axis <= 2, "{} = {} is no axis; use 0 for x, 1 for y or 2 for z", name, axis);
}

/// v / |v|, without intermediate overflow or underflow.
Vec3<double> direction_of(const Vec3<double>& v, const char* name) {
  const double largest = std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
  require(std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z) && largest > 0,
          "{} = ({}, {}, {}) has no direction; give a finite vector other than zero", name, v.x, v.y, v.z);
  return normalized(Vec3<double>{v.x / largest, v.y / largest, v.z / largest});
}

}  // namespace

// With n the given direction, z its component along the axis, and x, y the components along the next two
// axes: the rotation about an axis normal to e_z that takes ±e_z to n, where ± is the sign of z. [Duff et al.
// 2017, "Building an orthonormal basis, revisited", J. Computer Graphics Techniques 6(1)]
Rotation<double> rotation_with_axis(int axis, const Vec3<double>& direction) {
  require_axis(axis, "axis");
  const Vec3<double> n = direction_of(direction, "direction");
  const int i = (axis + 1) % 3, j = (axis + 2) % 3, k = axis;
  const double x = n[i], y = n[j], z = n[k];
  const double sign = std::copysign(1.0, z), a = -1 / (sign + z);

  Mat3<double> m;
  m(i, i) = 1 + sign * x * x * a, m(j, i) = sign * x * y * a, m(k, i) = -sign * x;
  m(i, j) = x * y * a, m(j, j) = sign + y * y * a, m(k, j) = -y;
  m.col(k) = n;
  return Rotation<double>(m);
}

// Gram–Schmidt orthogonalization. The second pass restores the right angle that the first loses if a and b
// are nearly parallel.
Rotation<double> rotation_from_two_axes(int first, const Vec3<double>& a, int second, const Vec3<double>& b) {
  require_axis(first, "first");
  require_axis(second, "second");
  require(first != second, "first and second are both axis {}; name two different axes", first);
  const Vec3<double> u = direction_of(a, "a"), v = direction_of(b, "b");

  const Vec3<double> across = v - dot(v, u) * u;
  const double sine = norm(across);
  require(sine >= smallest_sine,
          "a = ({}, {}, {}) and b = ({}, {}, {}) are parallel: the sine of the angle between them is {}, and "
          "must be "
          "at least {}; choose b further from a's direction",
          a.x, a.y, a.z, b.x, b.y, b.z, sine, smallest_sine);
  const Vec3<double> w = (1 / sine) * across;

  Mat3<double> m;
  m.col(first) = u;
  m.col(second) = normalized(w - dot(w, u) * u);
  m.col(3 - first - second) =
      (second - first + 3) % 3 == 1 ? cross(u, m.col(second)) : cross(m.col(second), u);
  return Rotation<double>(m);
}

// With m = U·S·Vᵀ the nearest rotation is U·D·Vᵀ, D = diag(1, 1, det U·det V).
// [Kabsch 1978, Acta Crystallographica A34; Umeyama 1991, IEEE PAMI 13(4)]
Rotation<double> nearest_rotation(const Mat3<double>& m) {
  Eigen::Matrix3d A;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      require(std::isfinite(m(i, j)),
              "element ({}, {}) of the matrix is {}; a rotation can only be found near a finite one", i, j,
              m(i, j));
      A(i, j) = m(i, j);
    }

  const Eigen::JacobiSVD<Eigen::Matrix3d> svd(A, Eigen::ComputeFullU | Eigen::ComputeFullV);
  const Eigen::Vector3d s = svd.singularValues();
  require(s(1) > smallest_singular_value * s(0),
          "no rotation is nearest to a matrix of rank less than two: its singular values are {}, {}, {}, and "
          "the second "
          "must exceed {} times the first; give at least two independent columns",
          s(0), s(1), s(2), smallest_singular_value);

  Eigen::Matrix3d U = svd.matrixU();
  const Eigen::Matrix3d& V = svd.matrixV();
  if (U.determinant() * V.determinant() < 0) U.col(2) = -U.col(2);
  Eigen::Matrix3d R = U * V.transpose();
  // One step of Newton's iteration for the polar decomposition removes the rounding errors of U and V.
  R = 0.5 * R * (3 * Eigen::Matrix3d::Identity() - R.transpose() * R);

  Mat3<double> r;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) r(i, j) = R(i, j);
  return Rotation<double>(r);
}

double distance_from_rotation(const Rotation<double>& R) {
  double worst = determinant(R.matrix()) > 0 ? 0 : 2;
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b) worst = std::max(worst, std::abs(dot(R.col(a), R.col(b)) - (a == b ? 1 : 0)));
  return worst;
}

// The quaternion is (cos ½θ, axis · sin ½θ): its arctangent is accurate where acos((trace − 1) / 2) is not.
AxisAngle axis_angle(const Rotation<double>& R) {
  const Quaternion<double> q = quaternion(R);
  const double sine = std::hypot(q.x, q.y, q.z);
  require(std::isfinite(sine), "the rotation has elements that are not finite: its diagonal is {}, {}, {}",
          R(0, 0), R(1, 1), R(2, 2));
  if (sine == 0) return {Vec3<double>::unit_z(), 0};
  return {{q.x / sine, q.y / sine, q.z / sine}, 2 * std::atan2(sine, q.w)};
}

}  // namespace sarrus

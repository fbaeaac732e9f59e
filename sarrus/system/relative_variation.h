#pragma once
/// @file
/// Relative motions with small variations, from which the derivatives of elements between two bodies follow
/// by dual numbers.

#include "sarrus/scalar/scalar_types.h"
#include "sarrus/system/relative_motion.h"

namespace sarrus {

/// A motion in dual numbers, with constant values.
inline RelativeMotion<Dual8> with_no_variation(const RelativeMotion<double>& M) {
  return {M.X.cast<Dual8>(), M.V.cast<Dual8>()};
}
/// A motion whose pose varies: the first three directions turn M about F's axes, δR = [δθ]×·R, the next three
/// move its origin along them.
inline RelativeMotion<Dual8> with_varied_pose(const RelativeMotion<double>& M) {
  Mat3<Dual8> R;
  for (int j = 0; j < 3; ++j) {
    const Vec3<double> axis = M.X.R.col(j);
    R.col(j) = axis.cast<Dual8>();
    for (int d = 0; d < 3; ++d) {
      const Vec3<double> turned = cross(Vec3<double>::unit(d), axis);
      for (int i = 0; i < 3; ++i) R(i, j).partial[d] = turned[i];
    }
  }
  Vec3<Dual8> p = M.X.p.cast<Dual8>();
  for (int d = 0; d < 3; ++d) p[d].partial[3 + d] = 1;
  return {{Rotation<Dual8>(R), p}, M.V.cast<Dual8>()};
}
/// A motion whose velocity varies: the first three directions are of the angular velocity, the next three of
/// the velocity.
inline RelativeMotion<Dual8> with_varied_velocity(const RelativeMotion<double>& M) {
  RelativeMotion<Dual8> varied = with_no_variation(M);
  for (int d = 0; d < 3; ++d) varied.V.w[d].partial[d] = varied.V.v[d].partial[3 + d] = 1;
  return varied;
}

}  // namespace sarrus

#pragma once
/// @file
/// The quaternion of a rotation matrix, accurate for every angle.
///
/// With q = (w, x, y, z), the matrix 4·q·qᵀ is linear in the elements of R: each of its rows is q times four
/// times one of q's own components. The row of the largest component loses no digits; scaled to length one it
/// is ±q. [Shepperd 1978, "Quaternion from rotation matrix", J. Guidance and Control 1(3)]

#include "sarrus/spatial/quaternion.h"

namespace sarrus {

/// The unit quaternion of R with w ≥ 0. At an angle of π, where w = 0 and both signs are equally good,
/// rounding decides.
template <class T>
Quaternion<T> quaternion(const Rotation<T>& R) {
  const T xx = R(0, 0), yy = R(1, 1), zz = R(2, 2), trace = xx + yy + zz;
  const T one_minus_trace = T(1) - trace;
  const T wx = R(2, 1) - R(1, 2), wy = R(0, 2) - R(2, 0), wz = R(1, 0) - R(0, 1);
  const T xy = R(1, 0) + R(0, 1), xz = R(0, 2) + R(2, 0), yz = R(2, 1) + R(1, 2);

  // The diagonal of 4·q·qᵀ is 1 + trace, 1 + 2·xx − trace, …: its largest element belongs to the largest of
  // trace, xx, yy, zz.
  T largest = trace;
  Quaternion<T> row{T(1) + trace, wx, wy, wz};
  const auto prefer = [&](const T& candidate, const Quaternion<T>& other) {
    const auto better = candidate > largest;
    row = {select(better, other.w, row.w), select(better, other.x, row.x), select(better, other.y, row.y),
           select(better, other.z, row.z)};
    largest = larger(largest, candidate);
  };
  prefer(xx, {wx, one_minus_trace + xx + xx, xy, xz});
  prefer(yy, {wy, xy, one_minus_trace + yy + yy, yz});
  prefer(zz, {wz, xz, yz, one_minus_trace + zz + zz});

  const T sign = select(row.w < T(0), T(-1), T(1));
  const T s = sign / sqrt(squared_norm(row));
  return {s * row.w, s * row.x, s * row.y, s * row.z};
}

}  // namespace sarrus

#pragma once
/// @file
/// Quaternions of the tree recursions.

#include "sarrus/spatial/lane3.h"
#include "sarrus/spatial/quaternion.h"

namespace sarrus::internal {

inline namespace SARRUS_ARCH_NAMESPACE {

/// The rotation of the quaternion (w, x, y, z) that starts at q, of any length but zero.
template <class T>
LaneRotation<T> lane_rotation(const T* q) {
  return LaneRotation<T>(rotation(Quaternion<T>{q[0], q[1], q[2], q[3]}).matrix());
}
#ifdef SARRUS_LANE3_SIMD
/// The rotation by columns; only their last product waits for the division.  With s = 2/|q|²,
///   R = 1 + s·( y·(−y, x, −w) + z·(−z, w, x),  x·(y, −x, w) + z·(−w, −z, y),  x·(z, −w, −x) + y·(w, z, −y) )
template <>
inline LaneRotation<double> lane_rotation(const double* q) {
  using Register = Lane3d::Register;
  const __m256d wxyz = _mm256_loadu_pd(q);
  const auto yxw = (Register)_mm256_permute4x64_pd(wxyz, 0b11'00'01'10),
             zwx = (Register)_mm256_permute4x64_pd(wxyz, 0b10'01'00'11),
             wzy = (Register)_mm256_permute4x64_pd(wxyz, 0b01'10'11'00);
  const double x = q[1], y = q[2], z = q[3];
  const double s = 2 / ((q[0] * q[0] + x * x) + (y * y + z * z));
  return {Lane3d(Register{1, 0, 0, 0} +
                 s * (y * (Register{-1, 1, -1, 0} * yxw) + z * (Register{-1, 1, 1, 0} * zwx))),
          Lane3d(Register{0, 1, 0, 0} +
                 s * (x * (Register{1, -1, 1, 0} * yxw) + z * (Register{-1, -1, 1, 0} * wzy))),
          Lane3d(Register{0, 0, 1, 0} +
                 s * (x * (Register{1, -1, -1, 0} * zwx) + y * (Register{1, 1, -1, 0} * wzy)))};
}
#endif

}  // namespace SARRUS_ARCH_NAMESPACE

}  // namespace sarrus::internal

#pragma once
/// @file
/// The pose of one shape in the frame of another, by columns in registers of four numbers.

#include <cmath>
#include <cstdint>

#include "sarrus/base/inline.h"
#include "sarrus/scalar/pack.h"
#include "sarrus/spatial/pose.h"

namespace sarrus::internal {

/// A three-vector; the fourth number is zero.
using Lane4 = Pack<double, 4>;

inline Lane4 lane4(const Vec3<double>& a) { return Lane4(Lane4::Lanes{a.x, a.y, a.z, 0}); }
inline Vec3<double> vec3(const Lane4& a) { return {a[0], a[1], a[2]}; }
/// (y, z, x) and (z, x, y) of (x, y, z).
inline Lane4 yzx(const Lane4& a) { return Lane4(__builtin_shufflevector(a.lanes, a.lanes, 1, 2, 0, 3)); }
inline Lane4 zxy(const Lane4& a) { return Lane4(__builtin_shufflevector(a.lanes, a.lanes, 2, 0, 1, 3)); }
/// |a|, number by number, without the sign bits.
inline Lane4 magnitudes(const Lane4& a) {
  using Bits = PackMask<double, 4>::Lanes;
  return Lane4((Lane4::Lanes)((Bits)a.lanes & std::int64_t{0x7fffffffffffffff}));
}
/// Bit k is the sign of number k.
inline int signs(const Lane4& a) {
#if defined(__AVX__)
  return _mm256_movemask_pd((__m256d)a.lanes);
#else
  int bits = 0;
  for (int k = 0; k < 4; ++k) bits |= (std::signbit(a[k]) ? 1 : 0) << k;
  return bits;
#endif
}

/// The columns of a matrix.
struct LaneMatrix {
  Lane4 x, y, z;
};
SARRUS_ALWAYS_INLINE LaneMatrix transpose(const LaneMatrix& m) {
  const Lane4::Lanes zero{0, 0, 0, 0};
  const auto even = __builtin_shufflevector(m.x.lanes, m.y.lanes, 0, 4, 2, 6);  // x₀ y₀ x₂ y₂
  const auto odd = __builtin_shufflevector(m.x.lanes, m.y.lanes, 1, 5, 3, 7);   // x₁ y₁ . .
  const auto z_even = __builtin_shufflevector(m.z.lanes, zero, 0, 4, 2, 6);     // z₀ 0 z₂ 0
  const auto z_odd = __builtin_shufflevector(m.z.lanes, zero, 1, 4, 3, 6);      // z₁ 0 . 0
  return {Lane4(__builtin_shufflevector(even, z_even, 0, 1, 4, 5)),
          Lane4(__builtin_shufflevector(odd, z_odd, 0, 1, 4, 5)),
          Lane4(__builtin_shufflevector(even, z_even, 2, 3, 6, 7))};
}
SARRUS_ALWAYS_INLINE Lane4 times(const LaneMatrix& m, double x, double y, double z) {
  return Lane4(x) * m.x + Lane4(y) * m.y + Lane4(z) * m.z;
}

/// A pose by the columns of its rotation and its origin.
struct LanePose {
  LaneMatrix R;
  Lane4 p;

  LanePose(const LaneMatrix& columns, const Lane4& origin) : R(columns), p(origin) {}
  explicit LanePose(const Pose<double>& X)
      : R{lane4(X.R.matrix().x), lane4(X.R.matrix().y), lane4(X.R.matrix().z)}, p(lane4(X.p)) {}
  Pose<double> pose() const {
    return {Rotation<double>(Mat3<double>{vec3(R.x), vec3(R.y), vec3(R.z)}), vec3(p)};
  }
};
/// X_12 = X_W1⁻¹·X_W2.
SARRUS_ALWAYS_INLINE LanePose relative_pose(const Pose<double>& X_W1, const Pose<double>& X_W2) {
  static_assert(sizeof(Pose<double>) == 12 * sizeof(double));
  const auto* first = reinterpret_cast<const double*>(&X_W1);
  // The fourth number of a column is the first of the next; transposing drops it.
  const LaneMatrix R1 =
      transpose({Lane4::load(first), Lane4::load(first + 3), Lane4::load(first + 6)});  // now R_1W
  const Mat3<double>& R2 = X_W2.R.matrix();
  const Vec3<double> d = X_W2.p - X_W1.p;
  return {{times(R1, R2.x.x, R2.x.y, R2.x.z), times(R1, R2.y.x, R2.y.y, R2.y.z),
           times(R1, R2.z.x, R2.z.y, R2.z.z)},
          times(R1, d.x, d.y, d.z)};
}
SARRUS_ALWAYS_INLINE LanePose inverse(const LanePose& X) {
  const LaneMatrix R = transpose(X.R);
  return {R, -times(R, X.p[0], X.p[1], X.p[2])};
}

}  // namespace sarrus::internal

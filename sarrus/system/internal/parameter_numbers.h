#pragma once
/// @file
/// The parameters of a model as plain numbers, for comparing and for files.

#include "sarrus/base/internal/bytes.h"
#include "sarrus/model/parameters.h"

namespace sarrus::internal {

inline std::array<double, 3> numbers(const Vec3<double>& v) { return {v.x, v.y, v.z}; }
/// xx, yy, zz, xy, xz, yz.
inline std::array<double, 6> numbers(const Sym3<double>& S) { return {S.xx, S.yy, S.zz, S.xy, S.xz, S.yz}; }
/// The columns one after the other.
inline std::array<double, 9> numbers(const Rotation<double>& R) {
  const Vec3<double>&x = R.col(0), &y = R.col(1), &z = R.col(2);
  return {x.x, x.y, x.z, y.x, y.y, y.z, z.x, z.y, z.z};
}

inline Vec3<double> vector_of(In<double> n) { return {n[0], n[1], n[2]}; }
inline Sym3<double> symmetric_of(In<double> n) { return {n[0], n[1], n[2], n[3], n[4], n[5]}; }
inline Rotation<double> rotation_of(In<double> n) {
  return Rotation<double>(Mat3<double>{{n[0], n[1], n[2]}, {n[3], n[4], n[5]}, {n[6], n[7], n[8]}});
}

inline bool same_bits(const Vec3<double>& a, const Vec3<double>& b) {
  return same_bits(numbers(a), numbers(b));
}
inline bool same_bits(const RigidInertia<double>& a, const RigidInertia<double>& b) {
  return same_bits(a.m, b.m) && same_bits(a.h, b.h) && same_bits(numbers(a.I), numbers(b.I));
}
inline bool same_bits(const Pose<double>& a, const Pose<double>& b) {
  return same_bits(numbers(a.R), numbers(b.R)) && same_bits(a.p, b.p);
}
/// True if two sets of parameters of one model are the same, bit by bit.
inline bool same_bits(const Parameters<double>& a, const Parameters<double>& b) {
  const auto same = [](const auto& x, const auto& y) { return same_bits(x, y); };
  return same_bits(a.gravity, b.gravity) && same_bits(In<double>(a.joint), In<double>(b.joint)) &&
         std::equal(a.inertia.begin(), a.inertia.end(), b.inertia.begin(), b.inertia.end(), same) &&
         std::equal(a.X_PF.begin(), a.X_PF.end(), b.X_PF.begin(), b.X_PF.end(), same) &&
         std::equal(a.X_BM.begin(), a.X_BM.end(), b.X_BM.begin(), b.X_BM.end(), same);
}

}  // namespace sarrus::internal

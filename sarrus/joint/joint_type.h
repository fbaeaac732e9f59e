#pragma once
/// @file
/// Definition of a joint type. A joint connects frame F, fixed on the parent, to frame M, fixed on the child;
/// its file gives, for any scalar T:
///   pose(q, p)         X_FM
///   columns(q, p, H)   V_FM = Σ H_i·u_i, the velocity of M in F, at M's origin, expressed in F
///   bias(q, u, p)      Ḣ·u, so that dV_FM/dt = H·u̇ + Ḣ·u
///   qdot(q, u, q̇)      q̇ = N(q)·u
///   speeds(q, q̇, u)    u = N⁻¹(q)·q̇
///   qdot_bias(q, u, b) b = Ṅ·u, so that q̈ = N·u̇ + Ṅ·u
///   guess(X_FM, p, q)  coordinates that reproduce the pose if the joint can reach it, as a start for fitting
/// where p are the joint's numeric parameters (a screw's pitch), which may change without rebuilding the
/// model. Names and units of coordinates, default coordinates and parameters are data. check_joint.h tells
/// what a type lacks.

#include <string>
#include <string_view>

#include "sarrus/base/array.h"
#include "sarrus/scalar/scalars.h"
#include "sarrus/spatial/pose.h"

namespace sarrus {

/// Largest numbers of speeds, coordinates and parameters of a joint.
inline constexpr int max_joint_speeds = 6, max_joint_coordinates = 7, max_joint_parameters = 8;

/// Class of a joint in the recursions. One-degree-of-freedom joints about or along a fixed axis have their
/// own code paths.
enum class JointShape {
  fixed,      ///< M does not move in F.
  revolute,   ///< One rotation about an axis fixed in F and M.
  prismatic,  ///< One translation along an axis fixed in F and M.
  general,    ///< Any columns.
};

/// Name and unit of a coordinate, speed or parameter of a joint. The joint's name is prepended to the name.
struct QuantityInfo {
  std::string name, unit;
};
/// A numeric parameter of a joint with its default value.
struct ParameterInfo {
  std::string name, unit;
  double value;
};

/// Orientation coordinates of joints that rotate in all directions.
enum class RotationCoordinates {
  quaternion,  ///< (w, x, y, z): never singular.
  euler,       ///< Body-fixed x-y-z angles: three numbers, singular at ±90° of the second.
};

/// Faults of parameters that must be positive and are not, in sentences.
inline Array<std::string> faults_unless_positive(const Array<ParameterInfo>& parameters) {
  Array<std::string> faults;
  for (const ParameterInfo& p : parameters)
    if (!(p.value > 0))
      faults.push_back("its " + p.name + " is " + std::to_string(p.value) + "; it must be positive");
  return faults;
}

/// Infos of angles with these names.
inline Array<QuantityInfo> angle_infos(std::initializer_list<const char*> names) {
  Array<QuantityInfo> infos;
  for (const char* name : names) infos.push_back({name, "rad"});
  return infos;
}
/// `a` followed by `b`.
inline Array<QuantityInfo> joined(Array<QuantityInfo> a, const Array<QuantityInfo>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}
/// Infos of positions along x, y, z.
inline Array<QuantityInfo> position_infos() { return {{"x", "m"}, {"y", "m"}, {"z", "m"}}; }
/// Infos of the speeds that are the rates of these coordinates.
inline Array<QuantityInfo> rate_infos(Array<QuantityInfo> infos) {
  for (QuantityInfo& info : infos)
    info = {info.name.empty() ? "rate" : info.name + "_rate", info.unit + "/s"};
  return infos;
}

/// Base of joint types whose speeds are the rates of their coordinates: N = 1.
template <int n>
struct RateJoint {
  static constexpr int nu = n;
  int nq() const { return n; }
  template <class T>
  void qdot(const T*, const T* u, T* out) const {
    for (int i = 0; i < n; ++i) out[i] = u[i];
  }
  template <class T>
  void speeds(const T*, const T* rates, T* u) const {
    for (int i = 0; i < n; ++i) u[i] = rates[i];
  }
  template <class T>
  void qdot_bias(const T*, const T*, T* out) const {
    for (int i = 0; i < n; ++i) out[i] = T(0);
  }
  Array<double> default_q() const { return Array<double>(n, 0.0); }
  Array<ParameterInfo> parameters() const { return {}; }
};

/// Base of joint types whose shape is general.
struct GeneralShape {
  static constexpr JointShape shape = JointShape::general;
};

}  // namespace sarrus

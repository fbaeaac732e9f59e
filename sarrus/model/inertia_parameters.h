#pragma once
/// @file
/// The inertias of a tree's bodies as one list of numbers, ten for each body but the world, one body after
/// the other:
///   π_B = (m, hx, hy, hz, Ixx, Iyy, Izz, Ixy, Ixz, Iyz)   of M_B, about the body's origin in its own axes.

#include "sarrus/base/error.h"
#include "sarrus/model/parameters.h"
#include "sarrus/scalar/eigen.h"

namespace sarrus {

/// Number of inertial parameters of a body.
inline constexpr int inertia_parameter_count = 10;
/// Names of the inertial parameters of a body.
inline constexpr const char* inertia_parameter_names[] = {"m",   "hx",  "hy",  "hz",  "Ixx",
                                                          "Iyy", "Izz", "Ixy", "Ixz", "Iyz"};
/// Position of parameter `parameter` of body `body` (from 1 on) in π.
constexpr int inertia_parameter_index(int body, int parameter) {
  return inertia_parameter_count * (body - 1) + parameter;
}

/// Writes π of all bodies but the world.
template <class C>
void get_inertia_parameters(const Parameters<C>& parameters, VectorX<C>& pi) {
  const int bodies = static_cast<int>(parameters.inertia.size());
  pi.resize(inertia_parameter_count * (bodies - 1));
  for (int b = 1; b < bodies; ++b) {
    const RigidInertia<C>& M = parameters.inertia[b];
    const C values[] = {M.m, M.h.x, M.h.y, M.h.z, M.I.xx, M.I.yy, M.I.zz, M.I.xy, M.I.xz, M.I.yz};
    for (int j = 0; j < inertia_parameter_count; ++j) pi[inertia_parameter_index(b, j)] = values[j];
  }
}

/// Sets the inertias of all bodies but the world from π.
template <class C>
void set_inertia_parameters(const VectorX<C>& pi, Parameters<C>& parameters) {
  const int bodies = static_cast<int>(parameters.inertia.size());
  require(pi.size() == inertia_parameter_count * (bodies - 1),
          "{} inertial parameters were given for {} bodies besides the world; give 10 for each", pi.size(),
          bodies - 1);
  for (int b = 1; b < bodies; ++b) {
    const C* v = pi.data() + inertia_parameter_index(b, 0);
    parameters.inertia[b] = {v[0], {v[1], v[2], v[3]}, {v[4], v[5], v[6], v[7], v[8], v[9]}};
  }
}

}  // namespace sarrus

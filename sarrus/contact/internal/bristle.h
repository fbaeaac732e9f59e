#pragma once
/// @file
/// Friction with exact stick: a spring and damper between the point and a bristle tip that holds or slides.
/// With the displacement x of the tip, two numbers in the plane,
///   f_stick = −K·x − D·v,   f = f_stick·min(1, μ·f_n/|f_stick|),   ẋ = −(K·x + f)/D
/// The vector is limited, not its components. Nothing creeps: at rest under a load within the cone x does not
/// change. [Featherstone 2008, sec. 11.8]

#include <algorithm>
#include <array>
#include <cmath>

#include "sarrus/base/array_view.h"

namespace sarrus::internal {

struct BristleForce {
  std::array<double, 2> f, xdot;
  double energy, dissipation;
};

inline BristleForce calc_bristle_force(In<double> x, const std::array<double, 2>& v, double K, double D,
                                       double most) {
  const double sx = -K * x[0] - D * v[0], sy = -K * x[1] - D * v[1], size = std::hypot(sx, sy);
  const double factor = size > most ? most / size : 1;
  BristleForce out{.f = {factor * sx, factor * sy}, .xdot = {}, .energy = 0, .dissipation = 0};
  for (std::size_t i = 0; i < 2; ++i) {
    out.xdot[i] = -(K * x[static_cast<int>(i)] + out.f[i]) / D;
    out.energy += 0.5 * K * x[static_cast<int>(i)] * x[static_cast<int>(i)];
    out.dissipation -= out.f[i] * v[i] + K * x[static_cast<int>(i)] * out.xdot[i];
  }
  return out;
}

}  // namespace sarrus::internal

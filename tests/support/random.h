#pragma once
/// @file
/// Seeded random numbers and spatial quantities for tests.

#include <random>
#include <vector>

#include "sarrus/spatial/rigid_inertia.h"

namespace sarrus::testing {

/// A seeded source of random quantities. Their parts are drawn in separate statements, because the order of
/// evaluation of function arguments is unspecified.
class Random {
 public:
  explicit Random(unsigned seed = 1) : engine_(seed) {}
  double number(double from = -1, double to = 1) {
    return std::uniform_real_distribution<double>(from, to)(engine_);
  }
  int index(int below) { return std::uniform_int_distribution<int>(0, below - 1)(engine_); }
  std::vector<double> numbers(int n, double from = -1, double to = 1) {
    std::vector<double> v(static_cast<std::size_t>(n));
    for (double& x : v) x = number(from, to);
    return v;
  }
  Vec3<double> vector(double size = 1) { return {size * number(), size * number(), size * number()}; }
  Rotation<double> rotation() {
    const Vec3<double> axis = normalized(vector());
    return Rotation<double>::about(axis, number(-3, 3));
  }
  Pose<double> pose() { return {rotation(), vector()}; }
  Motion<double> motion() { return {vector(), vector()}; }
  Force<double> force() { return {vector(), vector()}; }
  /// A physically possible inertia: that of a few point masses.
  RigidInertia<double> inertia() {
    RigidInertia<double> M;
    for (int i = 0; i < 5; ++i) {
      const double mass = number(0.1, 1);
      M = M + RigidInertia<double>::from_central(mass, vector(), Sym3<double>::zero());
    }
    return M;
  }

 private:
  std::mt19937 engine_;
};

}  // namespace sarrus::testing

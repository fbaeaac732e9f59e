// Somebody else's program that uses a single module.
#include <cmath>
#include <cstdio>

#include "sarrus/spatial/solids.h"

int main() {
  using namespace sarrus;
  const RigidInertia<double> leaf =
      Pose<double>::translation({0.5, 0, 0}) * solid_brick(12.0, {1.0, 0.04, 2.0});
  std::printf("%g kg, %g kg m2 about the hinge\n", leaf.m, leaf.I.zz);
  return std::abs(leaf.I.zz - 12.0 * ((1 + 0.04 * 0.04) / 12 + 0.25)) < 1e-12 ? 0 : 1;
}

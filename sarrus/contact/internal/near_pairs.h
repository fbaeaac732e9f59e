#pragma once
/// @file
/// Which of a few pairs of surfaces are near each other, by their bounding spheres: several at once.

#include "sarrus/base/array.h"
#include "sarrus/contact/internal/lanes.h"
#include "sarrus/spatial/pose.h"

namespace sarrus::internal {

/// Pairs of one surface with some of those that follow each other: bit k of `wanted` stands for the surface
/// first2 + k. Their numbers in the list of all pairs begin with `number`.
struct PairBlock {
  int surface1, first2;
  unsigned wanted;
  int number;
};
/// Adds a pair to the last block, or to a new one. Pairs are added in ascending order.
void add_pair(int surface1, int surface2, Array<PairBlock>& blocks);

/// Bounding spheres in world axes, in columns; packs may read beyond the last.
struct SphereColumns {
  Array<double> x, y, z, radius;

  void resize(std::size_t count) {
    for (Array<double>* column : {&x, &y, &z, &radius}) column->resize(count + Lanes::lanes_count, 0.0);
  }
  Vec3<double> center(int i) const { return {x[i], y[i], z[i]}; }
  void set_center(int i, const Vec3<double>& c) { x[i] = c.x, y[i] = c.y, z[i] = c.z; }
};

/// Everything up to n·p = offset.
struct GroundPlane {
  Vec3<double> n;
  double offset;
};

/// The pairs of a block whose bounding spheres overlap, as bits. Centers that are not finite count as near.
unsigned find_near(const PairBlock& block, const SphereColumns& spheres);
/// The same if the block's first surface is ground: those whose spheres reach below its plane.
unsigned find_below(const PairBlock& block, const SphereColumns& spheres, const GroundPlane& plane);

}  // namespace sarrus::internal

#include "sarrus/contact/internal/near_pairs.h"

#include <bit>

namespace sarrus::internal {

void add_pair(int surface1, int surface2, Array<PairBlock>& blocks) {
  int number = 0;
  if (!blocks.empty()) {
    PairBlock& last = blocks.back();
    if (last.surface1 == surface1 && surface2 - last.first2 < Lanes::lanes_count) {
      last.wanted |= 1u << (surface2 - last.first2);
      return;
    }
    number = last.number + std::popcount(last.wanted);
  }
  blocks.push_back({surface1, surface2, 1u, number});
}

unsigned find_near(const PairBlock& block, const SphereColumns& spheres) {
  const int i = block.surface1, j = block.first2;
  const Lanes dx = Lanes::load(&spheres.x[j]) - spheres.x[i], dy = Lanes::load(&spheres.y[j]) - spheres.y[i],
              dz = Lanes::load(&spheres.z[j]) - spheres.z[i],
              reach = Lanes::load(&spheres.radius[j]) + spheres.radius[i];
  return block.wanted & ~bits_of(reach * reach < dx * dx + dy * dy + dz * dz);
}

unsigned find_below(const PairBlock& block, const SphereColumns& spheres, const GroundPlane& plane) {
  const int j = block.first2;
  const Lanes height = plane.n.x * Lanes::load(&spheres.x[j]) + plane.n.y * Lanes::load(&spheres.y[j]) +
                       plane.n.z * Lanes::load(&spheres.z[j]) - plane.offset;
  return block.wanted & ~bits_of(Lanes::load(&spheres.radius[j]) < height);
}

}  // namespace sarrus::internal

#pragma once
/// @file
/// The contacts of a state, and what finding them keeps for the next time.

#include "sarrus/contact/contact_law.h"
#include "sarrus/proximity/broad_phase.h"

namespace sarrus::internal {

struct ContactWorkspace {
  Array<Contact> contacts;
  Array<Pose<double>> poses;    // per surface
  Array<Vec3<double>> centers;  // of the bounding spheres, in world axes
  Manifold manifold;
  Array<PairMemory> memories;        // per listed pair
  std::shared_ptr<BroadPhase> near;  // for many surfaces
  struct Remembered {
    std::pair<int, int> pair;
    PairMemory memory;
  };
  Array<Remembered> remembered, next;  // per pair of the broad phase, in ascending order

  /// The memory of a pair; pairs are asked for in ascending order.
  PairMemory& memory_of(const std::pair<int, int>& pair, std::size_t& position) {
    while (position < remembered.size() && remembered[position].pair < pair) ++position;
    const bool known = position < remembered.size() && remembered[position].pair == pair;
    next.push_back({pair, known ? remembered[position].memory : PairMemory{}});
    return next.back().memory;
  }
};

}  // namespace sarrus::internal

#pragma once
/// @file
/// The contacts of a state, and what finding them keeps for the next time.

#include "sarrus/contact/contact_law.h"
#include "sarrus/contact/internal/near_pairs.h"
#include "sarrus/proximity/broad_phase.h"

namespace sarrus::internal {

/// The contacts of a pair of surfaces that touch, or its springs: numbers from `begin` to `end`.
struct ContactRun {
  int surface1, surface2;
  const ContactLaw* law;
  bool has_springs;
  int begin, end;
};

struct ContactWorkspace {
  Array<ContactRun> runs;   // in ascending order of the surfaces
  Array<Contact> contacts;  // of laws without springs
  ContactSprings springs;
  SphereColumns spheres;        // per surface
  Array<char> is_placed;        // per surface: its pose and origin are known; of those near others they are
  Array<Pose<double>> poses;    // per surface
  Array<Vec3<double>> origins;  // per surface: of the body that carries it
  Manifold manifold;
  Array<PairMemory> memories;        // per listed pair
  std::shared_ptr<BroadPhase> near;  // for many surfaces
  struct Remembered {
    std::pair<int, int> pair;
    PairMemory memory;
  };
  Array<Remembered> remembered, next;  // per pair of the broad phase, in ascending order

  void clear() { runs.clear(), contacts.clear(), springs.size = 0; }
  /// Appends what a law finds of a pair.
  void find(const ContactLaw& law, const ContactPair& pair) {
    ContactRun run{pair.surface1, pair.surface2, &law, law.has_springs(), 0, 0};
    if (run.has_springs) {
      run.begin = springs.size;
      law.find_springs(pair, springs);
      run.end = springs.size;
      springs.fill_pack();
    } else {
      run.begin = static_cast<int>(contacts.size());
      law.find(pair, contacts);
      run.end = static_cast<int>(contacts.size());
    }
    if (run.end > run.begin) runs.push_back(run);
  }
  /// The memory of a pair; pairs are asked for in ascending order.
  PairMemory& memory_of(const std::pair<int, int>& pair, std::size_t& position) {
    while (position < remembered.size() && remembered[position].pair < pair) ++position;
    const bool known = position < remembered.size() && remembered[position].pair == pair;
    next.push_back({pair, known ? remembered[position].memory : PairMemory{}});
    return next.back().memory;
  }
};

}  // namespace sarrus::internal

#include <algorithm>
#include <bit>
#include <limits>

#include "sarrus/contact/compliant_contact.h"
#include "sarrus/contact/internal/contact_pairs.h"
#include "sarrus/contact/internal/contact_workspace.h"
#include "sarrus/contact/internal/spring_forces.h"
#include "sarrus/contact/internal/surface_materials.h"
#include "sarrus/system/responses.h"

namespace sarrus {

using namespace internal;

namespace {

/// The surfaces of a contact in a state: where their bounding spheres are and, of those that are near others,
/// where they are themselves.
class PlacedSpheres {
 public:
  PlacedSpheres(const State& state, const ContactPairs& pairs, const Array<FrameOn<double>>& frames,
                const Array<Vec3<double>>& places, ContactWorkspace& work)
      : tree_(state.tree()),
        nodes_(position(state).nodes),
        pairs_(pairs),
        frames_(frames),
        places_(places),
        work_(work) {
    const int count = static_cast<int>(frames.size());
    work.poses.resize(count), work.origins.resize(count);
    work.is_placed.assign(count, 0);
    if (work.spheres.x.empty()) set_radii();
    for (int i = 0; i < count; ++i) {
      const auto& place = tree_.place(frames[i].body);
      const NodePosition<double>& node = nodes_[place.node];
      const Vec3<double> center_K = place.X_KB * pairs.center_on_body(i);
      work.spheres.set_center(i, Vec3<double>(node.R * center_K + node.p));
    }
  }

  /// The pose of a surface, from now on also in the workspace.
  const Pose<double>& place(int surface) const {
    Pose<double>& X = work_.poses[surface];
    if (work_.is_placed[surface] != 0) return X;
    work_.is_placed[surface] = 1;
    const auto& place = tree_.place(frames_[surface].body);
    if (pairs_.is_body_frame(surface)) {
      X = in_world(nodes_[place.node], place.X_KB);
      work_.origins[surface] = X.p;
    } else {
      X = in_world(nodes_[place.node], place.X_KB * frames_[surface].X_BF);
      work_.origins[surface] = X.p - X.R * places_[surface];
    }
    return X;
  }

  /// Calls visit(surface 1, surface 2, number) for the listed pairs that are near each other.
  template <class Visit>
  void visit_near_pairs(const Visit& visit) const {
    for (const PairBlock& block : pairs_.blocks()) {
      const int i = block.surface1;
      unsigned near = pairs_.ground_height(i) ? find_below(block, work_.spheres, plane_of(i))
                                              : find_near(block, work_.spheres);
      for (; near != 0; near &= near - 1) {
        const int k = std::countr_zero(near), j = block.first2 + k;
        if (!is_above(i, j)) visit(i, j, block.number + std::popcount(block.wanted & ((1U << k) - 1)));
      }
    }
  }
  bool are_near(int i, int j) const {
    const Vec3<double> d = work_.spheres.center(j) - work_.spheres.center(i);
    const double reach = work_.spheres.radius[i] + work_.spheres.radius[j];
    return !(dot(d, d) > reach * reach) && !is_above(i, j) && !is_above(j, i);
  }

 private:
  void set_radii() const {
    work_.spheres.resize(frames_.size());
    for (int i = 0; i < static_cast<int>(frames_.size()); ++i)
      work_.spheres.radius[i] = pairs_.sphere(i).radius;
  }
  /// The plane below which other surfaces may touch one that is ground.
  GroundPlane plane_of(int ground) const {
    const Pose<double>& X = place(ground);
    const Vec3<double> n = X.R.col(2);
    return {n, dot(n, X.p) + *pairs_.ground_height(ground)};
  }
  bool is_above(int surface, int other) const {
    if (!pairs_.ground_height(other)) return false;
    const GroundPlane plane = plane_of(other);
    return dot(plane.n, work_.spheres.center(surface)) - plane.offset > work_.spheres.radius[surface];
  }

  /// The pose in the world of a frame that is given in its node's.
  static Pose<double> in_world(const NodePosition<double>& node, const Pose<double>& X_KF) {
    const LaneRotation<double> R = node.R * X_KF.R.matrix();
    return {Rotation<double>(R.matrix()), Vec3<double>(node.R * X_KF.p + node.p)};
  }

  const Tree<double>& tree_;
  const Array<NodePosition<double>>& nodes_;
  const ContactPairs& pairs_;
  const Array<FrameOn<double>>& frames_;
  const Array<Vec3<double>>& places_;
  ContactWorkspace& work_;
};

/// Moves the bounds of all surfaces, many of them, to where they are.
void move_bounds(const Array<ContactSurface>& surfaces, const ContactPairs& pairs, ContactWorkspace& work) {
  const int count = static_cast<int>(surfaces.size());
  if (work.near != nullptr) {
    for (int i = 0; i < count; ++i) work.near->move(i, bounds(surfaces[i].shape, work.poses[i]));
    return;
  }
  double smallest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < count; ++i) smallest = std::min(smallest, pairs.sphere(i).radius);
  work.near = std::make_shared<BroadPhase>(0.1 * smallest);
  for (int i = 0; i < count; ++i) work.near->add(bounds(surfaces[i].shape, work.poses[i]));
}

}  // namespace

void CompliantContact::find_contacts(const State& state, ContactWorkspace& work) const {
  const SurfaceMaterials& materials = state[current_materials_];
  work.clear();
  const PlacedSpheres spheres(state, *pairs_, frames_, places_, work);
  const auto look_at = [&](int i, int j, PairMemory& memory) {
    const ContactLaw& law = pairs_->law(i, j);
    work.find(law, {i, j, surfaces()[i].shape, surfaces()[j].shape, spheres.place(i), spheres.place(j),
                    memory, work.manifold, materials.of(i), materials.of(j), pairs_->prepared(law, i),
                    pairs_->prepared(law, j)});
  };
  if (!pairs_->uses_broad_phase()) {
    work.memories.resize(pairs_->list().size());
    spheres.visit_near_pairs([&](int i, int j, int number) { look_at(i, j, work.memories[number]); });
    return;
  }
  for (int i = 0; i < static_cast<int>(surfaces().size()); ++i) spheres.place(i);
  move_bounds(surfaces(), *pairs_, work);
  work.next.clear();
  std::size_t position = 0;
  for (const std::pair<int, int>&pair :
       work.near->find_pairs([this](int i, int j) { return !pairs_->may_touch(i, j); }))
    if (spheres.are_near(pair.first, pair.second))
      look_at(pair.first, pair.second, work.memory_of(pair, position));
  std::swap(work.remembered, work.next);
}

}  // namespace sarrus

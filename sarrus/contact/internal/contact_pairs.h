#pragma once
/// @file
/// Which pairs of surfaces may touch, and by which law.

#include <array>
#include <map>
#include <memory>
#include <optional>

#include "sarrus/contact/compliant_contact.h"
#include "sarrus/contact/internal/near_pairs.h"
#include "sarrus/model/model.h"

namespace sarrus::internal {

/// A sphere about a shape, in its frame; its radius is infinite for shapes without an end.
struct BoundingSphere {
  Vec3<double> center;
  double radius;
};
/// About the shape's bounds.
BoundingSphere bounding_sphere(const AnyShape& shape);

class ContactPairs {
 public:
  /// Throws an Error if a pair that is not filtered out has no law.
  ContactPairs(const Model& model, const std::string& element,
               std::shared_ptr<const Array<ContactSurface>> surfaces, const Array<FrameOn<double>>& frames,
               const CompliantContactOptions& options);

  /// A pair of surfaces, the first with the smaller number.
  struct Pair {
    int surface1, surface2;
  };
  /// All pairs that may touch, in ascending order, if they are few; otherwise nothing, and a broad phase
  /// finds those that are near.
  const Array<Pair>& list() const { return list_; }
  /// The listed pairs in blocks, in the same order.
  const Array<PairBlock>& blocks() const { return blocks_; }
  bool uses_broad_phase() const { return uses_broad_phase_; }
  bool may_touch(int surface1, int surface2) const;
  const ContactLaw& law(int surface1, int surface2) const;
  /// The data that a law has prepared of a surface's shape; null: none.
  const PreparedShape* prepared(const ContactLaw& law, int surface) const {
    if (!prepared_.empty())
      for (const auto& [of, shape] : prepared_[surface])
        if (of == &law) return shape.get();
    return nullptr;
  }
  /// The least sphere about a surface, in its frame, as far as it is known.
  const BoundingSphere& sphere(int surface) const { return spheres_[surface]; }
  /// Its center in the frame of the body.
  const Vec3<double>& center_on_body(int surface) const { return centers_on_bodies_[surface]; }
  /// True if its frame is that of the body.
  bool is_body_frame(int surface) const { return is_body_frame_[surface] != 0; }
  /// For half-spaces and height fields: the height in the surface's frame below which the others may touch
  /// it; for other surfaces none.
  const std::optional<double>& ground_height(int surface) const { return ground_heights_[surface]; }
  /// True if all laws book their energy exactly.
  bool is_exact() const { return is_exact_; }

 private:
  static constexpr int types = std::variant_size_v<AnyShape>;
  void find_rigid_groups(const Model& model);
  void take_filter(const Model& model, const std::string& element, const ContactFilter& filter);
  void choose_laws(const std::string& element, const CompliantContactOptions& options);
  int find_surface(const std::string& element, const std::string& name) const;
  void prepare(const ContactLaw& law, int surface);

  std::shared_ptr<const Array<ContactSurface>> shared_;
  const Array<ContactSurface>& surfaces_;  // the same
  Array<int> body_of_;                     // per surface
  Array<int> group_of_;         // per body: the body to which it is rigidly connected, nearest to the world
  Array<int> parent_group_of_;  // per body: the group of that body's parent
  bool skips_adjacent_ = true;
  Array<std::pair<int, int>> skipped_;  // sorted pairs of surfaces
  Array<BoundingSphere> spheres_;
  Array<Vec3<double>> centers_on_bodies_;
  Array<char> is_body_frame_;
  Array<std::optional<double>> ground_heights_;
  std::array<std::array<std::shared_ptr<const ContactLaw>, types>, types> law_of_types_{};
  std::map<std::pair<int, int>, std::shared_ptr<const ContactLaw>> law_of_pairs_;
  struct Prepared {
    const ContactLaw* law;
    std::shared_ptr<const PreparedShape> shape;
  };
  Array<Array<Prepared>> prepared_;  // per surface; empty if no law prepares shapes
  Array<Pair> list_;
  Array<PairBlock> blocks_;
  bool uses_broad_phase_ = false, is_exact_ = true;
};

}  // namespace sarrus::internal

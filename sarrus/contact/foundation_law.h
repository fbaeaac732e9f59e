#pragma once
/// @file
/// The elastic foundation: a mesh is covered by springs that do not feel each other. A triangle inside the
/// other surface stands for one spring, at its centroid; a triangle at the boundary for three, at the middles
/// of its edges. A spring that is inside by a depth x exerts
///   f = κ·A·x       along the normal n of the other surface at its nearest point,   A = area·|n_triangle·n|
/// The projected area makes the sum of the forces κ times the volume of the overlap, however steep the
/// triangles are. Of two meshes both are covered, each with half the force.

#include "sarrus/contact/contact_law.h"

namespace sarrus {

class FoundationLaw : public ContactLaw {
 public:
  std::string_view type() const override { return "elastic foundation"; }
  bool serves(const AnyShape& shape1, const AnyShape& shape2) const override;
  void find(const ContactPair& pair, Array<Contact>& contacts) const override;
  bool has_springs() const override { return true; }
  void find_springs(const ContactPair& pair, ContactSprings& springs) const override;
  ElasticForce elastic(const Contact& contact, const PairMaterial& material) const override;
  /// The triangle of a spring at a centroid, or the third of it that lies at the spring's edge.
  ContactPatch patch(const PlacedSurfaces& surfaces, const Contact& contact,
                     const ContactForce& force) const override;
};

}  // namespace sarrus

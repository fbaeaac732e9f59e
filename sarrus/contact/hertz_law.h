#pragma once
/// @file
/// Hertz's law of elastic half-spaces, for smooth surfaces that touch in a point:
///   F = σ·4/3·E*·√R·x^{3/2},   U = 2/5·F·x
/// At the contact point the surfaces separate by A·ξ² + B·η²; R = 1/(A + B), and σ depends on B/A only: it is
/// 1 for circles. [Johnson, Contact Mechanics, sec. 4.2]
/// Lines and flats have no finite depth in half-spaces: where surfaces touch along a line (a cylinder on a
/// plane) the law is refused when the System is built. A capsule that lies on a plane touches it with the
/// spheres at its ends.

#include "sarrus/contact/contact_law.h"

namespace sarrus {

class HertzLaw : public ContactLaw {
 public:
  std::string_view type() const override { return "Hertz"; }
  bool serves(const AnyShape& shape1, const AnyShape& shape2) const override;
  void find(const ContactPair& pair, Array<Contact>& contacts) const override;
  ElasticForce elastic(const Contact& contact, const PairMaterial& material) const override;
  bool has_layers() const override { return false; }
  /// The force is proportional to the depth to the power 3/2.
  double damping(double c) const override { return 1.5 * c; }
  /// Spheres and half-spaces have the same curvature everywhere.
  bool is_exact(const AnyShape& shape1, const AnyShape& shape2) const override;
  /// Hertz's ellipse.
  ContactPatch patch(const PlacedSurfaces& surfaces, const Contact& contact,
                     const ContactForce& force) const override;
};

}  // namespace sarrus

#pragma once
/// @file
/// Contact by pressure fields: each body has a pressure inside, E·e, which grows from zero at its surface to
/// its modulus E at its core (pressure_field.h). Where two bodies overlap they touch on the surface S on
/// which their pressures are equal, and press each other with that pressure along its normal:
///   F = ∫_S p·n dA,   n ∝ ∇p₂ − ∇p₁
/// S is a polygon in each pair of tetrahedra; each polygon has its own force at its center of pressure,
/// dissipation and friction. Forces follow from the shapes of the bodies, of flats as of points, and patches
/// and pressures come along; they are continuous and, while nothing dissipates, have a potential,
///   U = ∫ min(p₁, p₂) dV ≈ ½·∫_S p·x dA,   x = p/|∇p₁·n| + p/|∇p₂·n|
/// Half-spaces have the pressure E·depth/thickness. Meshes are rigid: their triangles are S, and the pressure
/// is that of the other body. A hard body is one with a large modulus. [Elandt, Drumwright, Sherman, Ruina
/// 2019]

#include "sarrus/contact/contact_law.h"

namespace sarrus {

class HydroelasticLaw : public ContactLaw {
 public:
  /// Round shapes become polyhedra with this many edges around; a patch should cover dozens of their faces.
  explicit HydroelasticLaw(int edges_around = 64);

  std::string_view type() const override { return "hydroelastic"; }
  /// A shape with a pressure field and another, a half-space or a mesh.
  bool serves(const AnyShape& shape1, const AnyShape& shape2) const override;
  std::shared_ptr<const PreparedShape> prepare(const AnyShape& shape) const override;
  void find(const ContactPair& pair, Array<Contact>& contacts) const override;
  double share1(const Contact& contact, const PairMaterial& material) const override;
  ElasticForce elastic(const Contact& contact, const PairMaterial& material) const override;

 private:
  int edges_around_;
};

}  // namespace sarrus

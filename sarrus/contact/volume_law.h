#pragma once
/// @file
/// The law of volumes, for any two solids and for solids with half-spaces. Their overlap has the volume V
/// (proximity/overlap.h says how exactly):
///   f = κ·V       along the mean normal of the overlap, through its centroid
/// For a flat face it is a layer of springs, each compressed by its own depth: a brick pressed into a
/// half-space, as deep and as tilted as may be, gets exactly the force and moment of that layer. With the
/// mean depth x = V/|∫n dA| the stored energy is ½·f·x, exact where the cross section does not change with
/// the depth. [Gonthier, McPhee, Lange, Piedbœuf 2004; Gonthier 2007]

#include "sarrus/contact/contact_law.h"

namespace sarrus {

class VolumeLaw : public ContactLaw {
 public:
  std::string_view type() const override { return "volume"; }
  /// Any two solids, or a solid and a half-space.
  bool serves(const AnyShape& shape1, const AnyShape& shape2) const override;
  /// Those whose overlap is exact and quick: with half-spaces, boxes and hulls of up to 64 faces.
  bool suits(const AnyShape& shape1, const AnyShape& shape2) const override;
  void find(const ContactPair& pair, Array<Contact>& contacts) const override;
  /// That of a disk about a diameter, area/4π: rocking is damped as that of a layer of springs would be.
  double mean_square_radius(const Contact& contact) const override;
  ElasticForce elastic(const Contact& contact, const PairMaterial& material) const override;
};

}  // namespace sarrus

#pragma once
/// @file
/// Springs at the contact points of any two shapes whose distance is known:
///   f = κ·A·x
/// The area A for which all points of a pair together stand is that of a disk with a tenth of the radius of
/// the smaller shape's bounding sphere: edges and corners have no area of their own. Points share it in
/// proportion to their depths, so that one that comes in changes nothing at first. On curved surfaces the
/// deepest point of a rim or a face, which moves over the body, counts only by what it is deeper than all
/// corners. For pairs that the other laws do not serve.

#include "sarrus/contact/contact_law.h"

namespace sarrus {

class PointLaw : public ContactLaw {
 public:
  std::string_view type() const override { return "points"; }
  void find(const ContactPair& pair, Array<Contact>& contacts) const override;
  ElasticForce elastic(const Contact& contact, const PairMaterial& material) const override;
};

}  // namespace sarrus

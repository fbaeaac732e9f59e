#include "sarrus/contact/point_law.h"

#include <algorithm>
#include <numbers>

#include "sarrus/contact/internal/contact_pairs.h"

namespace sarrus {

void PointLaw::find(const ContactPair& pair, Array<Contact>& contacts) const {
  const std::size_t first = contacts.size();
  ContactLaw::find(pair, contacts);
  if (contacts.size() == first) return;
  const double radius = 0.1 * std::min(internal::bounding_sphere(pair.shape1).radius,
                                       internal::bounding_sphere(pair.shape2).radius);
  double sum = 0;
  for (std::size_t i = first; i < contacts.size(); ++i) sum += contacts[i].depth;
  for (std::size_t i = first; i < contacts.size(); ++i)
    contacts[i].area = std::numbers::pi * radius * radius * contacts[i].depth / sum;
}

ElasticForce PointLaw::elastic(const Contact& contact, const PairMaterial& material) const {
  const double force = material.layer_stiffness * contact.area * contact.depth;
  return {.normal = force, .energy = 0.5 * force * contact.depth};
}

}  // namespace sarrus

#include "sarrus/contact/point_law.h"

#include <algorithm>
#include <numbers>

#include "sarrus/contact/internal/contact_pairs.h"
#include "sarrus/proximity/internal/contact_name.h"

namespace sarrus {

void PointLaw::find(const ContactPair& pair, Array<Contact>& contacts) const {
  const std::size_t first = contacts.size();
  ContactLaw::find(pair, contacts);
  if (contacts.size() == first) return;
  const double radius = 0.1 * std::min(internal::bounding_sphere(pair.shape1).radius,
                                       internal::bounding_sphere(pair.shape2).radius);
  double of_corners = 0;  // the largest depth
  const auto is_corner = [](const Contact& contact) {
    return !internal::has_feature(contact.name, internal::deepest_point);
  };
  for (std::size_t i = first; i < contacts.size(); ++i)
    if (is_corner(contacts[i])) of_corners = std::max(of_corners, contacts[i].depth);
  const auto weight = [&](const Contact& contact) {
    return is_corner(contact) ? contact.depth : std::max(0.0, contact.depth - of_corners);
  };
  double sum = 0;
  for (std::size_t i = first; i < contacts.size(); ++i) sum += weight(contacts[i]);
  for (std::size_t i = first; i < contacts.size(); ++i)
    contacts[i].area = std::numbers::pi * radius * radius * weight(contacts[i]) / sum;
}

ElasticForce PointLaw::elastic(const Contact& contact, const PairMaterial& material) const {
  const double force = material.layer_stiffness * contact.area * contact.depth;
  return {.normal = force, .energy = 0.5 * force * contact.depth};
}

}  // namespace sarrus

#include "sarrus/contact/contact_law.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sarrus/contact/internal/stribeck_friction.h"

namespace sarrus {

namespace {

/// A torque of at most `most` against an angular velocity; `radius` turns angular speeds into speeds.
Vec3<double> resisting_torque(const Vec3<double>& w, double most, double radius, double transition_speed,
                              double& dissipation) {
  const double rate = norm(w), speed = radius * rate;
  if (!(most > 0) || !(rate > 0)) return Vec3<double>::zero();
  // A friction coefficient of one rises from rest as Stribeck's does.
  const PairMaterial unit{.static_friction = 1, .dynamic_friction = 1};
  const double torque = most * internal::friction_coefficient(unit, speed, transition_speed);
  dissipation += torque * rate;
  return (-torque / rate) * w;
}

}  // namespace

bool ContactLaw::serves(const AnyShape& shape1, const AnyShape& shape2) const {
  return has_distance(shape1, shape2);
}

void ContactLaw::find(const ContactPair& pair, Array<Contact>& contacts) const {
  calc_manifold(pair.shape1, pair.X_W1, pair.shape2, pair.X_W2, 0.0, pair.manifold, &pair.memory);
  for (int i = 0; i < static_cast<int>(pair.manifold.points.size()); ++i) {
    const ManifoldPoint& point = pair.manifold.points[i];
    if (point.distance >= 0) continue;
    contacts.push_back({.surface1 = pair.surface1,
                        .surface2 = pair.surface2,
                        .name = point.name,
                        .point1 = point.point1,
                        .point2 = point.point2,
                        .normal = pair.manifold.normal_of(i),
                        .depth = -point.distance});
  }
}

ContactPatch ContactLaw::patch(const PlacedSurfaces&, const Contact& contact,
                               const ContactForce& force) const {
  const double radius = std::sqrt(contact.area / std::numbers::pi);
  ContactPatch patch = round_patch(force.point, contact.normal, radius);
  patch.pressure =
      force.peak_pressure > 0 || !(contact.area > 0) ? force.peak_pressure : force.normal / contact.area;
  return patch;
}

Vec3<double> contact_force_point(const ContactLaw& law, const Contact& contact,
                                 const PairMaterial& material) {
  // Surface 1 gives way by its share of the depth, from point1 against the normal.
  return contact.point1 - (law.share1(contact, material) * contact.depth) * contact.normal;
}

ContactForce calc_contact_force(const ContactLaw& law, const Contact& contact, const ContactRates& rates,
                                const PairMaterial& material, double transition_speed) {
  const ElasticForce elastic = law.elastic(contact, material);
  const double c = material.dissipation(law.share1(contact, material));
  const double damped = elastic.normal * (1 + law.damping(c) * rates.approach);
  ContactForce force{.point = contact_force_point(law, contact, material),
                     .normal = std::max(0.0, damped),
                     .energy = elastic.energy,
                     .peak_pressure = elastic.peak_pressure,
                     .patch_a = elastic.patch_a,
                     .patch_b = elastic.patch_b};
  force.dissipation = (force.normal - elastic.normal) * rates.approach;
  const double slip = norm(rates.slip);
  const double per_speed = internal::friction_coefficient_per_speed(material, slip, transition_speed);
  force.friction = (-per_speed * force.normal) * rates.slip;
  force.dissipation += per_speed * force.normal * slip * slip;
  if (const double square = law.mean_square_radius(contact); square > 0 && damped > 0) {
    // Points at the distances r from the axis of rocking approach at the rates r·ω: Σ f·a·r²·ω.
    const Vec3<double> rocking = rates.spin - dot(rates.spin, contact.normal) * contact.normal;
    const double resistance = elastic.normal * law.damping(c) * square;
    force.torque -= resistance * rocking;
    force.dissipation += resistance * dot(rocking, rocking);
  }
  if (material.resists_turning()) {
    const Vec3<double> turning = dot(rates.spin, contact.normal) * contact.normal,
                       rolling = rates.spin - turning;
    const double friction = material.dynamic_friction * force.normal;
    force.torque += resisting_torque(turning, material.torsion_radius * friction, material.torsion_radius,
                                     transition_speed, force.dissipation) +
                    resisting_torque(rolling, material.rolling_radius * force.normal, material.rolling_radius,
                                     transition_speed, force.dissipation);
  }
  return force;
}

}  // namespace sarrus

#include "sarrus/contact/hertz_law.h"

#include <cmath>
#include <numbers>

#include "sarrus/contact/hertz_ellipse.h"

namespace sarrus {

namespace {

bool is_sphere(const AnyShape& shape) { return std::holds_alternative<SphereShape>(shape); }
bool is_half_space(const AnyShape& shape) { return std::holds_alternative<HalfSpaceShape>(shape); }
bool is_sphere_or_half_space(const AnyShape& shape) { return is_sphere(shape) || is_half_space(shape); }
/// Shapes that touch every smooth shape in a point: curved both ways everywhere.
bool is_round(const AnyShape& shape) {
  return is_sphere(shape) || std::holds_alternative<EllipsoidShape>(shape);
}
/// Shapes that touch round ones in a point.
bool is_smooth(const AnyShape& shape) {
  return is_round(shape) || is_half_space(shape) || std::holds_alternative<CapsuleShape>(shape) ||
         std::holds_alternative<TorusShape>(shape) || std::holds_alternative<HeightFieldShape>(shape) ||
         std::holds_alternative<ImplicitShape>(shape) || std::holds_alternative<ParametricShape>(shape);
}
bool is_capsule_on_plane(const AnyShape& shape1, const AnyShape& shape2) {
  return (std::holds_alternative<CapsuleShape>(shape1) && is_half_space(shape2)) ||
         (is_half_space(shape1) && std::holds_alternative<CapsuleShape>(shape2));
}

/// Curvature of a surface at a point in world axes. Capsules on planes count as the spheres at their ends.
Curvature curvature_at(const AnyShape& shape, const Pose<double>& X_WS, const Vec3<double>& point,
                       bool as_sphere) {
  if (const auto* sphere = std::get_if<SphereShape>(&shape))
    return {1 / sphere->radius, 1 / sphere->radius, {}};
  if (const auto* capsule = std::get_if<CapsuleShape>(&shape); capsule != nullptr && as_sphere)
    return {1 / capsule->radius, 1 / capsule->radius, {}};
  if (is_half_space(shape)) return {0, 0, {}};
  Curvature found = curvature(shape, X_WS.inverse() * point).value_or(Curvature{});
  found.direction = X_WS.R * found.direction;
  return found;
}

/// A round surface has no direction of its own: it takes that of the other. Of two round ones there is none.
RelativeCurvature relative_curvature_at(const PlacedSurfaces& surfaces, const Contact& contact) {
  const bool as_sphere = is_capsule_on_plane(surfaces.shape1, surfaces.shape2);
  Curvature one = curvature_at(surfaces.shape1, surfaces.X_W1, contact.point1, as_sphere);
  Curvature two = curvature_at(surfaces.shape2, surfaces.X_W2, contact.point2, as_sphere);
  if (one.first == one.second && two.first == two.second) {
    const double half = 0.5 * (one.first + two.first);
    return {half, half, Vec3<double>::zero()};
  }
  if (one.first == one.second) one.direction = two.direction;
  if (two.first == two.second) two.direction = one.direction;
  return relative_curvature(one, two, contact.normal);
}

}  // namespace

bool HertzLaw::serves(const AnyShape& shape1, const AnyShape& shape2) const {
  if (!has_distance(shape1, shape2)) return false;
  if (is_half_space(shape1) && is_half_space(shape2)) return false;
  return (is_round(shape1) && is_smooth(shape2)) || (is_smooth(shape1) && is_round(shape2)) ||
         is_capsule_on_plane(shape1, shape2);
}

void HertzLaw::find(const ContactPair& pair, Array<Contact>& contacts) const {
  const std::size_t first = contacts.size();
  ContactLaw::find(pair, contacts);
  for (std::size_t i = first; i < contacts.size(); ++i) {
    Contact& contact = contacts[i];
    const RelativeCurvature relative =
        relative_curvature_at({pair.shape1, pair.shape2, pair.X_W1, pair.X_W2}, contact);
    contact.A = relative.A, contact.B = relative.B;
  }
}

ContactPatch HertzLaw::patch(const PlacedSurfaces& surfaces, const Contact& contact,
                             const ContactForce& force) const {
  ContactPatch patch =
      contact.A == contact.B
          ? round_patch(force.point, contact.normal, force.patch_a)
          : elliptic_patch(force.point, contact.normal, relative_curvature_at(surfaces, contact).direction,
                           force.patch_a, force.patch_b);
  patch.pressure = force.peak_pressure;
  return patch;
}

ElasticForce HertzLaw::elastic(const Contact& contact, const PairMaterial& material) const {
  const double sum = contact.A + contact.B, x = contact.depth;
  const HertzEllipse ellipse =
      contact.A == contact.B ? HertzEllipse{1, 1, 1} : hertz_ellipse(contact.A, contact.B);
  const double force = ellipse.sigma * (4.0 / 3) * material.modulus * x * std::sqrt(x / sum);
  const double b = std::sqrt(x * ellipse.E_over_K / sum), a = ellipse.k * b;
  return {.normal = force,
          .energy = 0.4 * force * x,
          .peak_pressure = 1.5 * force / (std::numbers::pi * a * b),
          .patch_a = a,
          .patch_b = b};
}

bool HertzLaw::is_exact(const AnyShape& shape1, const AnyShape& shape2) const {
  return is_sphere_or_half_space(shape1) && is_sphere_or_half_space(shape2);
}

}  // namespace sarrus

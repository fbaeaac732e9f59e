#include "sarrus/contact/hertz_law.h"

#include <cmath>
#include <numbers>
#include <optional>

#include "sarrus/contact/internal/hertz_ellipse.h"
#include "sarrus/proximity/internal/contact_name.h"

namespace sarrus {

using internal::HertzEllipse;
using internal::RelativeCurvature;

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
  return internal::relative_curvature(one, two, contact.normal);
}

/// Of a half-space and a sphere, in this order or, `turned`, in the other. The numbers are those that
/// calc_manifold() gives.
Contact contact_with_plane(const ContactPair& pair, const SphereShape& sphere, bool turned) {
  const Pose<double>&X_WH = turned ? pair.X_W2 : pair.X_W1, &X_WS = turned ? pair.X_W1 : pair.X_W2;
  const Vec3<double> n = X_WH.R.col(2), on_sphere = X_WS.p - sphere.radius * n;
  const double distance = dot(n, X_WS.p - X_WH.p) - sphere.radius;
  const Vec3<double> on_plane = on_sphere - distance * n;
  const internal::FeatureName vertex = internal::vertex_name(0), plane = internal::face_name(0);
  return {.name = turned ? internal::contact_name(vertex, plane) : internal::contact_name(plane, vertex),
          .point1 = turned ? on_sphere : on_plane,
          .point2 = turned ? on_plane : on_sphere,
          .normal = turned ? -n : n,
          .depth = -distance,
          .A = 0.5 / sphere.radius,
          .B = 0.5 / sphere.radius};
}

Contact contact_of_spheres(const ContactPair& pair, double radius1, double radius2) {
  const ShapeDistance at = calc_distance(pair.shape1, pair.X_W1, pair.shape2, pair.X_W2);
  const double half = 0.5 * (1 / radius1 + 1 / radius2);
  return {.name = internal::contact_name(internal::face_name(0), internal::face_name(0)),
          .point1 = at.point1,
          .point2 = at.point2,
          .normal = at.normal,
          .depth = -at.distance,
          .A = half,
          .B = half};
}

/// The contact, or the gap, of spheres and half-spaces; none for other shapes.
std::optional<Contact> contact_by_formula(const ContactPair& pair) {
  const auto *sphere1 = std::get_if<SphereShape>(&pair.shape1),
             *sphere2 = std::get_if<SphereShape>(&pair.shape2);
  if (sphere1 != nullptr && sphere2 != nullptr)
    return contact_of_spheres(pair, sphere1->radius, sphere2->radius);
  if (sphere2 != nullptr && is_half_space(pair.shape1)) return contact_with_plane(pair, *sphere2, false);
  if (sphere1 != nullptr && is_half_space(pair.shape2)) return contact_with_plane(pair, *sphere1, true);
  return std::nullopt;
}

}  // namespace

bool HertzLaw::serves(const AnyShape& shape1, const AnyShape& shape2) const {
  if (!has_distance(shape1, shape2)) return false;
  if (is_half_space(shape1) && is_half_space(shape2)) return false;
  return (is_round(shape1) && is_smooth(shape2)) || (is_smooth(shape1) && is_round(shape2)) ||
         is_capsule_on_plane(shape1, shape2);
}

void HertzLaw::find(const ContactPair& pair, Array<Contact>& contacts) const {
  if (auto contact = contact_by_formula(pair); contact && std::isfinite(contact->depth)) {
    if (contact->depth <= 0) return;
    contact->surface1 = pair.surface1, contact->surface2 = pair.surface2;
    contacts.push_back(*contact);
    return;
  }
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
      contact.A == contact.B ? HertzEllipse{1, 1, 1} : internal::hertz_ellipse(contact.A, contact.B);
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

#include "sarrus/scene/internal/inertia_solid.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "sarrus/spatial/inertia_check.h"

namespace sarrus::internal {

namespace {

/// Principal moments divided by the mass, ascending, and their axes.
struct PrincipalAxes {
  std::array<double, 3> moments;
  Rotation<double> R_BP;
};

PrincipalAxes principal_axes(const SceneBody& body) {
  const PrincipalInertia principal =
      principal_inertia({1, Vec3<double>::zero(), (1 / body.mass) * body.inertia});
  const Vec3<double>& moments = principal.moments;
  return {{moments.x, moments.y, moments.z}, principal.R};
}

double root(double square) { return std::sqrt(std::max(square, 0.0)); }

/// A cylinder about the principal axis `axis`: I∥/m = r²/2, I⊥/m = r²/4 + l²/12.
PlacedShape cylinder(const PrincipalAxes& principal, std::size_t axis, const Vec3<double>& center,
                     double thickness) {
  const double along = principal.moments[axis], across = principal.moments[1];
  const double radius = std::max(root(2 * along), thickness / 2);
  const double length = std::max(root(12 * across - 6 * along), thickness);
  const Pose<double> X{rotation_with_axis(2, principal.R_BP.col(static_cast<int>(axis))), center};
  if (radius < 0.1 * length) return {X, CapsuleShape{radius, std::max(length - 2 * radius, 0.0)}};
  return {X, CylinderShape{radius, length}};
}

/// A box: I₁/m = (b² + c²)/12 and so on, so that a² = 6·(I₂ + I₃ − I₁)/m.
PlacedShape box(const PrincipalAxes& principal, const Vec3<double>& center, double thickness) {
  const auto [I1, I2, I3] = principal.moments;
  const auto edge = [&](double square) { return std::max(root(6 * square), thickness); };
  return {{principal.R_BP, center}, BoxShape{{edge(I2 + I3 - I1), edge(I3 + I1 - I2), edge(I1 + I2 - I3)}}};
}

/// The distance between a point and a box about the origin; 0 inside.
double distance_from_box(const Vec3<double>& half, const Vec3<double>& point) {
  Vec3<double> outside;
  for (int i = 0; i < 3; ++i) outside[i] = std::max(std::abs(point[i]) - half[i], 0.0);
  return norm(outside);
}

Vec3<double> half_size(const VisualShape& shape) {
  if (const auto* box = std::get_if<BoxShape>(&shape)) return 0.5 * box->size;
  if (const auto* sphere = std::get_if<SphereShape>(&shape))
    return {sphere->radius, sphere->radius, sphere->radius};
  if (const auto* ellipsoid = std::get_if<EllipsoidShape>(&shape)) return ellipsoid->radii;
  if (const auto* cylinder = std::get_if<CylinderShape>(&shape))
    return {cylinder->radius, cylinder->radius, cylinder->length / 2};
  if (const auto* cone = std::get_if<ConeShape>(&shape))
    return {cone->radius, cone->radius, cone->length / 2};
  if (const auto* capsule = std::get_if<CapsuleShape>(&shape))
    return {capsule->radius, capsule->radius, capsule->length / 2 + capsule->radius};
  if (const auto* mesh = std::get_if<TriangleMeshShape>(&shape)) {
    Vec3<double> half = Vec3<double>::zero();
    for (const auto& vertex : mesh->mesh->positions)
      for (int i = 0; i < 3; ++i)
        half[i] = std::max(half[i], std::abs(mesh->scale[i] * static_cast<double>(vertex[i])));
    return half;
  }
  return Vec3<double>::zero();
}

}  // namespace

PlacedShape inertia_solid(const SceneBody& body, double thickness) {
  const PrincipalAxes principal = principal_axes(body);
  const auto [I1, I2, I3] = principal.moments;
  const double tolerance = 1e-6 * I3;
  const bool low_pair = I2 - I1 <= tolerance, high_pair = I3 - I2 <= tolerance;
  if (low_pair && high_pair)  // a ball: I/m = 2·r²/5
    return {Pose<double>::translation(body.com), SphereShape{std::max(root(2.5 * I3), thickness)}};
  if (low_pair) return cylinder(principal, 2, body.com, thickness);
  if (high_pair) return cylinder(principal, 0, body.com, thickness);
  return box(principal, body.com, thickness);
}

double bounding_radius(const VisualShape& shape) {
  if (const auto* sphere = std::get_if<SphereShape>(&shape)) return sphere->radius;
  return norm(half_size(shape));
}

bool is_near(const VisualShape& shape, const Vec3<double>& point, double margin) {
  return distance_from_box(half_size(shape), point) <= margin;
}

}  // namespace sarrus::internal

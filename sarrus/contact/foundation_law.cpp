#include "sarrus/contact/foundation_law.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sarrus {

namespace {

const SurfaceMesh* mesh_of(const AnyShape& shape) {
  const auto* mesh = std::get_if<SurfaceMeshShape>(&shape);
  return mesh == nullptr ? nullptr : mesh->mesh.get();
}

/// The place of a spring: on which of the surfaces, in which triangle, and there at the middle of the edge
/// 0, 1 or 2, or at the centroid (3).
struct SpringPlace {
  bool is_first;
  int triangle, number;
};
constexpr std::uint64_t second_surface = std::uint64_t{1} << 63;
std::uint64_t name_of(const SpringPlace& place) {
  return (place.is_first ? 0 : second_surface) |
         static_cast<std::uint64_t>(4 * place.triangle + place.number);
}
SpringPlace place_of(std::uint64_t name) {
  const auto rest = static_cast<int>(name & ~second_surface);
  return {(name & second_surface) == 0, rest / 4, rest % 4};
}

/// The springs of a mesh that are inside another surface, whose type is Other.
template <class Other>
class FoundationSprings {
 public:
  /// `is_first` tells whether the mesh is surface 1 of the pair; the springs have the given weight.
  FoundationSprings(const ContactPair& pair, const SurfaceMesh& mesh, const Other& other, bool is_first,
                    double weight)
      : pair_(pair),
        mesh_(mesh),
        other_(other),
        is_first_(is_first),
        weight_(weight),
        X_WM_(is_first ? pair.X_W1 : pair.X_W2),
        X_WO_(is_first ? pair.X_W2 : pair.X_W1),
        X_OM_(X_WO_.inverse() * X_WM_) {}

  /// A box whose center is farther from the other surface than its corners are from the center is outside.
  void find(Array<Contact>& contacts) const {
    mesh_.tree().visit(
        [&](const Bounds& box) {
          const Vec3<double> center = 0.5 * (box.lower + box.upper);
          const double distance = at(center).distance;
          return distance <= 0 || distance * distance <= dot(box.upper - center, box.upper - center);
        },
        [&](int triangle) { add_springs(triangle, contacts); });
  }

 private:
  SurfacePoint at(const Vec3<double>& p_M) const { return other_.nearest(X_OM_ * p_M); }
  const Vec3<double>& corner(int triangle, int k) const {
    return mesh_.vertices()[mesh_.triangles()[triangle][static_cast<std::size_t>(k)]];
  }

  /// Deep inside the other surface the depth is nearly linear in a triangle, and one spring at its centroid
  /// does.
  void add_springs(int triangle, Array<Contact>& contacts) const {
    const Vec3<double>&a = corner(triangle, 0), &b = corner(triangle, 1), &c = corner(triangle, 2);
    const Vec3<double> centroid = (1.0 / 3) * (a + b + c);
    const SurfacePoint middle = at(centroid);
    const double reach = std::max(
        {dot(a - centroid, a - centroid), dot(b - centroid, b - centroid), dot(c - centroid, c - centroid)});
    if (middle.distance * middle.distance >= reach) {
      if (middle.distance < 0) add_spring(triangle, 3, centroid, middle, mesh_.areas()[triangle], contacts);
      return;
    }
    for (int k = 0; k < 3; ++k) {
      const Vec3<double> p = 0.5 * (corner(triangle, k) + corner(triangle, (k + 1) % 3));
      const SurfacePoint nearest = at(p);
      if (nearest.distance < 0) add_spring(triangle, k, p, nearest, mesh_.areas()[triangle] / 3, contacts);
    }
  }

  void add_spring(int triangle, int number, const Vec3<double>& p_M, const SurfacePoint& other, double area,
                  Array<Contact>& contacts) const {
    const Vec3<double> n = X_WO_.R * other.normal;  // outward from the other surface
    const double slope = std::abs(dot(n, X_WM_.R * mesh_.normals()[triangle]));
    const Vec3<double> on_mesh = X_WM_ * p_M, on_other = X_WO_ * other.point;
    contacts.push_back({.surface1 = pair_.surface1,
                        .surface2 = pair_.surface2,
                        .name = name_of({is_first_, triangle, number}),
                        .point1 = is_first_ ? on_mesh : on_other,
                        .point2 = is_first_ ? on_other : on_mesh,
                        .normal = is_first_ ? -n : n,
                        .depth = -other.distance,
                        .area = weight_ * area * slope});
  }

  const ContactPair& pair_;
  const SurfaceMesh& mesh_;
  const Other& other_;
  bool is_first_;
  double weight_;
  Pose<double> X_WM_, X_WO_, X_OM_;
};

void find_springs(const ContactPair& pair, bool is_first, double weight, Array<Contact>& contacts) {
  const SurfaceMesh& mesh = *mesh_of(is_first ? pair.shape1 : pair.shape2);
  std::visit(
      [&](const auto& other) { FoundationSprings(pair, mesh, other, is_first, weight).find(contacts); },
      is_first ? pair.shape2 : pair.shape1);
}

}  // namespace

bool FoundationLaw::serves(const AnyShape& shape1, const AnyShape& shape2) const {
  return mesh_of(shape1) != nullptr || mesh_of(shape2) != nullptr;
}

void FoundationLaw::find(const ContactPair& pair, Array<Contact>& contacts) const {
  const SurfaceMesh *first = mesh_of(pair.shape1), *second = mesh_of(pair.shape2);
  const double weight = first != nullptr && second != nullptr ? 0.5 : 1;
  if (first != nullptr) find_springs(pair, true, weight, contacts);
  if (second != nullptr) find_springs(pair, false, weight, contacts);
}

ElasticForce FoundationLaw::elastic(const Contact& contact, const PairMaterial& material) const {
  const double pressure = material.layer_stiffness * contact.depth, force = pressure * contact.area;
  return {.normal = force, .energy = 0.5 * force * contact.depth, .peak_pressure = pressure};
}

ContactPatch FoundationLaw::patch(const PlacedSurfaces& surfaces, const Contact& contact,
                                  const ContactForce& force) const {
  const SpringPlace place = place_of(contact.name);
  const SurfaceMesh& mesh = *mesh_of(place.is_first ? surfaces.shape1 : surfaces.shape2);
  const Pose<double>& X_WM = place.is_first ? surfaces.X_W1 : surfaces.X_W2;
  const std::array<int, 3>& corners = mesh.triangles()[place.triangle];
  const auto corner = [&](int k) { return X_WM * mesh.vertices()[corners[static_cast<std::size_t>(k % 3)]]; };
  const Vec3<double> p1 = corner(place.number), p2 = corner(place.number + 1), p3 = corner(place.number + 2);
  const bool is_whole = place.number == 3;
  ContactPatch patch = triangular_patch(p1, p2, is_whole ? p3 : (1.0 / 3) * (p1 + p2 + p3));
  // A triangle along the normal of the other surface carries nothing.
  const Vec3<double> upright = cross(patch.a, patch.b);
  patch.pressure = force.peak_pressure * std::abs(dot(contact.normal, upright)) / norm(upright);
  return patch;
}

}  // namespace sarrus

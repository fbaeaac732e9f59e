#include "sarrus/contact/foundation_law.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "sarrus/contact/internal/foundation_springs.h"

namespace sarrus {

using internal::Foundation;
using internal::SpringPlace;

namespace {

const SurfaceMesh* mesh_of(const AnyShape& shape) {
  const auto* mesh = std::get_if<SurfaceMeshShape>(&shape);
  return mesh == nullptr ? nullptr : mesh->mesh.get();
}

/// The springs of a mesh that are inside another surface, whose type is Other.
template <class Other>
class SpringsInside {
 public:
  SpringsInside(const Foundation& foundation, const Other& other, const Pose<double>& X_WO,
                ContactSprings& springs)
      : foundation_(foundation),
        mesh_(foundation.mesh),
        other_(other),
        X_WO_(X_WO),
        X_OM_(X_WO.inverse() * foundation.X_WM),
        springs_(springs) {}

  /// A box whose center is farther from the other surface than its corners are from the center is outside.
  void find() const {
    mesh_.tree().visit(
        [&](const Bounds& box) {
          const Vec3<double> center = 0.5 * (box.lower + box.upper);
          const double distance = at(center).distance;
          return distance <= 0 || distance * distance <= dot(box.upper - center, box.upper - center);
        },
        [&](int triangle) { add_springs(triangle); });
  }

 private:
  SurfacePoint at(const Vec3<double>& p_M) const { return other_.nearest(X_OM_ * p_M); }
  const Vec3<double>& corner(int triangle, int k) const {
    return mesh_.vertices()[mesh_.triangles()[triangle][k]];
  }

  /// Deep inside the other surface the depth is nearly linear in a triangle, and one spring at its centroid
  /// does.
  void add_springs(int triangle) const {
    const Vec3<double>&a = corner(triangle, 0), &b = corner(triangle, 1), &c = corner(triangle, 2);
    const Vec3<double> centroid = (1.0 / 3) * (a + b + c);
    const SurfacePoint middle = at(centroid);
    const double reach = std::max(
        {dot(a - centroid, a - centroid), dot(b - centroid, b - centroid), dot(c - centroid, c - centroid)});
    if (middle.distance * middle.distance >= reach) {
      if (middle.distance < 0) add_spring(triangle, 3, centroid, middle, mesh_.areas()[triangle]);
      return;
    }
    for (int k = 0; k < 3; ++k) {
      const Vec3<double> p = 0.5 * (corner(triangle, k) + corner(triangle, (k + 1) % 3));
      const SurfacePoint nearest = at(p);
      if (nearest.distance < 0) add_spring(triangle, k, p, nearest, mesh_.areas()[triangle] / 3);
    }
  }

  void add_spring(int triangle, int number, const Vec3<double>& p_M, const SurfacePoint& other,
                  double area) const {
    const Vec3<double> n = X_WO_.R * other.normal;
    foundation_.add_spring(triangle, number, foundation_.X_WM * p_M, n, other.distance, area,
                           dot(n, foundation_.X_WM.R * mesh_.normals()[triangle]), springs_);
  }

  const Foundation& foundation_;
  const SurfaceMesh& mesh_;
  const Other& other_;
  Pose<double> X_WO_, X_OM_;
  ContactSprings& springs_;
};

void find_springs_of(const Foundation& foundation, const AnyShape& other, const Pose<double>& X_WO,
                     ContactSprings& springs) {
  std::visit(
      [&]<class Other>(const Other& shape) {
        if constexpr (std::is_same_v<Other, HalfSpaceShape>)
          internal::find_springs_below_plane(foundation, X_WO, springs);
        else
          SpringsInside(foundation, shape, X_WO, springs).find();
      },
      other);
}

}  // namespace

bool FoundationLaw::serves(const AnyShape& shape1, const AnyShape& shape2) const {
  return mesh_of(shape1) != nullptr || mesh_of(shape2) != nullptr;
}

void FoundationLaw::find_springs(const ContactPair& pair, ContactSprings& springs) const {
  const SurfaceMesh *first = mesh_of(pair.shape1), *second = mesh_of(pair.shape2);
  const double weight = first != nullptr && second != nullptr ? 0.5 : 1;
  if (first != nullptr) find_springs_of({*first, pair.X_W1, true, weight}, pair.shape2, pair.X_W2, springs);
  if (second != nullptr)
    find_springs_of({*second, pair.X_W2, false, weight}, pair.shape1, pair.X_W1, springs);
}

void FoundationLaw::find(const ContactPair& pair, Array<Contact>& contacts) const {
  ContactSprings springs;
  find_springs(pair, springs);
  for (int i = 0; i < springs.size; ++i) contacts.push_back(springs.contact(i, pair.surface1, pair.surface2));
}

ElasticForce FoundationLaw::elastic(const Contact& contact, const PairMaterial& material) const {
  const double pressure = material.layer_stiffness * contact.depth, force = pressure * contact.area;
  return {.normal = force, .energy = 0.5 * force * contact.depth, .peak_pressure = pressure};
}

ContactPatch FoundationLaw::patch(const PlacedSurfaces& surfaces, const Contact& contact,
                                  const ContactForce& force) const {
  const SpringPlace place = internal::place_of(contact.name);
  const SurfaceMesh& mesh = *mesh_of(place.is_first ? surfaces.shape1 : surfaces.shape2);
  const Pose<double>& X_WM = place.is_first ? surfaces.X_W1 : surfaces.X_W2;
  const std::array<int, 3>& corners = mesh.triangles()[place.triangle];
  const auto corner = [&](int k) { return X_WM * mesh.vertices()[corners[k % 3]]; };
  const Vec3<double> p1 = corner(place.number), p2 = corner(place.number + 1), p3 = corner(place.number + 2);
  const bool is_whole = place.number == 3;
  ContactPatch patch = triangular_patch(p1, p2, is_whole ? p3 : (1.0 / 3) * (p1 + p2 + p3));
  // A triangle along the normal of the other surface carries nothing.
  const Vec3<double> upright = cross(patch.a, patch.b);
  patch.pressure = force.peak_pressure * std::abs(dot(contact.normal, upright)) / norm(upright);
  return patch;
}

}  // namespace sarrus

#pragma once
/// @file
#include <cmath>

#include "sarrus/contact/contact_springs.h"
#include "sarrus/geometry/surface_mesh.h"
#include "sarrus/spatial/pose.h"

namespace sarrus::internal {

/// The place of a spring: on which of the surfaces, in which triangle, and there at the middle of the edge
/// 0, 1 or 2, or at the centroid (3).
struct SpringPlace {
  bool is_first;
  int triangle, number;
};
constexpr std::uint64_t second_surface = std::uint64_t{1} << 63;
inline std::uint64_t name_of(const SpringPlace& place) {
  return (place.is_first ? 0 : second_surface) |
         static_cast<std::uint64_t>(4 * place.triangle + place.number);
}
inline SpringPlace place_of(std::uint64_t name) {
  const auto rest = static_cast<int>(name & ~second_surface);
  return {(name & second_surface) == 0, rest / 4, rest % 4};
}

/// A mesh covered by springs, and where it is.
struct Foundation {
  const SurfaceMesh& mesh;
  Pose<double> X_WM;
  bool is_first;  ///< The mesh is surface 1 of its pair.
  double weight;  ///< Of the springs: ½ where both surfaces have them.

  std::uint64_t name(int triangle, int number) const { return name_of({is_first, triangle, number}); }
  /// Adds a spring at a point of the mesh (in world axes) at a signed distance from the other surface, whose
  /// outward normal is n; `slope` is the cosine between n and the triangle's normal.
  void add_spring(int triangle, int number, const Vec3<double>& on_mesh, const Vec3<double>& n,
                  double distance, double area, double slope, ContactSprings& springs) const {
    const Vec3<double> on_other = on_mesh - distance * n;
    springs.add(is_first ? on_mesh : on_other, is_first ? -n : n, -distance, weight * area * std::abs(slope),
                name(triangle, number));
  }
};

/// Appends the springs of a mesh below the plane z = 0 of a half-space at X_WP.
void find_springs_below_plane(const Foundation& foundation, const Pose<double>& X_WP,
                              ContactSprings& springs);

}  // namespace sarrus::internal

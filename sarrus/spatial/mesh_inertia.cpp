#include "sarrus/spatial/mesh_inertia.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <tuple>
#include <utility>

#include "sarrus/base/array.h"
#include "sarrus/base/error.h"
#include "sarrus/spatial/inertia_check.h"

namespace sarrus {

namespace {

using Vertices = In<Vec3<double>>;
using Triangles = In<std::array<int, 3>>;

void require_valid_elements(const Vertices& vertices, const Triangles& triangles) {
  require(!triangles.empty(), "the mesh has no triangles; a closed one has at least four");
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const Vec3<double>& v = vertices[i];
    require(std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z),
            "vertex {} of the mesh is ({}, {}, {}), but coordinates must be finite", i, v.x, v.y, v.z);
  }
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    const auto& [a, b, c] = triangles[i];
    for (const int k : triangles[i])
      require(k >= 0 && k < std::ssize(vertices),
              "triangle {} of the mesh is ({}, {}, {}), but there are {} vertices, counted from 0", i, a, b,
              c, vertices.size());
    require(a != b && b != c && c != a,
            "triangle {} of the mesh is ({}, {}, {}): it uses a vertex twice; leave it out", i, a, b, c);
  }
}

/// One side of a triangle.
struct Edge {
  int low, high;         // its vertices
  bool upward;           // true if the triangle runs from `low` to `high`
  std::size_t triangle;  // the triangle to which it belongs
};

/// Checks that every edge belongs to two triangles, which run along it in opposite directions.
void require_closed(const Triangles& triangles) {
  Array<Edge> edges;
  edges.reserve(3 * triangles.size());
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    const auto& [a, b, c] = triangles[i];
    for (const auto& [from, to] : {std::pair(a, b), std::pair(b, c), std::pair(c, a)})
      edges.push_back({std::min(from, to), std::max(from, to), from < to, i});
  }
  std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
    return std::tie(a.low, a.high, a.triangle) < std::tie(b.low, b.high, b.triangle);
  });

  for (std::size_t i = 0; i < edges.size();) {
    const Edge& first = edges[i];
    std::size_t end = i;
    while (end < edges.size() && edges[end].low == first.low && edges[end].high == first.high) ++end;
    const std::size_t shared_by = end - i;
    require(shared_by != 1,
            "the mesh is open: the edge between vertices {} and {} belongs to triangle {} alone; fill the "
            "hole, or merge vertices that lie at the same place",
            first.low, first.high, first.triangle);
    require(shared_by == 2,
            "the edge between vertices {} and {} belongs to {} triangles, among them {} and {}, but a "
            "closed surface has two at each edge; give every piece that meets there vertices of its own",
            first.low, first.high, shared_by, first.triangle, edges[i + 1].triangle);
    require(first.upward != edges[i + 1].upward,
            "triangles {} and {} run along the edge between vertices {} and {} in the same direction: one "
            "of them is turned inside out; exchange two of its vertices",
            first.triangle, edges[i + 1].triangle, first.low, first.high);
    i = end;
  }
}

/// The center of the bounding box of the triangles: a point relative to which coordinates keep their digits.
Vec3<double> middle(const Vertices& vertices, const Triangles& triangles) {
  Vec3<double> low = vertices[triangles[0][0]], high = low;
  for (const std::array<int, 3>& triangle : triangles)
    for (const int k : triangle)
      for (int i = 0; i < 3; ++i)
        low[i] = std::min(low[i], vertices[k][i]), high[i] = std::max(high[i], vertices[k][i]);
  return low + 0.5 * (high - low);
}

/// Volume, centroid and, about the centroid, S = ∫ x·xᵀ dV.
struct VolumeMoments {
  double volume;
  Vec3<double> centroid;
  Sym3<double> S;
};

/// Sums over the tetrahedra between a reference point and each triangle (a, b, c), counted negative if the
/// triangle faces the point. With s = a + b + c, all relative to the point,
///   V = a·(b×c)/6,   ∫ x dV = V·s/4,   ∫ x·xᵀ dV = V·(a·aᵀ + b·bᵀ + c·cᵀ + s·sᵀ)/20.
VolumeMoments calc_volume_moments(const Vertices& vertices, const Triangles& triangles) {
  const Vec3<double> origin = middle(vertices, triangles);
  const auto square = [](const Vec3<double>& a) { return Sym3<double>::lower(outer(a, a)); };
  double volume = 0, uncertainty = 0;
  Vec3<double> first = Vec3<double>::zero();
  Sym3<double> second = Sym3<double>::zero();
  for (const std::array<int, 3>& triangle : triangles) {
    const Vec3<double> a = vertices[triangle[0]] - origin, b = vertices[triangle[1]] - origin,
                       c = vertices[triangle[2]] - origin, s = a + b + c;
    const double V = dot(a, cross(b, c)) / 6;
    volume += V;
    uncertainty += std::abs(V) + norm(cross(b - a, c - a)) * (norm(origin) + norm(a));
    first += V / 4 * s;
    second = second + V / 20 * (square(a) + square(b) + square(c) + square(s));
  }

  // Bound of the volume that rounding in the sums, and in the vertices on the triangles' areas, can produce.
  const double rounding = 4 * std::numeric_limits<double>::epsilon() * uncertainty;
  require(volume >= -rounding,
          "the mesh encloses the volume {}: its triangles are oriented inward; exchange two vertices of "
          "each of them",
          volume);
  require(volume > rounding, "the mesh encloses no volume (all it has is {}); a flat body is not a solid",
          volume);

  const Vec3<double> from_origin = 1 / volume * first;
  return {volume, origin + from_origin, second - volume * square(from_origin)};
}

/// The homogeneous solid of given mass:  I = ρ·(tr S·1 − S) about the centroid.
RigidInertia<double> of_mass(double mass, const VolumeMoments& moments) {
  const Sym3<double>& S = moments.S;
  const Sym3<double> I_central =
      mass / moments.volume * Sym3<double>{S.yy + S.zz, S.zz + S.xx, S.xx + S.yy, -S.xy, -S.xz, -S.yz};
  const auto M = RigidInertia<double>::from_central(mass, moments.centroid, I_central);

  // Rounding grows with the number of triangles; a misplaced piece exceeds it at once.
  const Array<std::string> faults = inertia_faults(M, 1e-9);
  if (!faults.empty())
    fail(
        "the mesh is closed, but it is not the surface of a solid: {}; look for pieces that overlap or are "
        "turned inside out",
        faults.front());
  return M;
}

VolumeMoments checked_volume_moments(const Vertices& vertices, const Triangles& triangles) {
  require_valid_elements(vertices, triangles);
  require_closed(triangles);
  return calc_volume_moments(vertices, triangles);
}

}  // namespace

RigidInertia<double> solid_mesh(double density, Vertices vertices, Triangles triangles) {
  require(density > 0 && std::isfinite(density),
          "solid_mesh: density = {}, but it must be positive and finite", density);
  const VolumeMoments moments = checked_volume_moments(vertices, triangles);
  return of_mass(density * moments.volume, moments);
}

RigidInertia<double> solid_mesh_of_mass(double mass, Vertices vertices, Triangles triangles) {
  require(mass > 0 && std::isfinite(mass),
          "solid_mesh_of_mass: mass = {}, but it must be positive and finite", mass);
  return of_mass(mass, checked_volume_moments(vertices, triangles));
}

}  // namespace sarrus

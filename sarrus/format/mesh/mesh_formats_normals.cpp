#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

#include "sarrus/base/error.h"
#include "sarrus/format/mesh/internal/mesh_formats.h"
#include "sarrus/spatial/vec3.h"

namespace sarrus::internal {

namespace {

using Triangle = std::array<std::uint32_t, 3>;

Vec3<double> vertex(const TriangleMesh& mesh, std::uint32_t i) {
  const std::array<float, 3>& p = mesh.positions[i];
  return {p[0], p[1], p[2]};
}

/// Normal of a triangle with twice its area as length.
Vec3<double> area_vector(const TriangleMesh& mesh, const Triangle& t) {
  const Vec3<double> a = vertex(mesh, t[0]);
  return cross(vertex(mesh, t[1]) - a, vertex(mesh, t[2]) - a);
}

/// Numbers of vertices at the same place: each vertex gets the lowest one.
Array<std::uint32_t> places(const TriangleMesh& mesh) {
  std::map<std::array<float, 3>, std::uint32_t> first;
  Array<std::uint32_t> result;
  for (std::uint32_t i = 0; i < mesh.positions.size(); ++i)
    result.push_back(first.emplace(mesh.positions[i], i).first->second);
  return result;
}

/// The normal at a corner of a triangle: the sum of the area vectors around its place that deviate by less
/// than 40° from the triangle's own.
Vec3<double> corner_normal(const Array<Vec3<double>>& areas, const Array<std::uint32_t>& around,
                           std::size_t triangle) {
  constexpr double least_cosine = 0.766;
  const Vec3<double>& own = areas[triangle];
  Vec3<double> sum = Vec3<double>::zero();
  for (const std::uint32_t other : around)
    if (dot(areas[other], own) >= least_cosine * norm(areas[other]) * norm(own)) sum += areas[other];
  return normalized(sum);
}

/// Numbers that are equal for vertices of the same color and place on the texture.
std::array<long, 3> look(const TriangleMesh& mesh, std::uint32_t i) {
  std::array<long, 3> numbers{};
  if (!mesh.colors.empty()) numbers[0] = mesh.colors[i][0] << 16 | mesh.colors[i][1] << 8 | mesh.colors[i][2];
  if (!mesh.texture_places.empty())
    for (std::size_t k = 0; k < 2; ++k)
      numbers[k + 1] = std::bit_cast<std::int32_t>(mesh.texture_places[i][k]);
  return numbers;
}

}  // namespace

void remove_degenerate_triangles(TriangleMesh& mesh) {
  for (const std::array<float, 3>& p : mesh.positions)
    require(std::isfinite(p[0]) && std::isfinite(p[1]) && std::isfinite(p[2]),
            "a vertex is at ({}, {}, {}), which is not finite", p[0], p[1], p[2]);
  for (const std::array<float, 2>& p : mesh.texture_places)
    require(std::isfinite(p[0]) && std::isfinite(p[1]), "the place ({}, {}) on a texture is not finite", p[0],
            p[1]);
  std::erase_if(mesh.triangles, [&](const Triangle& t) {
    const Vec3<double> area = area_vector(mesh, t);
    return !(dot(area, area) > 0);
  });
}

void add_normals(TriangleMesh& mesh) {
  if (!mesh.normals.empty()) return;
  const Array<std::uint32_t> place = places(mesh);
  Array<Array<std::uint32_t>> around(mesh.positions.size());
  Array<Vec3<double>> areas;
  for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
    areas.push_back(area_vector(mesh, mesh.triangles[t]));
    for (const std::uint32_t i : mesh.triangles[t]) around[place[i]].push_back(t);
  }

  TriangleMesh smooth{mesh.name, {}, {}};
  // Corners at one place whose normals are equal to 1/64 and which look the same are one vertex.
  std::map<std::array<long, 7>, std::uint32_t> made;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    Triangle corners{};
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t i = mesh.triangles[t][k];
      const Vec3<double> n = corner_normal(areas, around[place[i]], t);
      const auto [color, u, v] = look(mesh, i);
      const auto [found, is_new] =
          made.emplace(std::array<long, 7>{place[i], std::lround(64 * n.x), std::lround(64 * n.y),
                                           std::lround(64 * n.z), color, u, v},
                       static_cast<std::uint32_t>(smooth.positions.size()));
      corners[k] = found->second;
      if (!is_new) continue;
      smooth.positions.push_back(mesh.positions[i]);
      smooth.normals.push_back({static_cast<float>(n.x), static_cast<float>(n.y), static_cast<float>(n.z)});
      if (!mesh.colors.empty()) smooth.colors.push_back(mesh.colors[i]);
      if (!mesh.texture_places.empty()) smooth.texture_places.push_back(mesh.texture_places[i]);
    }
    smooth.triangles.push_back(corners);
  }
  mesh = std::move(smooth);
}

}  // namespace sarrus::internal

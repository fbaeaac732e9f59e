#pragma once
/// @file
/// Meshes for tests, and brute force to compare with.

#include <cmath>
#include <map>
#include <numbers>

#include "sarrus/geometry/surface_mesh.h"
#include "tests/support/random.h"

namespace sarrus::testing {

/// A brick with edges along the axes, centered, of twelve triangles.
inline MeshData box_mesh(const Vec3<double>& size) {
  MeshData mesh;
  for (int i = 0; i < 8; ++i)
    mesh.vertices.push_back(
        {(i & 1 ? 0.5 : -0.5) * size.x, (i & 2 ? 0.5 : -0.5) * size.y, (i & 4 ? 0.5 : -0.5) * size.z});
  for (const auto& [a, b, c, d] : {std::array{0, 2, 3, 1}, std::array{4, 5, 7, 6}, std::array{0, 1, 5, 4},
                                   std::array{2, 6, 7, 3}, std::array{0, 4, 6, 2}, std::array{1, 3, 7, 5}}) {
    mesh.triangles.push_back({a, b, c});
    mesh.triangles.push_back({a, c, d});
  }
  return mesh;
}

/// An icosahedron whose triangles are divided into four `divisions` times; vertices on a sphere.
inline MeshData icosphere(double radius, int divisions) {
  const double golden = std::numbers::phi;
  MeshData mesh;
  mesh.vertices = {{-1, golden, 0}, {1, golden, 0}, {-1, -golden, 0}, {1, -golden, 0},
                   {0, -1, golden}, {0, 1, golden}, {0, -1, -golden}, {0, 1, -golden},
                   {golden, 0, -1}, {golden, 0, 1}, {-golden, 0, -1}, {-golden, 0, 1}};
  mesh.triangles = {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
                    {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
                    {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}};
  for (int d = 0; d < divisions; ++d) {
    std::map<std::pair<int, int>, int> middles;
    const auto middle = [&](int a, int b) {
      const auto [at, is_new] =
          middles.insert({{std::min(a, b), std::max(a, b)}, static_cast<int>(mesh.vertices.size())});
      if (is_new) mesh.vertices.push_back(0.5 * (mesh.vertices[a] + mesh.vertices[b]));
      return at->second;
    };
    Array<std::array<int, 3>> finer;
    for (const auto& [a, b, c] : mesh.triangles) {
      const int ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
      for (const std::array<int, 3>& t : {std::array{a, ab, ca}, {b, bc, ab}, {c, ca, bc}, {ab, bc, ca}})
        finer.push_back(t);
    }
    mesh.triangles = finer;
  }
  for (Vec3<double>& v : mesh.vertices) v = radius / norm(v) * v;
  return mesh;
}

/// A grid of quadrilaterals with `rows` and `columns`, each of two triangles; `wraps` closes it to a torus.
template <class Point>
MeshData grid_mesh(int rows, int columns, bool wraps, const Point& point) {
  MeshData mesh;
  const int across = wraps ? columns : columns + 1, along = wraps ? rows : rows + 1;
  for (int i = 0; i < along; ++i)
    for (int j = 0; j < across; ++j) mesh.vertices.push_back(point(i, j));
  const auto at = [&](int i, int j) { return (i % along) * across + j % across; };
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) {
      mesh.triangles.push_back({at(i, j), at(i, j + 1), at(i + 1, j + 1)});
      mesh.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i + 1, j)});
    }
  return mesh;
}

/// A torus about z, whose center line has the radius R and whose tube has the radius r.
inline MeshData torus_mesh(double R, double r, int rows, int columns) {
  return grid_mesh(rows, columns, true, [&](int i, int j) {
    const double a = 2 * std::numbers::pi * i / rows, b = 2 * std::numbers::pi * j / columns;
    const double from_axis = R + r * std::cos(b);
    // Rows turn about z, columns about the tube, such that normals point outward.
    return Vec3<double>{from_axis * std::cos(a), from_axis * std::sin(a), -r * std::sin(b)};
  });
}

/// An open sheet z = height(x, y) over a square, whose normals point up.
template <class Height>
MeshData sheet_mesh(double size, int cells, const Height& height) {
  return grid_mesh(cells, cells, false, [&](int i, int j) {
    const double x = size * (1.0 * j / cells - 0.5), y = size * (1.0 * i / cells - 0.5);
    return Vec3<double>{x, y, height(x, y)};
  });
}

/// A prism over unit squares (x, y) of a grid, from z = 0 to 1: L and U.
inline MeshData prism_of_squares(const Array<std::pair<int, int>>& squares) {
  MeshData mesh;
  std::map<std::array<int, 3>, int> numbers;
  const auto vertex = [&](int x, int y, int z) {
    const auto [at, is_new] = numbers.insert({{x, y, z}, static_cast<int>(mesh.vertices.size())});
    if (is_new) mesh.vertices.push_back({1.0 * x, 1.0 * y, 1.0 * z});
    return at->second;
  };
  const auto quad = [&](int a, int b, int c, int d) {
    mesh.triangles.push_back({a, b, c});
    mesh.triangles.push_back({a, c, d});
  };
  const auto has = [&](int x, int y) {
    return std::find(squares.begin(), squares.end(), std::pair(x, y)) != squares.end();
  };
  for (const auto& [x, y] : squares) {
    quad(vertex(x, y, 1), vertex(x + 1, y, 1), vertex(x + 1, y + 1, 1), vertex(x, y + 1, 1));
    quad(vertex(x, y, 0), vertex(x, y + 1, 0), vertex(x + 1, y + 1, 0), vertex(x + 1, y, 0));
    const auto wall = [&](int x0, int y0, int x1, int y1) {
      quad(vertex(x0, y0, 0), vertex(x1, y1, 0), vertex(x1, y1, 1), vertex(x0, y0, 1));
    };
    if (!has(x, y - 1)) wall(x, y, x + 1, y);
    if (!has(x + 1, y)) wall(x + 1, y, x + 1, y + 1);
    if (!has(x, y + 1)) wall(x + 1, y + 1, x, y + 1);
    if (!has(x - 1, y)) wall(x, y + 1, x, y);
  }
  return mesh;
}
inline MeshData l_mesh() { return prism_of_squares({{0, 0}, {1, 0}, {0, 1}}); }
inline MeshData u_mesh() { return prism_of_squares({{0, 0}, {1, 0}, {2, 0}, {0, 1}, {2, 1}}); }

/// The same mesh elsewhere.
inline MeshData moved(MeshData mesh, const Pose<double>& X) {
  for (Vec3<double>& v : mesh.vertices) v = X * v;
  return mesh;
}
inline SurfaceMesh make_mesh(const MeshData& data) { return SurfaceMesh(data.vertices, data.triangles); }
inline SurfaceMeshShape make_mesh_shape(const MeshData& data) {
  return {std::make_shared<const SurfaceMesh>(data.vertices, data.triangles)};
}

/// Every triangle with three vertices of its own, as in files of triangles.
inline MeshData soup_of(const MeshData& mesh) {
  MeshData soup;
  for (const auto& t : mesh.triangles) {
    const int n = static_cast<int>(soup.vertices.size());
    for (const int v : t) soup.vertices.push_back(mesh.vertices[v]);
    soup.triangles.push_back({n, n + 1, n + 2});
  }
  return soup;
}

/// The number of times that a surface winds around a point: 1 inside, 0 outside. The sum of the solid angles
/// of the triangles [Van Oosterom, Strackee, 1983], by 4π.
inline double winding_number(const MeshData& mesh, const Vec3<double>& p) {
  double sum = 0;
  for (const auto& t : mesh.triangles) {
    const Vec3<double> a = mesh.vertices[t[0]] - p, b = mesh.vertices[t[1]] - p, c = mesh.vertices[t[2]] - p;
    const double A = norm(a), B = norm(b), C = norm(c);
    sum += 2 * std::atan2(dot(a, cross(b, c)), A * B * C + dot(a, b) * C + dot(b, c) * A + dot(c, a) * B);
  }
  return sum / (4 * std::numbers::pi);
}

}  // namespace sarrus::testing

#include "sarrus/geometry/internal/cored_surface.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <tuple>

#include "sarrus/geometry/internal/shape_math.h"

namespace sarrus::internal {

namespace {

/// A point of an octahedron whose edges are divided into n parts: |i| + |j| + |k| = n. `half` distinguishes
/// points of the equator that belong to the upper and to the lower half.
struct LatticePoint {
  int i, j, k, half;
  bool operator<(const LatticePoint& other) const {
    return std::tie(i, j, k, half) < std::tie(other.i, other.j, other.k, other.half);
  }
  Vec3<double> direction() const { return normalized(Vec3<double>{1.0 * i, 1.0 * j, 1.0 * k}); }
};

/// Adds the triangles of an octahedron's divided faces; add(point) adds a vertex. `splits`: the halves do not
/// share the points of the equator. Returns the numbers of the vertices.
template <class Add>
std::map<LatticePoint, int> add_octahedron(CoredSurface& surface, int n, bool splits, const Add& add) {
  std::map<LatticePoint, int> numbers;
  for (const int sx : {1, -1})
    for (const int sy : {1, -1})
      for (const int sz : {1, -1}) {
        const auto vertex = [&](int i, int j, int k) {
          const LatticePoint at{sx * i, sy * j, sz * k, splits ? sz : 0};
          const auto [place, is_new] = numbers.insert({at, 0});
          if (is_new) place->second = add(at);
          return place->second;
        };
        for (int i = 0; i < n; ++i)
          for (int j = 0; i + j < n; ++j) {
            const int k = n - 1 - i - j;
            surface.add_triangle(vertex(i + 1, j, k), vertex(i, j + 1, k), vertex(i, j, k + 1));
            if (k > 0)
              surface.add_triangle(vertex(i, j + 1, k), vertex(i + 1, j, k), vertex(i + 1, j + 1, k - 1));
          }
      }
  return numbers;
}

/// A direction in the plane z = 0: number i of 4·n.
Vec3<double> around(int i, int n) {
  const double angle = std::numbers::pi / 2 * i / n;
  return {std::cos(angle), std::sin(angle), 0};
}

CoredSurface surface_of(const EllipsoidShape& shape, int n) {
  CoredSurface surface;
  add_octahedron(surface, n, false, [&](const LatticePoint& at) {
    return surface.add(times(shape.radii, at.direction()), Vec3<double>::zero());
  });
  return surface;
}
CoredSurface surface_of(const SphereShape& shape, int n) {
  return surface_of(EllipsoidShape{{shape.radius, shape.radius, shape.radius}}, n);
}

CoredSurface surface_of(const CapsuleShape& shape, int n) {
  CoredSurface surface;
  const auto numbers = add_octahedron(surface, n, true, [&](const LatticePoint& at) {
    const Vec3<double> center{0, 0, at.half * shape.length / 2};
    return surface.add(center + shape.radius * at.direction(), center);
  });
  // The equator as seen from above, counter-clockwise.
  for (int s = 0; s < 4 * n; ++s) {
    const auto at = [&](int step, int half) {
      const int part = step % n, quarter = step / n % 4;
      const int i = n - part, j = part;
      const std::array<LatticePoint, 4> points{LatticePoint{i, j, 0, half}, LatticePoint{-j, i, 0, half},
                                               LatticePoint{-i, -j, 0, half}, LatticePoint{j, -i, 0, half}};
      return numbers.at(points[quarter]);
    };
    surface.add_quadrilateral(at(s, -1), at(s + 1, -1), at(s + 1, 1), at(s, 1));
  }
  return surface;
}

/// Depth H: half of the smallest edge. Corners are next to those of the points at that depth.
CoredSurface surface_of(const BoxShape& shape, int) {
  CoredSurface surface;
  const Vec3<double> half = 0.5 * shape.size;
  const double depth = std::min({half.x, half.y, half.z});
  for (int i = 0; i < 8; ++i) {
    const Vec3<double> signs{i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 4 ? 1.0 : -1.0};
    surface.add(times(signs, half), times(signs, half - Vec3<double>{depth, depth, depth}));
  }
  for (const auto& [a, b, c, d] : {std::array{0, 2, 3, 1}, std::array{4, 5, 7, 6}, std::array{0, 1, 5, 4},
                                   std::array{2, 6, 7, 3}, std::array{0, 4, 6, 2}, std::array{1, 3, 7, 5}})
    surface.add_quadrilateral(a, b, c, d);
  return surface;
}

/// The points at the greatest depth are a segment, a disk or a point.
CoredSurface surface_of(const CylinderShape& shape, int n) {
  CoredSurface surface;
  const double half = shape.length / 2;
  // Of the polygon, whose sides are nearer to the axis than its corners.
  const double inner = shape.radius * std::cos(std::numbers::pi / (4 * n)), depth = std::min(inner, half);
  const Vec3<double> up{0, 0, 1};
  const int bottom = surface.add(-half * up, -(half - depth) * up),
            top = surface.add(half * up, (half - depth) * up);
  for (int i = 0; i < 4 * n; ++i)
    for (const double sign : {-1.0, 1.0}) {
      const Vec3<double> out = shape.radius * around(i, n);
      surface.add(out + sign * half * up, (1 - depth / inner) * out + sign * (half - depth) * up);
    }
  for (int i = 0; i < 4 * n; ++i) {
    const int low = 2 + 2 * i, next = 2 + 2 * ((i + 1) % (4 * n));
    surface.add_quadrilateral(low, next, next + 1, low + 1);
    surface.add_triangle(bottom, low, next);
    surface.add_triangle(top, low + 1, next + 1);
  }
  return surface;
}

/// The core is the center of the largest sphere inside: at the same distance from base and side.
CoredSurface surface_of(const ConeShape& shape, int n) {
  CoredSurface surface;
  const double inner = shape.radius * std::cos(std::numbers::pi / (4 * n)), half = shape.length / 2;
  const double depth = inner * shape.length / (inner + std::hypot(inner, shape.length));
  const Vec3<double> core{0, 0, depth - half};
  const int base = surface.add({0, 0, -half}, core), apex = surface.add({0, 0, half}, core);
  for (int i = 0; i < 4 * n; ++i) surface.add(shape.radius * around(i, n) + Vec3<double>{0, 0, -half}, core);
  for (int i = 0; i < 4 * n; ++i) {
    const int here = 2 + i, next = 2 + (i + 1) % (4 * n);
    surface.add_triangle(base, here, next);
    surface.add_triangle(apex, here, next);
  }
  return surface;
}

CoredSurface surface_of(const TorusShape& shape, int n) {
  CoredSurface surface;
  const int count = 4 * n;
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < count; ++j) {
      const Vec3<double> out = around(i, n), round = around(j, n), center = shape.radius * out;
      surface.add(center + shape.tube * (round.x * out + Vec3<double>{0, 0, round.y}), center);
    }
  const auto at = [&](int i, int j) { return i % count * count + j % count; };
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < count; ++j)
      surface.add_quadrilateral(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
  return surface;
}

CoredSurface surface_of(const ConvexShape& shape, int) {
  CoredSurface surface;
  const Vec3<double> center = shape.solid(1).com();
  for (const Vec3<double>& vertex : shape.polyhedron->vertices()) surface.add(vertex, center);
  for (const auto& [a, b, c] : shape.polyhedron->triangles()) surface.add_triangle(a, b, c);
  return surface;
}

/// Other shapes: convex ones by the hull of their farthest points along many directions.
template <class S>
CoredSurface surface_of(const S& shape, int n) {
  CoredSurface surface;
  if constexpr (ConvexShapeType<S>) {
    Array<Vec3<double>> points;
    CoredSurface directions;
    add_octahedron(directions, n, false, [&](const LatticePoint& at) {
      points.push_back(shape.support(at.direction()));
      return 0;
    });
    surface = surface_of(convex_hull(points), n);
  }
  return surface;
}

}  // namespace

Array<std::array<PressureField::Corner, 4>> CoredSurface::cells() const {
  Array<std::array<PressureField::Corner, 4>> cells;
  for (std::array<int, 3> t : triangles_) {
    std::sort(t.begin(), t.end());
    const auto outer = [&](std::size_t i) { return PressureField::Corner{vertices_[t[i]], 0}; };
    const auto inner = [&](std::size_t i) { return PressureField::Corner{cores_[t[i]], 1}; };
    cells.push_back({outer(0), outer(1), outer(2), inner(2)});
    cells.push_back({outer(0), outer(1), inner(1), inner(2)});
    cells.push_back({outer(0), inner(0), inner(1), inner(2)});
  }
  return cells;
}

CoredSurface make_cored_surface(const AnyShape& shape, int n) {
  return std::visit([&](const auto& s) { return surface_of(s, n); }, shape);
}

}  // namespace sarrus::internal

#include "sarrus/proximity/internal/round_triangles.h"

#include <array>
#include <cmath>
#include <numbers>

namespace sarrus::internal {

namespace {

/// Normals at the middles of steps: none is along an axis of the shape, where flat sides and edges are.
constexpr int rings = 12, spokes = 24, facets = 48;

Vec3<double> direction(double down, double around) {
  return {std::sin(down) * std::cos(around), std::sin(down) * std::sin(around), std::cos(down)};
}

/// Points in rings from the upper to the lower pole.
struct RoundGrid {
  Vec3<double> top, bottom;
  std::array<std::array<Vec3<double>, spokes>, rings> points;

  /// Calls f(a, b, c) for all triangles. The diagonals of quadrangles change their direction from octant to
  /// octant, as the mirror images of one of them do.
  template <class F>
  void visit(const F& f) const {
    for (std::size_t i = 0; i < spokes; ++i) {
      const std::size_t j = (i + 1) % spokes;
      f(top, points[0][i], points[0][j]);
      f(bottom, points[rings - 1][j], points[rings - 1][i]);
      for (std::size_t k = 0; k + 1 < rings; ++k) {
        const Vec3<double>&a = points[k][i], &b = points[k + 1][i], &c = points[k + 1][j], &d = points[k][j];
        const bool is_turned = (4 * i / spokes + 2 * k / rings) % 2 == 1;
        if (is_turned) {
          f(a, b, d), f(b, c, d);
        } else {
          f(a, b, c), f(a, c, d);
        }
      }
    }
  }
};

/// The points of a shape with the normals of an ellipsoid of the same bounds, as large as the volume says.
template <class Shape>
void add_grid(const Shape& shape, ClippedSolid& solid) {
  const Vec3<double> r = shape.bounds().upper;
  const auto point = [&](const Vec3<double>& y) { return shape.support({y.x / r.x, y.y / r.y, y.z / r.z}); };
  RoundGrid grid;
  grid.top = {0, 0, r.z}, grid.bottom = {0, 0, -r.z};  // on the axis, also of flat ends
  for (std::size_t k = 0; k < rings; ++k)
    for (std::size_t i = 0; i < spokes; ++i)
      grid.points[k][i] = point(direction(std::numbers::pi * (static_cast<double>(k) + 0.5) / rings,
                                          2 * std::numbers::pi * (static_cast<double>(i) + 0.5) / spokes));
  double volume = 0;
  grid.visit([&](const auto& a, const auto& b, const auto& c) { volume += dot(a, cross(b, c)) / 6; });
  const double s = std::cbrt(shape.volume() / volume);
  grid.visit([&](const auto& a, const auto& b, const auto& c) { solid.add(s * a, s * b, s * c); });
}

/// A frustum from a polygon of `facets` corners at −half to one at +half; polygons have the areas of circles.
void add_frustum(double lower, double upper, double half, ClippedSolid& solid) {
  constexpr double step = 2 * std::numbers::pi / facets;
  const double wider = std::sqrt(step / std::sin(step));
  const auto corner = [&](int i, double radius, double z) {
    return Vec3<double>{wider * radius * std::cos((i + 0.5) * step),
                        wider * radius * std::sin((i + 0.5) * step), z};
  };
  for (int i = 0; i < facets; ++i) {
    const Vec3<double> a = corner(i, lower, -half), b = corner(i + 1, lower, -half),
                       c = corner(i + 1, upper, half), d = corner(i, upper, half);
    solid.add({0, 0, -half}, b, a), solid.add(a, b, c);
    if (upper > 0) solid.add(a, c, d), solid.add({0, 0, half}, d, c);
  }
}

struct RoundTriangles {
  ClippedSolid& solid;

  void operator()(const CylinderShape& s) const { add_frustum(s.radius, s.radius, 0.5 * s.length, solid); }
  void operator()(const ConeShape& s) const { add_frustum(s.radius, 0, 0.5 * s.length, solid); }
  template <class Shape>
  void operator()(const Shape& shape) const {
    if constexpr (ConvexShapeType<Shape> && SolidShapeType<Shape>) add_grid(shape, solid);
  }
};

}  // namespace

void add_round_triangles(const AnyShape& shape, ClippedSolid& solid) {
  std::visit(RoundTriangles{solid}, shape);
}

}  // namespace sarrus::internal

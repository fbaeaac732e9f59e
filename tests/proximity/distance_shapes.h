#pragma once
/// @file
/// One shape of every type, for tests of pairs.

#include <string>
#include <vector>

#include "sarrus/proximity/distance.h"
#include "tests/support/meshes.h"

namespace sarrus::testing {

struct NamedShape {
  std::string name;
  AnyShape shape;
};

/// A convex polyhedron of points on an ellipsoid, among them the corners of an octahedron.
inline ConvexShape random_hull(int count) {
  Random random(11);
  Array<Vec3<double>> points;
  for (int i = 0; i < count; ++i) {
    const Vec3<double> u = i < 6 ? (i % 2 == 0 ? 1.0 : -1.0) * Vec3<double>::unit(i / 2) : random.vector();
    const Vec3<double> n = normalized(u);
    points.push_back({0.5 * n.x, 0.4 * n.y, 0.3 * n.z});
  }
  return convex_hull(points);
}
/// A smooth surface of hills and valleys.
inline HeightFieldShape hills() {
  HeightFieldShape field{{4, 4}, 9, 9, {}};
  for (int i = 0; i < 9; ++i)
    for (int j = 0; j < 9; ++j) field.heights.push_back(static_cast<float>(0.1 * std::sin(i) * std::cos(j)));
  return field;
}
/// x⁴ + y⁴ + 2·z² = 0.05: flat where it meets its axes.
inline ImplicitValue flattened_ball(const Vec3<double>& p) {
  const double x2 = p.x * p.x, y2 = p.y * p.y;
  return {x2 * x2 + y2 * y2 + 2 * p.z * p.z - 0.05,
          {4 * x2 * p.x, 4 * y2 * p.y, 4 * p.z},
          Sym3<double>::diagonal(12 * x2, 12 * y2, 4)};
}

inline const std::vector<NamedShape>& distance_shapes() {
  static const std::vector<NamedShape> shapes = {
      {"half_space", HalfSpaceShape{}},
      {"sphere", SphereShape{0.3}},
      {"capsule", CapsuleShape{0.2, 0.9}},
      {"ellipsoid", EllipsoidShape{{0.5, 0.3, 0.2}}},
      {"box", BoxShape{{0.8, 0.5, 0.3}}},
      {"rounded_box", RoundedBoxShape{{0.7, 0.5, 0.4}, 0.08}},
      {"cylinder", CylinderShape{0.3, 0.9}},
      {"cone", ConeShape{0.35, 0.8}},
      {"superellipsoid", SuperellipsoidShape{{0.4, 0.3, 0.35}, 0.7, 1.3}},
      {"hull", random_hull(50)},
      {"torus", TorusShape{0.5, 0.12}},
      {"mesh", make_mesh_shape(torus_mesh(0.5, 0.15, 8, 12))},
      {"height_field", hills()},
      {"implicit", implicit_surface(flattened_ball, {{-0.6, -0.6, -0.6}, {0.6, 0.6, 0.6}})},
  };
  return shapes;
}

inline bool is_convex(const AnyShape& shape) {
  return std::visit([]<class S>(const S&) { return ConvexShapeType<S>; }, shape);
}
inline Vec3<double> support(const AnyShape& shape, const Vec3<double>& direction) {
  return std::visit(
      [&]<class S>(const S& s) -> Vec3<double> {
        if constexpr (ConvexShapeType<S>)
          return s.support(direction);
        else
          return {};
      },
      shape);
}

}  // namespace sarrus::testing

#pragma once
/// @file
/// Surfaces of triangles, each of whose vertices has a partner in the core of the solid.

#include <array>

#include "sarrus/geometry/pressure_field.h"

namespace sarrus::internal {

/// A closed surface around a core: the solid between a triangle and its partner in the core, which may be a
/// triangle, a segment or a point, is a prism of up to three tetrahedra.
class CoredSurface {
 public:
  int add(const Vec3<double>& vertex, const Vec3<double>& core) {
    vertices_.push_back(vertex), cores_.push_back(core);
    return static_cast<int>(vertices_.size()) - 1;
  }
  void add_triangle(int a, int b, int c) { triangles_.push_back({a, b, c}); }
  void add_quadrilateral(int a, int b, int c, int d) { add_triangle(a, b, c), add_triangle(a, c, d); }

  /// The extent is 0 at the vertices and 1 in the core. Prisms are divided by the order of their vertices, so
  /// that neighbors share the diagonals of their common sides.
  Array<std::array<PressureField::Corner, 4>> cells() const;

 private:
  Array<Vec3<double>> vertices_, cores_;
  Array<std::array<int, 3>> triangles_;
};

/// The surface of a shape, with 4·n edges around its round parts; without triangles if it has no field.
CoredSurface make_cored_surface(const AnyShape& shape, int n);

}  // namespace sarrus::internal

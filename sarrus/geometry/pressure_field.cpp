#include "sarrus/geometry/pressure_field.h"

#include <algorithm>
#include <cmath>

#include "sarrus/geometry/internal/cored_surface.h"

namespace sarrus {

namespace {

/// The side opposite to corner k.
PressureField::Tetrahedron::Side side_opposite(const std::array<Vec3<double>, 4>& corners, std::size_t k) {
  const Vec3<double>&a = corners[(k + 1) % 4], &b = corners[(k + 2) % 4], &c = corners[(k + 3) % 4];
  Vec3<double> n = normalized(cross(b - a, c - a));
  if (dot(n, corners[k] - a) > 0) n = -n;
  return {n, dot(n, a)};
}

/// Six times the volume, by the corners' order positive or negative.
double determinant(const std::array<PressureField::Corner, 4>& cell) {
  const Vec3<double>& o = cell[0].point;
  return dot(cell[1].point - o, cross(cell[2].point - o, cell[3].point - o));
}

PressureField::Tetrahedron make_tetrahedron(const std::array<PressureField::Corner, 4>& cell) {
  PressureField::Tetrahedron made;
  for (std::size_t k = 0; k < 4; ++k) made.corners[k] = cell[k].point;
  for (std::size_t k = 0; k < 4; ++k) made.sides[k] = side_opposite(made.corners, k);
  // Each corner's share in the extent is 1 there and 0 on the side opposite to it.
  made.gradient = Vec3<double>::zero(), made.offset = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    const auto& [n, offset] = made.sides[k];
    const double height = offset - dot(n, made.corners[k]);
    made.gradient -= (cell[k].extent / height) * n;
    made.offset += cell[k].extent / height * offset;
  }
  return made;
}

}  // namespace

PressureField::PressureField(const Array<std::array<Corner, 4>>& cells) {
  double largest = 0;
  for (const auto& cell : cells) largest = std::max(largest, std::abs(determinant(cell)));
  require(largest > 0 && std::isfinite(largest), "a pressure field needs tetrahedra with a finite volume");
  Array<Bounds> boxes;
  for (const auto& cell : cells) {
    const double six_volumes = std::abs(determinant(cell));
    if (six_volumes <= 1e-12 * largest) continue;
    volume_ += six_volumes / 6;
    tetrahedra_.push_back(make_tetrahedron(cell));
    Bounds box = Bounds::nothing();
    for (const Corner& corner : cell) box.include(corner.point);
    boxes.push_back(box);
  }
  tree_ = BoundingTree(boxes);
}

std::shared_ptr<const PressureField> make_pressure_field(const AnyShape& shape, int edges_around) {
  require(edges_around >= 4 && edges_around <= 4096,
          "the pressure field of a {}: it cannot have {} edges around; give a number from 4 to 4096",
          type_of(shape), edges_around);
  check(shape);
  const auto cells = internal::make_cored_surface(shape, (edges_around + 3) / 4).cells();
  return cells.empty() ? nullptr : std::make_shared<const PressureField>(cells);
}

}  // namespace sarrus

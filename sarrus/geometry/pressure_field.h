#pragma once
/// @file
/// Fields of pressure inside of shapes, for contact that presses both bodies together within their overlap.

#include <array>
#include <memory>

#include "sarrus/base/array.h"
#include "sarrus/geometry/bounding_tree.h"
#include "sarrus/geometry/shapes.h"

namespace sarrus {

/// The extent e of a solid: 0 on its surface, 1 at its core (the center of a sphere, the axis of a capsule,
/// the middle plane of a plate) and linear in each of the tetrahedra between them. A material with the
/// modulus E exerts the pressure p = E·e. [Elandt, Drumwright, Sherman, Ruina 2019]
class PressureField {
 public:
  /// A tetrahedron and the extent within it, e = offset + gradient·x.
  struct Tetrahedron {
    /// A side: all x with normal·x ≤ offset are on the inner side of it.
    struct Side {
      Vec3<double> normal;
      double offset;
    };
    std::array<Vec3<double>, 4> corners;
    std::array<Side, 4> sides;
    Vec3<double> gradient;
    double offset;
  };

  /// Adds tetrahedra with the extents at their corners; those without a volume are left out. Throws an Error
  /// if none is left.
  struct Corner {
    Vec3<double> point;
    double extent;
  };
  explicit PressureField(const Array<std::array<Corner, 4>>& cells);

  const Array<Tetrahedron>& tetrahedra() const { return tetrahedra_; }
  const BoundingTree& tree() const { return tree_; }  ///< Of the tetrahedra's bounds.
  double volume() const { return volume_; }

 private:
  Array<Tetrahedron> tetrahedra_;
  BoundingTree tree_;
  double volume_ = 0;
};

/// The field of a shape whose round parts are polygons with `edges_around` edges (rounded up to a multiple of
/// four), corners on the surface. With H, the greatest depth of a point,
///   spheres, capsules, boxes, cylinders, cones, tori   e = depth/H
///   ellipsoids and hulls                               e = 1 at the centroid, linear from there to the
///   surface rounded boxes and superellipsoids                  as the hull of many of their points
/// Null for shapes without a volume of their own (half-spaces, height fields, user's surfaces) and for
/// meshes.
std::shared_ptr<const PressureField> make_pressure_field(const AnyShape& shape, int edges_around);

}  // namespace sarrus

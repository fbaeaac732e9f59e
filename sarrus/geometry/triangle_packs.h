#pragma once
/// @file
#include <array>
#include <cstdint>

#include "sarrus/base/array.h"
#include "sarrus/base/array_view.h"
#include "sarrus/geometry/shape_types.h"

namespace sarrus {

/// The triangles of a mesh in packs of eight that lie together, with a tree of boxes about packs, about eight
/// packs, and so on: registers of eight numbers examine eight boxes or eight triangles at once. Where a pack
/// or a box has no eight members, the places of the others hold NaN, for which no comparison is true.
class TrianglePacks {
 public:
  static constexpr int size = 8;
  using Row = std::array<double, size>;
  struct Rows {
    Row x, y, z;
  };
  struct alignas(64) Pack {
    Rows centroid;
    Rows corner0, corner1;  ///< From the centroid; the third corner is −corner0 − corner1.
    Rows normal;            ///< Unit normal.
    Row area;
    std::array<std::int64_t, size> number;  ///< Of the triangle in its mesh.
  };
  /// Eight boxes: along each axis their lower and upper bounds.
  struct alignas(64) Boxes {
    std::array<std::array<Row, 2>, 3> bounds;
  };

  TrianglePacks() = default;
  TrianglePacks(In<Vec3<double>> vertices, In<std::array<int, 3>> triangles, In<Vec3<double>> normals,
                In<double> areas);

  const Array<Pack>& packs() const { return packs_; }
  /// Member k of levels()[0][i] is about pack 8·i + k, that of levels()[m][i] about levels()[m − 1][8·i + k].
  /// The last level has one element.
  const Array<Array<Boxes>>& levels() const { return levels_; }

 private:
  Array<Pack> packs_;
  Array<Array<Boxes>> levels_;
};

}  // namespace sarrus

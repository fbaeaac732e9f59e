#pragma once
/// @file
#include "sarrus/base/array.h"

namespace sarrus {

/// The triangles of a mesh in columns and in the order of the items of its tree: packs read those of a node
/// at once. A few zeros at the end let packs read beyond the last triangle.
struct TriangleColumns {
  static constexpr int zeros = 8;
  struct Vectors {
    Array<double> x, y, z;
  };
  Vectors centroid;
  Vectors corner0, corner1;  ///< From the centroid; the third corner is −corner0 − corner1.
  Vectors normal;            ///< Unit normal.
  Array<double> area;
};

}  // namespace sarrus

#pragma once
/// @file
/// All shapes with sizes in which they are tested. A new shape adds its row here: the laws of
/// shape_laws_test.cpp, shape_ray_test.cpp and shape_solid_test.cpp are then tested for it.

#include <gtest/gtest.h>

#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "sarrus/geometry/shapes.h"
#include "tests/support/random.h"

namespace sarrus::testing {

struct ShapeRow {
  std::string name;
  AnyShape shape;
  double size;  ///< Points within it, in every coordinate, are tested.
  /// The shape's definition, written independently: negative inside, positive outside; not a distance.
  std::function<double(const Vec3<double>&)> level;
  /// A random point inside, from which a ray in a random direction leaves the shape once.
  std::function<Vec3<double>(Random&)> heart = [](Random&) { return Vec3<double>::zero(); };
};

/// Shown by GoogleTest when a row's test fails.
inline void PrintTo(const ShapeRow& row, std::ostream* out) { *out << row.name; }
inline std::string name_of_row(const ::testing::TestParamInfo<ShapeRow>& info) { return info.param.name; }

std::vector<ShapeRow> shape_rows();

/// A random point of the surface, by bisection of the level along a ray from inside.
Vec3<double> sample_surface(const ShapeRow& row, Random& random);
/// Many of them.
std::vector<Vec3<double>> sample_surface(const ShapeRow& row, int count);

/// A user's surface, not convex: the Cassini oval |x − c|·|x + c| = k² turned about the line of its foci ±c
/// on the x-axis.
ImplicitValue cassini(const Vec3<double>& x);

}  // namespace sarrus::testing

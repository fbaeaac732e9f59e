#include "tests/geometry/shape_rows.h"

#include <algorithm>
#include <cmath>

#include "sarrus/function/cubic_spline.h"

namespace sarrus::testing {

namespace {

using V = Vec3<double>;

double beyond_box(const V& half, const V& p) {
  return std::max({std::abs(p.x) - half.x, std::abs(p.y) - half.y, std::abs(p.z) - half.z});
}

ShapeRow rounded_box_row(const char* name, const V& size, double r) {
  return {name, RoundedBoxShape{size, r}, 1, [=](const V& p) {
            const V core = 0.5 * size - V{r, r, r};
            const double inside = beyond_box(core, p);
            if (inside <= 0) return inside - r;
            return std::hypot(std::max(std::abs(p.x) - core.x, 0.0), std::max(std::abs(p.y) - core.y, 0.0),
                              std::max(std::abs(p.z) - core.z, 0.0)) -
                   r;
          }};
}

ShapeRow ellipsoid_row(const char* name, const V& r) {
  return {name, EllipsoidShape{r}, 1, [=](const V& p) {
            return std::pow(p.x / r.x, 2) + std::pow(p.y / r.y, 2) + std::pow(p.z / r.z, 2) - 1;
          }};
}

ShapeRow superellipsoid_row(const char* name, const V& r, double e, double n) {
  return {name, SuperellipsoidShape{r, e, n}, 1, [=](const V& p) {
            const double ring = std::pow(std::abs(p.x / r.x), 2 / e) + std::pow(std::abs(p.y / r.y), 2 / e);
            return std::pow(ring, e / n) + std::pow(std::abs(p.z / r.z), 2 / n) - 1;
          }};
}

ShapeRow torus_row(const char* name, double R, double r) {
  return {name, TorusShape{R, r}, 1,
          [=](const V& p) { return std::hypot(std::hypot(p.x, p.y) - R, p.z) - r; },
          [=](Random& random) {
            const double angle = random.number(-4, 4);
            return V{R * std::cos(angle), R * std::sin(angle), 0};
          }};
}

ShapeRow cone_row(const char* name, double r, double l) {
  return {name, ConeShape{r, l}, 1,
          [=](const V& p) { return std::max(-p.z - l / 2, std::hypot(p.x, p.y) - r * (l / 2 - p.z) / l); }};
}

/// The level by splines of one variable: along x through each row, then along y through their values.
ShapeRow height_field_row(const char* name, int rows, int columns) {
  HeightFieldShape field{{1.6, 1.2}, rows, columns, {}};
  Random random(7);
  for (int i = 0; i < rows * columns; ++i)
    field.heights.push_back(static_cast<float>(0.15 * random.number()));
  const auto place = [](double length, int count) {
    Array<double> at;
    for (int i = 0; i < count; ++i) at.push_back(length * i / (count - 1) - length / 2);
    return at;
  };
  const Array<double> x = place(1.6, columns), y = place(1.2, rows);
  std::vector<Function> along_x;
  for (int j = 0; j < rows; ++j) {
    Array<double> row;
    for (int i = 0; i < columns; ++i) row.push_back(static_cast<double>(field.heights[i + j * columns]));
    along_x.push_back(cubic_spline(x, row));
  }
  const auto level = [=](const V& p) {
    if (std::abs(p.x) > 0.8 || std::abs(p.y) > 0.6) return 1.0;
    Array<double> column;
    for (const Function& f : along_x) column.push_back(f(p.x));
    return p.z - cubic_spline(y, column)(p.y);
  };
  return {name, field, 0.8, level, [](Random& r) { return V{0.8 * r.number(), 0.6 * r.number(), -1}; }};
}

/// An octahedron with unequal axes.
ShapeRow polyhedron_row() {
  const V r{0.7, 0.5, 0.4};
  const std::vector<V> corners{{r.x, 0, 0}, {-r.x, 0, 0}, {0, r.y, 0},    {0, -r.y, 0},
                               {0, 0, r.z}, {0, 0, -r.z}, {0.1, 0.1, 0.1}};
  return {"ConvexPolyhedron", convex_hull({corners.data(), corners.size()}), 1,
          [=](const V& p) { return std::abs(p.x / r.x) + std::abs(p.y / r.y) + std::abs(p.z / r.z) - 1; }};
}

/// A prism with the section of the letter L: two boxes.
ShapeRow mesh_row() {
  Array<V> vertices;
  for (const double z : {-0.2, 0.2})
    for (const auto& [x, y] :
         {std::pair{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.0}, {0.0, 0.0}, {0.0, 0.5}, {-0.5, 0.5}})
      vertices.push_back({x, y, z});
  Array<std::array<int, 3>> triangles;
  for (int i = 1; i < 5; ++i) {
    triangles.push_back({0, i + 1, i});
    triangles.push_back({6, 6 + i, 7 + i});
  }
  for (int i = 0; i < 6; ++i) {
    const int next = (i + 1) % 6;
    triangles.push_back({i, next, 6 + next});
    triangles.push_back({i, 6 + next, 6 + i});
  }
  const auto level = [](const V& p) {
    return std::min(beyond_box({0.5, 0.25, 0.2}, p + V{0, 0.25, 0}),
                    beyond_box({0.25, 0.5, 0.2}, p + V{0.25, 0, 0}));
  };
  return {"Mesh", SurfaceMeshShape{std::make_shared<const SurfaceMesh>(vertices, triangles)}, 1, level,
          [](Random& random) {
            return random.index(2) == 0 ? V{0.2, -0.2, 0} : V{-0.2, 0.2, 0};
          }};
}

/// A torus as a user's parametric surface: u runs around the axis, v around the tube.
ShapeRow parametric_torus_row(double R, double r) {
  ShapeRow row = torus_row("Parametric", R, r);
  row.shape = parametric_surface(
      [R, r](double u, double v) {
        const V out{std::cos(u), std::sin(u), 0}, around{-std::sin(u), std::cos(u), 0}, up{0, 0, 1};
        const double c = std::cos(v), s = std::sin(v), w = R + r * c;
        return ParametricValue{.point = w * out + (r * s) * up,
                               .du = w * around,
                               .dv = (-r * s) * out + (r * c) * up,
                               .duu = -w * out,
                               .duv = (-r * s) * around,
                               .dvv = (-r * c) * out - (r * s) * up};
      },
      {.u = {0, 2 * M_PI}, .v = {-M_PI, M_PI}, .u_repeats = true, .v_repeats = true, .is_closed = true});
  return row;
}

std::vector<ShapeRow> round_rows() {
  return {
      {"Sphere", SphereShape{0.5}, 1, [](const V& p) { return norm(p) - 0.5; }},
      {"Capsule", CapsuleShape{0.3, 0.8}, 1,
       [](const V& p) { return std::hypot(p.x, p.y, std::max(std::abs(p.z) - 0.4, 0.0)) - 0.3; }},
      {"Cylinder", CylinderShape{0.4, 0.9}, 1,
       [](const V& p) { return std::max(std::hypot(p.x, p.y) - 0.4, std::abs(p.z) - 0.45); }},
      cone_row("Cone", 0.4, 1),
      cone_row("FlatCone", 0.7, 0.3),
      torus_row("Torus", 0.5, 0.15),
      torus_row("ThickTorus", 0.4, 0.35),
      ellipsoid_row("Ellipsoid", {0.8, 0.5, 0.3}),
      ellipsoid_row("Spheroid", {0.3, 0.7, 0.7}),
      ellipsoid_row("Needle", {0.02, 0.9, 0.03}),
  };
}

}  // namespace

ImplicitValue cassini(const V& x) {
  constexpr double c = 0.5, k = 0.53;
  const double square = dot(x, x), sum = square + c * c;
  const V e = V::unit_x();
  const Mat3<double> hessian =
      (4 * sum) * Mat3<double>::identity() + 8.0 * outer(x, x) - (8 * c * c) * outer(e, e);
  return {sum * sum - 4 * c * c * x.x * x.x - k * k * k * k, (4 * sum) * x - (8 * c * c * x.x) * e,
          Sym3<double>::lower(hessian)};
}

std::vector<ShapeRow> shape_rows() {
  std::vector<ShapeRow> rows = round_rows();
  rows.push_back(polyhedron_row());
  rows.push_back(mesh_row());
  rows.push_back({"HalfSpace", HalfSpaceShape{}, 1, [](const V& p) { return p.z; },
                  [](Random& random) {
                    return V{random.number(), random.number(), -1};
                  }});
  rows.push_back({"Box", BoxShape{{1, 0.8, 0.5}}, 1, [](const V& p) {
                    return beyond_box({0.5, 0.4, 0.25}, p);
                  }});
  rows.push_back(rounded_box_row("RoundedBox", {1, 0.8, 0.5}, 0.1));
  rows.push_back(rounded_box_row("RoundestBox", {1, 0.8, 0.5}, 0.25));
  rows.push_back(superellipsoid_row("Superellipsoid", {0.8, 0.5, 0.4}, 0.6, 0.8));
  rows.push_back(superellipsoid_row("AlmostBox", {0.8, 0.5, 0.4}, 0.15, 0.15));
  rows.push_back(superellipsoid_row("AlmostOctahedron", {0.8, 0.5, 0.4}, 1.7, 1.8));
  rows.push_back(superellipsoid_row("Octahedron", {0.8, 0.5, 0.4}, 2, 2));
  rows.push_back(superellipsoid_row("Pillow", {0.8, 0.5, 0.4}, 0.3, 1.4));
  rows.push_back(height_field_row("HeightField", 5, 7));
  rows.push_back(height_field_row("SmallestHeightField", 2, 2));
  rows.push_back({"Implicit", implicit_surface(cassini, {{-0.75, -0.4, -0.4}, {0.75, 0.4, 0.4}}), 1,
                  [](const V& p) { return cassini(p).value; },
                  [](Random& random) {
                    return V{std::copysign(0.5, random.number()), 0, 0};
                  }});
  rows.push_back(parametric_torus_row(0.5, 0.2));
  return rows;
}

Vec3<double> sample_surface(const ShapeRow& row, Random& random) {
  const V heart = row.heart(random);
  const Bounds box = bounds(row.shape);
  const V size = box.upper - box.lower, around = normalized(random.vector());
  const V stretched{size.x * around.x, size.y * around.y, size.z * around.z};  // reaches the tips of needles
  const V direction = std::isinf(size.z) ? V::unit_z() : normalized(stretched);
  double inside = 0, outside = 4;
  while (0.5 * (inside + outside) > inside && 0.5 * (inside + outside) < outside) {
    const double middle = 0.5 * (inside + outside);
    (row.level(heart + middle * direction) < 0 ? inside : outside) = middle;
  }
  return heart + inside * direction;
}

std::vector<Vec3<double>> sample_surface(const ShapeRow& row, int count) {
  Random random(11);
  std::vector<V> points;
  for (int i = 0; i < count; ++i) points.push_back(sample_surface(row, random));
  return points;
}

}  // namespace sarrus::testing

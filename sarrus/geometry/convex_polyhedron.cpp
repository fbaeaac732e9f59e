#include "sarrus/geometry/convex_polyhedron.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sarrus/base/error.h"
#include "sarrus/geometry/internal/hull_faces.h"
#include "sarrus/geometry/internal/quick_hull.h"
#include "sarrus/geometry/internal/segment.h"
#include "sarrus/scalar/pack.h"
#include "sarrus/spatial/mesh_inertia.h"

namespace sarrus {

ConvexPolyhedron::ConvexPolyhedron(In<Vec3<double>> points) {
  const Array<std::array<int, 3>> triangles = internal::find_hull_triangles(points);
  Bounds box = Bounds::nothing();
  for (const Vec3<double>& p : points) box.include(p);
  const double size = norm(box.upper - box.lower);
  const Array<Array<int>> loops = internal::find_hull_faces(points, triangles, 1e-12 * size);

  // Corners keep the order of the points.
  Array<int> number(points.size(), -1);
  for (const Array<int>& loop : loops)
    for (const int v : loop) number[v] = 0;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (number[i] == 0) {
      number[i] = static_cast<int>(vertices_.size());
      vertices_.push_back(points[i]);
    }
  for (const Array<int>& loop : loops) {
    Face face{Vec3<double>::zero(), 0, {}};
    for (const int v : loop) face.vertices.push_back(number[v]);
    // The normal by the areas of the triangles from the first corner; the plane touches the outermost corner.
    const Vec3<double>& origin = vertices_[face.vertices[0]];
    for (std::size_t k = 1; k + 1 < face.vertices.size(); ++k)
      face.normal += cross(vertices_[face.vertices[k]] - origin, vertices_[face.vertices[k + 1]] - origin);
    face.normal = normalized(face.normal);
    face.offset = dot(face.normal, origin);
    for (const int v : face.vertices) face.offset = std::max(face.offset, dot(face.normal, vertices_[v]));
    faces_.push_back(std::move(face));
  }
  find_edges();
  find_columns();
  find_starts();
  find_planes();
}

void ConvexPolyhedron::find_edges() {
  struct Side {
    int low, high, face;
    bool upward;
  };
  Array<Side> sides;
  for (std::size_t f = 0; f < faces_.size(); ++f) {
    const Array<int>& loop = faces_[f].vertices;
    for (std::size_t k = 0; k < loop.size(); ++k) {
      const int from = loop[k], to = loop[(k + 1) % loop.size()];
      sides.push_back({std::min(from, to), std::max(from, to), static_cast<int>(f), from < to});
    }
  }
  std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) {
    return std::tie(a.low, a.high, b.upward) < std::tie(b.low, b.high, a.upward);
  });
  // The face that runs upward along an edge is to its left.
  Array<Array<int>> around(vertices_.size());
  for (std::size_t i = 0; i + 1 < sides.size(); i += 2) {
    edges_.push_back({sides[i].low, sides[i].high, sides[i].face, sides[i + 1].face});
    around[sides[i].low].push_back(sides[i].high);
    around[sides[i].high].push_back(sides[i].low);
  }
  first_neighbor_.push_back(0);
  for (const Array<int>& list : around) {
    neighbors_.insert(neighbors_.end(), list.begin(), list.end());
    first_neighbor_.push_back(static_cast<int>(neighbors_.size()));
  }
}

void ConvexPolyhedron::find_starts() {
  for (std::size_t i = 0; i < 8; ++i)
    starts_[i] = support_vertex({i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 4 ? 1.0 : -1.0}, 0);
}

void ConvexPolyhedron::find_planes() {
  Array<Array<int>> around(vertices_.size());
  for (std::size_t f = 0; f < faces_.size(); ++f)
    for (const int v : faces_[f].vertices) around[v].push_back(static_cast<int>(f));
  first_face_at_.push_back(0);
  for (const Array<int>& list : around) {
    faces_at_.insert(faces_at_.end(), list.begin(), list.end());
    first_face_at_.push_back(static_cast<int>(faces_at_.size()));
  }
  planes_.resize((faces_.size() + Planes::count - 1) / Planes::count);
  for (std::size_t i = 0; i < Planes::count * planes_.size(); ++i) {
    const Face& face = faces_[std::min(i, faces_.size() - 1)];  // the last one fills up
    Planes& planes = planes_[i / Planes::count];
    const std::size_t k = i % Planes::count;
    planes.x[k] = face.normal.x, planes.y[k] = face.normal.y, planes.z[k] = face.normal.z;
    planes.offset[k] = face.offset;
  }
  for (const Vec3<double>& v : vertices_) inner_center_ += (1.0 / static_cast<double>(vertices_.size())) * v;
  inner_radius_ = std::max(0.0, -height(inner_center_));
  for (const Vec3<double>& v : vertices_) extent_ = std::max(extent_, norm(v));
}

In<int> ConvexPolyhedron::faces_at(int i) const {
  return {faces_at_.data() + first_face_at_[i], first_face_at_[i + 1] - first_face_at_[i]};
}

double ConvexPolyhedron::height(const Vec3<double>& p) const {
  std::array<double, Planes::count> most;
  most.fill(-std::numeric_limits<double>::infinity());
  for (const Planes& planes : planes_)
    for (std::size_t k = 0; k < Planes::count; ++k) {
      const double h = planes.x[k] * p.x + planes.y[k] * p.y + planes.z[k] * p.z - planes.offset[k];
      most[k] = h > most[k] ? h : most[k];
    }
  return *std::max_element(most.begin(), most.end());
}

In<int> ConvexPolyhedron::neighbors(int i) const {
  return {neighbors_.data() + first_neighbor_[i], first_neighbor_[i + 1] - first_neighbor_[i]};
}

void ConvexPolyhedron::find_columns() {
  constexpr int most_compared = 128;
  const int n = static_cast<int>(vertices_.size());
  if (n > most_compared) return;
  columns_.resize((n + Columns::count - 1) / Columns::count);
  for (int i = 0; i < Columns::count * static_cast<int>(columns_.size()); ++i) {
    const Vec3<double>& v = vertices_[std::min(i, n - 1)];
    Columns& c = columns_[i / Columns::count];
    const std::size_t k = i % Columns::count;
    c.x[k] = v.x, c.y[k] = v.y, c.z[k] = v.z;
  }
}

/// Compares all vertices: first those eight apart, then what is left by halves.
int ConvexPolyhedron::highest_vertex(const Vec3<double>& direction) const {
  using Lanes = Pack<double, Columns::count>;
  const Lanes x(direction.x), y(direction.y), z(direction.z);
  Lanes most(-std::numeric_limits<double>::infinity()), vertex(Lanes::Lanes{0, 1, 2, 3, 4, 5, 6, 7}),
      number(0.0), second_most = most, second_number = number;
  const auto examine = [&](const Columns& c, Lanes& high, Lanes& at) {
    const Lanes h = x * Lanes::load(c.x.data()) + y * Lanes::load(c.y.data()) + z * Lanes::load(c.z.data());
    const auto is_higher = h > high;
    high = select(is_higher, h, high), at = select(is_higher, vertex, at);
    vertex += Lanes(8.0);
  };
  // By turns for two results, so that none waits for the one before.
  const std::size_t n = columns_.size();
  for (std::size_t i = 0; i + 1 < n; i += 2)
    examine(columns_[i], most, number), examine(columns_[i + 1], second_most, second_number);
  if (n % 2 == 1) examine(columns_[n - 1], most, number);
  const auto compare = [&](const Lanes& other_most, const Lanes& other_number) {
    const auto is_higher = other_most > most;
    most = select(is_higher, other_most, most), number = select(is_higher, other_number, number);
  };
  const auto halves = [](const Lanes& a) {
    return Lanes(__builtin_shufflevector(a.lanes, a.lanes, 4, 5, 6, 7, 4, 5, 6, 7));
  };
  const auto quarters = [](const Lanes& a) {
    return Lanes(__builtin_shufflevector(a.lanes, a.lanes, 2, 3, 2, 3, 2, 3, 2, 3));
  };
  const auto eighths = [](const Lanes& a) {
    return Lanes(__builtin_shufflevector(a.lanes, a.lanes, 1, 1, 1, 1, 1, 1, 1, 1));
  };
  compare(second_most, second_number);
  compare(halves(most), halves(number));
  compare(quarters(most), quarters(number));
  compare(eighths(most), eighths(number));
  return std::min(static_cast<int>(number[0]), static_cast<int>(vertices_.size()) - 1);
}

int ConvexPolyhedron::support_vertex(const Vec3<double>& direction, int start) const {
  int best = start;
  double most = dot(direction, vertices_[best]);
  // A vertex without a higher neighbor is the highest, because the polyhedron is convex.
  for (int at = -1; at != best;) {
    at = best;
    for (const int i : neighbors(at))
      if (const double h = dot(direction, vertices_[i]); h > most) {
        if (!columns_.empty()) return highest_vertex(direction);
        most = h, best = i;
      }
  }
  return best;
}

int ConvexPolyhedron::support_vertex(const Vec3<double>& direction) const {
  const std::size_t octant =
      (direction.x > 0 ? 1u : 0u) + (direction.y > 0 ? 2u : 0u) + (direction.z > 0 ? 4u : 0u);
  return support_vertex(direction, starts_[octant]);
}

Array<std::array<int, 3>> ConvexPolyhedron::triangles() const {
  Array<std::array<int, 3>> list;
  for (const Face& face : faces_)
    for (std::size_t k = 1; k + 1 < face.vertices.size(); ++k)
      list.push_back({face.vertices[0], face.vertices[k], face.vertices[k + 1]});
  return list;
}

namespace {

/// The point of a convex polygon nearest to p, whose height above its plane is h.
Vec3<double> nearest_of_face(const ConvexPolyhedron& polyhedron, const ConvexPolyhedron::Face& face,
                             const Vec3<double>& p, double h) {
  Vec3<double> best = p - h * face.normal;
  double least = std::numeric_limits<double>::infinity();
  bool is_above = true;
  const Array<int>& loop = face.vertices;
  for (std::size_t k = 0; k < loop.size(); ++k) {
    const Vec3<double>& a = polyhedron.vertices()[loop[k]];
    const Vec3<double>& b = polyhedron.vertices()[loop[(k + 1) % loop.size()]];
    if (dot(cross(face.normal, b - a), p - a) >= 0) continue;
    is_above = false;
    const Vec3<double> q = internal::nearest_of_segment(a, b, p);
    if (const double d = dot(p - q, p - q); d < least) least = d, best = q;
  }
  return is_above ? p - h * face.normal : best;
}

}  // namespace

void ConvexShape::check() const {
  require(polyhedron != nullptr, "a convex polyhedron has no vertices; make it by convex_hull(points)");
}

Vec3<double> ConvexShape::support(const Vec3<double>& direction) const {
  return polyhedron->vertices()[polyhedron->support_vertex(direction)];
}

SurfacePoint ConvexShape::nearest(const Vec3<double>& p) const {
  // Inside, the nearest point is on the plane with the least depth, and that face is there.
  const ConvexPolyhedron::Face* top = nullptr;
  double most = -std::numeric_limits<double>::infinity();
  for (const ConvexPolyhedron::Face& face : polyhedron->faces())
    if (const double h = dot(face.normal, p) - face.offset; h > most) most = h, top = &face;
  if (most <= 0) return {p - most * top->normal, top->normal, most};

  Vec3<double> best = nearest_of_face(*polyhedron, *top, p, most);
  const ConvexPolyhedron::Face* on = top;
  double least = norm(p - best);
  for (const ConvexPolyhedron::Face& face : polyhedron->faces()) {
    const double h = dot(face.normal, p) - face.offset;
    if (h <= 0 || h >= least) continue;
    const Vec3<double> q = nearest_of_face(*polyhedron, face, p, h);
    if (const double d = norm(p - q); d < least) least = d, best = q, on = &face;
  }
  // The direction to p, unless too few digits are left of it.
  const bool is_far = least > 1e-10 * (norm(p) + norm(best));
  return {best, is_far ? (1 / least) * (p - best) : on->normal, least};
}

Bounds ConvexShape::bounds() const {
  Bounds box = Bounds::nothing();
  for (const Vec3<double>& v : polyhedron->vertices()) box.include(v);
  return box;
}

std::optional<RayHit> ConvexShape::hit(const Ray& ray) const {
  // The ray is inside all faces between its last entry and its first exit.
  double enter = 0, exit = ray.length;
  const ConvexPolyhedron::Face* entered = nullptr;
  for (const ConvexPolyhedron::Face& face : polyhedron->faces()) {
    const double speed = dot(face.normal, ray.direction), height = dot(face.normal, ray.origin) - face.offset;
    if (speed == 0) {
      if (height > 0) return std::nullopt;
      continue;
    }
    const double t = -height / speed;
    if (speed > 0)
      exit = std::min(exit, t);
    else if (t > enter)
      enter = t, entered = &face;
  }
  if (enter > exit) return std::nullopt;
  if (!entered) return RayHit{0, ray.origin, -ray.direction};
  return RayHit{enter, ray.origin + enter * ray.direction, entered->normal};
}

double ConvexShape::volume() const { return solid(1).m; }

RigidInertia<double> ConvexShape::solid(double density) const {
  return solid_mesh(density, polyhedron->vertices(), polyhedron->triangles());
}

ConvexShape convex_hull(In<Vec3<double>> points) {
  return {std::make_shared<const ConvexPolyhedron>(points)};
}

}  // namespace sarrus

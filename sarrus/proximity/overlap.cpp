#include "sarrus/proximity/overlap.h"

#include <algorithm>

#include "sarrus/proximity/internal/box_box.h"
#include "sarrus/proximity/internal/clip_solid.h"
#include "sarrus/proximity/internal/overlap_round.h"
#include "sarrus/spatial/internal/finite.h"

namespace sarrus {

namespace {

using internal::ClippedSolid;
using internal::Plane;

/// Calls f(a, b, c) for the triangles of a solid bounded by planes; false if the shape is not one.
template <class F>
bool visit_solid_triangles(const AnyShape& shape, const F& f) {
  if (const auto* box = std::get_if<BoxShape>(&shape)) {
    const Vec3<double> h = internal::half_edges(*box);
    constexpr int faces[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                 {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    for (const auto& c : faces)
      for (int k = 1; k < 3; ++k)
        f(internal::box_corner(h, c[0]), internal::box_corner(h, c[k]), internal::box_corner(h, c[k + 1]));
    return true;
  }
  if (const auto* hull = std::get_if<ConvexShape>(&shape)) {
    const Array<Vec3<double>>& v = hull->polyhedron->vertices();
    for (const ConvexPolyhedron::Face& face : hull->polyhedron->faces())
      for (std::size_t k = 2; k < face.vertices.size(); ++k)
        f(v[face.vertices[0]], v[face.vertices[k - 1]], v[face.vertices[k]]);
    return true;
  }
  const auto* mesh = std::get_if<SurfaceMeshShape>(&shape);
  if (mesh == nullptr || !mesh->mesh->is_closed()) return false;
  const Array<Vec3<double>>& v = mesh->mesh->vertices();
  for (const std::array<int, 3>& t : mesh->mesh->triangles()) f(v[t[0]], v[t[1]], v[t[2]]);
  return true;
}

/// Calls f(plane) for the planes that bound a convex solid; false if the shape is not one.
template <class F>
bool visit_solid_planes(const AnyShape& shape, const F& f) {
  if (std::holds_alternative<HalfSpaceShape>(shape)) {
    f(Plane{{0, 0, 1}, 0});
    return true;
  }
  if (const auto* box = std::get_if<BoxShape>(&shape)) {
    for (int i = 0; i < 3; ++i) {
      f(Plane{Vec3<double>::unit(i), 0.5 * box->size[i]});
      f(Plane{-Vec3<double>::unit(i), 0.5 * box->size[i]});
    }
    return true;
  }
  const auto* hull = std::get_if<ConvexShape>(&shape);
  if (hull == nullptr) return false;
  for (const ConvexPolyhedron::Face& face : hull->polyhedron->faces()) f(Plane{face.normal, face.offset});
  return true;
}

/// The number of planes that bound a convex solid, or nothing if the shape is not one.
std::optional<int> count_planes(const AnyShape& shape) {
  int count = 0;
  if (!visit_solid_planes(shape, [&](const Plane&) { ++count; })) return std::nullopt;
  return count;
}

bool has_triangles(const AnyShape& shape) {
  if (const auto* mesh = std::get_if<SurfaceMeshShape>(&shape)) return mesh->mesh->is_closed();
  return std::holds_alternative<BoxShape>(shape) || std::holds_alternative<ConvexShape>(shape);
}

/// A solid of triangles cut by the planes of another, in the frame of the solid.
std::optional<Overlap> overlap_of_polyhedra(const AnyShape& solid, const AnyShape& cutter,
                                            const Pose<double>& X_SC) {
  thread_local ClippedSolid rest;
  rest.clear();
  if (!count_planes(cutter) ||
      !visit_solid_triangles(solid, [](const auto& a, const auto& b, const auto& c) { rest.add(a, b, c); }))
    return std::nullopt;
  visit_solid_planes(cutter, [&](const Plane& plane) {
    const Vec3<double> n = X_SC.R * plane.normal;
    rest.clip({n, plane.offset + dot(n, X_SC.p)});
  });
  const ClippedSolid::Integrals sum = rest.integrals();
  if (!(sum.volume > 0)) return Overlap{};
  return Overlap{sum.volume, sum.about + (1 / sum.volume) * sum.moment, sum.area};
}

/// A round shape cut by a half-space, in the frame of the round shape.
std::optional<Overlap> overlap_with_half_space(const AnyShape& round, const AnyShape& half_space,
                                               const Pose<double>& X_SH) {
  if (!std::holds_alternative<HalfSpaceShape>(half_space)) return std::nullopt;
  const Vec3<double> n = X_SH.R.col(2);
  const double offset = dot(n, X_SH.p);
  if (const auto* sphere = std::get_if<SphereShape>(&round)) {
    const double r = sphere->radius;
    return internal::below_plane(EllipsoidShape{{r, r, r}}, n, offset);
  }
  if (const auto* ellipsoid = std::get_if<EllipsoidShape>(&round))
    return internal::below_plane(*ellipsoid, n, offset);
  if (const auto* cylinder = std::get_if<CylinderShape>(&round))
    return internal::below_plane(*cylinder, n, offset);
  return std::nullopt;
}

/// The overlap in world axes, if shape 1 is the one that is cut.
std::optional<Overlap> overlap_of_first_cut(const AnyShape& shape1, const Pose<double>& X_W1,
                                            const AnyShape& shape2, const Pose<double>& X_W2) {
  const Pose<double> X_12 = X_W1.inverse_times(X_W2);
  std::optional<Overlap> overlap = overlap_with_half_space(shape1, shape2, X_12);
  if (!overlap) overlap = overlap_of_polyhedra(shape1, shape2, X_12);
  if (!overlap) return std::nullopt;
  return Overlap{overlap->volume, X_W1 * overlap->centroid, X_W1.R * overlap->area};
}

}  // namespace

bool has_overlap(const AnyShape& shape1, const AnyShape& shape2) {
  const auto is_round = [](const AnyShape& shape) {
    return std::holds_alternative<SphereShape>(shape) || std::holds_alternative<EllipsoidShape>(shape) ||
           std::holds_alternative<CylinderShape>(shape);
  };
  const auto cuts = [&](const AnyShape& cutter, const AnyShape& solid) {
    return (std::holds_alternative<HalfSpaceShape>(cutter) && is_round(solid)) ||
           (count_planes(cutter) && has_triangles(solid));
  };
  return (std::holds_alternative<SphereShape>(shape1) && std::holds_alternative<SphereShape>(shape2)) ||
         cuts(shape1, shape2) || cuts(shape2, shape1);
}

int overlap_complexity(const AnyShape& shape1, const AnyShape& shape2) {
  const std::optional<int> planes1 = count_planes(shape1), planes2 = count_planes(shape2);
  if (planes1 && planes2) return std::min(*planes1, *planes2);
  return planes1.value_or(planes2.value_or(0));
}

std::optional<Overlap> calc_overlap(const AnyShape& shape1, const Pose<double>& X_W1, const AnyShape& shape2,
                                    const Pose<double>& X_W2) {
  if (!internal::is_finite(X_W1)) fail("The pose of shape 1, a {}, is not finite", type_of(shape1));
  if (!internal::is_finite(X_W2)) fail("The pose of shape 2, a {}, is not finite", type_of(shape2));
  const auto *sphere1 = std::get_if<SphereShape>(&shape1), *sphere2 = std::get_if<SphereShape>(&shape2);
  if (sphere1 != nullptr && sphere2 != nullptr)
    return internal::overlap_of_spheres(sphere1->radius, X_W1.p, sphere2->radius, X_W2.p);
  // The fewer planes cut: each cut makes more triangles.
  const std::optional<int> planes1 = count_planes(shape1), planes2 = count_planes(shape2);
  const bool is_second_simpler = !planes1 || !planes2 || *planes2 <= *planes1;
  if (is_second_simpler)
    if (const auto overlap = overlap_of_first_cut(shape1, X_W1, shape2, X_W2)) return overlap;
  std::optional<Overlap> overlap = overlap_of_first_cut(shape2, X_W2, shape1, X_W1);
  // The whole surface of the overlap is closed: the two parts of it have opposite area vectors.
  if (overlap) overlap->area = -overlap->area;
  return overlap;
}

}  // namespace sarrus

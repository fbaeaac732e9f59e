#include "sarrus/proximity/overlap.h"

#include <algorithm>
#include <cmath>

#include "sarrus/proximity/internal/convex_pieces.h"
#include "sarrus/proximity/internal/overlap_convex.h"
#include "sarrus/proximity/internal/overlap_round.h"
#include "sarrus/spatial/internal/finite.h"

namespace sarrus {

namespace {

using internal::ClippedSolid;
using internal::ConvexPiece;
using internal::Plane;

bool is_half_space(const AnyShape& shape) { return std::holds_alternative<HalfSpaceShape>(shape); }
bool is_sphere(const AnyShape& shape) { return std::holds_alternative<SphereShape>(shape); }

/// True for shapes with a volume of their own.
bool is_solid(const AnyShape& shape) {
  if (const auto* mesh = std::get_if<SurfaceMeshShape>(&shape)) return mesh->mesh->is_closed();
  return std::visit([]<class S>(const S&) { return SolidShapeType<S>; }, shape);
}
bool is_convex(const AnyShape& shape) {
  return std::visit([]<class S>(const S&) { return ConvexShapeType<S>; }, shape) || is_half_space(shape);
}

/// The number of planes that bound a half-space, a box or a hull; nothing for other shapes.
std::optional<int> count_planes(const AnyShape& shape) {
  if (is_half_space(shape)) return 1;
  if (std::holds_alternative<BoxShape>(shape)) return 6;
  const auto* hull = std::get_if<ConvexShape>(&shape);
  if (hull == nullptr) return std::nullopt;
  return static_cast<int>(hull->polyhedron->faces().size());
}
/// True for solids that are exactly bounded by triangles.
bool is_polyhedron(const AnyShape& shape) {
  if (const auto* mesh = std::get_if<SurfaceMeshShape>(&shape)) return mesh->mesh->is_closed();
  return std::holds_alternative<BoxShape>(shape) || std::holds_alternative<ConvexShape>(shape);
}

/// The half-space below a plane of shape C, seen from S.
Plane moved(const Plane& plane, const Pose<double>& X_SC) {
  const Vec3<double> n = X_SC.R * plane.normal;
  return {n, plane.offset + dot(n, X_SC.p)};
}

/// Cuts away what is beyond the bounds of a mesh: little is left of a large solid that barely overlaps it.
void clip_by_bounds(const SurfaceMeshShape& mesh, const Pose<double>& X_SM, ClippedSolid& solid) {
  const Bounds box = mesh.bounds();
  for (int k = 0; k < 3 && !solid.is_empty(); ++k) {
    solid.clip(moved({Vec3<double>::unit(k), box.upper[k]}, X_SM));
    solid.clip(moved({-Vec3<double>::unit(k), -box.lower[k]}, X_SM));
  }
}

/// True if a box is outside one of the planes of a piece.
bool is_apart(const ConvexPiece& piece, const Bounds& box) {
  const Vec3<double> center = 0.5 * (box.lower + box.upper), half = box.upper - center;
  return std::any_of(piece.planes.begin(), piece.planes.end(), [&](const Plane& plane) {
    const Vec3<double>& n = plane.normal;
    const double reach = std::abs(n.x) * half.x + std::abs(n.y) * half.y + std::abs(n.z) * half.z;
    return dot(n, center) - reach > plane.offset;
  });
}

/// A solid of triangles cut by the pieces of another, in the frame of the solid. Of large ones that barely
/// overlap, only what is near the overlap is looked at.
Overlap overlap_of_pieces(const AnyShape& solid, const AnyShape& cutter, const Pose<double>& X_SC) {
  thread_local ClippedSolid whole, rest;
  thread_local Array<ConvexPiece> pieces;
  whole.clear();
  internal::add_triangles(solid, whole);
  if (const auto* mesh = std::get_if<SurfaceMeshShape>(&cutter)) clip_by_bounds(*mesh, X_SC, whole);
  if (whole.is_empty()) return {};
  const Bounds box = whole.bounds(X_SC.inverse());
  const int count = internal::make_convex_pieces(cutter, box, pieces);
  internal::VolumeMoments sum;
  Vec3<double> area{0, 0, 0};
  for (int i = 0; i < count; ++i) {
    if (is_apart(pieces[i], box)) continue;
    rest = whole;
    for (const Plane& plane : pieces[i].planes) {
      rest.clip(moved(plane, X_SC));
      if (rest.is_empty()) break;
    }
    const ClippedSolid::Integrals part = rest.integrals();
    if (sum.volume == 0) sum.about = part.solid.about;
    sum.add(pieces[i].sign, part.solid);
    area += pieces[i].sign * part.area;
  }
  if (!(sum.volume > 0)) return {};
  return {sum.volume, sum.centroid(), area, sum.inertia()};
}

/// A round shape cut by a half-space, in the frame of the round shape.
Overlap below_half_space(const AnyShape& round, const Pose<double>& X_SH) {
  const Vec3<double> n = X_SH.R.col(2);
  const double offset = dot(n, X_SH.p);
  if (const auto* sphere = std::get_if<SphereShape>(&round)) {
    const double r = sphere->radius;
    return internal::below_plane(EllipsoidShape{{r, r, r}}, n, offset);
  }
  if (const auto* ellipsoid = std::get_if<EllipsoidShape>(&round))
    return internal::below_plane(*ellipsoid, n, offset);
  return internal::below_plane(std::get<CylinderShape>(round), n, offset);
}
/// True if below_plane() knows a shape.
bool is_cut_exactly(const AnyShape& round) {
  return is_sphere(round) || std::holds_alternative<EllipsoidShape>(round) ||
         std::holds_alternative<CylinderShape>(round);
}

/// True if shape 2 shall cut shape 1, and not the other way round: the fewer planes cut, because each cut
/// makes more triangles. Rings and meshes cut round shapes piece by piece.
bool is_first_cut(const AnyShape& shape1, const AnyShape& shape2) {
  const std::optional<int> planes1 = count_planes(shape1), planes2 = count_planes(shape2);
  if (planes1 && planes2) return *planes2 <= *planes1;
  if (planes1 || planes2) return planes2.has_value();
  if (is_convex(shape1) || is_convex(shape2)) return is_convex(shape1);
  return internal::count_convex_pieces(shape2) <= internal::count_convex_pieces(shape1);
}

/// The overlap in the frame of shape 1, if that is the one to be cut; nothing if shape 2 is, or both are
/// convex and not exactly known.
std::optional<Overlap> overlap_of_first_cut(const AnyShape& shape1, const AnyShape& shape2,
                                            const Pose<double>& X_12) {
  if (is_half_space(shape2) && is_cut_exactly(shape1)) return below_half_space(shape1, X_12);
  const bool is_by_planes = !is_convex(shape1) || !is_convex(shape2) || is_overlap_exact(shape1, shape2);
  if (is_by_planes && is_first_cut(shape1, shape2)) return overlap_of_pieces(shape1, shape2, X_12);
  return std::nullopt;
}

/// In world axes, from the frame of a shape.
Overlap in_world(const Overlap& overlap, const Pose<double>& X_WS) {
  return {overlap.volume, X_WS * overlap.centroid, X_WS.R * overlap.area, rotate(X_WS.R, overlap.inertia)};
}

}  // namespace

bool has_overlap(const AnyShape& shape1, const AnyShape& shape2) {
  return (is_solid(shape1) && (is_solid(shape2) || is_half_space(shape2))) ||
         (is_half_space(shape1) && is_solid(shape2));
}

bool is_overlap_exact(const AnyShape& shape1, const AnyShape& shape2) {
  const auto cuts = [&](const AnyShape& cutter, const AnyShape& solid) {
    return (is_half_space(cutter) && is_cut_exactly(solid)) || (count_planes(cutter) && is_polyhedron(solid));
  };
  return (is_sphere(shape1) && is_sphere(shape2)) || cuts(shape1, shape2) || cuts(shape2, shape1);
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
  if (!has_overlap(shape1, shape2)) return std::nullopt;
  const auto *sphere1 = std::get_if<SphereShape>(&shape1), *sphere2 = std::get_if<SphereShape>(&shape2);
  if (sphere1 != nullptr && sphere2 != nullptr)
    return internal::overlap_of_spheres(sphere1->radius, X_W1.p, sphere2->radius, X_W2.p);
  const Pose<double> X_12 = X_W1.inverse_times(X_W2);
  if (const auto overlap = overlap_of_first_cut(shape1, shape2, X_12)) return in_world(*overlap, X_W1);
  if (auto overlap = overlap_of_first_cut(shape2, shape1, X_W2.inverse_times(X_W1))) {
    // The whole surface of the overlap is closed: the two parts of it have opposite area vectors.
    overlap->area = -overlap->area;
    return in_world(*overlap, X_W2);
  }
  return in_world(internal::overlap_of_convex(shape1, shape2, X_12), X_W1);
}

}  // namespace sarrus

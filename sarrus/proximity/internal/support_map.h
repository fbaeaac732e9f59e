#pragma once
/// @file
/// Convex shapes as GJK and EPA see them: the core of a sphere-swept shape by its support function, and the
/// radius of the sphere that sweeps it.

#include "sarrus/geometry/internal/round_support.h"
#include "sarrus/geometry/shapes.h"

namespace sarrus::internal {

/// The support function of a convex core, whatever its type.
class SupportMap {
 public:
  using Function = Vec3<double> (*)(const void* core, const Vec3<double>& direction, int& vertex);

  /// `vertex` is where a polyhedron begins its search, and where it ended.
  template <class Core>
  SupportMap(const Core& core, int* vertex) : core_(&core), function_(&call<Core>), vertex_(vertex) {}
  Vec3<double> operator()(const Vec3<double>& direction) const {
    return function_(core_, direction, *vertex_);
  }

 private:
  template <class Core>
  static Vec3<double> call(const void* core, const Vec3<double>& direction, int& vertex) {
    const Core& c = *static_cast<const Core*>(core);
    if constexpr (requires { c.polyhedron; })
      return c.polyhedron->vertices()[vertex = c.polyhedron->farthest_vertex(direction, vertex)];
    else if constexpr (requires { support_point(c, direction); })
      return support_point(c, direction);
    else
      return c.support(direction);
  }
  const void* core_;
  Function function_;
  int* vertex_;
};

/// A segment along z.
struct SegmentCore {
  double half;
  Vec3<double> support(const Vec3<double>& d) const { return {0, 0, d.z < 0 ? -half : half}; }
};
/// A brick by its half edges.
struct BoxCore {
  Vec3<double> half;
  Vec3<double> support(const Vec3<double>& d) const {
    return {std::copysign(half.x, d.x), std::copysign(half.y, d.y), std::copysign(half.z, d.z)};
  }
};
/// A point at the origin.
struct PointCore {
  Vec3<double> support(const Vec3<double>&) const { return {0, 0, 0}; }
};

/// Where a convex shape's core is, and how far it is swept.
template <class Core>
struct SweptCore {
  Core core;
  double radius = 0;
};
template <ConvexShapeType Shape>
SweptCore<const Shape&> core_of(const Shape& shape) {
  return {shape, 0};
}
inline SweptCore<PointCore> core_of(const SphereShape& s) { return {{}, s.radius}; }
inline SweptCore<SegmentCore> core_of(const CapsuleShape& s) { return {{0.5 * s.length}, s.radius}; }
inline SweptCore<BoxCore> core_of(const BoxShape& s) { return {{0.5 * s.size}, 0}; }
inline SweptCore<BoxCore> core_of(const RoundedBoxShape& s) {
  const double r = s.rounding;
  return {{{0.5 * s.size.x - r, 0.5 * s.size.y - r, 0.5 * s.size.z - r}}, r};
}

}  // namespace sarrus::internal

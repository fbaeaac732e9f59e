#pragma once
/// @file
/// Solids bounded by triangles, cut by planes.

#include "sarrus/base/array.h"
#include "sarrus/geometry/shape_types.h"
#include "sarrus/proximity/internal/volume_moments.h"
#include "sarrus/spatial/pose.h"

namespace sarrus::internal {

/// The points with n·x ≤ offset.
struct Plane {
  Vec3<double> normal;
  double offset;
};

/// A closed surface of triangles, counter-clockwise as seen from outside. The surface need only be closed as
/// a sum: triangles may lie on each other as long as those of opposite sides cancel. So a cut may be closed
/// by triangles from any point of the plane to the pieces of its contour, convex or not.
class ClippedSolid {
 public:
  void clear() { triangles_.clear(); }
  void add(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c) {
    triangles_.push_back({{a, b, c}, false});
  }
  bool is_empty() const { return triangles_.empty(); }
  /// Bounds in a frame in which that of the solid has the pose X.
  Bounds bounds(const Pose<double>& X) const;

  /// Keeps what is below a plane.
  void clip(const Plane& plane);

  /// Moments about a point of the surface, and the area vector of what is left of the surface without the
  /// cuts.
  struct Integrals {
    VolumeMoments solid;
    Vec3<double> area{};
  };
  Integrals integrals() const;

 private:
  struct Triangle {
    Vec3<double> corners[3];
    bool is_cut;  // lies in a cutting plane
  };
  Array<Triangle> triangles_, kept_;
};

}  // namespace sarrus::internal

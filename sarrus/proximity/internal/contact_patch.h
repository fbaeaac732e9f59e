#pragma once
/// @file
/// The part of a shape's surface that faces a direction: a point, a segment, a polygon or a disc. Where two
/// shapes touch, their contact points are corners of what such parts have in common.

#include "sarrus/geometry/shapes.h"
#include "sarrus/proximity/internal/contact_name.h"
#include "sarrus/spatial/pose.h"

namespace sarrus::internal {

/// A face or an edge belongs to what faces a direction if the sine of its angle is no more than this. What is
/// then too far away is left out by its distance, so that the bound hardly matters.
inline constexpr double patch_slope = 0.1;

enum class PatchKind { point, segment, polygon, disc };

/// A corner of a patch in world axes, and its number in the shape.
struct PatchVertex {
  Vec3<double> p;
  int number;
};

/// In world axes. All of it may be swept by a sphere.
struct ContactPatch {
  PatchKind kind = PatchKind::point;
  FeatureName name = 0;         ///< Of the whole patch.
  double radius = 0;            ///< Of the sphere.
  Vec3<double> normal{};        ///< Outward normal of a polygon or disc.
  Array<PatchVertex> vertices;  ///< Ends of a segment, corners of a polygon in order.
  Vec3<double> center{}, x{}, y{};
  double rim_radius = 0;  ///< Of a disc, whose rim is center + rim_radius·(x·cos + y·sin).
  int rim = 0;  ///< Number of the rim: its lowest point is vertex `rim`, four others follow `rim_vertex`.

  void be_point(FeatureName of) { kind = PatchKind::point, name = of, radius = 0, vertices.clear(); }
};

/// The number of the k-th of the four fixed points of a rim.
constexpr int rim_vertex(int rim, int k) { return 4 + 4 * rim + k; }

/// The patch of a shape with the pose X_WS that faces the unit vector `direction` (in world axes).
void find_patch(const AnyShape& shape, const Pose<double>& X_WS, const Vec3<double>& direction,
                ContactPatch& patch);

}  // namespace sarrus::internal

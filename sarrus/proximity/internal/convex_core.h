#pragma once
/// @file
/// What the distance of convex shapes needs of a core beyond its support function: the features that may be
/// nearest in a direction, and how far a point is outside.

#include "sarrus/proximity/feature_pair.h"
#include "sarrus/proximity/internal/support_map.h"

namespace sarrus::internal {

/// A few features, the likeliest first.
struct FeatureList {
  std::array<Feature, 4> features;
  int count = 0;

  void add(const Feature& feature) { features[static_cast<std::size_t>(count++)] = feature; }
};

/// Where to look for features of a core: near the outward unit vector m, known to `tolerance`, and near the
/// point p of its surface.
struct FeatureQuery {
  Vec3<double> m, p;
  double tolerance;
  double radius;   ///< Of the sphere that sweeps the core.
  int vertex = 0;  ///< Of a polyhedron, near the direction m.
};

FeatureList features_of(const PointCore& core, const FeatureQuery& q);
FeatureList features_of(const SegmentCore& core, const FeatureQuery& q);
FeatureList features_of(const BoxCore& core, const FeatureQuery& q);
FeatureList features_of(const EllipsoidShape& core, const FeatureQuery& q);
FeatureList features_of(const CylinderShape& core, const FeatureQuery& q);
FeatureList features_of(const ConeShape& core, const FeatureQuery& q);
FeatureList features_of(const SuperellipsoidShape& core, const FeatureQuery& q);
FeatureList features_of(const ConvexShape& core, const FeatureQuery& q);

/// A length that is positive outside and at most zero inside: not the distance, but of its order near the
/// surface.
double excess_of(const PointCore& core, const Vec3<double>& p);
double excess_of(const SegmentCore& core, const Vec3<double>& p);
double excess_of(const BoxCore& core, const Vec3<double>& p);
double excess_of(const EllipsoidShape& core, const Vec3<double>& p);
double excess_of(const CylinderShape& core, const Vec3<double>& p);
double excess_of(const ConeShape& core, const Vec3<double>& p);
double excess_of(const SuperellipsoidShape& core, const Vec3<double>& p);
double excess_of(const ConvexShape& core, const Vec3<double>& p);

/// The order of the largest coordinate.
double extent_of(const PointCore& core);
double extent_of(const SegmentCore& core);
double extent_of(const BoxCore& core);
double extent_of(const EllipsoidShape& core);
double extent_of(const CylinderShape& core);
double extent_of(const ConeShape& core);
double extent_of(const SuperellipsoidShape& core);
double extent_of(const ConvexShape& core);

/// A convex shape of any type: a core and the radius of the sphere that sweeps it.
class ConvexSide {
 public:
  template <class Core>
  ConvexSide(const Core& core, double swept_by, int* vertex)
      : support(core, vertex),
        radius(swept_by),
        extent(extent_of(core) + swept_by),
        core_(&core),
        vertex_(vertex),
        features_(&call_features<Core>),
        excess_(&call_excess<Core>) {}

  FeatureList features(FeatureQuery q) const {
    q.vertex = *vertex_;
    return features_(core_, q);
  }
  double excess(const Vec3<double>& p) const { return excess_(core_, p); }

  SupportMap support;
  double radius, extent;

 private:
  template <class Core>
  static FeatureList call_features(const void* core, const FeatureQuery& q) {
    return features_of(*static_cast<const Core*>(core), q);
  }
  template <class Core>
  static double call_excess(const void* core, const Vec3<double>& p) {
    return excess_of(*static_cast<const Core*>(core), p);
  }
  const void* core_;
  const int* vertex_;
  FeatureList (*features_)(const void*, const FeatureQuery&);
  double (*excess_)(const void*, const Vec3<double>&);
};

}  // namespace sarrus::internal

#pragma once
/// @file
/// What the distance of convex shapes needs of a core beyond its support function: the features that may be
/// nearest in a direction, and how far a point is outside.

#include "sarrus/base/internal/index.h"
#include "sarrus/proximity/feature_pair.h"
#include "sarrus/proximity/internal/support_map.h"

namespace sarrus::internal {

/// A few features, the likeliest first.
struct FeatureList {
  std::array<Feature, 4> features;
  int count = 0;

  /// Made where it is kept: a copy of numbers that were just written would have to wait for them.
  template <class F>
  void add(const F& feature) {
    if constexpr (std::is_same_v<F, Feature>)
      features[index(count++)] = feature;
    else
      features[index(count++)].template emplace<F>(feature);
  }
  /// The first of a kind, an index of the variant; null if there is none.
  const Feature* of_kind(int kind) const {
    for (int i = 0; i < count; ++i) {
      const Feature& feature = features[i];
      if (static_cast<int>(feature.index()) == kind) return &feature;
    }
    return nullptr;
  }
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
/// surface. Inside, minus this length is at most the distance from the surface.
double excess_of(const PointCore& core, const Vec3<double>& p);
double excess_of(const SegmentCore& core, const Vec3<double>& p);
double excess_of(const BoxCore& core, const Vec3<double>& p);
double excess_of(const EllipsoidShape& core, const Vec3<double>& p);
double excess_of(const CylinderShape& core, const Vec3<double>& p);
double excess_of(const ConeShape& core, const Vec3<double>& p);
double excess_of(const SuperellipsoidShape& core, const Vec3<double>& p);
double excess_of(const ConvexShape& core, const Vec3<double>& p);

/// Simple bodies inside of a core, near a point of its surface and deep inside: see overlap_proof.h.
struct InnerParts {
  Vec3<double> center{0, 0, 0};  ///< Of a ball.
  double radius = 0;
  double disc = 0;             ///< Radius of a disc about the point, in the face that it is on.
  Vec3<double> edge{0, 0, 0};  ///< The direction of the edge that it is on.
  double along = 0;            ///< How far that edge goes on from it both ways.
  double rim = 0;              ///< Radius of the disc on whose rim it is.
  Vec3<double> axis{0, 0, 0};  ///< The normal of that disc.
  double ball = 0;             ///< Radius of a ball inside that touches the surface at the point.
};
/// A query for inner parts at the point p where the outward normal is m, on a feature of the kind `kind`.
struct InnerQuery {
  Vec3<double> m, p;
  int kind;        ///< Of a feature: an index of the variant.
  int vertex = 0;  ///< Of a polyhedron: its support in the direction m.
};
InnerParts inner_parts_of(const BoxCore& core, const InnerQuery& q);
InnerParts inner_parts_of(const EllipsoidShape& core, const InnerQuery& q);
InnerParts inner_parts_of(const CylinderShape& core, const InnerQuery& q);
InnerParts inner_parts_of(const ConeShape& core, const InnerQuery& q);
InnerParts inner_parts_of(const ConvexShape& core, const InnerQuery& q);
/// Other cores have no inner parts.
template <class Core>
InnerParts inner_parts_of(const Core&, const InnerQuery&) {
  return {};
}
/// A ball of this radius rolls inside along the whole surface.
inline double rolling_radius_of(const EllipsoidShape& core) {
  const Vec3<double>& r = core.radii;
  const double least = std::min({r.x, r.y, r.z});
  return least * least / std::max({r.x, r.y, r.z});
}
template <class Core>
double rolling_radius_of(const Core&) {
  return 0;
}
/// Cores that are not hulls of a few points.
template <class Core>
constexpr bool is_round_core =
    std::is_same_v<Core, EllipsoidShape> || std::is_same_v<Core, SuperellipsoidShape> ||
    std::is_same_v<Core, CylinderShape> || std::is_same_v<Core, ConeShape>;

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
        rolling_radius(rolling_radius_of(core) + swept_by),
        is_round(is_round_core<Core>),
        core_(&core),
        vertex_(vertex),
        features_(&call_features<Core>),
        excess_(&call_excess<Core>),
        inner_parts_(&call_inner_parts<Core>) {}

  FeatureList features(FeatureQuery q) const {
    q.vertex = *vertex_;
    return features_(core_, q);
  }
  double excess(const Vec3<double>& p) const { return excess_(core_, p); }

  InnerParts inner_parts(InnerQuery q) const {
    q.vertex = *vertex_;
    return inner_parts_(core_, q);
  }

  SupportMap support;
  double radius, extent;
  double rolling_radius;  ///< A ball of this radius rolls inside the swept core along its whole surface.
  bool is_round;          ///< The core is curved.

 private:
  template <class Core>
  static FeatureList call_features(const void* core, const FeatureQuery& q) {
    return features_of(*static_cast<const Core*>(core), q);
  }
  template <class Core>
  static double call_excess(const void* core, const Vec3<double>& p) {
    return excess_of(*static_cast<const Core*>(core), p);
  }
  template <class Core>
  static InnerParts call_inner_parts(const void* core, const InnerQuery& q) {
    return inner_parts_of(*static_cast<const Core*>(core), q);
  }
  const void* core_;
  const int* vertex_;
  FeatureList (*features_)(const void*, const FeatureQuery&);
  double (*excess_)(const void*, const Vec3<double>&);
  InnerParts (*inner_parts_)(const void*, const InnerQuery&);
};

}  // namespace sarrus::internal

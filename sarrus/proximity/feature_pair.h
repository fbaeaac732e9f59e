#pragma once
/// @file
/// The distance of two features that were found to be nearest, as a formula in any scalar: velocities,
/// accelerations and derivatives of a contact follow from it by scalars that carry them.
///
/// A feature is a point, a line or a circle, all possibly swept by a sphere, a plane, the side of a cone, an
/// ellipsoid or a superellipsoid (not in packs). While the same features are nearest, calc_gap() equals
/// calc_distance().

#include <variant>

#include "sarrus/proximity/distance.h"

namespace sarrus {

/// Features of a shape, in its frame.
struct PointFeature {
  Vec3<double> point;
  double radius = 0;
};
struct LineFeature {
  Vec3<double> point, direction;  ///< The direction is a unit vector.
  double radius = 0;
};
struct PlaneFeature {
  Vec3<double> point, normal;  ///< Outward unit normal.
};
/// A circle: rims of cylinders and cones, and the center line of a torus (with the tube as radius).
struct CircleFeature {
  Vec3<double> center, axis;
  double circle_radius;  ///< Negative where the inner side of a torus touches.
  double radius = 0;
};
/// The side of a cone: its outward normals have the component `sine` along the axis, which points from the
/// base to the apex.
struct ConeFeature {
  Vec3<double> apex, axis;
  double sine;
};
using Feature = std::variant<PointFeature, LineFeature, PlaneFeature, CircleFeature, ConeFeature,
                             EllipsoidShape, SuperellipsoidShape>;

/// The nearest features of two shapes.
struct FeaturePair {
  Feature first, second;
};

/// The gap of two features, in the frame of shape 1.
template <class T>
struct FeatureGap {
  T gap;
  Vec3<T> normal;          ///< From shape 1 to shape 2.
  Vec3<T> point1, point2;  ///< On the surfaces.
};

/// The features that are nearest in a given position, from the result of calc_distance() there.
FeaturePair find_features(const AnyShape& shape1, const Pose<double>& X_W1, const AnyShape& shape2,
                          const Pose<double>& X_W2, const ShapeDistance& at);

/// The gap for the pose X_12 of shape 2 in shape 1. `near` is the normal where the features were found, which
/// tells the side of features that cross.
template <class T>
FeatureGap<T> calc_gap(const FeaturePair& features, const Pose<T>& X_12, const Vec3<double>& near);

}  // namespace sarrus

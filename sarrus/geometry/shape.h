#pragma once
/// @file
/// The interface of a shape. A shape is plain data with sizes in meters, in a frame of its own; the axis of
/// round shapes is z. Every shape has
///   static constexpr std::string_view type            its name in messages: "sphere"
///   void check() const                                throws an Error that names an impossible size
///   Bounds bounds() const
///   SurfacePoint nearest(p) const                     the nearest point of the surface, from inside too
///   std::optional<RayHit> hit(ray) const              the first hit
/// and, where they exist,
///   Vec3 support(direction) const                     the point of a convex shape farthest along a
///   direction,
///                                                     which need not have length one but is not zero
///   Curvature curvature(p) const                      principal curvatures at a point of a smooth surface
///   double volume() const
///   RigidInertia solid(density) const                 the inertia about the origin of its frame
/// shapes.h lists all shapes.

#include <concepts>
#include <optional>
#include <string_view>

#include "sarrus/geometry/shape_types.h"
#include "sarrus/spatial/rigid_inertia.h"

namespace sarrus {

template <class S>
concept ShapeType = requires(const S& shape, const Vec3<double>& p, const Ray& ray) {
  { S::type } -> std::convertible_to<std::string_view>;
  shape.check();
  { shape.bounds() } -> std::same_as<Bounds>;
  { shape.nearest(p) } -> std::same_as<SurfacePoint>;
  { shape.hit(ray) } -> std::same_as<std::optional<RayHit>>;
};
/// A convex shape of finite size: its support function describes it.
template <class S>
concept ConvexShapeType = ShapeType<S> && requires(const S& shape, const Vec3<double>& d) {
  { shape.support(d) } -> std::same_as<Vec3<double>>;
};
/// A shape with principal curvatures.
template <class S>
concept CurvedShapeType = ShapeType<S> && requires(const S& shape, const Vec3<double>& p) {
  { shape.curvature(p) } -> std::same_as<Curvature>;
};
/// A shape with a finite volume.
template <class S>
concept SolidShapeType = ShapeType<S> && requires(const S& shape) {
  { shape.volume() } -> std::same_as<double>;
  { shape.solid(1.0) } -> std::same_as<RigidInertia<double>>;
};

}  // namespace sarrus

#pragma once
/// @file
/// The list of all shapes. To add one: write sarrus/geometry/my_shape.h, add it here, and add a row to
/// tests/geometry/shape_rows.cpp. Queries of pairs (distance.h) find out by themselves what a new shape can
/// do.

#include <variant>

#include "sarrus/geometry/box.h"
#include "sarrus/geometry/capsule.h"
#include "sarrus/geometry/cone.h"
#include "sarrus/geometry/convex_polyhedron.h"
#include "sarrus/geometry/cylinder.h"
#include "sarrus/geometry/ellipsoid.h"
#include "sarrus/geometry/half_space.h"
#include "sarrus/geometry/height_field.h"
#include "sarrus/geometry/implicit_surface.h"
#include "sarrus/geometry/parametric_surface.h"
#include "sarrus/geometry/rounded_box.h"
#include "sarrus/geometry/sphere.h"
#include "sarrus/geometry/superellipsoid.h"
#include "sarrus/geometry/surface_mesh.h"
#include "sarrus/geometry/torus.h"

namespace sarrus {

/// One of the shapes.
using AnyShape = std::variant<HalfSpaceShape, SphereShape, CapsuleShape, EllipsoidShape, BoxShape,
                              RoundedBoxShape, CylinderShape, ConeShape, SuperellipsoidShape, ConvexShape,
                              TorusShape, SurfaceMeshShape, HeightFieldShape, ImplicitShape, ParametricShape>;

/// The name of a shape's type, for messages: "rounded box".
std::string_view type_of(const AnyShape& shape);
/// Throws an Error that names an impossible size.
void check(const AnyShape& shape);
Bounds bounds(const AnyShape& shape);
/// The bounds, in world axes, of a shape with the pose X_WS: exact for convex shapes and rings; for others
/// those of the box bounds(shape), turned.
Bounds bounds(const AnyShape& shape, const Pose<double>& X_WS);
SurfacePoint nearest(const AnyShape& shape, const Vec3<double>& p);
std::optional<RayHit> hit(const AnyShape& shape, const Ray& ray);
/// The principal curvatures at a point of the surface; nothing where the surface is not smooth or has none.
std::optional<Curvature> curvature(const AnyShape& shape, const Vec3<double>& p);
/// The volume, and the inertia about the origin of the shape's frame; nothing for shapes without a finite
/// volume.
std::optional<double> volume(const AnyShape& shape);
std::optional<RigidInertia<double>> solid(const AnyShape& shape, double density);

}  // namespace sarrus

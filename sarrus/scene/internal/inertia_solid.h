#pragma once
/// @file
/// A solid with a given inertia, for bodies of which nothing else is known.

#include "sarrus/scene/scene.h"

namespace sarrus::internal {

/// A shape and its place on the body.
struct PlacedShape {
  Pose<double> X_BV;
  VisualShape shape;
};

/// The homogeneous solid with the mass and inertia of a body, at its center of mass: a sphere if all
/// principal moments are equal, a cylinder if two are, otherwise a box. What is thinner than `thickness` is
/// made that thick; a slender one is a capsule, and a particle a sphere. The mass must be positive.
PlacedShape inertia_solid(const SceneBody& body, double thickness);

/// The radius of a sphere about the shape's origin that encloses it; 0 for shapes without a size of their
/// own.
double bounding_radius(const VisualShape& shape);
/// True if a point in the shape's frame is inside of the shape, or no more than `margin` outside.
bool is_near(const VisualShape& shape, const Vec3<double>& point, double margin);

}  // namespace sarrus::internal

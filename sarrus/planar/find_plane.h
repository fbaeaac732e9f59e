#pragma once
/// @file
#include <optional>

#include "sarrus/model/parameters.h"

namespace sarrus {

/// The plane in which a tree moves, or the joint that leaves every such plane.
struct MotionPlane {
  std::optional<Vec3<double>> normal;  ///< Unit vector in the world; none if the tree is not planar.
  std::string leaving_joint;           ///< The first joint that leaves the plane of those before it.
};
/// Finds the plane of motion. Joints are examined at random positions, so that any type of joint is
/// supported. Directions count as parallel or perpendicular up to `tolerance`.
MotionPlane find_plane(const Model& model, double tolerance = 1e-9);
MotionPlane find_plane(const Model& model, const Parameters<double>& parameters, double tolerance = 1e-9);
/// True if all motion of a model is in planes with one normal.
bool is_planar(const Model& model, double tolerance = 1e-9);

}  // namespace sarrus

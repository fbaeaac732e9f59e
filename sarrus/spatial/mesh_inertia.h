#pragma once
/// @file
/// The inertia of the solid inside a triangle mesh.
///
/// The mesh must be closed, every edge being shared by two triangles that run along it in opposite
/// directions, and the vertices of each triangle must run counter-clockwise when seen from outside. Several
/// closed pieces may form one mesh; a piece oriented inward is a cavity. Otherwise an Error is thrown that
/// names the place.

#include <array>

#include "sarrus/base/array_view.h"
#include "sarrus/spatial/rigid_inertia.h"

namespace sarrus {

/// Inertia of the solid of given density (mass per volume), about the origin of the vertices' coordinates. A
/// triangle is three indices into `vertices`.
RigidInertia<double> solid_mesh(double density, In<Vec3<double>> vertices, In<std::array<int, 3>> triangles);

/// Inertia of a homogeneous solid of given mass.
RigidInertia<double> solid_mesh_of_mass(double mass, In<Vec3<double>> vertices,
                                        In<std::array<int, 3>> triangles);

}  // namespace sarrus

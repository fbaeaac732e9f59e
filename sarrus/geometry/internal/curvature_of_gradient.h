#pragma once
/// @file
/// Principal curvatures of a surface f = 0.

#include "sarrus/geometry/shape_types.h"

namespace sarrus::internal {

/// From the gradient g and the Hessian H of f, which grows outward: the eigenvalues of P·H·P/|g| in the
/// tangent plane, with the projection P = 1 − n·nᵀ along the normal n = g/|g|. `first` is the larger.
Curvature curvature_of_gradient(const Vec3<double>& gradient, const Sym3<double>& hessian);

}  // namespace sarrus::internal

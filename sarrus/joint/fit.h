#pragma once
/// @file
/// Coordinates and speeds that bring a joint as near as it can come to a wanted pose or velocity.

#include "sarrus/base/array.h"
#include "sarrus/base/array_view.h"
#include "sarrus/joint/joint.h"

namespace sarrus {

/// What counts in a fit: one unit of rotation error (‖R − R*‖/√2, for small angles the angle in radians)
/// weighs as much as `rotation`, a meter of position error as much as `translation`. Zero ignores a part.
struct FitWeights {
  double rotation = 1, translation = 1;
};

/// The outcome of fitting coordinates or speeds.
struct FitResult {
  Array<double> values;  ///< Coordinates, or speeds.
  double error;          ///< Weighted error that is left: zero where the joint can do what was asked.
};

/// Coordinates for which X_FM comes nearest to the wanted pose: exact where the joint can reach it, otherwise
/// the least weighted squares. Starts from the joint's own closed form and from `start` if given.
FitResult fit_coordinates(const Joint& joint, In<double> parameters, const Pose<double>& X_FM,
                          const FitWeights& weights = {}, In<double> start = {});

/// Speeds for which V_FM at coordinates q comes nearest to the wanted velocity (in F, at M's origin), in the
/// least squares sense; of several equally near, the smallest.
FitResult fit_speeds(const Joint& joint, In<double> parameters, In<double> q, const Motion<double>& V_FM,
                     const FitWeights& weights = {});

/// A basis of the constraint forces of a joint at q: the columns of the returned 6×(6−rank H) matrix (moment
/// about M's origin first, in F) do no work on any motion the joint allows.
MatrixX<double> constraint_force_basis(const Joint& joint, In<double> parameters, In<double> q);

}  // namespace sarrus

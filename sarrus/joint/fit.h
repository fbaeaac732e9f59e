#pragma once
/// @file
/// Coordinates and speeds that bring a joint as close as possible to a given pose or velocity.

#include "sarrus/base/array.h"
#include "sarrus/base/array_view.h"
#include "sarrus/joint/joint.h"

namespace sarrus {

/// Weights of a fit: one unit of rotation error (‖R − R*‖/√2, for small angles the angle in radians) counts
/// as `rotation`, a meter of position error as `translation`. Zero ignores a part.
struct FitWeights {
  double rotation = 1, translation = 1;
};

/// Result of fitting coordinates or speeds.
struct FitResult {
  Array<double> values;  ///< Coordinates, or speeds.
  double error;  ///< Remaining weighted error: zero if the joint can reach the given pose or velocity.
};

/// Coordinates for which X_FM comes closest to the given pose: exact if the joint can reach it, otherwise in
/// the sense of weighted least squares. Starts from the joint's own closed form and from `start` if given.
FitResult fit_coordinates(const Joint& joint, In<double> parameters, const Pose<double>& X_FM,
                          const FitWeights& weights = {}, In<double> start = {});

/// Speeds for which V_FM at coordinates q comes closest to the given velocity (in F, at M's origin), in the
/// least-squares sense; of several solutions, the one of minimum norm (the pseudoinverse solution).
FitResult fit_speeds(const Joint& joint, In<double> parameters, In<double> q, const Motion<double>& V_FM,
                     const FitWeights& weights = {});

/// A basis of the constraint forces of a joint at q: the columns of the returned 6×(6−rank H) matrix (moment
/// about M's origin first, in F) do no work on any motion the joint allows.
MatrixX<double> constraint_force_basis(const Joint& joint, In<double> parameters, In<double> q);

}  // namespace sarrus

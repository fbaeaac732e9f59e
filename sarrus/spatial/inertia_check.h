#pragma once
/// @file
/// Checks if ten numbers can be the inertia of a real body, and computes its principal axes.
///
/// With central moments A ≤ B ≤ C about the principal axes, a body of positive mass needs A ≥ 0 and C ≤ A +
/// B: the mean squares of the coordinates, (B + C − A)/2 and the two similar terms, cannot be negative.

#include <string>

#include "sarrus/base/array.h"
#include "sarrus/spatial/rigid_inertia.h"

namespace sarrus {

/// All properties of `M` that no real body can have, one sentence per fault, with the numbers and a remedy;
/// empty if there are none. A massless body is allowed if all its ten numbers are zero. Moments may violate a
/// condition by `tolerance` times the size of the inertia, which covers rounding; use a larger value for
/// numbers read with few digits.
Array<std::string> inertia_faults(const RigidInertia<double>& M, double tolerance = 1e-12);

/// The faults of `M` that no computation can handle: numbers that are not finite, a negative mass.
Array<std::string> inertia_number_faults(const RigidInertia<double>& M);

/// The inertia about the center of mass along the principal axes.
struct PrincipalInertia {
  Vec3<double> moments;  ///< Central moments of inertia, ascending.
  Rotation<double> R;    ///< R_BP: column i is the axis of moment i, expressed in the body's frame.
  Vec3<double> com;      ///< Center of mass in the body's frame.
};

/// Principal moments and axes. The mass must be positive and all numbers finite. The axes of the two smaller
/// moments point so that their largest component is positive; among equal moments the axes are arbitrary.
PrincipalInertia principal_inertia(const RigidInertia<double>& M);

}  // namespace sarrus

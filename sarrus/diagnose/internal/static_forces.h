#pragma once
/// @file
/// Forces on a mechanism at rest. With f the forces of elements and gravity on the free speeds and G the
/// position and velocity rows, the unbalanced force is r = f + Gᵀ·λ with λ such that |r| is least: r =
/// Z·Zᵀ·f, where the columns of Z are an orthonormal basis of the null space of G, the motions that the
/// constraints permit.

#include "sarrus/base/array.h"
#include "sarrus/system/constraint_freedom.h"
#include "sarrus/system/system.h"

namespace sarrus::internal {

/// Computes static forces on the free speeds of a mechanism at rest.
class StaticForces {
 public:
  /// Sets all speeds to zero; `free_speeds` are those that are not locked, prescribed or held.
  StaticForces(const State& state, Array<int> free_speeds);

  const Array<int>& speeds() const { return speeds_; }
  int size() const { return static_cast<int>(speeds_.size()); }

  /// The forces f at coordinates q, of all elements or of gravity alone.
  VectorX<double> calc_forces(In<double> q);
  VectorX<double> calc_gravity_forces(In<double> q);
  /// The freedom that the constraints leave at q; valid until the next call.
  const ConstraintFreedom& freedom(In<double> q);
  /// G over the free speeds.
  MatrixX<double> calc_rows(In<double> q);

 private:
  VectorX<double> gather(State& state, In<double> q) const;

  Array<int> speeds_;
  State state_, without_gravity_;
  ConstraintFreedom freedom_;
};

/// The balance of forces and constraints at a position.
struct StaticBalance {
  VectorX<double> forces, multipliers;  ///< f and λ.
  MatrixX<double> Z;                    ///< Orthonormal basis of the permitted motions.
  VectorX<double> rest;                 ///< Zᵀ·f.
};
StaticBalance calc_balance(StaticForces& forces, In<double> q);

/// The stiffness K = −∂(f + Gᵀ·λ)/∂s at constant λ, by central differences of forces and rows: the parts of
/// elements, gravity and constraints.
struct Stiffness {
  MatrixX<double> of_elements, of_gravity, of_constraints;

  MatrixX<double> sum() const { return of_elements + of_gravity + of_constraints; }
};
Stiffness calc_stiffness(const State& state, StaticForces& forces, const VectorX<double>& multipliers);

}  // namespace sarrus::internal

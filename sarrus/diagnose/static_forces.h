#pragma once
/// @file
/// Forces on a mechanism at rest. With f the forces of elements and gravity on the free speeds and G the rows
/// of positions and velocities, what constraints leave of f is r = f + Gᵀ·λ with λ such that |r| is least: r
/// = Z·Zᵀ·f, where the columns of Z are orthonormal motions that the constraints permit.

#include "sarrus/base/array.h"
#include "sarrus/system/system.h"

namespace sarrus {

/// The free speeds at which forces are looked at, and how the mechanism is at rest.
class StaticForces {
 public:
  /// Speeds of zero; those that are locked, prescribed or held do not count.
  StaticForces(const State& state, Array<int> free_speeds);

  const Array<int>& speeds() const { return speeds_; }
  int size() const { return static_cast<int>(speeds_.size()); }

  /// f at coordinates q, of all elements or of gravity alone.
  VectorX<double> calc_forces(In<double> q);
  VectorX<double> calc_gravity_forces(In<double> q);
  /// G over the free speeds.
  MatrixX<double> calc_rows(In<double> q);

 private:
  VectorX<double> gather(State& state, In<double> q) const;

  Array<int> speeds_;
  State state_, without_gravity_;
};

/// What constraints do with forces at a position.
struct StaticBalance {
  VectorX<double> forces, multipliers;  ///< f and λ.
  MatrixX<double> Z;                    ///< Permitted motions.
  VectorX<double> rest;                 ///< Zᵀ·f.
};
StaticBalance calc_balance(StaticForces& forces, In<double> q);

/// How forces change with motions, K = −∂(f + Gᵀ·λ)/∂s at constant λ, by central differences of forces and
/// rows: the parts of elements, gravity and constraints.
struct Stiffness {
  MatrixX<double> of_elements, of_gravity, of_constraints;

  MatrixX<double> sum() const { return of_elements + of_gravity + of_constraints; }
};
Stiffness calc_stiffness(const State& state, StaticForces& forces, const VectorX<double>& multipliers);

/// x with |A·x − b| least; directions that A maps to nearly zero are left out.
VectorX<double> solve_least_squares(const MatrixX<double>& A, const VectorX<double>& b);

}  // namespace sarrus

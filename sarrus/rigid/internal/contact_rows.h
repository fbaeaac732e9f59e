#pragma once
/// @file
/// The rows J of contacts at one position, and what impulses on them do: with constraints and locked joints
/// held, an impulse r changes the speeds by M⁻¹·Jᵀ·r and the velocities at the contacts by G·r.

#include "sarrus/rigid/internal/contact_geometry.h"
#include "sarrus/scalar/eigen.h"

namespace sarrus::internal {

class ContactRows {
 public:
  ContactRows(const State& state, const Array<TouchPoint>& points);

  int count() const { return static_cast<int>(G_.rows()); }
  /// The number of the normal row of a contact; with friction, those of its tangents follow.
  int first(int contact) const { return first_[contact]; }
  /// 1, or 3 with friction.
  int rows_of(int contact) const { return group(contact).rows; }
  const RowGroup& group(int contact) const { return rows_.groups()[contact]; }
  /// J·v.
  VectorX<double> times(In<double> v) const;
  /// The accelerations J·u̇ + J̇·u of the rows in a state at this position. Those across the normal are right
  /// where nothing slips.
  VectorX<double> calc_accelerations(const State& state, const Array<TouchPoint>& points) const;
  const MatrixX<double>& G() const { return G_; }
  /// The diagonal of G, with its mean for the points of one pair of bodies: measured by it, they share loads
  /// that rigid bodies leave open as equal springs do.
  const VectorX<double>& diagonal() const { return diagonal_; }
  /// M⁻¹·Jᵀ·r.
  Array<double> respond(const VectorX<double>& r) const;
  /// The vector across the normal of a contact with the given elements along its tangents.
  Vec3<double> across(int contact, double t1, double t2) const;

 private:
  void find_diagonal();

  RigidRows rows_;
  Array<int> first_;
  MatrixX<double> responses_, G_;
  VectorX<double> diagonal_;
};

/// L with orthogonal columns and L·Lᵀ = G, as many as there are directions in which impulses move something.
MatrixX<double> factor_symmetric(const MatrixX<double>& G);

/// The solution of the least size of A·x = b, in which unknowns are measured by √diagonal and equations by
/// its reciprocal.
VectorX<double> solve_scaled(const MatrixX<double>& A, const VectorX<double>& b,
                             const VectorX<double>& diagonal);
/// The solution x of A·x = b that springs on rows with the compliances `diagonal` would have, H = J·M⁻¹·Jᵀ:
/// in the range of J. A differs from H where contacts slide, as their friction follows the normal force.
VectorX<double> solve_as_springs(const MatrixX<double>& A, const MatrixX<double>& H, const VectorX<double>& b,
                                 const VectorX<double>& diagonal);

}  // namespace sarrus::internal

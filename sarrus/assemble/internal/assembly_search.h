#pragma once
/// @file
/// The searches that assembly is made of.

#include "sarrus/assemble/internal/assembly_space.h"
#include "sarrus/base/array.h"
#include "sarrus/scalar/eigen.h"

namespace sarrus::internal {

/// The target of the position errors: e = offset for the rows that count.
struct AssemblyTarget {
  VectorX<double> offset{};  ///< Empty: zero.
  Array<char> counts{};      ///< Per row; empty: all.
};

class AssemblySearch {
 public:
  AssemblySearch(const AssemblySpace& space, double tolerance, int iterations)
      : space_(space), tolerance_(tolerance), most_(iterations) {}

  /// Levenberg–Marquardt: with r = e − offset, J over the free speeds and λ such that the step leads
  /// downhill,
  ///   y = −Jᵀ·(J·Jᵀ + λ·I)⁻¹·r
  /// until no entry of r exceeds the tolerance, or |r| is at a minimum. Returns true in the first case.
  bool meet(State& state, const AssemblyTarget& target = {});
  /// Homotopy: meets e = (1 − s)·e₀ with s from 0 to 1.
  bool continue_to_zero(State& state);
  /// Meets one constraint after another, those with the smallest errors first.
  bool meet_one_by_one(State& state);
  /// Among assembled states, moves to the closest one to the start and the goals, in the null space of J:
  ///   y = −(I − J⁺·J)·W·d
  void approach(State& state);

  /// The number of steps so far.
  int iterations() const { return iterations_; }

 private:
  VectorX<double> calc_residual(const State& state, const AssemblyTarget& target) const;
  MatrixX<double> calc_rows(const State& state, const AssemblyTarget& target) const;
  VectorX<double> calc_tangent_step(const State& state, const VectorX<double>& y) const;
  /// Takes a step and meets the constraints again.
  bool go(State& state, VectorX<double> step);
  /// Leaves a stationary point of the distance that is not a minimum: takes a small step aside. Returns false
  /// if that does not reduce the distance, so that the point is a minimum.
  bool leave_hill(State& state);

  const AssemblySpace& space_;
  double tolerance_;
  int most_;
  int iterations_ = 0;
};

}  // namespace sarrus::internal

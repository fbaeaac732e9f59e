#pragma once
/// @file
/// Coordinates given by formulas as functions of others, evaluated one after the other: q = γ(y), with exact
/// rates
///   u = G·v,   u̇ = G·v̇ + g,   G = ∂γ/∂y,   g = Ġ·v      [Featherstone 2008, eq. 8.45]
/// where y are the independent coordinates, which no formula gives, and v their rates.

#include <optional>

#include "sarrus/base/array.h"
#include "sarrus/dynamics/coupled_speeds.h"
#include "sarrus/system/internal/constraint_set.h"
#include "sarrus/system/internal/layout.h"

namespace sarrus::internal {

class FormulaCouplings {
 public:
  /// The enabled constraints of a State, at least one of them a formula. Nothing if one of them gives no
  /// coordinate, if two give the same one, or if they are cyclic.
  static std::optional<FormulaCouplings> find(const State& state);

  const Array<FollowingSpeed>& following() const { return following_; }
  /// The dependent speeds, with their coefficients for the independent ones in a State; and the biases of all
  /// rows: the terms of their acceleration errors beyond Σ rows·u̇.
  const Array<FollowingSpeed>& calc_following(const State& state, Out<double> biases);
  /// Multipliers λ of all rows that exert the generalized forces `missing` on the dependent speeds.
  void calc_multipliers(const State& state, In<double> missing, Out<double> lambda);
  /// Sets the dependent coordinates or speeds; the others do not change.
  void set_positions(State& state);
  void set_velocities(State& state);

 private:
  /// A coordinate that a formula reads, by its place in the constraint.
  struct Input {
    int place;
    int follower;  ///< The follower that gives the coordinate, or −1 if it is independent.
    /// Places among the leaders: of each speed that the coordinate follows, or of its own speed.
    Array<int> to;
  };
  struct Follower {
    int member;  ///< Number of the constraint in the ConstraintSet.
    int place;   ///< Place, in the constraint, of the coordinate that it gives.
    Array<Input> inputs;
  };
  bool arrange(const State& state);
  void connect(const State& state);
  /// Coefficients of a constraint, relative to that of the coordinate that it gives; q and u are those of the
  /// State.
  void calc_coefficients(const State& state, const Follower& follower, In<double> q, In<double> u);

  Array<Follower> followers_;  // each after the followers that it reads
  Array<FollowingSpeed> following_;
  Array<double> q_, u_, of_member_q_, of_member_u_, coefficients_, biases_;
  double bias_ = 0, error_ = 0, own_ = 1;  // of the constraint that was evaluated last
};

}  // namespace sarrus::internal

#pragma once
/// @file
/// Coordinates that formulas give as functions of others, one after the other: q = γ(y), with exact rates
///   u = G·v,   u̇ = G·v̇ + g,   G = ∂γ/∂y,   g = Ġ·v      [Featherstone 2008, eq. 8.45]
/// of the coordinates y that none gives.

#include <optional>

#include "sarrus/base/array.h"
#include "sarrus/dynamics/coupled_speeds.h"
#include "sarrus/system/constraint_set.h"
#include "sarrus/system/layout.h"

namespace sarrus {

class FormulaCouplings {
 public:
  /// The enabled constraints of a State, at least one a formula. Nothing where one of them gives no
  /// coordinate, where two give the same, and where one gives itself by way of others.
  static std::optional<FormulaCouplings> find(const State& state);

  const Array<FollowingSpeed>& following() const { return following_; }
  /// The speeds that follow, with what they have of the others in a State; and what the errors of
  /// acceleration of all rows have beyond Σ rows·u̇.
  const Array<FollowingSpeed>& calc_following(const State& state, Out<double> biases);
  /// λ of all rows that exert so much on the speeds that follow.
  void calc_multipliers(const State& state, In<double> missing, Out<double> lambda);
  /// Lets coordinates and speeds follow: no other changes.
  void set_positions(State& state);
  void set_velocities(State& state);

 private:
  /// A coordinate that is read, by its place in the constraint.
  struct Input {
    int place;
    int follower;   ///< That gives it, or −1: none does.
    Array<int> to;  ///< Of each speed that it follows, or of itself: the place among the leaders.
  };
  struct Follower {
    int member;  ///< Of the set of constraints.
    int place;   ///< Of the coordinate that it gives, in the constraint.
    Array<Input> inputs;
  };
  bool arrange(const State& state);
  void connect(const State& state);
  /// Coefficients of a constraint, in parts of that of the coordinate that it gives; q and u are of the
  /// State.
  void calc_coefficients(const State& state, const Follower& follower, In<double> q, In<double> u);

  Array<Follower> followers_;  // each after those that it reads
  Array<FollowingSpeed> following_;
  Array<double> q_, u_, of_member_q_, of_member_u_, coefficients_, biases_;
  double bias_ = 0, error_ = 0, own_ = 1;  // of the constraint that was looked at last
};

}  // namespace sarrus

#pragma once
/// @file
/// An impact by Poisson's law, at one instant. Compression is plastic: it leads from the speeds v⁻ to v_c
/// with the impulses r_c. In the expansion each contact gives the normal impulse p = e·r_c back, and slides
/// or sticks under it:
///
///     M·(v_c − v⁻) = Jᵀ·r_c
///     M·(v⁺ − v_c) = Jᵀ·(p + f + s),   |f_T| ≤ μ·p with Coulomb's law
///
/// where s are further impulses of whatever would now come closer, such as a contact with a third body, and
/// of constraints. Forces that are limited, such as those of joint friction and motors, do nothing within an
/// instant.

#include "sarrus/complementarity/cone_solver.h"
#include "sarrus/rigid/internal/given_normal_rows.h"

namespace sarrus::internal {

class PoissonImpact {
 public:
  /// Solves an impact at the free speeds of `problem`. `restitution` has e in the normal rows of contacts and
  /// stops that take part, and zeros. Impulses that change speeds by less than `capture_speed` are not given
  /// back.
  void solve(RowOperator& rows, const ConeProblem& problem, In<double> restitution, double capture_speed,
             ConeSolver& solver, const ConeOptions& options);

  /// Speeds v⁺, the impulses of both phases together, and the modes of compression.
  const ConeSolution& solution() const { return solution_; }
  /// True if restitution would have added energy and was reduced.
  bool is_limited() const { return is_limited_; }

 private:
  void calc_given(RowOperator& rows, In<double> restitution, double capture_speed);
  void begin_expansion(RowOperator& rows, In<double> bias);
  void add_friction(std::span<const ForceSet> sets);
  void add_expansion(int base_rows, int base_sets, int base_speeds);

  GivenNormalRows with_friction_;
  Array<ForceSet> sets_;
  Array<int> first_rows_;  // of the sets with given normal impulses: the rows whose friction they have
  Array<double> given_, free_, bias_, diagonal_, momentum_;
  ConeSolution solution_, compression_, expansion_;
  bool is_limited_ = false;
};

}  // namespace sarrus::internal

#pragma once
/// @file
/// Complementarity problems of mechanics with dry friction. Given a symmetric positive definite M, rows J,
/// free speeds v* and biases b, find speeds v and forces r with
///
///     M·(v − v*) = Jᵀ·r,   u = J·v + b,   r ∈ K,   and r, u related as force_set.h says.
///
/// The same equations hold at three levels: v are speeds and r impulses in a time step or an impact, v are
/// accelerations and r forces in between. Nothing here knows of bodies: whoever has M and J implements
/// RowOperator in the form that suits them.
///
/// Coulomb's law is exact: with De Saxcé's shift, s = |D·u_T| in the normal row, it says
/// K ∋ r ⊥ u + s ∈ K*, K* the dual cone [de Saxcé, Feng 1998].

#include <span>
#include <string>

#include "sarrus/base/array.h"
#include "sarrus/base/array_view.h"
#include "sarrus/complementarity/force_set.h"

namespace sarrus {

namespace internal {
struct RowResponses;
}

/// M and J, and the solution of equations with H = M + Jᵀ·B·J. B has one symmetric positive semidefinite
/// block per force set.
class RowOperator {
 public:
  virtual ~RowOperator() = default;

  virtual int speed_count() const = 0;
  virtual int row_count() const = 0;
  /// u = J·v.
  virtual void multiply(In<double> v, Out<double> u) const = 0;
  /// f = Jᵀ·r.
  virtual void multiply_transposed(In<double> r, Out<double> f) const = 0;
  /// p = M·v.
  virtual void multiply_inertia(In<double> v, Out<double> p) const = 0;
  /// Replaces x by M⁻¹·x.
  virtual void solve_inertia(Out<double> x) const = 0;
  /// The diagonal of G = J·M⁻¹·Jᵀ, or an estimate of it: it scales, and does not change the answer.
  virtual void calc_diagonal(Out<double> diagonal) const;
  /// G = J·M⁻¹·Jᵀ, symmetric, row by row.
  virtual void calc_matrix(Out<double> G) const;

  /// Factors H. `blocks` has the numbers of the blocks of B one after the other, each by rows.
  virtual void factor(In<double> blocks) = 0;
  /// A number that changes with every factor(), and when the factors are lost, as with other rows; zero: not
  /// known. While M and J change little, factors of an earlier H still help to solve the next problem.
  virtual long factors() const { return 0; }
  /// Replaces x by H⁻¹·x, with the last factored H.
  virtual void solve(Out<double> x) const = 0;
  /// The rows with what impulses on them change, for methods that go from set to set; null: not known. Valid
  /// until rows change.
  virtual const internal::RowResponses* responses() { return nullptr; }
};

/// A problem. The sets, in the order of the rows of J, have all rows together. Views: what they refer to
/// lives as long as the problem is used.
struct ConeProblem {
  std::span<const ForceSet> sets;
  In<double> free_speeds;  ///< v*
  In<double> bias;         ///< b, one per row.
};

/// How well a solution solves its problem, in the units of the level: written here for speeds and impulses.
struct ConeCertificate {
  double momentum = 0;  ///< |M·(v − v*) − Jᵀ·r| in the norm of M⁻¹ (√J).
  double complementarity =
      0;  ///< Largest √gᵢ·|r − P(r − (u + s)/gᵢ)| of a set, gᵢ = mean of its diagonal of G (√J).
  double approach = 0;     ///< Largest speed with which a contact or stop still closes (m/s).
  double cone = 0;         ///< Largest force beyond its set (N·s).
  double power = 0;        ///< Σ |r_n·u_n| + Σ |r_T·u_T + |D·u_T|·r_n| (J).
  double scale = 0;        ///< Size of the speeds by which `tolerance` is multiplied (√J).
  int newton_steps = 0;    ///< Factorizations of H.
  int renewals = 0;        ///< How often the shifts were renewed.
  bool first_try = false;  ///< The modes that were given are those of the solution.
};

enum class ConeStatus {
  solved,
  relaxed,  ///< Contacts that slide may separate: the convex problem was solved instead of the exact one.
  contradictory  ///< No speeds satisfy the rows; `ray` has forces that show it: Jᵀ·ray = 0 while ray·b < 0.
};

/// Speeds, forces and modes. What is in it before a call is where the search begins.
struct ConeSolution {
  Array<double> speeds;  ///< v
  Array<double> forces;  ///< r
  Array<RowMode> modes;  ///< One per set; empty: not known.
  ConeStatus status = ConeStatus::solved;
  ConeCertificate certificate;
  Array<double> ray;  ///< Of a contradiction, of greatest element 1; otherwise empty.
};

struct ConeOptions {
  /// Bound on `momentum` and `complementarity`, relative to the size of the speeds.
  double tolerance = 1e-10;
  /// How often shifts are renewed before the exact problem is given up for the convex one.
  int max_renewals = 60;
  /// Newton's method on the modes is used while at most this many contacts slide: their equations are dense.
  /// 0: not at all.
  int max_dense_rows = 300;
};

}  // namespace sarrus

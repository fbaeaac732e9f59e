#pragma once
/// @file
/// Newton's method on the equations of Alart and Curnier (mode_equations.h),
///
///     r_n = max(0, x_n),   r_T = the point of the disk of radius max(0, x_n) nearest x_T,   x = r − u/g,
///
/// whose solutions are those of the cone problem, Coulomb's law exact. In each step the modes decide which
/// equations hold, so that one factorization solves the problem of rows that stick or separate, and few more
/// find the directions of those that slide. It converges only near a solution, where it is quick: for the
/// last digits, and for problems that resemble one solved before.

#include "sarrus/complementarity/internal/mode_equations.h"

namespace sarrus::internal {

class ModeNewton {
 public:
  /// Begins with a problem. Where more than `max_sliding` contacts slide, the method is not for it: their
  /// equations are dense.
  void start(const ScaledProblem& problem, int max_sliding);
  /// Improves the forces r until the complementarity is below `tolerance` (√J), with at most
  /// `max_factorizations`. Returns false, with r as it was, if that does not succeed.
  bool improve(Eigen::VectorXd& r, double tolerance, int max_factorizations);
  /// The speeds of the last success: v = v* + M⁻¹·Jᵀ·r.
  const Eigen::VectorXd& speeds() const { return found_.v; }
  /// Their row speeds.
  const Eigen::VectorXd& row_speeds() const { return found_.u; }
  /// The number of factorizations in the last improve().
  int factorizations() const { return factorizations_; }

 private:
  /// Speeds and modes that follow from forces.
  struct Point {
    Eigen::VectorXd v, u;
    Array<RowMode> modes;
    double error = 0;
  };
  void evaluate(const Eigen::VectorXd& r, Point& point);
  void improve_once(const Eigen::VectorXd& r);
  void close_touching_rows(const Eigen::VectorXd& r);
  bool factor(const Eigen::VectorXd& r, const Point& point);
  bool share(double tolerance);
  bool improve_with_kept_factors(Eigen::VectorXd& r, double tolerance);
  void finish(Eigen::VectorXd& r, double tolerance);

  const ScaledProblem* problem_ = nullptr;
  ModeEquations equations_;
  Point found_, other_;
  Eigen::VectorXd start_, shared_;
  Array<RowMode> unshared_;  // modes in which equal springs do not solve the problem
  int max_sliding_ = 0, factorizations_ = 0;
  int pause_ = 0, last_pause_ = 0;  // problems until the factors of an earlier one are tried again
};

/// The modes that forces and speeds of rows show.
void find_modes(const ScaledProblem& problem, const Eigen::VectorXd& r, const Eigen::VectorXd& u,
                Array<RowMode>& modes);

}  // namespace sarrus::internal

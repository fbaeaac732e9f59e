#pragma once
/// @file
/// Newton's method on the equations of Alart and Curnier [1991], with G = J·M⁻¹·Jᵀ:
///
///     r_n = max(0, x_n),   r_T = the point of the disk of radius max(0, x_n) nearest x_T,   x = r − u/g,
///
/// whose solutions are those of the cone problem, Coulomb's law exact. In each step the modes decide which
/// equations hold, so that one step solves the problem of rows that stick or separate, and few more find the
/// directions of those that slide. It converges only near a solution, where it is quick: for the last digits,
/// and for problems that resemble one solved before.

#include "sarrus/complementarity/internal/scaled_problem.h"

namespace sarrus::internal {

class ModeNewton {
 public:
  /// Computes G of a problem.
  void start(const ScaledProblem& problem);
  /// Improves the forces r until the complementarity is below `tolerance` (√J), in at most `max_steps` steps.
  /// Returns false, with r as it was, if that does not succeed.
  bool improve(Eigen::VectorXd& r, double tolerance, int max_steps);
  /// The modes of the last success.
  const Array<RowMode>& modes() const { return modes_; }

 private:
  void assemble(const Eigen::VectorXd& r);
  void share(Eigen::VectorXd& r, double tolerance);
  void assemble_contact(const ForceSet& set, int first, double g, const double* r);

  const ScaledProblem* problem_ = nullptr;
  Eigen::MatrixXd G_, A_;
  Eigen::VectorXd free_row_speeds_, u_, residual_, start_, shared_;
  Array<RowMode> modes_;
};

/// The modes that forces and speeds of rows show.
void find_modes(const ScaledProblem& problem, const Eigen::VectorXd& r, const Eigen::VectorXd& u,
                Array<RowMode>& modes);

}  // namespace sarrus::internal

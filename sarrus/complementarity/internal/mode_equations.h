#pragma once
/// @file
/// The equations of Alart and Curnier [1991], linearized for given modes. With x = r − u/g and R = ε·g,
///
/// | mode         | equation                                      |
/// |--------------|-----------------------------------------------|
/// | holding      | u = 0, softened to u + R·δr = 0               |
/// | open, limits | r is given                                    |
/// | sliding      | u_n = 0 as above, r_T = x_n·d, d = x_T/\|x_T\|  |
///
/// each of which has the form δr = a − B·δu. With M·δv = Jᵀ·δr that makes (M + Jᵀ·B·J)·δv = Jᵀ·a, which has
/// the sparsity of H. B is symmetric but for contacts that slide: their friction follows the normal force,
/// not the other way round, which adds one product of two vectors each.
///
/// What ε leaves of u, each further solution with the same factors reduces by it. Redundant rows need no
/// decision about rank, and share their load as equal springs do.

#include <Eigen/LU>

#include "sarrus/complementarity/internal/scaled_problem.h"

namespace sarrus::internal {

class ModeEquations {
 public:
  /// ε
  static constexpr double softness = 1e-6;

  void start(const ScaledProblem& problem);
  /// Linearizes at forces r and row speeds u, and factors.
  void factor(const Eigen::VectorXd& r, const Eigen::VectorXd& u, const Array<RowMode>& modes);
  /// Takes one step from r, whose row speeds are u, to the solution.
  void improve(Eigen::VectorXd& r, const Eigen::VectorXd& u);
  /// Keeps the factors only if the rows still have those of the last factor(), perhaps for an earlier problem
  /// that was much like this one.
  void keep_valid_factors();
  /// Forgets the factors.
  void drop_factors() { is_factored_ = false; }
  bool are_factored() const { return is_factored_; }
  /// True if the last factors are those of these modes.
  bool are_factored_for(const Array<RowMode>& modes) const { return is_factored_ && modes == modes_; }

 private:
  /// A contact that slides. With c = x_n/|x_T|, δr_T = … + d·(δr_n − δu_n/g) − side·(1 − d·dᵀ)·δu_T.
  struct Slide {
    int set, first;
    double turn;  // 1/(1 − c)
    double side;  // c/((1 − c)·g)
    double d[ForceSet::max_rows - 1];
  };
  void add_slide(int i, const ForceSet& set, int first, const double* r, const double* u, double* block);
  void factor_slides();
  void solve(Eigen::VectorXd& x);
  void calc_offsets(const Eigen::VectorXd& r, const Eigen::VectorXd& u);
  void calc_slide_offset(const Slide& slide, const double* r, const double* u, double* a) const;
  void subtract_reaction(const Slide& slide, const double* du, double* dr) const;
  double normal_stiffness(int set) const { return 1 / (softness * problem_->compliance[set]); }
  /// Entry of B between the tangential force along d and the normal speed.
  double following_stiffness(int set) const { return normal_stiffness(set) + 1 / problem_->compliance[set]; }

  const ScaledProblem* problem_ = nullptr;
  bool is_factored_ = false;
  const RowOperator* factored_rows_ = nullptr;
  long factors_ = 0;  // RowOperator::factors()
  Array<RowMode> modes_;
  Array<double> blocks_;
  Array<Slide> slides_;
  Eigen::VectorXd offsets_, f_, rows_, small_;
  Eigen::MatrixXd columns_, normals_, coupling_;  // H⁻¹·P, Q and 1 + Qᵀ·H⁻¹·P
  Eigen::PartialPivLU<Eigen::MatrixXd> coupling_factors_;
};

/// The force that a mode gives to a row.
inline double given_force(const ForceSet& set, RowMode mode) {
  return mode == RowMode::upper ? set.limit : mode == RowMode::lower ? -set.limit : 0.0;
}
/// True if a mode gives the forces of its rows.
inline bool gives_force(RowMode mode) { return mode != RowMode::holding && mode != RowMode::sliding; }

}  // namespace sarrus::internal

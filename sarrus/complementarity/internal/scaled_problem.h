#pragma once
/// @file
/// A cone problem with its rows scaled as in set_projection.h, and the scales of its numbers.

#include <Eigen/Core>

#include "sarrus/complementarity/cone_problem.h"
#include "sarrus/complementarity/internal/set_projection.h"

namespace sarrus::internal {

struct ScaledProblem {
  RowOperator* rows = nullptr;
  std::span<const ForceSet> sets;
  Eigen::VectorXd free_speeds, bias;  ///< v* and S·b
  Eigen::VectorXd scale;              ///< S: one factor per row.
  Eigen::VectorXd compliance;         ///< Mean of the diagonal of S·G·S, one per set (1/kg).
  double size = 0;                    ///< Of the speeds (√J).

  /// Takes a problem over. Throws for wrong sizes and for numbers that are not finite.
  void take(RowOperator& operator_, const ConeProblem& problem);

  /// v = v* + M⁻¹·Jᵀ·S·r̂.
  void calc_speeds(const Eigen::VectorXd& r, Eigen::VectorXd& v) const;
  /// û = S·(J·v) + S·b.
  void calc_row_speeds(const Eigen::VectorXd& v, Eigen::VectorXd& u) const;
  /// f = Jᵀ·S·r̂.
  void calc_generalized_forces(const Eigen::VectorXd& r, Eigen::VectorXd& f) const;
  /// √(xᵀ·M⁻¹·x).
  double inverse_inertia_norm(const Eigen::VectorXd& x) const;
  /// |M·(v − v*) − Jᵀ·S·r̂| in the norm of M⁻¹.
  double calc_momentum_error(const Eigen::VectorXd& v, const Eigen::VectorXd& r) const;
  /// Calls visit(set number, set, first row).
  template <class Visit>
  void for_each_set(Visit&& visit) const {
    int first = 0;
    for (int i = 0; i < static_cast<int>(sets.size()); ++i) {
      const ForceSet& set = sets[i];
      visit(i, set, first);
      first += set.rows;
    }
  }

 private:
  mutable Eigen::VectorXd speed_work_, row_work_, momentum_work_, error_work_;
};

/// Largest √g·|r̂ − P(r̂ − (û + s)/g)| of a set.
double calc_complementarity(const ScaledProblem& problem, const Eigen::VectorXd& r, const Eigen::VectorXd& u);

/// Fills the certificate, but for what the solver counts, from v and r̂ with û of them.
void certify(const ScaledProblem& problem, const Eigen::VectorXd& v, const Eigen::VectorXd& r,
             const Eigen::VectorXd& u, ConeCertificate& certificate);

}  // namespace sarrus::internal

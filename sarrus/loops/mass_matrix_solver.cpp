#include "sarrus/loops/internal/mass_matrix_solver.h"

#include <algorithm>

#include "sarrus/base/internal/sorted.h"

namespace sarrus::internal {

namespace {

/// The approximate number of multiplications of the mass matrix.
double mass_matrix_cost(const Tree<double>& tree, const TreePart& part) {
  double sum = 60.0 * static_cast<double>(part.nodes.size() + 1);
  for (const int k : part.speeds(tree)) sum += 3.0 * tree.pattern()->length(k);
  return sum;
}

}  // namespace

MassMatrixSolver::MassMatrixSolver(const Tree<double>& tree, const ConstraintJacobian& G,
                                   const IndexSet& held, const TreePart& all)
    : mass_(tree), solver_(*pattern_of(tree, all.speeds(tree)), all.speeds(tree), G, all.blocks, held) {
  cost_ = mass_matrix_cost(tree, all);
  if (static_cast<int>(all.nodes.size()) == tree.node_count() - 1) return;
  const Array<int> speeds = all.speeds(tree), rows = all.rows(G);
  local_.emplace(Local{all.nodes,
                       speeds,
                       rows,
                       TreeMatrix<double>(pattern_of(tree, speeds)),
                       Array<double>(speeds.size()),
                       Array<double>(rows.size()),
                       Array<double>(speeds.size()),
                       Array<double>(rows.size()),
                       {}});
}

MassMatrixSolver::MassMatrixSolver(const Tree<double>& tree, const ConstraintJacobian& G,
                                   const IndexSet& held, const Array<TreePart>& parts, DependentSpeedsUse use)
    : MassMatrixSolver(tree, G, held, joined(parts)) {
  const double factors = solver_.factor_cost() + solver_.solve_cost();
  double dependent = 0;
  for (const TreePart& part : parts) {
    if (use == DependentSpeedsUse::never || part.has_speed_in(tree, held)) break;
    if (auto found = DependentSpeeds::find(tree, G, part)) {
      dependent += found->cost();
      dependent_.push_back(std::move(*found));
    }
  }
  const bool is_cheaper = use == DependentSpeedsUse::always || dependent < factors;
  if (dependent_.size() != parts.size() || !is_cheaper) dependent_.clear();
  cost_ += dependent_.empty() ? factors : dependent;
}

double MassMatrixSolver::least_cost(const Tree<double>& tree, const ConstraintJacobian& G,
                                    const IndexSet& held, const TreePart& part) {
  const Array<int> speeds = part.speeds(tree);
  double factors = 0;
  for (const int k : speeds) factors += 0.5 * tree.pattern()->length(k) * tree.pattern()->length(k);
  if (!part.has_speed_in(tree, held))
    if (const auto dependent = DependentSpeeds::find(tree, G, part))
      factors = std::min(factors, dependent->cost());
  return mass_matrix_cost(tree, part) + factors;
}

bool MassMatrixSolver::factor_dependent(const ConstraintJacobian& G) {
  return !dependent_.empty() && std::all_of(dependent_.begin(), dependent_.end(), [&](DependentSpeeds& part) {
    return part.factor(G, mass_.matrix);
  });
}

void MassMatrixSolver::factor(const Tree<double>& tree, const PositionKinematics<double>& position,
                              NodeInertias& inertias, const ConstraintJacobian& G, double row_error,
                              In<double> port_inertia) {
  if (local_)
    calc_mass_matrix_of(tree, position, local_->nodes, inertias, mass_);
  else
    calc_mass_matrix(tree, position, inertias, mass_);
  if (!port_inertia.empty())
    for (const int k : solver_.speeds()) mass_.matrix.diagonal(k) += port_inertia[k];
  is_singular_ = !factor_dependent(G);
  if (!is_singular_) return;
  for (int i = 0; local_ && i < local_->M.size(); ++i)
    std::copy_n(mass_.matrix.row(local_->speeds[i]), local_->M.pattern().length(i), local_->M.row(i));
  solver_.factor(tree, G, matrix(), row_error);
}

void MassMatrixSolver::solve(In<double> f, In<double> b, Out<double> x, Out<double> lambda,
                             In<double> weights) {
  if (!is_singular_) {
    for (DependentSpeeds& part : dependent_) part.solve(f, b, x, lambda);
    return;
  }
  if (!local_) return solver_.solve(mass_.matrix, f, b, x, lambda, weights);
  Local& own = *local_;
  for (std::size_t i = 0; i < own.speeds.size(); ++i) own.f[i] = f[own.speeds[i]];
  for (std::size_t i = 0; i < own.rows.size(); ++i) own.b[i] = b[own.rows[i]];
  own.weights.clear();
  if (!weights.empty())
    for (const int row : own.rows) own.weights.push_back(weights[row]);
  solver_.solve(own.M, own.f, own.b, Out<double>(own.x), Out<double>(own.lambda), own.weights);
  for (std::size_t i = 0; i < own.speeds.size(); ++i) x[own.speeds[i]] = own.x[i];
  for (std::size_t i = 0; i < own.rows.size(); ++i) lambda[own.rows[i]] = own.lambda[i];
}

bool MassMatrixSolver::is_dependent(int row) const {
  if (!is_singular_) return false;
  const int own = local_ ? find_sorted(local_->rows, row) : row;
  return own >= 0 && solver_.A().is_dependent(own);
}

}  // namespace sarrus::internal

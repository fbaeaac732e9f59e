#include "sarrus/dynamics/constrained_dynamics.h"

#include <algorithm>
#include <numeric>

#include "sarrus/dynamics/port_inertia.h"

namespace sarrus {

namespace {

std::vector<int> all(int count) {
  std::vector<int> numbers(static_cast<std::size_t>(count));
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

/// Multiplications of the mass matrix, about.
double mass_matrix_cost(const Tree<double>& tree) {
  double sum = 60.0 * tree.node_count();
  for (int k = 0; k < tree.nu(); ++k) sum += 3.0 * tree.pattern()->length(k);
  return sum;
}

}  // namespace

ConstrainedDynamics::ConstrainedDynamics(const Tree<double>& tree, const ConstraintJacobian& G,
                                         const SpeedSet& prescribed, std::optional<ConstraintMethod> method)
    : rows_(G.rows()) {
  if (method == ConstraintMethod::sweeps) {
    require(prescribed.count() == 0, "sweeps take no prescribed speeds, but {} were given",
            prescribed.count());
    sweeps_.emplace(tree, G);
    return;
  }
  if (method != ConstraintMethod::clusters)
    whole_.emplace(
        Whole{MassMatrix<double>(tree), LoopSolver(*tree.pattern(), all(tree.nu()), G,
                                                   all(static_cast<int>(G.blocks().size())), prescribed)});
  if (method == ConstraintMethod::mass_matrix) return;
  if (method != ConstraintMethod::clusters && prescribed.count() == 0)
    dependent_ = DependentSpeeds::find(*tree.pattern(), G);
  if (method == ConstraintMethod::dependent_speeds) return;
  clusters_.emplace(tree, G, prescribed);
  if (method) return;
  double whole_cost = whole_->solver.factor_cost() + whole_->solver.solve_cost();
  if (dependent_ && dependent_->cost() < whole_cost)
    whole_cost = dependent_->cost();
  else
    dependent_.reset();
  whole_cost += mass_matrix_cost(tree);
  if (prescribed.count() == 0) sweeps_.emplace(tree, G);
  if (sweeps_ && sweeps_->cost() < std::min(whole_cost, clusters_->cost())) {
    whole_.reset(), dependent_.reset(), clusters_.reset();
    return;
  }
  sweeps_.reset();
  if (clusters_->cost() < whole_cost)
    whole_.reset(), dependent_.reset();
  else
    clusters_.reset();
}

ConstraintMethod ConstrainedDynamics::method() const {
  if (sweeps_) return ConstraintMethod::sweeps;
  if (!whole_) return ConstraintMethod::clusters;
  return dependent_ ? ConstraintMethod::dependent_speeds : ConstraintMethod::mass_matrix;
}

void ConstrainedDynamics::factor(const Tree<double>& tree, const PositionKinematics<double>& position,
                                 const ConstraintJacobian& G, double row_error, In<double> port_inertia) {
  if (!whole_) {
    calc_node_inertias(tree, position, inertias_);
    if (sweeps_) return sweeps_->factor(tree, position, G, row_error, port_inertia);
    return clusters_->factor(tree, position, inertias_, G, row_error, port_inertia);
  }
  calc_mass_matrix(tree, position, inertias_, whole_->mass);
  if (!port_inertia.empty()) add_port_inertia(whole_->mass.matrix, port_inertia);
  is_singular_ = !dependent_ || !dependent_->factor(G, whole_->mass.matrix);
  if (is_singular_) whole_->solver.factor(tree, G, whole_->mass.matrix, row_error);
}

void ConstrainedDynamics::solve(const Tree<double>& tree, const PositionKinematics<double>& position,
                                In<double> f, In<double> b, Out<double> x, Out<double> lambda,
                                In<double> weights) {
  require_size(f, tree.nu(), "f", "speeds of the tree");
  require_size(x, tree.nu(), "x", "speeds of the tree");
  require(b.size() == lambda.size(), "b has {} elements, but there are {} multipliers", b.size(),
          lambda.size());
  if (!is_singular_)
    dependent_->solve(f, b, x, lambda);
  else if (sweeps_)
    sweeps_->solve(tree, f, b, x, lambda, weights);
  else if (whole_)
    whole_->solver.solve(whole_->mass.matrix, f, b, x, lambda, weights);
  else
    clusters_->solve(tree, position, f, b, x, lambda, weights);
}

int ConstrainedDynamics::rank() const {
  if (!is_singular_) return rows_;
  return clusters_ ? clusters_->rank() : A().rank();
}

int ConstrainedDynamics::clear_rank() const {
  if (!is_singular_) return rows_;
  return clusters_ ? clusters_->clear_rank() : A().clear_rank();
}

double ConstrainedDynamics::independence() const {
  if (!is_singular_) return 1;
  return clusters_ ? clusters_->independence() : A().independence();
}

bool ConstrainedDynamics::is_dependent(int row) const {
  if (!is_singular_) return false;
  return clusters_ ? clusters_->is_dependent(row) : A().is_dependent(row);
}

void ConstrainedDynamics::calc_dependency(int row, Out<double> z) {
  require(is_dependent(row), "row {} does not depend on others", row);
  if (clusters_)
    clusters_->calc_dependency(row, z);
  else
    (sweeps_ ? sweeps_->A() : whole_->solver.A()).calc_dependency(row, z);
}

}  // namespace sarrus

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

/// What the other ways take at least, so that they need not be made where it is much: the factors of the mass
/// matrix of the whole tree, or of clusters, and the sweeps of the rows.
double least_cost_of_others(const Tree<double>& tree, const ConstraintJacobian& G) {
  const TreePattern& pattern = *tree.pattern();
  double whole = mass_matrix_cost(tree), clusters = 250.0 * tree.node_count(), sweeps = 190.0 * tree.nu();
  for (int k = 0; k < tree.nu(); ++k) whole += 0.5 * pattern.length(k) * pattern.length(k);
  for (const ConstraintJacobian::Block& block : G.blocks()) {
    int deepest = 0;
    for (const int k : block.speeds) deepest = std::max(deepest, pattern.length(k));
    sweeps += 14.0 * block.rows * deepest;
  }
  std::vector<int> cluster_of(static_cast<std::size_t>(tree.nu())), length(cluster_of.size(), 1);
  const std::vector<LoopCluster> all = find_loop_clusters(tree, G);
  for (std::size_t c = 0; c < all.size(); ++c)
    for (const int i : all[c].nodes)
      for (int k = 0; k < tree.node(i).nu; ++k)
        cluster_of[static_cast<std::size_t>(tree.node(i).u0 + k)] = static_cast<int>(c);
  for (int k = 0; k < tree.nu(); ++k) {
    const auto at = static_cast<std::size_t>(k),
               parent = static_cast<std::size_t>(std::max(0, pattern.parent(k)));
    if (pattern.parent(k) >= 0 && cluster_of[at] == cluster_of[parent]) length[at] = length[parent] + 1;
    clusters += 18.0 * length[at] + 0.5 * length[at] * length[at];
  }
  if (const auto dependent = DependentSpeeds::find(pattern, G))
    whole = std::min(whole, mass_matrix_cost(tree) + dependent->cost());
  return std::min({whole, clusters, sweeps});
}

}  // namespace

ConstrainedDynamics::ConstrainedDynamics(const Tree<double>& tree, const ConstraintJacobian& G,
                                         const SpeedSet& prescribed, std::optional<ConstraintMethod> method)
    : rows_(G.rows()) {
  const bool is_free = prescribed.count() == 0;
  require(is_free || (method != ConstraintMethod::sweeps && method != ConstraintMethod::loops),
          "sweeps and loops take no prescribed speeds, but {} were given", prescribed.count());
  if (!method && is_free) {
    loops_.emplace(tree, G);
    is_trial_ = loops_->cost() < least_cost_of_others(tree, G);
    if (is_trial_) return;
    loops_.reset();
  }
  if (!method) choose(tree, G, prescribed);
  if (method == ConstraintMethod::sweeps) sweeps_.emplace(tree, G);
  if (method == ConstraintMethod::loops) loops_.emplace(tree, G);
  if (method == ConstraintMethod::clusters) clusters_.emplace(tree, G, prescribed);
  if (method == ConstraintMethod::mass_matrix || method == ConstraintMethod::dependent_speeds)
    make_whole(tree, G, prescribed);
  if (method == ConstraintMethod::dependent_speeds && is_free)
    dependent_ = DependentSpeeds::find(*tree.pattern(), G);
}

void ConstrainedDynamics::make_whole(const Tree<double>& tree, const ConstraintJacobian& G,
                                     const SpeedSet& prescribed) {
  whole_.emplace(Whole{
      MassMatrix<double>(tree),
      LoopSolver(*tree.pattern(), all(tree.nu()), G, all(static_cast<int>(G.blocks().size())), prescribed)});
}

/// The cheapest of all but loops.
void ConstrainedDynamics::choose(const Tree<double>& tree, const ConstraintJacobian& G,
                                 const SpeedSet& prescribed) {
  make_whole(tree, G, prescribed);
  clusters_.emplace(tree, G, prescribed);
  if (prescribed.count() == 0) {
    dependent_ = DependentSpeeds::find(*tree.pattern(), G);
    sweeps_.emplace(tree, G);
  }
  const double factors = whole_->solver.factor_cost() + whole_->solver.solve_cost();
  if (dependent_ && dependent_->cost() >= factors) dependent_.reset();
  const double whole = mass_matrix_cost(tree) + (dependent_ ? dependent_->cost() : factors);
  const double clusters = clusters_->cost(), sweeps = sweeps_ ? sweeps_->cost() : whole;
  if (whole <= clusters && whole <= sweeps) {
    sweeps_.reset(), clusters_.reset();
    return;
  }
  whole_.reset(), dependent_.reset();
  if (sweeps < clusters)
    clusters_.reset();
  else
    sweeps_.reset();
}

ConstraintMethod ConstrainedDynamics::method() const {
  if (sweeps_) return ConstraintMethod::sweeps;
  if (loops_) return ConstraintMethod::loops;
  if (!whole_) return ConstraintMethod::clusters;
  return dependent_ ? ConstraintMethod::dependent_speeds : ConstraintMethod::mass_matrix;
}

void ConstrainedDynamics::factor(const Tree<double>& tree, const PositionKinematics<double>& position,
                                 const ConstraintJacobian& G, double row_error, In<double> port_inertia) {
  if (loops_) {
    calc_node_inertias(tree, position, inertias_);
    is_singular_ = !port_inertia.empty() || !loops_->factor(tree, position, inertias_, G);
    const bool has_failed_at_first = is_singular_ && is_trial_;
    is_trial_ = false;
    if (!is_singular_) return;
    if (has_failed_at_first) {
      loops_.reset();
      choose(tree, G, SpeedSet(tree.nu()));
    } else if (!whole_) {
      make_whole(tree, G, SpeedSet(tree.nu()));
    }
  }
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
  if (!is_singular_ && loops_)
    loops_->solve(tree, position, f, b, x, lambda);
  else if (!is_singular_)
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

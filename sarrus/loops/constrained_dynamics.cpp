#include "sarrus/loops/constrained_dynamics.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "sarrus/base/array.h"
#include "sarrus/dynamics/port_inertia.h"

namespace sarrus {

namespace {

Array<int> all(int count) {
  Array<int> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

/// Multiplications of the mass matrix, about.
double mass_matrix_cost(const Tree<double>& tree) {
  double sum = 60.0 * tree.node_count();
  for (int k = 0; k < tree.nu(); ++k) sum += 3.0 * tree.pattern()->length(k);
  return sum;
}

/// What ways take at least, so that they need not be made where it is much: the factors of the mass matrix
/// of the whole tree, the sweeps of the rows, and the factors of clusters.
double least_cost_of_whole(const Tree<double>& tree, const ConstraintJacobian& G, bool is_free) {
  const TreePattern& pattern = *tree.pattern();
  double factors = 0;
  for (int k = 0; k < tree.nu(); ++k) factors += 0.5 * pattern.length(k) * pattern.length(k);
  if (is_free)
    if (const auto dependent = DependentSpeeds::find(pattern, G))
      factors = std::min(factors, dependent->cost());
  return mass_matrix_cost(tree) + factors;
}

double least_cost_of_sweeps(const Tree<double>& tree, const ConstraintJacobian& G) {
  double sum = 190.0 * tree.nu();
  for (const ConstraintJacobian::Block& block : G.blocks()) {
    int deepest = 0;
    for (const int k : block.speeds) deepest = std::max(deepest, tree.pattern()->length(k));
    sum += 14.0 * block.rows * deepest;
  }
  return sum;
}

Array<double> least_costs_of_clusters(const Tree<double>& tree, const ConstraintJacobian& G,
                                      const Array<TreePart>& parts) {
  const TreePattern& pattern = *tree.pattern();
  Array<int> cluster_of(tree.nu(), -1), length(cluster_of.size(), 1);
  const Array<LoopCluster> clusters = find_loop_clusters(tree, G.speeds_of_blocks());
  for (std::size_t c = 0; c < clusters.size(); ++c)
    for (const int i : clusters[c].nodes)
      for (int k = 0; k < tree.node(i).nu; ++k) cluster_of[tree.node(i).u0 + k] = static_cast<int>(c);
  Array<double> costs;
  for (const TreePart& part : parts) {
    double sum = 250.0 * static_cast<double>(part.nodes.size());
    for (const int k : part.speeds(tree)) {
      const auto at = static_cast<std::size_t>(k),
                 parent = static_cast<std::size_t>(std::max(0, pattern.parent(k)));
      if (pattern.parent(k) >= 0 && cluster_of[at] == cluster_of[parent]) length[at] = length[parent] + 1;
      sum += 18.0 * length[at] + 0.5 * length[at] * length[at];
    }
    costs.push_back(sum);
  }
  return costs;
}

void append(const TreePart& part, TreePart& to) {
  to.nodes.insert(to.nodes.end(), part.nodes.begin(), part.nodes.end());
  to.blocks.insert(to.blocks.end(), part.blocks.begin(), part.blocks.end());
  std::sort(to.nodes.begin(), to.nodes.end()), std::sort(to.blocks.begin(), to.blocks.end());
}

}  // namespace

ConstrainedDynamics::ConstrainedDynamics(const Tree<double>& tree, const ConstraintJacobian& G,
                                         const IndexSet& prescribed, std::optional<ConstraintMethod> method)
    : ConstrainedDynamics(prescribed, G.rows()) {
  const bool is_free = prescribed.count() == 0;
  require(is_free || method != ConstraintMethod::sweeps,
          "sweeps take no prescribed speeds, but {} were given", prescribed.count());
  if (!method || method == ConstraintMethod::mixed) choose(tree, G, prescribed, true);
  if (method == ConstraintMethod::sweeps) sweeps_.emplace(tree, G);
  if (method == ConstraintMethod::loops || method == ConstraintMethod::clusters) {
    Part& part = parts_.emplace_back();
    if (method == ConstraintMethod::loops)
      part.loops.emplace(tree, G, prescribed, whole_tree(tree, G));
    else
      part.clusters.emplace(tree, G, prescribed, whole_tree(tree, G));
  }
  if (method == ConstraintMethod::mass_matrix || method == ConstraintMethod::dependent_speeds)
    make_whole(tree, G, prescribed);
  if (method == ConstraintMethod::dependent_speeds && is_free)
    dependent_ = DependentSpeeds::find(*tree.pattern(), G);
}

void ConstrainedDynamics::make_whole(const Tree<double>& tree, const ConstraintJacobian& G,
                                     const IndexSet& prescribed) {
  whole_.emplace(Whole{
      MassMatrix<double>(tree),
      LoopSolver(*tree.pattern(), all(tree.nu()), G, all(static_cast<int>(G.blocks().size())), prescribed)});
}

/// A part by itself: loop by loop, or cluster by cluster.
ConstrainedDynamics::Part ConstrainedDynamics::cheapest_part(const Tree<double>& tree,
                                                             const ConstraintJacobian& G,
                                                             const IndexSet& prescribed, const TreePart& part,
                                                             bool takes_loops) {
  Part made;
  if (takes_loops) {
    made.loops.emplace(tree, G, prescribed, part);
    if (made.loops->cost() < least_costs_of_clusters(tree, G, {part}).front()) return made;
  }
  made.clusters.emplace(tree, G, prescribed, part);
  if (made.loops && made.loops->cost() < made.clusters->cost())
    made.clusters.reset();
  else
    made.loops.reset();
  return made;
}

/// The cheapest way. All parts that go the same way are one.
void ConstrainedDynamics::choose(const Tree<double>& tree, const ConstraintJacobian& G,
                                 const IndexSet& prescribed, bool takes_loops) {
  const bool is_free = prescribed.count() == 0;
  const Array<TreePart> parts = find_tree_parts(tree, G);
  if (parts.size() == 1) {
    parts_.push_back(cheapest_part(tree, G, prescribed, parts.front(), takes_loops));
  } else {
    const Array<double> least = least_costs_of_clusters(tree, G, parts);
    TreePart loops, clusters;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const bool by_loops = takes_loops && LoopRecursion(tree, G, prescribed, parts[i]).cost() < least[i];
      append(parts[i], by_loops ? loops : clusters);
    }
    if (!loops.nodes.empty()) parts_.emplace_back().loops.emplace(tree, G, prescribed, loops);
    if (!clusters.nodes.empty()) parts_.emplace_back().clusters.emplace(tree, G, prescribed, clusters);
  }
  double cost = 0;
  for (const Part& part : parts_) cost += part.cost();
  const bool is_long = takes_loops && std::any_of(parts_.begin(), parts_.end(),
                                                  [](const Part& part) { return part.loops.has_value(); });
  if (!is_long || least_cost_of_whole(tree, G, is_free) <= cost) {
    make_whole(tree, G, prescribed);
    if (is_free) dependent_ = DependentSpeeds::find(*tree.pattern(), G);
    const double factors = whole_->solver.factor_cost() + whole_->solver.solve_cost();
    if (dependent_ && dependent_->cost() >= factors) dependent_.reset();
    const double whole = mass_matrix_cost(tree) + (dependent_ ? dependent_->cost() : factors);
    if (whole <= cost)
      cost = whole, parts_.clear();
    else
      whole_.reset(), dependent_.reset();
  }
  if (!is_free || least_cost_of_sweeps(tree, G) >= cost) return;
  sweeps_.emplace(tree, G);
  if (sweeps_->cost() < cost)
    parts_.clear(), whole_.reset(), dependent_.reset();
  else
    sweeps_.reset();
}

ConstraintMethod ConstrainedDynamics::method() const {
  if (sweeps_) return ConstraintMethod::sweeps;
  if (whole_) return dependent_ ? ConstraintMethod::dependent_speeds : ConstraintMethod::mass_matrix;
  const auto loops =
      std::count_if(parts_.begin(), parts_.end(), [](const Part& part) { return part.loops.has_value(); });
  if (loops == 0) return ConstraintMethod::clusters;
  return loops == std::ssize(parts_) ? ConstraintMethod::loops : ConstraintMethod::mixed;
}

bool ConstrainedDynamics::factor_parts(const Tree<double>& tree, const PositionKinematics<double>& position,
                                       const ConstraintJacobian& G, double row_error,
                                       In<double> port_inertia) {
  for (Part& part : parts_) {
    if (part.clusters)
      part.clusters->factor(tree, position, inertias_, G, row_error, port_inertia);
    else if (!part.loops->factor(tree, position, inertias_, G, row_error, port_inertia))
      return false;
  }
  return true;
}

void ConstrainedDynamics::factor(const Tree<double>& tree, const PositionKinematics<double>& position,
                                 const ConstraintJacobian& G, double row_error, In<double> port_inertia) {
  if (!whole_) {
    calc_node_inertias(tree, position, inertias_);
    if (sweeps_) return sweeps_->factor(tree, position, G, row_error, port_inertia);
    leaves_loops_ = !factor_parts(tree, position, G, row_error, port_inertia);
    const bool is_first = std::exchange(is_first_, false);
    if (!leaves_loops_) return;
    if (is_first) {
      leaves_loops_ = false;
      parts_.clear();
      choose(tree, G, prescribed_, false);
      return factor(tree, position, G, row_error, port_inertia);
    }
    if (without_loops_.empty()) {
      without_loops_.push_back(ConstrainedDynamics(prescribed_, rows_));
      without_loops_.front().choose(tree, G, prescribed_, false);
    }
    return without_loops_.front().factor(tree, position, G, row_error, port_inertia);
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
  if (leaves_loops_) return without_loops_.front().solve(tree, position, f, b, x, lambda, weights);
  if (sweeps_) return sweeps_->solve(tree, f, b, x, lambda, weights);
  if (!is_singular_) return dependent_->solve(f, b, x, lambda);
  if (whole_) return whole_->solver.solve(whole_->mass.matrix, f, b, x, lambda, weights);
  for (Part& part : parts_) {
    if (part.clusters)
      part.clusters->solve(tree, position, f, b, x, lambda, weights);
    else
      part.loops->solve(tree, position, f, b, x, lambda, weights);
  }
}

int ConstrainedDynamics::rank() const {
  if (leaves_loops_) return without_loops_.front().rank();
  if (!is_singular_) return rows_;
  if (parts_.empty()) return A().rank();
  int rank = 0;
  for (const Part& part : parts_) rank += part.clusters ? part.clusters->rank() : part.loops->rank();
  return rank;
}

int ConstrainedDynamics::clear_rank() const {
  if (leaves_loops_) return without_loops_.front().clear_rank();
  if (!is_singular_) return rows_;
  if (parts_.empty()) return A().clear_rank();
  int rank = 0;
  for (const Part& part : parts_) rank += part.clusters ? part.clusters->clear_rank() : part.loops->rank();
  return rank;
}

double ConstrainedDynamics::independence() const {
  if (leaves_loops_) return without_loops_.front().independence();
  if (!is_singular_) return 1;
  if (parts_.empty()) return A().independence();
  double least = 1;
  for (const Part& part : parts_)
    least = std::min(least, part.clusters ? part.clusters->independence() : part.loops->independence());
  return least;
}

bool ConstrainedDynamics::is_dependent(int row) const {
  if (leaves_loops_) return without_loops_.front().is_dependent(row);
  if (!is_singular_) return false;
  if (parts_.empty()) return A().is_dependent(row);
  return std::any_of(parts_.begin(), parts_.end(), [&](const Part& part) {
    return part.clusters ? part.clusters->is_dependent(row) : part.loops->is_dependent(row);
  });
}

}  // namespace sarrus

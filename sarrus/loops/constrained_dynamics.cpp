#include "sarrus/loops/internal/constrained_dynamics.h"

#include <algorithm>
#include <array>
#include <utility>

#include "sarrus/base/array.h"

namespace sarrus::internal {

namespace {

/// The least that methods cost, so that they need not be made where that is much: the sweeps of the rows, and
/// the factors of clusters.
double least_cost_of_sweeps(const Tree<double>& tree, const ConstraintJacobian& G, const TreePart& part) {
  double sum = 190.0 * static_cast<double>(part.speeds(tree).size());
  for (const int b : part.blocks) {
    int deepest = 0;
    for (const int k : G.blocks()[b].speeds) deepest = std::max(deepest, tree.pattern()->length(k));
    sum += 14.0 * G.blocks()[b].rows * deepest;
  }
  return sum;
}

double least_cost_of_clusters(const Tree<double>& tree, const ConstraintJacobian& G, const TreePart& part) {
  const TreePattern& pattern = *tree.pattern();
  Array<int> cluster_of(tree.nu(), -1), length(tree.nu(), 1);
  const Array<LoopCluster> clusters = find_loop_clusters(tree, G.speeds_of_blocks());
  for (std::size_t c = 0; c < clusters.size(); ++c)
    for (const int i : clusters[c].nodes)
      for (int k = 0; k < tree.node(i).nu; ++k) cluster_of[tree.node(i).u0 + k] = static_cast<int>(c);
  double sum = 250.0 * static_cast<double>(part.nodes.size());
  for (const int k : part.speeds(tree)) {
    const int parent = pattern.parent(k);
    if (parent >= 0 && cluster_of[k] == cluster_of[parent]) length[k] = length[parent] + 1;
    sum += 18.0 * length[k] + 0.5 * length[k] * length[k];
  }
  return sum;
}

}  // namespace

ConstrainedDynamics::ConstrainedDynamics(const Tree<double>& tree, const ConstraintJacobian& G,
                                         const IndexSet& prescribed, std::optional<ConstraintMethod> method)
    : ConstrainedDynamics(prescribed, G.rows()) {
  require(prescribed.count() == 0 || method != ConstraintMethod::sweeps,
          "sweeps take no prescribed speeds, but {} were given", prescribed.count());
  if (!method || method == ConstraintMethod::mixed)
    choose(tree, G, true);
  else
    solvers_.push_back(make(*method, tree, G, {whole_tree(tree, G)}));
}

/// The solver of some parts.
ConstrainedDynamics::Solver ConstrainedDynamics::make(ConstraintMethod method, const Tree<double>& tree,
                                                      const ConstraintJacobian& G,
                                                      const Array<TreePart>& parts) const {
  using Use = MassMatrixSolver::DependentSpeedsUse;
  if (method == ConstraintMethod::mass_matrix)
    return MassMatrixSolver(tree, G, prescribed_, parts, Use::never);
  if (method == ConstraintMethod::dependent_speeds)
    return MassMatrixSolver(tree, G, prescribed_, parts, Use::always);
  const TreePart all = joined(parts);
  if (method == ConstraintMethod::clusters) return ClusterRecursion(tree, G, prescribed_, all);
  if (method == ConstraintMethod::sweeps) return SweepSolver(tree, G, all);
  return LoopRecursion(tree, G, prescribed_, all);
}

namespace {

ConstraintMethod method_of(const MassMatrixSolver& solver) {
  return solver.uses_dependent_speeds() ? ConstraintMethod::dependent_speeds : ConstraintMethod::mass_matrix;
}
ConstraintMethod method_of(const ClusterRecursion&) { return ConstraintMethod::clusters; }
ConstraintMethod method_of(const SweepSolver&) { return ConstraintMethod::sweeps; }
ConstraintMethod method_of(const LoopRecursion&) { return ConstraintMethod::loops; }

template <class Solver>
ConstraintMethod method_of_any(const Solver& solver) {
  return std::visit([](const auto& made) { return method_of(made); }, solver);
}

}  // namespace

/// The solver that costs least for one part.
ConstrainedDynamics::Solver ConstrainedDynamics::cheapest(const Tree<double>& tree,
                                                          const ConstraintJacobian& G, const TreePart& part,
                                                          bool takes_loops) const {
  std::optional<Solver> best;
  double cost = 0;
  const auto offer = [&](Solver solver) {
    const double offered = std::visit([](const auto& made) { return made.cost(); }, solver);
    if (!best || offered < cost) best.emplace(std::move(solver)), cost = offered;
  };
  if (takes_loops) offer(LoopRecursion(tree, G, prescribed_, part));
  if (!best || least_cost_of_clusters(tree, G, part) <= cost)
    offer(ClusterRecursion(tree, G, prescribed_, part));
  if (MassMatrixSolver::least_cost(tree, G, prescribed_, part) <= cost) {
    MassMatrixSolver solver(tree, G, prescribed_, Array<TreePart>{part});
    if (solver.cost() <= cost) cost = solver.cost(), best.emplace(std::move(solver));
  }
  if (!part.has_speed_in(tree, prescribed_) && least_cost_of_sweeps(tree, G, part) < cost)
    offer(SweepSolver(tree, G, part));
  return std::move(*best);
}

/// The cheapest method of each part. All parts with the same method share a solver.
void ConstrainedDynamics::choose(const Tree<double>& tree, const ConstraintJacobian& G, bool takes_loops) {
  const Array<TreePart> parts = find_tree_parts(tree, G);
  solvers_.clear();
  if (parts.size() == 1) {
    solvers_.push_back(cheapest(tree, G, parts.front(), takes_loops));
    return;
  }
  std::array<Array<TreePart>, static_cast<int>(ConstraintMethod::mixed)> parts_of;
  for (const TreePart& part : parts)
    parts_of[static_cast<int>(method_of_any(cheapest(tree, G, part, takes_loops)))].push_back(part);
  for (std::size_t method = 0; method < parts_of.size(); ++method)
    if (!parts_of[method].empty())
      solvers_.push_back(make(static_cast<ConstraintMethod>(method), tree, G, parts_of[method]));
}

ConstraintMethod ConstrainedDynamics::method() const {
  return solvers_.size() == 1 ? method_of_any(solvers_.front()) : ConstraintMethod::mixed;
}

Array<ConstraintMethod> ConstrainedDynamics::methods() const {
  Array<ConstraintMethod> all;
  for (const Solver& solver : solvers_) all.push_back(method_of_any(solver));
  return all;
}

namespace {

/// What a solver is given to factor.
struct Factored {
  const Tree<double>& tree;
  const PositionKinematics<double>& position;
  NodeInertias& inertias;
  const ConstraintJacobian& G;
  double row_error;
  In<double> port_inertia;
};

bool factor_with(LoopRecursion& solver, const Factored& at) {
  return solver.factor(at.tree, at.position, at.inertias, at.G, at.row_error, at.port_inertia);
}
bool factor_with(SweepSolver& solver, const Factored& at) {
  solver.factor(at.tree, at.position, at.G, at.row_error, at.port_inertia);
  return true;
}
template <class Solver>
bool factor_with(Solver& solver, const Factored& at) {
  solver.factor(at.tree, at.position, at.inertias, at.G, at.row_error, at.port_inertia);
  return true;
}

}  // namespace

bool ConstrainedDynamics::factor_all(const Tree<double>& tree, const PositionKinematics<double>& position,
                                     const ConstraintJacobian& G, double row_error, In<double> port_inertia) {
  const auto* mass = std::get_if<MassMatrixSolver>(&solvers_.front());
  if (!mass || !mass->is_whole_tree()) calc_node_inertias(tree, position, inertias_);
  const Factored at{tree, position, inertias_, G, row_error, port_inertia};
  return std::all_of(solvers_.begin(), solvers_.end(), [&](Solver& solver) {
    return std::visit([&](auto& made) { return factor_with(made, at); }, solver);
  });
}

void ConstrainedDynamics::factor(const Tree<double>& tree, const PositionKinematics<double>& position,
                                 const ConstraintJacobian& G, double row_error, In<double> port_inertia) {
  if (!port_inertia.empty()) require_size(port_inertia, tree.nu(), "port_inertia", "speeds of the tree");
  leaves_loops_ = !factor_all(tree, position, G, row_error, port_inertia);
  const bool is_first = std::exchange(is_first_, false);
  if (!leaves_loops_) return;
  if (is_first) {
    choose(tree, G, false);
    return factor(tree, position, G, row_error, port_inertia);
  }
  if (without_loops_.empty()) {
    without_loops_.push_back(ConstrainedDynamics(prescribed_, rows_));
    without_loops_.front().choose(tree, G, false);
  }
  without_loops_.front().factor(tree, position, G, row_error, port_inertia);
}

void ConstrainedDynamics::solve(const Tree<double>& tree, const PositionKinematics<double>& position,
                                In<double> f, In<double> b, Out<double> x, Out<double> lambda,
                                In<double> weights) {
  require_size(f, tree.nu(), "f", "speeds of the tree");
  require_size(x, tree.nu(), "x", "speeds of the tree");
  require(b.size() == lambda.size(), "b has {} elements, but there are {} multipliers", b.size(),
          lambda.size());
  if (leaves_loops_) return without_loops_.front().solve(tree, position, f, b, x, lambda, weights);
  for (Solver& solver : solvers_) {
    if (auto* mass = std::get_if<MassMatrixSolver>(&solver))
      mass->solve(f, b, x, lambda, weights);
    else if (auto* clusters = std::get_if<ClusterRecursion>(&solver))
      clusters->solve(tree, position, f, b, x, lambda, weights);
    else if (auto* sweeps = std::get_if<SweepSolver>(&solver))
      sweeps->solve(tree, f, b, x, lambda, weights);
    else
      std::get<LoopRecursion>(solver).solve(tree, position, f, b, x, lambda, weights);
  }
}

int ConstrainedDynamics::rank() const {
  if (leaves_loops_) return without_loops_.front().rank();
  int rank = 0;
  for (const Solver& solver : solvers_)
    rank += std::visit([](const auto& made) { return made.rank(); }, solver);
  return rank;
}

int ConstrainedDynamics::clear_rank() const {
  if (leaves_loops_) return without_loops_.front().clear_rank();
  int rank = 0;
  for (const Solver& solver : solvers_)
    rank += std::visit([](const auto& made) { return made.clear_rank(); }, solver);
  return rank;
}

double ConstrainedDynamics::independence() const {
  if (leaves_loops_) return without_loops_.front().independence();
  double least = 1;
  for (const Solver& solver : solvers_)
    least = std::min(least, std::visit([](const auto& made) { return made.independence(); }, solver));
  return least;
}

bool ConstrainedDynamics::is_dependent(int row) const {
  if (leaves_loops_) return without_loops_.front().is_dependent(row);
  return std::any_of(solvers_.begin(), solvers_.end(), [&](const Solver& solver) {
    return std::visit([&](const auto& made) { return made.is_dependent(row); }, solver);
  });
}

}  // namespace sarrus::internal

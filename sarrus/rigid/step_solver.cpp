#include "sarrus/rigid/internal/step_solver.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

#include "sarrus/sparse/tree_factorization.h"
#include "sarrus/system/internal/layout.h"
#include "sarrus/system/responses.h"

namespace sarrus::internal {

namespace {

/// What a contact at rest may be closer than to be looked at, relative to the tolerance of positions.
constexpr double margin_in_tolerances = 10;
/// Gaps below this touch, relative to the same: corners of a face that lies flat differ by rounding, and
/// shall all carry.
constexpr double touching_gap = 1e-3;
/// How often rows are collected once more in a step, as what is struck strikes others.
constexpr int most_throws = 3;
/// Fewer rows than this are solved sooner than other threads wake.
constexpr int least_rows_for_threads = 100;
/// How often a step is solved until friction agrees with the loads of its joints.
constexpr int most_loads = 100;
/// Agreement of friction with its load, relative to the tolerance of the solver.
constexpr double load_tolerance = 10;
/// What springs and dampers add to the inertia of a joint, relative to it, from which on a step is stiff.
constexpr double noticeable_stiffness = 0.02;

}  // namespace

StepSolver::StepSolver(const State& state, const StepOptions& options)
    : options_(options),
      mass_(state.tree()),
      factors_(state.tree().pattern()),
      derivatives_(state.nu()),
      coriolis_(state.tree()),
      free_(state.nu()),
      no_rates_(state.nu(), 0.0),
      tau_(state.nu()),
      c_(state.nu()),
      threads_(options.threads),
      loads_(state) {
  const SystemLayout& layout = state.layout();
  for (std::size_t i = 0; i < layout.forces.size(); ++i)
    if (const auto* element = dynamic_cast<const RigidElement*>(layout.forces[i].get()))
      elements_.push_back({element, layout.force_ids[i], element->make_memory()});
}

/// What an impact throws may come further than it would have without: then rows are collected once more.
StepResult StepSolver::solve(const State& state, double h) {
  calc_free_speeds(state, h);
  struck_.clear();
  collect_rows(state, h);
  StepResult result = solve_loaded_rows(state, h);
  const Array<double>& moving = motion_.moving;
  while (static_cast<int>(struck_.size()) < most_throws && rows_.is_outrun_by(moving)) {
    const std::size_t before = rows_.groups().size();
    struck_.push_back(moving);
    collect_rows(state, h);
    if (rows_.groups().size() == before) break;
    result = solve_loaded_rows(state, h);
  }
  for (std::size_t k = 0; k < moving.size(); ++k) motion_.way[k] += h * moving[k];
  memory_.set(motion_.forces);
  return result;
}

/// Friction that depends on the load of a joint, which depends on the friction: solved with the load of the
/// last step at first, then with what was found, until they agree. Where friction locks, it grows until the
/// joint sticks.
StepResult StepSolver::solve_loaded_rows(const State& state, double h) {
  const bool has_loads = loads_.begin(rows_, memory_);
  StepResult result = solve_rows(state, h);
  if (!has_loads) return result;
  for (int i = 0; i < most_loads; ++i) {
    rates_.resize(state.nu());
    for (int k = 0; k < state.nu(); ++k) rates_[k] = (motion_.v[k] - state.u(k)) / h;
    const bool is_settled = loads_.settle(state, half_, rates_, motion_.forces, first_bilateral_, rows_,
                                          load_tolerance * options_.solver_tolerance);
    loads_.keep(motion_.forces);
    if (is_settled) return result;
    const int factorizations = result.factorizations;
    result = solve_rows(state, h);
    result.factorizations += factorizations;
  }
  ++result.relaxed;
  return result;
}

StepResult StepSolver::solve_rows(const State& state, double h) {
  calc_biases(state, h);
  find_islands();
  StepResult result;
  result.islands = result.most_islands = static_cast<int>(islands_.size());
  for (const RowGroup& group : rows_.groups()) {
    result.rows += group.rows;
    if (has_gap(group)) result.penetration = std::max(result.penetration, -group.gap);
    if (group.kind == ForceSetKind::contact && group.gap <= options_.position_tolerance) ++result.contacts;
  }
  motion_.v = motion_.moving = free_;
  motion_.way.assign(state.nu(), 0.0);
  motion_.is_acted_on.assign(state.nu(), 0);
  motion_.forces.assign(rows_.groups().size(), {});
  solve_islands(state, h, result);
  return result;
}

/// An island has the solver of its first tree, so that islands that come and go leave those of others alone.
void StepSolver::find_solvers(int speeds) {
  solvers_.resize(speeds);
  solver_of_island_.clear();
  for (const Island& island : islands_) {
    std::unique_ptr<IslandSolver>& solver = solvers_[island.speeds.front()];
    if (solver == nullptr) solver = std::make_unique<IslandSolver>();
    solver_of_island_.push_back(solver.get());
  }
}

/// Each island by itself, by whichever thread is free: what it finds depends on nothing else. What they found
/// is put together in the order of the islands.
void StepSolver::solve_islands(const State& state, double h, StepResult& result) {
  const int count = static_cast<int>(islands_.size());
  find_solvers(state.nu());
  results_.assign(count, {});
  failures_.assign(count, nullptr);
  const StepProblem problem{.options = options_,
                            .h = h,
                            .u = state.u(),
                            .free_speeds = free_,
                            .M = mass_.matrix,
                            .factors = factors_,
                            .rows = rows_,
                            .biases = biases_,
                            .bilateral = bilateral_,
                            .first_bilateral = first_bilateral_,
                            .memory = memory_,
                            .numbers = numbers_};
  std::atomic<int> next = 0;
  const auto work = [&](int) {
    for (int i = next++; i < count; i = next++) try {
        results_[i] = solver_of_island_[i]->solve(problem, islands_[i], motion_);
      } catch (...) {
        failures_[i] = std::current_exception();
      }
  };
  if (count > 1 && result.rows >= least_rows_for_threads)
    threads_.for_each(threads_.size(), work, 1);
  else
    work(0);
  for (int i = 0; i < count; ++i) {
    if (failures_[i] != nullptr) std::rethrow_exception(failures_[i]);
    const Array<double>& ray = solver_of_island_[i]->contradiction();
    if (!ray.empty()) complain(state, islands_[i], ray);
    result.add(results_[i]);
  }
}

/// M̂ = M − h·C − ½·h²·K and its factors. Only derivatives that brake or pull back are taken, which keeps it
/// positive definite.
void StepSolver::calc_inertia(const State& state, double h) {
  calc_mass_matrix(state.tree(), position(state), mass_);
  const In<double> ports = port_inertia(state);
  for (std::size_t k = 0; k < ports.size(); ++k) mass_.matrix.diagonal(static_cast<int>(k)) += ports[k];
  is_stiff_ = false;
  if (options_.implicit_joints) {
    const SystemLayout& layout = state.layout();
    derivatives_.clear();
    for (std::size_t i = 0; i < layout.forces.size(); ++i)
      if (state.is_enabled(layout.force_ids[i])) layout.forces[i]->add_derivatives(state, derivatives_);
    for (int k = 0; k < state.nu(); ++k) {
      const double C = std::min(0.0, derivatives_.diagonal_by_u()[k]);
      const double K = std::min(0.0, derivatives_.diagonal_by_dq()[k]);
      const double added = -h * C - 0.5 * h * h * K;
      is_stiff_ = is_stiff_ || added > noticeable_stiffness * mass_.matrix.diagonal(k);
      mass_.matrix.diagonal(k) += added;
    }
  }
  factors_.set_entries(mass_.matrix);
  factor_LTDL(factors_);
}

/// Adds factor·c(q, u), the generalized Coriolis and gyroscopic forces.
void StepSolver::add_coriolis(const State& state, In<double> speeds, double factor, Out<double> to) {
  calc_inverse_dynamics(state.tree(), {.q = state.q(), .u = speeds, .gravity = false}, coriolis_,
                        Out<double>(c_));
  for (std::size_t k = 0; k < c_.size(); ++k) to[k] += factor * c_[k];
}

/// v* = v + h·M̂⁻¹·f(q, v), with the Coriolis forces at v + ½·h·M̂⁻¹·f(q, v).
void StepSolver::calc_free_speeds(const State& state, double h) {
  calc_inertia(state, h);
  calc_inverse_dynamics(state, no_rates_, tau_);
  half_ = tau_;
  solve_LTDL(factors_, Out<double>(half_));
  for (int k = 0; k < state.nu(); ++k) half_[k] = state.u(k) - 0.5 * h * half_[k];
  add_coriolis(state, state.u(), -1, Out<double>(tau_));
  add_coriolis(state, half_, +1, Out<double>(tau_));
  free_ = tau_;
  solve_LTDL(factors_, Out<double>(free_));
  for (int k = 0; k < state.nu(); ++k) free_[k] = state.u(k) - h * free_[k];
}

void StepSolver::collect_rows(const State& state, double h) {
  rows_.begin(state, h, free_, margin_in_tolerances * options_.position_tolerance);
  for (const Array<double>& speeds : struck_) rows_.reach_also_at(speeds);
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    if (!state.is_enabled(elements_[i].id)) continue;
    rows_.set_element(static_cast<int>(i));
    elements_[i].element->add_rows(state, elements_[i].memory.get(), rows_);
  }
  first_bilateral_ = static_cast<int>(rows_.groups().size());
  add_bilateral_rows(state, rows_, bilateral_);
}

/// What acted in the last step stays closed while it is lifted a little, as the corner about which a body
/// tumbles is by each step.
bool StepSolver::is_closed(const RowGroup& group, int number) const {
  if (group.gap <= touching_gap * options_.position_tolerance) return true;
  if (group.gap > options_.touching_gap) return false;
  const RowForce* last = memory_.find(group, number);
  return last != nullptr && last->mode != RowMode::open;
}

void StepSolver::calc_biases(const State& state, double h) {
  biases_.assign(rows_.groups().size(), {});
  for (int i = 0; i < static_cast<int>(biases_.size()); ++i) {
    const RowGroup& group = rows_.groups()[i];
    RowBias& bias = biases_[i];
    if (group.kind == ForceSetKind::free) bias.value = bilateral_[i - first_bilateral_].bias;
    if (group.kind == ForceSetKind::limited || group.bounds_speed) bias.value = -group.target;
    if (has_gap(group)) {
      bias.value = is_closed(group, i) ? 0 : group.gap / h;
      bias.without_impact = bias.value;
      if (group.restitution == 0) continue;
      const double before = rows_.row_speed(group, 0, state.u());
      const double approach = std::min(before, rows_.row_speed(group, 0, free_));
      if (before < -options_.capture_speed && group.gap + h * approach <= 0) {
        bias.value = options_.impact_law == ImpactLaw::newton ? group.restitution * before : 0;
        bias.is_impact = true;
      }
    } else {
      bias.without_impact = bias.value;
    }
  }
}

/// True if the groups of rows read the same speeds as in the last step.
bool StepSolver::reads_as_before() {
  speed_counts_.swap(last_speed_counts_), speeds_.swap(last_speeds_);
  speed_counts_.clear(), speeds_.clear();
  for (const RowGroup& group : rows_.groups()) {
    const In<int> speeds = rows_.speeds(group);
    speed_counts_.push_back(group.speeds);
    speeds_.insert(speeds_.end(), speeds.begin(), speeds.end());
  }
  return has_islands_ && speed_counts_ == last_speed_counts_ && speeds_ == last_speeds_;
}

/// Trees, by the speeds of their roots, are joined where a row reads speeds of both. Memory of islands is
/// kept for later ones.
void StepSolver::find_islands() {
  if (reads_as_before()) return;
  has_islands_ = true;
  const TreePattern& pattern = mass_.matrix.pattern();
  roots_.resize(pattern.size()), joined_.resize(pattern.size());
  for (int i = 0; i < pattern.size(); ++i) roots_[i] = pattern.parent(i) < 0 ? i : roots_[pattern.parent(i)];
  std::iota(joined_.begin(), joined_.end(), 0);
  const auto leader = [&](int tree) {
    while (joined_[tree] != tree) tree = joined_[tree] = joined_[joined_[tree]];
    return tree;
  };
  for (const RowGroup& group : rows_.groups()) {
    int last = -1;
    for (const int speed : rows_.speeds(group)) {
      if (roots_[speed] == last) continue;
      const int a = leader(roots_[speed]), b = last < 0 ? a : leader(last);
      joined_[std::max(a, b)] = std::min(a, b);
      last = roots_[speed];
    }
  }
  island_of_tree_.assign(pattern.size(), -1);
  std::size_t count = 0;
  for (int i = 0; i < static_cast<int>(rows_.groups().size()); ++i) {
    const RowGroup& group = rows_.groups()[i];
    if (group.speeds == 0) continue;  // nothing that it reads can move
    int& island = island_of_tree_[leader(roots_[rows_.speeds(group)[0]])];
    if (island < 0) {
      island = static_cast<int>(count++);
      if (island_memory_.size() < count) island_memory_.emplace_back();
      island_memory_[island].groups.clear(), island_memory_[island].speeds.clear();
    }
    island_memory_[island].groups.push_back(i);
  }
  islands_ = {island_memory_.data(), count};
  numbers_.resize(pattern.size());
  for (int k = 0; k < pattern.size(); ++k)
    if (const int island = island_of_tree_[leader(roots_[k])]; island >= 0) {
      numbers_[k] = static_cast<int>(islands_[island].speeds.size());
      island_memory_[island].speeds.push_back(k);
    }
}

}  // namespace sarrus::internal

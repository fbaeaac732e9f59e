#include "sarrus/diagnose/equilibrium.h"

#include <fmt/format.h>

#include <cmath>

#include "sarrus/assemble/internal/assembly_search.h"
#include "sarrus/base/array.h"
#include "sarrus/diagnose/internal/static_forces.h"
#include "sarrus/sparse/dense_solve.h"
#include "sarrus/system/responses.h"
#include "sarrus/system/rigid_element.h"

namespace sarrus {

using namespace internal;

namespace {

/// No angle turns further in one step (rad), and nothing else moves further (m).
constexpr double longest_step = 0.5;
/// The size of the step away from an unstable equilibrium.
constexpr double push = 0.05;
constexpr int most_pushes = 10;

double largest_part(const VectorX<double>& v) { return v.size() == 0 ? 0 : v.cwiseAbs().maxCoeff(); }

class Descent {
 public:
  Descent(const State& assembled, const EquilibriumOptions& options)
      : options_(options),
        space_(assembled, {.hold = options.hold}),
        search_(space_, 1e-12, 50),
        forces_(assembled, space_.free_speeds()),
        result_{assembled} {
    const Array<double> rest(assembled.nu(), 0.0);
    result_.state.set_u(rest);
  }

  EquilibriumResult run() {
    State& state = result_.state;
    balance_ = calc_balance(forces_, state.q());
    const double weight = mass(state) * norm(state.model_parameters().gravity);
    const double enough = options_.tolerance * std::max(weight, largest_part(balance_.forces));
    for (; result_.iterations < options_.iterations; ++result_.iterations) {
      const bool balanced = largest_part(balance_.rest) <= enough;
      if (balanced && (options_.search == EquilibriumSearch::nearest || pushes_ == most_pushes)) break;
      const MatrixX<double> K = calc_projected_stiffness();
      if (balanced && !leave(K)) break;
      if (balanced) continue;
      if (!step(options_.search == EquilibriumSearch::stable ? downhill(K) : newton(K))) break;
    }
    result_.residual = largest_part(balance_.rest);
    result_.succeeded = result_.residual <= enough;
    return std::move(result_);
  }

 private:
  MatrixX<double> calc_projected_stiffness() {
    const MatrixX<double> K = calc_stiffness(result_.state, forces_, balance_.multipliers).sum();
    return balance_.Z.transpose() * K * balance_.Z;
  }
  /// Newton step. Without any stiffness it is not defined: then the descent step.
  VectorX<double> newton(const MatrixX<double>& K) const {
    return K.isZero(0) ? downhill(K)
                       : VectorX<double>(balance_.Z * solve_least_squares(K, balance_.rest, 1e-14).x);
  }
  /// Modified Newton step: the absolute stiffness of each eigendirection is used, with a lower bound relative
  /// to the largest one and to the stiffness at which the forces would lead to the longest step. Without any
  /// stiffness it goes along the forces.
  VectorX<double> downhill(const MatrixX<double>& K) const {
    const EigenPairs pairs = calc_eigen_pairs(K);
    const VectorX<double> sizes = pairs.values.cwiseAbs();
    const double least = 1e-6 * std::max(sizes.maxCoeff(), balance_.rest.norm() / longest_step);
    VectorX<double> y = pairs.vectors.transpose() * balance_.rest;
    y.array() /= sizes.array().max(least);
    return balance_.Z * (pairs.vectors * y);
  }
  /// Leaves an unstable equilibrium. Returns true if it was one.
  bool leave(const MatrixX<double>& K) {
    if (K.cols() == 0) return false;
    const EigenPairs pairs = calc_eigen_pairs(K);
    if (!(pairs.values[0] < -1e-6 * pairs.values.cwiseAbs().maxCoeff())) return false;
    const Array<EquilibriumMode> modes = calc_equilibrium_modes(result_.state, options_.hold);
    if (worst_stability(modes) != Stability::unstable) return false;
    ++pushes_;
    State trial = result_.state;
    space_.move(trial, push * (balance_.Z * pairs.vectors.col(0)));
    if (!search_.meet(trial)) return false;
    take(trial);
    return true;
  }
  void take(const State& trial) {
    result_.state.set_q(trial.q());
    balance_ = calc_balance(forces_, trial.q());
  }
  /// Line search along a direction.
  bool step(VectorX<double> direction) {
    if (const double longest = largest_part(direction); longest > longest_step)
      direction *= longest_step / longest;
    if (!direction.allFinite()) return false;
    const double power = direction.dot(balance_.forces), before = balance_.rest.norm();
    State trial = result_.state;
    for (double length = 1; length > 1e-10; length *= 0.5) {
      trial.set_q(result_.state.q());
      space_.move(trial, length * direction);
      if (!search_.meet(trial)) continue;
      const StaticBalance next = calc_balance(forces_, trial.q());
      const double next_power = direction.dot(next.Z * next.rest);
      // Accepts a step not much beyond the point where the forces stop driving it, or one closer to balance.
      const bool leads_on = options_.search == EquilibriumSearch::stable
                                ? next_power > -0.5 * power || next.rest.norm() < 0.5 * before
                                : next.rest.norm() < before;
      if (!leads_on) continue;
      result_.state.set_q(trial.q());
      balance_ = next;
      return true;
    }
    return false;
  }

  const EquilibriumOptions& options_;
  AssemblySpace space_;
  AssemblySearch search_;
  StaticForces forces_;
  EquilibriumResult result_;
  StaticBalance balance_;
  int pushes_ = 0;
};

}  // namespace

std::string EquilibriumResult::text() const {
  if (!obstacle.empty()) return obstacle;
  if (!succeeded)
    return fmt::format(
        "no equilibrium after {} steps: a force of {:.3g} is not balanced. A mechanism that can "
        "fall freely, or turn under a constant torque, has none",
        iterations, residual);
  std::string text = fmt::format("{} equilibrium in {} steps, forces balanced within {:.2g}",
                                 to_string(stability), iterations, residual);
  if (modes.empty()) return text + "; nothing can move";
  const EquilibriumMode& first = modes.front();
  if (first.stability == Stability::unstable)
    text += fmt::format("; the fastest motion away from it grows at {:.4g} 1/s", first.growth_rate());
  else if (first.stability == Stability::stable)
    text += fmt::format("; the slowest oscillation has {:.4g} rad/s", first.frequency());
  return text;
}

EquilibriumResult find_equilibrium(const State& start, const EquilibriumOptions& options) {
  refuse_rigid_elements_in_derivatives(start);
  State at_rest = start;
  at_rest.set_u(Array<double>(start.nu(), 0.0));
  const AssemblyResult begin = assemble(at_rest, {.tolerance = 1e-12, .hold = options.hold});
  if (begin.strategy == AssemblyStrategy::none) {
    EquilibriumResult failed{begin.state};
    failed.obstacle = fmt::format("'{}' {}", start.model().name(), begin.text());
    return failed;
  }
  EquilibriumResult result = Descent(begin.state, options).run();
  if (result.succeeded) {
    result.modes = calc_equilibrium_modes(result.state, options.hold);
    result.stability = worst_stability(result.modes);
  }
  return result;
}

}  // namespace sarrus

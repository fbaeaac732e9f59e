#include "sarrus/rigid/internal/friction_decision.h"

#include <algorithm>
#include <cmath>

#include "sarrus/complementarity/cone_solver.h"
#include "sarrus/complementarity/dense_rows.h"
#include "sarrus/simulate/internal/speed_jump.h"
#include "sarrus/system/internal/layout.h"
#include "sarrus/system/responses.h"

namespace sarrus::internal {

namespace {

/// A joint that starts is braked by this part less than its dynamic force while the others are decided, so
/// that one that is just overloaded is found to start in spite of rounding.
constexpr double start_margin = 1e-9;
/// A joint whose inverse inertia is this part of what it is without constraints and other frictions is tied.
constexpr double tied_below = 1e-10;

template <class F>
void visit_frictions(const State& state, const F& visit) {
  const SystemLayout& layout = state.layout();
  for (std::size_t i = 0; i < layout.forces.size(); ++i)
    if (const auto* friction = dynamic_cast<const DryFriction*>(layout.forces[i].get()))
      visit(*friction, state.is_enabled(layout.force_ids[i]));
}

}  // namespace

FrictionDecision::FrictionDecision(State& state) : state_(state), free_(state) {}

double FrictionDecision::limit(const Joint& joint) const {
  return joint.starts ? (1 - start_margin) * joint.friction->sliding_force(free_, 0)
                      : free_[joint.friction->static_];
}

/// Joints that move slide with the sign of their speed. The others that can stick are put on the list.
void FrictionDecision::settle_moving() {
  visit_frictions(state_, [&](const DryFriction& friction, bool is_enabled) {
    const int speed = friction.on_.number();
    const double u = state_.u(speed);
    const bool acts = is_enabled && state_[friction.static_] > 0;
    if (acts && u != 0 && friction.sliding_sign(state_) * u > 0) return;
    if (acts && u == 0 && !friction.is_given(state_)) return joints_.push_back({&friction, speed, false});
    friction.release(state_);
    if (acts && u != 0) state_.set(friction.mode_, u > 0 ? 1 : -1);
  });
}

/// G column by column, and its factor. Rows of joints that are tied to earlier ones are an Error.
void FrictionDecision::find_factor() {
  const int n = static_cast<int>(joints_.size());
  factor_ = MatrixX<double>::Zero(n, n);
  const Array<double> no_jump(constraint_row_count(free_), 0.0);
  for (int i = 0; i < n; ++i) {
    Array<double> unit(free_.nu(), 0.0), alone(free_.nu());
    unit[joints_[i].speed] = 1;
    calc_inverse_mass_times(free_, unit, Out<double>(alone));
    const Array<double> column = solve_for_jump(free_, std::move(unit), no_jump);
    double left = column[joints_[i].speed];
    for (int j = 0; j < i; ++j) {
      double sum = column[joints_[j].speed];
      for (int k = 0; k < j; ++k) sum -= factor_(i, k) * factor_(j, k);
      factor_(i, j) = sum / factor_(j, j);
      left -= factor_(i, j) * factor_(i, j);
    }
    require(
        left > tied_below * alone[joints_[i].speed],
        "the dry friction '{}' acts on a joint that constraints hold, or tie to other joints with dry "
        "friction ({}): which of them bears the load is not determined. Leave the friction of all but one "
        "of these joints out, or use TimeStepping",
        joints_[i].friction->name_, names_of_frictions());
    factor_(i, i) = std::sqrt(left);
  }
}

std::string FrictionDecision::names_of_frictions() const {
  std::string names;
  for (const Joint& joint : joints_)
    names += fmt::format("{}'{}'", names.empty() ? "" : ", ", joint.friction->name_);
  return names;
}

/// With a = a₀ + L·w: the cone problem w = Lᵀ·r.
void FrictionDecision::solve() {
  const int n = static_cast<int>(joints_.size());
  Array<ForceSet> sets;
  Array<double> none(n, 0.0);
  for (const Joint& joint : joints_) sets.push_back(ForceSet::make_limited(limit(joint)));
  DenseRows rows(MatrixX<double>::Identity(n, n), factor_, sets);
  ConeSolution solution;
  ConeSolver().solve(rows, {.sets = sets, .free_speeds = none, .bias = accelerations_}, solution);
  modes_ = solution.modes;
}

/// Solves until all joints that start have their dynamic force.
void FrictionDecision::solve_for_starts() {
  for (bool has_grown = true; has_grown;) {
    solve();
    has_grown = false;
    for (std::size_t i = 0; i < joints_.size(); ++i)
      if (modes_[i] != RowMode::holding && !joints_[i].starts) joints_[i].starts = has_grown = true;
  }
}

void FrictionDecision::set_modes(State& state) const {
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const Joint& joint = joints_[i];
    joint.friction->release(state);
    const bool holds = modes_[i] == RowMode::holding;
    // The greatest force acts on what starts in the negative direction.
    state.set(joint.friction->mode_, holds ? DryFriction::sticking : modes_[i] == RowMode::upper ? -1 : 1);
    if (holds) state.lock_speed(joint.speed, MotionLevel::velocity);
  }
}

/// Looks whether locks of the joints that stick would have to exceed their static forces, as rounding may
/// decide.
bool FrictionDecision::find_overloaded() {
  State held = free_;
  set_modes(held);
  bool is_any = false;
  for (std::size_t i = 0; i < joints_.size(); ++i)
    if (!joints_[i].starts && joints_[i].friction->margin_of_rest(held) <= 0)
      joints_[i].starts = is_any = true;
  return is_any;
}

void FrictionDecision::decide() {
  settle_moving();
  if (joints_.empty()) return;
  free_ = state_;
  for (const Joint& joint : joints_) joint.friction->release(free_);
  find_factor();
  for (const Joint& joint : joints_) accelerations_.push_back(udot(free_)[joint.speed]);
  do solve_for_starts();
  while (find_overloaded());
  set_modes(state_);
}

void FrictionDecision::require_independent(const DryFriction& friction) {
  visit_frictions(free_, [&](const DryFriction& other, bool is_enabled) {
    if (!is_enabled) return;
    other.release(free_);
    require(&other == &friction || other.on_.number() != friction.on_.number(),
            "the dry frictions '{}' and '{}' act on the same speed '{}'; add their forces up in one of them",
            friction.name_, other.name_, free_.model().speeds()[friction.on_.number()].name);
    if (free_[other.static_] > 0 && !other.is_given(free_))
      joints_.push_back({&other, other.on_.number(), false});
  });
  find_factor();
}

}  // namespace sarrus::internal

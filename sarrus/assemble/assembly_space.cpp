#include "sarrus/assemble/internal/assembly_space.h"

#include <algorithm>
#include <cmath>

#include "sarrus/base/array.h"
#include "sarrus/dynamics/coordinates.h"
#include "sarrus/dynamics/normalize_quaternions.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/internal/constraint_set.h"
#include "sarrus/system/internal/layout.h"

namespace sarrus::internal {

namespace {

constexpr double full_turn = 6.28318530717958647692;

/// True if a whole turn of a joint's coordinate leads back to the same pose.
bool turns_round(const Joint& joint, Array<double> q, int k) {
  Array<double> parameters;
  for (const ParameterInfo& parameter : joint.parameters()) parameters.push_back(parameter.value);
  const Pose<double> before = joint.pose(q.data(), parameters.data());
  q[k] += full_turn;
  const Pose<double> after = joint.pose(q.data(), parameters.data());
  double difference = norm(after.p - before.p);
  for (int i = 0; i < 3; ++i) difference += norm(after.R.col(i) - before.R.col(i));
  return difference < 1e-12 * (1 + norm(before.p));
}

/// Combines the weights and values of two springs: w²·(q − a)² + g²·(q − b)² → (w² + g²)·(q − c)².
void add_goal(AssemblySpace::Free& free, const CoordinateGoal& goal) {
  const double w = free.weight * free.weight, g = goal.weight * goal.weight;
  free.anchor = (w * free.anchor + g * goal.value) / (w + g);
  free.weight = std::sqrt(w + g);
}

const Array<ConstraintSet::Member>* members_of(const State& state) {
  if (state.layout().constraints.empty()) return nullptr;
  return &state[state.layout().system.constraint_set].members;
}

/// Δ with N·Δ = q − q₀; for a quaternion, 2·sin(θ/2) along the axis of the rotation by θ between the two.
Array<double> calc_change(const State& state, const Array<double>& start_q) {
  Array<double> dq(state.q().begin(), state.q().end()), change(state.nu());
  for (const Body& body : state.model().bodies()) {
    double along = 0;
    const bool has_quaternion = body.nq != body.nu && body.joint.has_quaternion();
    for (int k = 0; has_quaternion && k < 4; ++k) along += state.q(body.q0 + k) * start_q[body.q0 + k];
    for (int k = 0; k < body.nq; ++k) {
      const std::size_t i = body.q0 + k;
      dq[i] -= has_quaternion && k < 4 && along < 0 ? -start_q[i] : start_q[i];
    }
  }
  calc_speeds(state.tree(), state.q(), dq, Out<double>(change));
  return change;
}

}  // namespace

AssemblySpace::AssemblySpace(const State& start, const AssemblyOptions& options)
    : is_held_(start.nu(), 0),
      speed_weights_(options.weights),
      start_q_(start.q().begin(), start.q().end()),
      has_goals_(!options.goals.empty()) {
  require(options.tolerance > 0, "the tolerance of assembly cannot be {}", options.tolerance);
  if (speed_weights_.empty()) speed_weights_.assign(is_held_.size(), 1.0);
  require_size(In<double>(speed_weights_), start.nu(), "the weights", "speeds of the system");
  for (const double w : speed_weights_)
    require(std::isfinite(w) && w > 0, "the weight of a speed cannot be {}", w);
  hold(start, options.hold);
  find_free(start);
  if (options.within_limits)
    for (const Coordinate& coordinate : start.model().coordinates()) {
      const CoordinateLimits& limits = coordinate.limits;
      if (std::isfinite(limits.lower) || std::isfinite(limits.upper))
        set_range(start, {coordinate.name, limits.lower, limits.upper});
    }
  for (const CoordinateRange& range : options.ranges) set_range(start, range);
  for (const CoordinateGoal& goal : options.goals) {
    require(std::isfinite(goal.value) && std::isfinite(goal.weight) && goal.weight > 0,
            "the goal of coordinate '{}' has the value {} and the weight {}; the value must be a number, the "
            "weight a positive one",
            goal.coordinate, goal.value, goal.weight);
    add_goal(free_of(start, goal.coordinate, "a goal"), goal);
  }
}

Array<int> AssemblySpace::free_speeds() const {
  Array<int> speeds;
  for (const Free& free : free_) speeds.push_back(free.speed);
  return speeds;
}

/// Holds coordinates or joints by their names.
void AssemblySpace::hold(const State& start, const Array<std::string>& names) {
  const Model& model = start.model();
  Array<char> held_coordinates(start_q_.size(), 0);
  for (const std::string& name : names) {
    bool is_joint = false;
    for (const Body& body : model.bodies())
      if (body.nq > 0 && body.joint_name == name) {
        std::fill_n(held_coordinates.begin() + body.q0, body.nq, 1);
        is_joint = true;
      }
    if (!is_joint) held_coordinates[model.coordinate_number(name)] = 1;
  }
  for (const Body& body : model.bodies()) {
    const auto held =
        std::count(held_coordinates.begin() + body.q0, held_coordinates.begin() + body.q0 + body.nq, 1);
    if (held == 0) continue;
    require(held == body.nq || speeds_are_rates(body.joint),
            "joint '{}' of type {} can be held as a whole only: its speeds are not the rates of its "
            "coordinates; name the joint instead of a coordinate",
            body.joint_name, body.joint.type_name());
    for (int k = 0; k < body.nu; ++k)
      if (held == body.nq || held_coordinates[body.q0 + k]) held_.push_back(body.u0 + k);
  }
  for (const int k : held_) is_held_[k] = 1;
}

void AssemblySpace::find_free(const State& start) {
  Array<char> is_fixed = is_held_;
  for (const Prescription::Part& part : start[start.layout().system.prescription].parts)
    if (part.level == MotionLevel::position) std::fill_n(is_fixed.begin() + part.first_speed, part.speeds, 1);
  for (const Body& body : start.model().bodies()) {
    const bool rates = body.nu > 0 && speeds_are_rates(body.joint);
    for (int k = 0; k < body.nu; ++k) {
      if (is_fixed[body.u0 + k]) continue;
      Free free;
      free.speed = body.u0 + k;
      free.weight = speed_weights_[free.speed];
      free.is_angle = start.model().speeds()[free.speed].unit == "rad/s";
      if (rates) {
        free.coordinate = body.q0 + k;
        free.anchor = start_q_[free.coordinate];
        const auto own = start_q_.begin() + body.q0;
        free.turns = free.is_angle && turns_round(body.joint, {own, own + body.nq}, k);
      }
      free_.push_back(free);
    }
  }
  for (const int k : held_) speed_weights_[k] = std::numeric_limits<double>::infinity();
  if (members_of(start) == nullptr) return;
  for (const ConstraintPlace& place : start[start.layout().system.constraint_set].places)
    for (Free& free : free_)
      if (std::find(place.speeds.begin(), place.speeds.end(), free.speed) != place.speeds.end())
        free.turns = false;
}

AssemblySpace::Free& AssemblySpace::free_of(const State& start, const std::string& coordinate,
                                            const char* purpose) {
  const int number = start.model().coordinate_number(coordinate);
  for (Free& free : free_)
    if (free.coordinate == number) return free;
  const Body& body = start.model().body(start.model().coordinates()[number].body);
  require(speeds_are_rates(body.joint),
          "coordinate '{}' cannot have {}: the speeds of joint '{}' of type {} are not the rates of its "
          "coordinates",
          coordinate, purpose, body.joint_name, body.joint.type_name());
  fail("coordinate '{}' cannot have {}: it is held, locked or prescribed", coordinate, purpose);
}

void AssemblySpace::set_range(const State& start, const CoordinateRange& range) {
  require(range.lower <= range.upper, "the range of coordinate '{}' runs from {} to {}", range.coordinate,
          range.lower, range.upper);
  const int number = start.model().coordinate_number(range.coordinate);
  const Coordinate& coordinate = start.model().coordinates()[number];
  const Body& body = start.model().body(coordinate.body);
  const double q = start_q_[number];
  if (speeds_are_rates(body.joint) && q >= range.lower && q <= range.upper) {
    const int speed = body.u0 + number - body.q0;
    if (std::none_of(free_.begin(), free_.end(), [&](const Free& free) { return free.speed == speed; }))
      return;  // it does not move, and is within the range
  }
  Free& free = free_of(start, range.coordinate, "a range that it is not within");
  free.lower = std::max(free.lower, range.lower);
  free.upper = std::min(free.upper, range.upper);
  free.turns = false;
  require(free.lower <= free.upper, "two ranges of coordinate '{}' have nothing in common", range.coordinate);
}

void AssemblySpace::confine(State& state) const {
  for (const Free& free : free_)
    if (free.coordinate >= 0) {
      const double q = state.q(free.coordinate), inside = std::clamp(q, free.lower, free.upper);
      if (inside != q) state.set_q(free.coordinate, inside);
    }
}

void AssemblySpace::move(State& state, const VectorX<double>& y) const {
  Array<double> step(state.nu(), 0.0), q(state.nq());
  for (std::size_t i = 0; i < free_.size(); ++i)
    step[free_[i].speed] = y[static_cast<Eigen::Index>(i)] / free_[i].weight;
  calc_qdot(state.tree(), state.q(), step, Out<double>(q));
  for (int k = 0; k < state.nq(); ++k) q[k] += state.q(k);
  normalize_quaternions(state.model(), Out<double>(q));
  for (const Free& free : free_)
    if (free.coordinate >= 0) {
      double& value = q[free.coordinate];
      value = std::clamp(value, free.lower, free.upper);
    }
  state.set_q(q);
}

VectorX<double> AssemblySpace::calc_difference(const State& state) const {
  const Array<double> change = calc_change(state, start_q_);
  VectorX<double> y(size());
  for (int i = 0; i < size(); ++i) {
    const Free& free = free_[i];
    y[i] = free.weight * (free.coordinate >= 0 ? state.q(free.coordinate) - free.anchor : change[free.speed]);
  }
  return y;
}

double AssemblySpace::calc_distance(const State& state) const {
  const Array<double> change = calc_change(state, start_q_);
  double squares = 0;
  for (const Free& free : free_) {
    const int k = free.speed;
    squares += speed_weights_[k] * speed_weights_[k] * change[k] * change[k];
  }
  return std::sqrt(squares);
}

bool AssemblySpace::leaves_range(const State& state, int i, double step) const {
  const Free& free = free_[i];
  if (free.coordinate < 0) return false;
  const double q = state.q(free.coordinate);
  return (q <= free.lower && step < 0) || (q >= free.upper && step > 0);
}

void AssemblySpace::unwind(State& state) const {
  for (const Free& free : free_)
    if (free.turns) {
      const double q = state.q(free.coordinate), turns = std::round((q - free.anchor) / full_turn);
      if (turns != 0) state.set_q(free.coordinate, q - full_turn * turns);
    }
}

VectorX<double> AssemblySpace::calc_errors(const State& state) const {
  if (members_of(state) == nullptr) return {};
  const In<double> e = position_errors(state);
  return Eigen::Map<const VectorX<double>>(e.data(), static_cast<Eigen::Index>(e.size()));
}

MatrixX<double> AssemblySpace::calc_jacobian(const State& state) const {
  const Array<ConstraintSet::Member>* members = members_of(state);
  if (members == nullptr) return MatrixX<double>(0, size());
  const ConstraintSet& set = state[state.layout().system.constraint_set];
  MatrixX<double> J = MatrixX<double>::Zero(set.position_rows, size());
  if (set.position_rows == 0) return J;
  Array<int> column(state.nu(), -1);
  for (int i = 0; i < size(); ++i) column[free_[i].speed] = i;
  const ConstraintJacobian& G = constraint_jacobian(state);
  for (std::size_t m = 0; m < members->size(); ++m) {
    const ConstraintSet::Member& member = (*members)[m];
    const ConstraintShape& shape = state.layout().constraints[member.constraint]->shape;
    const ConstraintJacobian::Block& block = G.blocks()[m];
    const double* entry = G.entries(block);
    for (const int k : block.speeds) {
      if (const int c = column[k]; c >= 0)
        for (int i = 0; i < shape.position_rows; ++i)
          J(member.first_position_row + i, c) = entry[i] / free_[c].weight;
      entry += block.stride;
    }
  }
  return J;
}

}  // namespace sarrus::internal

#include "sarrus/assemble/internal/assembly_conflict.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sarrus/assemble/internal/constraint_clusters.h"
#include "sarrus/base/array.h"
#include "sarrus/base/names.h"
#include "sarrus/sparse/dense_solve.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/internal/constraint_members.h"
#include "sarrus/system/internal/factored_rows.h"
#include "sarrus/system/internal/layout.h"

namespace sarrus::internal {

namespace {

/// Errors below this fraction of the largest are not reported.
constexpr double negligible_part = 0.01;

void sort_by_size(Array<AssemblyConflict>& list) {
  std::stable_sort(list.begin(), list.end(), [](const AssemblyConflict& a, const AssemblyConflict& b) {
    return std::abs(a.amount) > std::abs(b.amount);
  });
}

const ConstraintSet& set_of(const State& state) { return state[state.layout().system.constraint_set]; }

/// Numbers, among all rows, of a cluster's rows that apply at its level.
Array<int> row_numbers(const State& state, const ClusterParts& parts) {
  Array<int> numbers;
  for (const int m : parts.members) {
    const ConstraintSet::Member& member = set_of(state).members[m];
    for (int i = 0; i < count_rows(entry_of(state, member).shape, parts.level); ++i)
      numbers.push_back(member.first_row + i);
  }
  return numbers;
}

/// The least-squares residual e − R·R⁺·e with the rows R of each cluster and their pseudoinverse R⁺.
VectorX<double> remove_what_rates_can(const State& state, VectorX<double> e, MotionLevel level,
                                      const Array<int>& held) {
  for (const ClusterParts& all : find_clusters(state)) {
    const ClusterParts parts = at_level(state, all, level);
    MatrixX<double> R = calc_cluster_rows(state, parts);
    for (std::size_t k = 0; k < parts.speeds.size(); ++k)
      if (std::find(held.begin(), held.end(), parts.speeds[k]) != held.end())
        R.col(static_cast<Eigen::Index>(k)).setZero();
    if (R.size() == 0 || R.isZero(0)) continue;
    const Array<int> numbers = row_numbers(state, parts);
    const VectorX<double> own = e(numbers);
    e(numbers) = own - R * solve_least_squares(R, own).x;
  }
  return e;
}

}  // namespace

VectorX<double> calc_open_positions(const State& state) {
  VectorX<double> rows = VectorX<double>::Zero(set_of(state).rows);
  const In<double> e = position_errors(state);
  for (const ConstraintSet::Member& member : set_of(state).members)
    for (int i = 0; i < entry_of(state, member).shape.position_rows; ++i)
      rows[member.first_row + i] = e[member.first_position_row + i];
  return rows;
}

VectorX<double> calc_open_velocities(const State& state, const Array<int>& held) {
  VectorX<double> rows = VectorX<double>::Zero(set_of(state).rows);
  const In<double> v = velocity_errors(state);
  for (const ConstraintSet::Member& member : set_of(state).members)
    for (int i = 0; i < count_rows(entry_of(state, member).shape, MotionLevel::velocity); ++i)
      rows[member.first_row + i] = v[member.first_velocity_row + i];
  return remove_what_rates_can(state, std::move(rows), MotionLevel::velocity, held);
}

VectorX<double> calc_open_accelerations(const State& state) {
  const Array<double> a = acceleration_errors(state);
  return remove_what_rates_can(
      state, Eigen::Map<const VectorX<double>>(a.data(), static_cast<Eigen::Index>(a.size())),
      MotionLevel::acceleration, {});
}

bool is_open(const VectorX<double>& rows, int row) {
  return std::abs(rows[row]) > negligible_part * rows.cwiseAbs().maxCoeff();
}

Array<AssemblyConflict> name_open(const State& state, const VectorX<double>& rows, MotionLevel level,
                                  double tolerance) {
  Array<AssemblyConflict> open;
  for (const ConstraintSet::Member& member : set_of(state).members) {
    const ConstraintEntry& entry = entry_of(state, member);
    const int count = count_rows(entry.shape, level);
    const auto own = rows.segment(member.first_row, count);
    const double amount = count == 1 ? own[0] : own.norm();
    if (std::abs(amount) > tolerance)
      open.push_back(
          {AssemblyConflict::Kind::constraint, state.layout().elements[entry.id.index].name, amount, level});
  }
  sort_by_size(open);
  while (!open.empty() && std::abs(open.back().amount) < negligible_part * std::abs(open.front().amount))
    open.pop_back();
  return open;
}

Array<AssemblyConflict> find_opposition(const AssemblySpace& space, const State& state, double tolerance) {
  if (state.layout().constraints.empty()) return {};
  const VectorX<double> errors = calc_open_positions(state);
  Array<AssemblyConflict> opposing = name_open(state, errors, MotionLevel::position, tolerance);
  if (opposing.empty()) return {};
  const Model& model = state.model();
  const auto coordinate_of = [&](int speed) -> const std::string& {
    const Body& body = model.body(model.speeds()[speed].body);
    const int k = body.q0 + std::min(speed - body.u0, body.nq - 1);
    return model.coordinates()[k].name;
  };
  Array<double> push(state.nu(), 0.0);  // Gᵀ·e
  constraint_jacobian(state).add_transpose_times(In<double>(errors), Out<double>(push));
  Array<AssemblyConflict> stops;
  for (int i = 0; i < space.size(); ++i) {
    const int speed = space.free()[i].speed;
    const double amount = push[speed];
    if (space.leaves_range(state, i, -amount))
      stops.push_back({AssemblyConflict::Kind::range, coordinate_of(speed), std::abs(amount)});
  }
  for (const int speed : space.held())
    stops.push_back({AssemblyConflict::Kind::held, coordinate_of(speed), std::abs(push[speed])});
  sort_by_size(stops);
  for (const AssemblyConflict& stop : stops)
    if (stop.amount > negligible_part * stops.front().amount && stop.amount > tolerance)
      opposing.push_back(stop);
  return opposing;
}

namespace {

std::string describe_open(const AssemblyConflict& part) {
  switch (part.level) {
    case MotionLevel::velocity:
      return fmt::format("'{}' is off by {:.4g} in velocity", part.name, part.amount);
    case MotionLevel::acceleration:
      return fmt::format("'{}' is off by {:.4g} in acceleration", part.name, part.amount);
    case MotionLevel::position:
    case MotionLevel::none:
      break;
  }
  return fmt::format("'{}' stays open by {:.4g}", part.name, part.amount);
}

}  // namespace

std::string describe(const Array<AssemblyConflict>& opposing) {
  Array<std::string> open, stops;
  for (const AssemblyConflict& part : opposing)
    if (part.kind == AssemblyConflict::Kind::constraint)
      open.push_back(describe_open(part));
    else
      stops.push_back(part.kind == AssemblyConflict::Kind::held
                          ? fmt::format("'{}', which is held", part.name)
                          : fmt::format("the range of '{}'", part.name));
  std::string text = open.size() == 1 ? "constraint " : "constraints contradict each other: ";
  text += join(open, ", ");
  return stops.empty() ? text : text + "; in the way: " + join(stops, ", ");
}

}  // namespace sarrus::internal

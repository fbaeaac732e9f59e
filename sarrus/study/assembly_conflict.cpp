#include "sarrus/study/assembly_conflict.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sarrus/system/constraint_responses.h"

namespace sarrus {

namespace {

/// Errors below this part of the largest are not worth naming.
constexpr double negligible_part = 0.01;

void sort_by_size(std::vector<Opposition>& list) {
  std::stable_sort(list.begin(), list.end(), [](const Opposition& a, const Opposition& b) {
    return std::abs(a.amount) > std::abs(b.amount);
  });
}

std::vector<Opposition> open_constraints(const State& state, double tolerance) {
  std::vector<Opposition> open;
  for (const ConstraintSet::Member& member : state[state.layout().system.constraint_set].members) {
    const ConstraintEntry& entry = *state.layout().constraints[static_cast<std::size_t>(member.constraint)];
    const In<double> e = position_errors(state, entry.id);
    double squares = 0;
    for (const double x : e) squares += x * x;
    const double amount = e.size() == 1 ? e[0] : std::sqrt(squares);
    if (std::abs(amount) > tolerance)
      open.push_back({Opposition::Kind::constraint,
                      state.layout().elements[static_cast<std::size_t>(entry.id.index)].name, amount});
  }
  sort_by_size(open);
  while (!open.empty() && std::abs(open.back().amount) < negligible_part * std::abs(open.front().amount))
    open.pop_back();
  return open;
}

}  // namespace

std::vector<Opposition> find_opposition(const AssemblySpace& space, const State& state, double tolerance) {
  if (state.layout().constraints.empty()) return {};
  std::vector<Opposition> opposing = open_constraints(state, tolerance);
  if (opposing.empty()) return {};
  const Model& model = state.model();
  const auto coordinate_of = [&](int speed) -> const std::string& {
    const Body& body = model.body(model.speeds()[static_cast<std::size_t>(speed)].body);
    const int k = body.q0 + std::min(speed - body.u0, body.nq - 1);
    return model.coordinates()[static_cast<std::size_t>(k)].name;
  };
  const VectorX<double> e = space.calc_errors(state);
  std::vector<double> lambda(static_cast<std::size_t>(constraint_jacobian(state).rows()), 0.0);
  for (const ConstraintSet::Member& member : state[state.layout().system.constraint_set].members) {
    const ConstraintEntry& entry = *state.layout().constraints[static_cast<std::size_t>(member.constraint)];
    for (int i = 0; i < entry.shape.position_rows; ++i)
      lambda[static_cast<std::size_t>(member.first_row + i)] = e[member.first_position_row + i];
  }
  std::vector<double> push(static_cast<std::size_t>(state.nu()), 0.0);  // Gᵀ·e
  constraint_jacobian(state).add_transpose_times(lambda, Out<double>(push));
  std::vector<Opposition> stops;
  for (int i = 0; i < space.size(); ++i) {
    const int speed = space.free()[static_cast<std::size_t>(i)].speed;
    const double amount = push[static_cast<std::size_t>(speed)];
    if (space.leaves_range(state, i, -amount))
      stops.push_back({Opposition::Kind::range, coordinate_of(speed), std::abs(amount)});
  }
  for (const int speed : space.held())
    stops.push_back(
        {Opposition::Kind::held, coordinate_of(speed), std::abs(push[static_cast<std::size_t>(speed)])});
  sort_by_size(stops);
  for (const Opposition& stop : stops)
    if (stop.amount > negligible_part * stops.front().amount && stop.amount > tolerance)
      opposing.push_back(stop);
  return opposing;
}

std::string describe(const std::vector<Opposition>& opposing) {
  std::vector<std::string> open, stops;
  for (const Opposition& part : opposing)
    if (part.kind == Opposition::Kind::constraint)
      open.push_back(fmt::format("'{}' stays open by {:.4g}", part.name, part.amount));
    else
      stops.push_back(part.kind == Opposition::Kind::held ? fmt::format("'{}', which is held", part.name)
                                                          : fmt::format("the range of '{}'", part.name));
  std::string text = open.size() == 1 ? "constraint " : "constraints stand against each other: ";
  text += fmt::format("{}", fmt::join(open, ", "));
  return stops.empty() ? text : text + fmt::format("; in the way: {}", fmt::join(stops, ", "));
}

}  // namespace sarrus

#include "sarrus/rigid/internal/bilateral_rows.h"

#include "sarrus/loops/constraint_jacobian.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/internal/constraint_set.h"
#include "sarrus/system/internal/layout.h"
#include "sarrus/system/internal/prescribed_rates.h"
#include "sarrus/system/mobility.h"

namespace sarrus::internal {

namespace {

constexpr int of_constraints = -1, of_motions = -2;

void add_constraints(const State& state, RigidRows& rows, Array<BilateralRow>& out) {
  const ConstraintSet& set = state[state.layout().system.constraint_set];
  if (set.rows == 0) return;
  rows.set_element(of_constraints);
  const ConstraintJacobian& G = constraint_jacobian(state);
  const In<double> e = position_errors(state), v = velocity_errors(state);
  const Array<double> of_accelerations =
      set.rows > set.velocity_rows ? calc_constraint_biases(state) : Array<double>();
  Array<double> entries;
  for (std::size_t m = 0; m < set.members.size(); ++m) {
    const ConstraintSet::Member& member = set.members[m];
    const ConstraintJacobian::Block& block = G.blocks()[m];
    for (int i = 0; i < member.rows; ++i) {
      entries.clear();
      for (std::size_t k = 0; k < block.speeds.size(); ++k)
        entries.push_back(G.entries(block)[static_cast<int>(k) * block.stride + i]);
      rows.add_free({.first = member.constraint, .second = i}, block.speeds, entries);
      const double now = rows.row_speed(rows.groups().back(), 0, state.u());
      BilateralRow row{.unit_error = member.unit_errors[i]};
      if (i < member.velocity_rows)  // u = G·v + drift, and the velocity error now is u
        row.bias = v[member.first_velocity_row + i] - now;
      else  // G·v̇ + b = 0
        row.bias = rows.step() * of_accelerations[member.first_row + i] - now;
      if (i < member.position_rows) {
        row.has_position = true;
        row.error = e[member.first_position_row + i];
      }
      out.push_back(row);
    }
  }
}

void add_motions(const State& state, RigidRows& rows, Array<BilateralRow>& out) {
  const Prescription& given = state[state.layout().system.prescription];
  if (given.parts.empty()) return;
  rows.set_element(of_motions);
  State end = state;
  end.set_time(state.time() + rows.step());
  prescribe(end);
  Array<double> rates(state.nu(), 0.0);
  calc_prescribed_rates(state, given, rates);
  for (const Prescription::Part& part : given.parts) {
    // A coordinate that is given moves by its way within the step: what it carries moves with it.
    const bool is_way = part.level == MotionLevel::position && part.coordinates == part.speeds &&
                        speeds_are_rates(state.model().body(part.body).joint);
    for (int i = 0; i < part.speeds; ++i) {
      const int k = part.first_speed + i, q = part.first_coordinate + i;
      rows.add_free({.first = k}, {k}, {1.0});
      const double target = is_way                                    ? (end.q(q) - state.q(q)) / rows.step()
                            : part.level == MotionLevel::acceleration ? state.u(k) + rows.step() * rates[k]
                                                                      : end.u(k);
      out.push_back({.bias = -target});
    }
  }
}

}  // namespace

void add_bilateral_rows(const State& state, RigidRows& rows, Array<BilateralRow>& out) {
  out.clear();
  if (!state.layout().constraints.empty()) add_constraints(state, rows, out);
  add_motions(state, rows, out);
}

}  // namespace sarrus::internal

#include "sarrus/linearize/impulse_derivatives.h"

#include "sarrus/dynamics/jacobian.h"
#include "sarrus/linearize/internal/element_parameters.h"
#include "sarrus/linearize/internal/value_difference.h"
#include "sarrus/simulate/internal/speed_jump.h"
#include "sarrus/system/constraint_entry.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/internal/motion_derivatives.h"
#include "sarrus/system/responses.h"
#include "sarrus/system/rigid_element.h"

namespace sarrus {

using namespace internal;

namespace {

void refuse_rows_that_read_speeds(const State& state) {
  for (const auto& entry : state.layout().constraints)
    require(!entry->shape.rows_read_velocity || !state.is_enabled(entry->id),
            "the jump of '{}' by an impulse has no derivatives: the rows of the constraint '{}' depend on "
            "speeds; "
            "disable it, or difference the jump",
            state.model().name(), state.layout().name_of(entry->id));
}

/// Δu and Λ, one below the other, of generalized impulses.
VectorX<double> calc_jump(const State& state, Array<double> f) {
  const int n = state.nu(), rows = constraint_row_count(state);
  VectorX<double> all(n + rows);
  if (rows == 0) return copied(solve_for_jump(state, std::move(f), {}));
  const Array<double> none(rows, 0.0);
  solve_constrained(state, f, none, {all.data(), n}, {all.data() + n, rows});
  return all;
}
VectorX<double> calc_jump(const State& state, const FrameOn<double>& point, const Force<double>& impulse) {
  Array<double> f(state.nu(), 0.0);
  add_frame_jacobian_transpose_times(state.tree(), position(state), point, impulse, Out<double>(f));
  return calc_jump(state, std::move(f));
}

/// Columns of row-by-row derivatives of accelerations, and of multipliers below them.
MatrixX<double> take_columns(MotionDerivatives& motion, int first, int count) {
  Array<double> rows(motion.speeds() * motion.columns());
  motion.calc_accelerations(rows);
  if (motion.is_constrained())
    rows.insert(rows.end(), motion.multiplier_rows().begin(), motion.multiplier_rows().end());
  if (rows.empty()) return MatrixX<double>(0, count);
  using Rows = Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;
  return Rows(rows.data(), static_cast<Eigen::Index>(rows.size()) / motion.columns(), motion.columns())
      .middleCols(first, count);
}

}  // namespace

ImpulseDerivatives calc_impulse_derivatives(const State& state, const Place& at, const Vec3<double>& impulse,
                                            const Vec3<double>& angular, const Array<std::string>& values) {
  refuse_rigid_elements(state);
  refuse_rows_that_read_speeds(state);
  const FrameOn<double> body_point = at.find(state.model(), "the impulse");
  const FrameOn<double> point(body_point.body, body_point.X_BF.p);
  const Force<double> p{angular, impulse};
  State at_rest = state;
  at_rest.set_u(Array<double>(state.nu(), 0.0));
  const Eigen::Index n = state.nu();
  const VectorX<double> all = calc_jump(state, point, p);

  const ElementParameters parameters(state, values);
  MotionDerivatives motion(at_rest, true, parameters.all());
  const VectorX<double> jump = all.head(n), impulses = all.tail(all.size() - n);
  motion.calc_jump(at_rest, jump, impulses, {FrameOn<double>(0), point, p});
  ImpulseDerivatives out;
  out.jump = jump, out.impulses = impulses, out.differenced = motion.differenced();
  const auto split = [&](const MatrixX<double>& columns, MatrixX<double>& upper, MatrixX<double>& lower) {
    upper = columns.topRows(n);
    lower.resize(columns.rows() - n, columns.cols());
    if (lower.size() > 0) lower = columns.bottomRows(lower.rows());
  };
  split(take_columns(motion, 0, state.nu()), out.jump_by_dq, out.impulses_by_dq);

  MatrixX<double> by_impulse(all.size(), 6), by_values(all.size(), static_cast<Eigen::Index>(values.size()));
  for (int i = 0; i < 6; ++i) {
    const Vec3<double> unit = Vec3<double>::unit(i % 3), none = Vec3<double>::zero();
    by_impulse.col(i) =
        calc_jump(state, point, i < 3 ? Force<double>{unit, none} : Force<double>{none, unit});
  }
  split(by_impulse, out.jump_by_impulse, out.impulses_by_impulse);
  const MatrixX<double> by_parameters =
      take_columns(motion, motion.first_parameter(), static_cast<int>(parameters.all().size()));
  for (int j = 0; j < static_cast<int>(values.size()); ++j) {
    const int number = parameters.number(j);
    if (number >= 0 && motion.knows_parameter(number)) {
      by_values.col(j) = by_parameters.col(number);
      continue;
    }
    out.differenced.push_back(values[j]);
    by_values.col(j) = calc_value_difference(state, values[j], [&](const State& moved) {
                         return calc_jump(moved, point, p);
                       }).derivative;
  }
  split(by_values, out.jump_by_values, out.impulses_by_values);
  return out;
}

}  // namespace sarrus

#include "sarrus/system/internal/constraint_derivatives.h"

#include <algorithm>

#include "sarrus/base/internal/index.h"
#include "sarrus/system/internal/constraint_members.h"

namespace sarrus::internal {

/// A constraint with all that its functions are called with.
struct ConstraintDerivatives::Call {
  const State& state;
  const ConstraintSet::Member& member;
  In<double> lambda;  ///< Multipliers of its rows.
  double time;
  In<double> parameters;
  Array<Motion<double>> A;  ///< Accelerations of its frames.
  Array<double> udot;       ///< Of its mobilities.
  double stabilization;     ///< Time of stabilization, or zero.
  Cause cause;

  int outputs() const { return 6 * member.frames + member.mobilities; }
  int values() const { return outputs() + member.rows + member.velocity_rows; }
  int inputs() const { return 12 * member.frames + 2 * member.mobilities; }

  template <class T>
  ConstraintArguments<T> arguments(const State& at, In<RelativeMotion<T>> frames, In<T> q, In<T> u,
                                   In<T> values) const {
    return {T(time), frames, q, u, values, &at};
  }
};

namespace {

/// The motion of a frame, moved along number i of the twelve that describe it.
RelativeMotion<double> moved(RelativeMotion<double> M, int i, double step) {
  const int k = i % 3;
  if (i < 3) M.X.R = Rotation<double>::about(Vec3<double>::unit(k), step) * M.X.R;
  if (i >= 3 && i < 6) M.X.p[k] += step;
  if (i >= 6 && i < 9) M.V.w[k] += step;
  if (i >= 9) M.V.v[k] += step;
  return M;
}

}  // namespace

template <class T>
ConstraintResults<T> ConstraintDerivatives::prepare(const Call& call, Results<T>& to) {
  const ConstraintSet::Member& member = call.member;
  to.errors.assign(member.position_rows, T(0)), to.drifts.assign(member.velocity_rows, T(0));
  to.biases.assign(member.rows, T(0)), to.speeds.assign(member.rows * member.mobilities, T(0));
  to.wrenches.assign(member.rows * member.frames, Force<T>::zero());
  return {Out<T>(to.errors),
          {to.wrenches.data(), to.speeds.data(), member.frames, member.mobilities},
          Out<T>(to.drifts),
          Out<T>(to.biases)};
}

/// With multipliers λ, accelerations A and a time T of stabilization, and v = rows·V + drift:
///   y = Σ λ·rows,   a = rows·A + bias + (2/T)·v + e/T²  (position rows),   v̇ + v/T  (velocity rows)
template <class T>
void ConstraintDerivatives::combine(const Call& call, In<RelativeMotion<T>> frames, In<T> u,
                                    Results<T>& of) const {
  const ConstraintSet::Member& member = call.member;
  of.values.assign(call.values(), T(0));
  T *y = of.values.data(), *a = y + call.outputs(), *v = a + member.rows;
  for (int r = 0; r < member.rows; ++r) {
    const bool has_velocity = r < member.velocity_rows;
    const T lambda(call.lambda[index(r)]);
    if (call.cause == Cause::forces) a[r] = of.biases[r];
    if (has_velocity) v[r] = of.drifts[r];
    for (int f = 0; f < member.frames; ++f) {
      const Force<T>& W = of.wrenches[r * member.frames + f];
      for (int i = 0; i < 3; ++i) y[6 * f + i] += lambda * W.t[i], y[6 * f + 3 + i] += lambda * W.f[i];
      a[r] += dot(call.A[f].cast<T>(), W);
      if (has_velocity) v[r] += dot(frames[index(f)].V, W);
    }
    for (int m = 0; m < member.mobilities; ++m) {
      const T& c = of.speeds[r * member.mobilities + m];
      y[6 * member.frames + m] += lambda * c;
      a[r] += T(call.udot[m]) * c;
      if (has_velocity) v[r] += u[index(m)] * c;
    }
    const double rate = call.stabilization > 0 ? 1 / call.stabilization : 0;
    if (rate == 0 || !has_velocity) continue;
    a[r] += T(r < member.position_rows ? 2 * rate : rate) * v[r];
    if (r < member.position_rows) a[r] += T(rate * rate) * of.errors[r];
  }
}

/// The values with the local motions that stand in frames_, q_ and u_.
void ConstraintDerivatives::evaluate(const Call& call, const State& at) {
  const ConstraintResults<double> to = prepare(call, plain_);
  const Constraint& element = *call.member.element;
  const auto arguments = call.arguments<double>(at, frames_, q_, u_, call.parameters);
  if (call.member.position_rows > 0) element.calc_errors(arguments, to.errors);
  element.calc_rows(arguments, to.rows);
  if (call.member.velocity_rows > 0) element.calc_drifts(arguments, to.drifts);
  element.calc_biases(arguments, to.biases);
  combine<double>(call, frames_, u_, plain_);
}

/// The values with the dual numbers that stand in dual_frames_, dual_q_, dual_u_ and dual_parameters_.
/// Returns false if the constraint does not compute in them.
bool ConstraintDerivatives::evaluate_in_duals(const Call& call) {
  const ConstraintResults<Dual8> to = prepare(call, duals_);
  const auto arguments = call.arguments<Dual8>(call.state, dual_frames_, dual_q_, dual_u_, dual_parameters_);
  if (!call.member.element->calc_in_duals(arguments, to)) return false;
  combine<Dual8>(call, dual_frames_, dual_u_, duals_);
  return true;
}

/// Derivatives of the values by x in dual numbers. Returns false if the constraint has none.
bool ConstraintDerivatives::differentiate(const Call& call) {
  const int n = call.inputs(), frames = call.member.frames, mobilities = call.member.mobilities;
  dual_frames_.clear();
  for (const RelativeMotion<double>& M : frames_) dual_frames_.push_back(with_no_variation(M));
  dual_q_.assign(q_.begin(), q_.end()), dual_u_.assign(u_.begin(), u_.end());
  dual_parameters_.assign(call.parameters.begin(), call.parameters.end());
  const auto pass = [&](int first, int count) {
    if (!evaluate_in_duals(call)) return false;
    for (int o = 0; o < call.values(); ++o)
      for (int d = 0; d < count; ++d) values_by_x_[o * n + first + d] = duals_.values[o].partial[d];
    return true;
  };
  for (int f = 0; f < frames; ++f) {
    dual_frames_[f] = with_varied_pose(frames_[f]);
    if (!pass(12 * f, 6)) return false;
    dual_frames_[f] = with_varied_velocity(frames_[f]);
    (void)pass(12 * f + 6, 6);
    dual_frames_[f] = with_no_variation(frames_[f]);
  }
  constexpr int at_once = 4;
  for (int m = 0; m < mobilities; m += at_once) {
    const int count = std::min(at_once, mobilities - m);
    for (int i = 0; i < count; ++i) dual_q_[m + i].partial[2 * i] = 1, dual_u_[m + i].partial[2 * i + 1] = 1;
    if (!pass(12 * frames + 2 * m, 2 * count)) return false;
    for (int i = 0; i < count; ++i) dual_q_[m + i] = Dual8(q_[m + i]), dual_u_[m + i] = Dual8(u_[m + i]);
  }
  return true;
}

/// Adds derivatives by those of some parameters that are the constraint's own, after differentiate().
void ConstraintDerivatives::differentiate_by(const Array<Parameter>& parameters, const Call& call,
                                             ForceDerivatives& forces) {
  const Array<Parameter>& own = entry_of(call.state, call.member).parameters;
  const int count = static_cast<int>(parameters.size()), outputs = call.outputs();
  for (int p = 0; p < count; ++p)
    for (std::size_t k = 0; k < own.size(); ++k) {
      if (own[k].index != parameters[p].index) continue;
      dual_parameters_[k].partial[0] = 1;
      (void)evaluate_in_duals(call);
      dual_parameters_[k].partial[0] = 0;
      AppliedForces& change = *forces.change_by(parameters[p]);
      for (int i = 0; i < static_cast<int>(local_.speeds().size()); ++i) {
        double sum = 0;
        for (int o = 0; o < outputs; ++o) sum += local_.action(i)[index(o)] * duals_.values[o].partial[0];
        change.add_to_speed(local_.speeds()[i], sum);
      }
      for (int r = 0; r < call.member.rows; ++r)
        a_by_p_[(call.member.first_row + r) * count + p] += duals_.values[outputs + r].partial[0];
    }
}

/// Derivatives of the values by x as central differences.
void ConstraintDerivatives::difference(const Call& call) {
  const int n = call.inputs(), of_frames = 12 * call.member.frames;
  const double step = VariedState::step;
  const Array<RelativeMotion<double>> frames = frames_;
  const Array<double> q = q_, u = u_;
  for (int x = 0; x < n; ++x) {
    const auto move = [&](double by) {
      frames_ = frames, q_ = q, u_ = u;
      if (x < of_frames)
        frames_[x / 12] = moved(frames[x / 12], x % 12, by);
      else
        ((x - of_frames) % 2 == 0 ? q_ : u_)[(x - of_frames) / 2] += by;
      evaluate(call, call.state);
    };
    move(-step);
    before_ = plain_.values;
    move(step);
    for (int o = 0; o < call.values(); ++o)
      values_by_x_[o * n + x] = (plain_.values[o] - before_[o]) / (2 * step);
  }
  frames_ = frames, q_ = q, u_ = u;
}

/// Adds derivatives by all that the constraint reads of the State besides x.
void ConstraintDerivatives::difference_reads(const Call& call, VariedState& varied,
                                             ForceDerivatives& forces) {
  const ConstraintSet::Member& member = call.member;
  const ConstraintShape& shape = entry_of(call.state, member).shape;
  const int nu = call.state.nu(), nz = call.state.nz(), outputs = call.outputs();
  bool reads = false;
  for (const Varied kind : {Varied::dq, Varied::u, Varied::z}) {
    if (!vary_with(call.state, shape.reads, kind) && !vary_with(call.state, shape.rates_read, kind)) continue;
    for (int k = 0; k < varied.directions(kind); ++k) {
      reads = true;
      before_.assign(call.values(), 0.0);
      const double scale = varied.both_sides(kind, k, [&](const State& at, double sign) {
        evaluate(call, at);
        for (int o = 0; o < call.values(); ++o) before_[o] += sign * plain_.values[o];
      });
      for (double& value : before_) value *= scale;
      for (std::size_t i = 0; i < local_.speeds().size(); ++i) {
        double sum = 0;
        for (int o = 0; o < outputs; ++o) sum += local_.action(static_cast<int>(i))[index(o)] * before_[o];
        const int speed = local_.speeds()[i];
        if (kind == Varied::z)
          forces.add_by_z(speed, k, sum);
        else
          forces.add(speed, k, kind == Varied::dq ? sum : 0, kind == Varied::u ? sum : 0);
      }
      const int stride = kind == Varied::z ? nz : nu;
      Array<double>& a = kind == Varied::dq ? a_by_dq_ : kind == Varied::u ? a_by_u_ : a_by_z_;
      for (int r = 0; r < member.rows; ++r) a[(member.first_row + r) * stride + k] += before_[outputs + r];
      Array<double>& v = kind == Varied::dq ? v_by_dq_ : v_by_z_;
      for (int r = 0; r < member.velocity_rows && kind != Varied::u; ++r)
        v[(member.first_velocity_row + r) * stride + k] += before_[outputs + member.rows + r];
    }
  }
  if (reads && (differenced_.empty() || differenced_.back() != member.constraint))
    differenced_.push_back(member.constraint);
}

/// From local derivatives to those by coordinates and speeds.
void ConstraintDerivatives::chain(const Call& call, const MotionVariation<double>& motion,
                                  ForceDerivatives& forces) {
  const ConstraintSet::Member& member = call.member;
  const int n = call.inputs(), outputs = call.outputs(), nu = call.state.nu();
  local_.add_forces(call.state.tree(), motion, In<double>(plain_.values.data(), index(outputs)),
                    In<double>(values_by_x_.data(), index(outputs * n)), forces);
  const auto product = [&](int value, In<double> x) {
    double sum = 0;
    for (int i = 0; i < n; ++i) sum += values_by_x_[value * n + i] * x[index(i)];
    return sum;
  };
  for (int i = 0; i < static_cast<int>(local_.speeds().size()); ++i) {
    const int k = local_.speeds()[i];
    for (int r = 0; r < member.rows; ++r) {
      const int to = (member.first_row + r) * nu + k;
      a_by_dq_[to] += product(outputs + r, local_.by_dq(i));
      a_by_u_[to] += product(outputs + r, local_.by_u(i));
    }
    for (int r = 0; r < member.velocity_rows; ++r)
      v_by_dq_[(member.first_velocity_row + r) * nu + k] +=
          product(outputs + member.rows + r, local_.by_dq(i));
  }
  for (int f = 0; f < member.frames; ++f)
    for (const RelativeVariation::Column& column : local_.frame(f).columns())
      for (int r = 0; r < member.rows; ++r) {
        const Force<double>& W = plain_.wrenches[r * member.frames + f];
        const int to = (member.first_row + r) * nu + column.speed;
        a_by_dq_[to] += dot(column.acceleration_by_dq, W);
        a_by_u_[to] += dot(column.acceleration_by_u, W);
      }
}

void ConstraintDerivatives::calc(const State& state, const MotionVariation<double>& motion, In<double> udot,
                                 In<double> lambda, const Array<Parameter>& parameters, VariedState& varied,
                                 ForceDerivatives& forces, Cause cause) {
  const SystemQuantities& quantities = known(state);
  const ConstraintSet& set = state[quantities.constraint_set];
  const ConstraintConstants& constants = state[quantities.constraint_constants];
  const ConstraintPositions& positions = state[quantities.constraint_positions];
  const ConstraintVelocities& velocities = state[quantities.constraint_velocities];
  for (Array<double>* each : {&a_by_dq_, &a_by_u_}) each->assign(set.rows * state.nu(), 0.0);
  a_by_z_.assign(set.rows * state.nz(), 0.0);
  a_by_p_.assign(index(set.rows) * parameters.size(), 0.0);
  v_by_dq_.assign(set.velocity_rows * state.nu(), 0.0);
  v_by_z_.assign(set.velocity_rows * state.nz(), 0.0);
  differenced_.clear();
  for (std::size_t m = 0; m < set.members.size(); ++m) {
    const ConstraintSet::Member& member = set.members[m];
    places_.clear(), direct_.clear();
    for (int f = member.first_frame; f < member.first_frame + member.frames; ++f)
      places_.push_back({constants.F[m].node, constants.M[f].node, positions.R_FW[m], positions.p_WM[f]});
    for (const Mobility& mobility : entry_of(state, member).shape.mobilities)
      direct_.push_back({mobility.number(), mobility.has_coordinate()});
    local_.set(state.tree(), state[quantities.position], motion, places_, direct_);
    Call call{state,
              member,
              {lambda.data() + member.first_row, index(member.rows)},
              member.reads_time ? state.time() : 0,
              {constants.parameters.data() + member.first_parameter, index(member.parameters)},
              {},
              {},
              cause == Cause::forces ? state[state.layout().stabilization_time] : 0,
              cause};
    for (int f = 0; f < member.frames; ++f) call.A.push_back(local_.frame(f).acceleration());
    for (const LocalVariation::Direct& mobility : direct_) call.udot.push_back(udot[index(mobility.speed)]);
    const auto part = [](const auto& all, int first, int count) {
      return std::remove_cvref_t<decltype(all)>(all.begin() + first, all.begin() + first + count);
    };
    frames_ = part(velocities.frames, member.first_frame, member.frames);
    q_ = part(positions.q, member.first_mobility, member.mobilities);
    u_ = part(velocities.u, member.first_mobility, member.mobilities);
    values_by_x_.resize(index(call.values()) * index(call.inputs()));
    if (differentiate(call)) {
      differentiate_by(parameters, call, forces);
    } else {
      difference(call);
      differenced_.push_back(member.constraint);
    }
    difference_reads(call, varied, forces);
    evaluate(call, state);
    chain(call, motion, forces);
  }
}

}  // namespace sarrus::internal

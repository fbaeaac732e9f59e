#include "sarrus/system/internal/motion_derivatives.h"

#include <algorithm>
#include <array>

#include "sarrus/base/internal/index.h"
#include "sarrus/dynamics/coordinates.h"
#include "sarrus/dynamics/jacobian.h"
#include "sarrus/scalar/scalar_types.h"
#include "sarrus/sparse/symmetric_solve.h"
#include "sarrus/system/force_element.h"
#include "sarrus/system/internal/constraint_set.h"
#include "sarrus/system/internal/couplings.h"
#include "sarrus/system/internal/named_reading.h"
#include "sarrus/system/mobility.h"
#include "sarrus/system/responses.h"

namespace sarrus::internal {

namespace {

bool has_rows(const State& state) {
  return !state.layout().constraints.empty() && state[state.layout().system.constraint_set].rows > 0;
}

/// Whether all constraints couple speeds in fixed proportions and are eliminated.
bool is_eliminated(const State& state) {
  return follow_couplings(state) && !state[state.layout().system.couplings].formulas;
}

/// Adds factor·Gᵀ·A to a matrix whose columns have `height` numbers, where A has the pattern of a tree.
void add_tree_rows(const Array<SpeedEntry>& G, const Array<int>& first_entry,
                   const TwoSidedTreeMatrix<double>& A, double factor, int height, Array<double>& to) {
  const auto add = [&](int i, int j, double value) {
    for (int e = first_entry[i]; e < first_entry[i + 1]; ++e)
      to[index(j) * index(height) + index(G[e].column)] += factor * G[e].coefficient * value;
  };
  const TreePattern& pattern = A.lower.pattern();
  for (int i = 0; i < A.size(); ++i) {
    const int last = pattern.length(i) - 1, *columns = pattern.columns(i);
    for (int k = 0; k <= last; ++k) add(i, columns[k], A.lower.row(i)[k]);
    for (int k = 0; k < last; ++k) add(columns[k], i, A.upper.row(i)[k]);
  }
}

}  // namespace

/// A column of B, and of the derivatives of the acceleration errors of constraints, row by row.
struct MotionDerivatives::Column {
  const double *B, *a;
  std::size_t stride;  ///< From one number of `a` to the next.
  bool is_ignored = false;
};

MotionDerivatives::MotionDerivatives(const State& state, bool with_multipliers,
                                     const Array<Parameter>& parameters)
    : nq_(state.nq()),
      nu_(state.nu()),
      nz_(state.nz()),
      with_multipliers_(with_multipliers),
      inverse_(state.tree()),
      known_(parameters),
      forces_(nu_, state.model().body_count(), parameters),
      applied_(state.model().body_count(), nu_),
      changes_(state.model().body_count()),
      tau_(nu_) {
  const Array<Body>& bodies = state.model().bodies();
  for (int b = 0; b < static_cast<int>(bodies.size()); ++b) {
    const Body& body = bodies[b];
    if (speeds_are_rates(body.joint)) {
      for (int k = 0; k < body.nu; ++k) plain_.push_back({body.q0 + k, body.u0 + k});
      continue;
    }
    const std::size_t nq = index(body.nq), nu = index(body.nu);
    joints_.push_back({b, body.q0, body.nq, body.u0, body.nu, Array<double>(nq * nu), Array<double>(nu * nq),
                       Array<double>(nq * nq)});
  }
}

std::string MotionDerivatives::find_obstacle(const State& state) {
  const SystemLayout& layout = state.layout();
  const SystemQuantities& known = layout.system;
  if (!layout.relaxations.empty()) return "it has fast variables";
  for (const Prescription::Part& part : state[known.prescription].parts)
    if (part.motion >= 0 && part.level != MotionLevel::position && layout.motions[part.motion].motion)
      return "a prescribed motion depends on the state";
  return "";
}

bool MotionDerivatives::are_reduced(const State& state) {
  return are_known(state) && state.nz() == 0 && (!has_rows(state) || is_eliminated(state));
}

/// Speeds and coordinates that are functions of time: what the variables say of them does not count.
void MotionDerivatives::find_given(const State& state) {
  is_given_position_.assign(nu_, 0), is_given_speed_.assign(nu_, 0);
  for (const Prescription::Part& part : state[state.layout().system.prescription].parts)
    for (int k = part.first_speed; k < part.first_speed + part.speeds && part.motion >= 0; ++k) {
      is_given_position_[k] = part.level == MotionLevel::position;
      is_given_speed_[k] = part.level != MotionLevel::acceleration;
    }
  for (PlainRate& rate : plain_) rate.is_given = is_given_speed_[rate.speed];
}

/// Finds G: speeds that neither follow others nor are given are independent; all are if constraints are
/// solved for multipliers, which hold the given ones.
void MotionDerivatives::find_independent(const State& state) {
  const SystemQuantities& known = state.layout().system;
  const Prescription& prescription = state[known.prescription];
  const bool is_coupled = has_rows(state) && !is_constrained_;
  const Array<FollowingSpeed> none;
  const Array<FollowingSpeed>& following = is_coupled ? state[known.couplings].speeds->following() : none;
  constexpr int given = -1;
  column_.assign(nu_, 0);
  for (int k = 0; k < nu_; ++k)
    if (prescription.speeds.contains(k) && !is_constrained_) column_[k] = given;
  for (int i = 0; i < static_cast<int>(following.size()); ++i) column_[following[i].speed] = given - 1 - i;
  nv_ = 0;
  for (int& column : column_)
    if (column == 0) column = nv_++;
  G_.clear(), first_entry_.clear();
  for (int k = 0; k < nu_; ++k) {
    first_entry_.push_back(static_cast<int>(G_.size()));
    if (column_[k] >= 0) G_.push_back({k, column_[k], 1.0});
    if (column_[k] >= given) continue;
    const FollowingSpeed& follower = following[given - 1 - column_[k]];
    for (std::size_t i = 0; i < follower.leaders.size(); ++i)
      G_.push_back({k, column_[follower.leaders[i]], follower.coefficients[i]});
  }
  first_entry_.push_back(static_cast<int>(G_.size()));
}

void MotionDerivatives::start(const State& state) {
  differenced_.clear();
  varied_.start(state);
  is_constrained_ = has_rows(state) && (with_multipliers_ || !is_eliminated(state));
  find_given(state);
  find_independent(state);
  known_.start(state);
}

bool MotionDerivatives::calc(const State& state, In<double> udot) {
  obstacle_ = find_obstacle(state);
  if (!obstacle_.empty()) return false;
  start(state);
  const Array<int> without = find_forces(state);
  calc_inverse_dynamics(state, udot);
  chain_relative_forces(state);
  difference_forces(state, without);
  difference_ports(state, udot);
  if (is_constrained_) {
    constraints_.calc(state, inverse_.motion, udot, state[state.layout().system.multipliers].of_rows,
                      known_.parameters(), varied_, forces_);
    for (const int c : constraints_.differenced())
      differenced_.push_back(state.layout().name_of(state.layout().constraints[c]->id));
  }
  solve(state);
  for (JointRates& joint : joints_) calc_joint_rates(state, joint);
  difference_auxiliaries(state);
  return true;
}

/// From the derivatives of forces and of inverse dynamics to those of accelerations.
void MotionDerivatives::solve(const State& state) {
  known_.note_constraints(state, forces_);
  project();
  project_parameters(state);
  if (is_constrained_ && solves_)
    solve_constrained(state);
  else
    add_mass(state);
}

void MotionDerivatives::calc_jump(const State& at_rest, In<double> jump, In<double> impulses,
                                  const RelativeForce& cause) {
  start(at_rest);
  forces_.clear();
  forces_.add(cause);
  const Array<double> none(nu_, 0.0);
  calc_inverse_dynamics_derivatives<double>(
      at_rest.tree(), {.q = at_rest.q(), .u = none, .udot = jump, .gravity = false}, inverse_);
  chain_relative_forces(at_rest);
  difference_ports(at_rest, jump);
  if (is_constrained_)
    constraints_.calc(at_rest, inverse_.motion, jump, impulses, known_.parameters(), varied_, forces_,
                      ConstraintDerivatives::Cause::impulses);
  solve(at_rest);
}

/// Asks the elements for their derivatives. Returns the numbers of those that have none.
Array<int> MotionDerivatives::find_forces(const State& state) {
  const SystemLayout& layout = state.layout();
  forces_.clear();
  Array<int> without;
  for (std::size_t i = 0; i < layout.forces.size(); ++i) {
    if (!state.is_enabled(layout.force_ids[i])) continue;
    const bool has_derivatives = layout.forces[i]->add_derivatives(state, forces_);
    known_.note_force(state, static_cast<int>(i), has_derivatives, forces_);
    if (!has_derivatives) without.push_back(static_cast<int>(i));
    if (forces_.take_differenced() || !has_derivatives)
      differenced_.push_back(layout.name_of(layout.force_ids[i]));
  }
  return without;
}

/// Derivatives of inverse dynamics under the forces on bodies that keep their directions in the world:
/// relative forces turn with the bodies, and are left out.
void MotionDerivatives::calc_inverse_dynamics(const State& state, In<double> udot) {
  In<Force<double>> forces = applied_forces(state).on_bodies();
  if (!forces_.relative().empty() && !forces.empty()) {
    fixed_forces_.assign(forces.begin(), forces.end());
    for (const RelativeForce& force : forces_.relative()) {
      const Force<double> F_M = pose(state, force.F).R * force.on_M;
      const Vec3<double> p_WM = pose(state, force.M).p;
      Force<double>&on_M = fixed_forces_[force.M.body], &on_F = fixed_forces_[force.F.body];
      on_M = on_M - shift(F_M, pose(state, force.M.body).p - p_WM);
      on_F = on_F + shift(F_M, pose(state, force.F.body).p - p_WM);
    }
    forces = fixed_forces_;
  }
  calc_inverse_dynamics_derivatives<double>(state.tree(),
                                            {.q = state.q(),
                                             .u = state.u(),
                                             .udot = udot,
                                             .forces = forces,
                                             .gravity = state.is_enabled(state.layout().gravity)},
                                            inverse_);
}

/// Adds the derivatives of relative forces by coordinates and speeds.
void MotionDerivatives::chain_relative_forces(const State& state) {
  const Tree<double>& tree = state.tree();
  local_y_.resize(6), local_y_by_x_.resize(index(6 * 12));
  for (const RelativeForce& force : forces_.relative()) {
    const RelativePlace place{tree.place(force.F.body).node, tree.place(force.M.body).node,
                              transpose(LaneRotation<double>(pose(state, force.F).R.matrix())),
                              Lane3d(pose(state, force.M).p)};
    local_.set(tree, position(state), inverse_.motion, {&place, 1}, {});
    for (int i = 0; i < 3; ++i) {
      local_y_[i] = force.on_M.t[i], local_y_[3 + i] = force.on_M.f[i];
      for (int x = 0; x < 12; ++x) {
        const Force<double>& change = x < 6 ? force.by_pose[index(x)] : force.by_velocity[index(x - 6)];
        local_y_by_x_[i * 12 + x] = change.t[i], local_y_by_x_[(3 + i) * 12 + x] = change.f[i];
      }
    }
    local_.add_forces(tree, inverse_.motion, local_y_, local_y_by_x_, forces_);
  }
}

/// Adds central differences of the forces that elements without derivatives apply.
void MotionDerivatives::difference_forces(const State& state, const Array<int>& elements) {
  if (elements.empty()) return;
  const SystemLayout& layout = state.layout();
  const bool read_z = std::any_of(elements.begin(), elements.end(),
                                  [&](int i) { return vary_with(state, layout.force_reads[i], Varied::z); });
  for (const Varied kind : {Varied::dq, Varied::u, Varied::z})
    for (int k = 0; k < varied_.directions(kind) && (kind != Varied::z || read_z); ++k) {
      std::fill(tau_.begin(), tau_.end(), 0.0);
      std::fill(changes_.begin(), changes_.end(), Force<double>::zero());
      const double scale = varied_.both_sides(kind, k, [&](const State& at, double sign) {
        applied_.clear();
        for (const int i : elements) add_forces_of(*layout.forces[i], layout.force_ids[i], at, applied_);
        for (int b = 0; b < static_cast<int>(changes_.size()); ++b)
          changes_[b] = changes_[b] + sign * applied_.on_body(b);
        for (int i = 0; i < nu_; ++i) tau_[i] += sign * applied_.on_speed(i);
      });
      Array<double>& on_speeds = wanted_;
      on_speeds = tau_;
      calc_system_jacobian_transpose_times(state.tree(), position(state), changes_, sums_, Out<double>(tau_));
      for (int i = 0; i < nu_; ++i) {
        const double slope = scale * (tau_[i] + on_speeds[i]);
        if (slope == 0) continue;
        if (kind == Varied::z)
          forces_.add_by_z(i, k, slope);
        else
          forces_.add(i, k, kind == Varied::dq ? slope : 0, kind == Varied::u ? slope : 0);
      }
    }
}

/// The forces −m(q)·u̇ of ports whose inertias depend on coordinates.
void MotionDerivatives::difference_ports(const State& state, In<double> udot) {
  const SystemLayout& layout = state.layout();
  if (!layout.quantities[layout.system.port_inertia.index].sources.contains(static_cast<int>(Source::q)))
    return;
  for (const PortEntry& port : layout.ports) {
    if (port.element.index >= 0 && !state.is_enabled(port.element)) continue;
    bool varies = false;
    for (int k = 0; k < nu_; ++k) {
      double change = 0;
      change *= varied_.both_sides(Varied::dq, k,
                                   [&](const State& at, double sign) { change += sign * port.m(at); });
      if (change != 0) forces_.add(port.speed, k, -change * udot[port.speed], 0), varies = true;
    }
    if (varies) differenced_.push_back("the port of " + port.owner);
  }
}

/// ∂ż/∂(δ, u, z) as central differences.
void MotionDerivatives::difference_auxiliaries(const State& state) {
  const SystemLayout& layout = state.layout();
  const std::size_t columns_of_all = index(columns());
  auxiliary_rows_.assign(index(nz_) * columns_of_all, 0.0);
  Array<double> rates, change;
  for (const AuxiliaryBlock& block : layout.auxiliary_blocks) {
    bool varies = false;
    for (const Varied kind : {Varied::dq, Varied::u, Varied::z}) {
      if (!vary_with(state, block.reads, kind)) continue;
      varies = true;
      const int first = kind == Varied::dq ? 0 : kind == Varied::u ? nu_ : 2 * nu_;
      for (int k = 0; k < varied_.directions(kind); ++k) {
        change.assign(block.variables.count, 0.0);
        const double scale = varied_.both_sides(kind, k, [&](const State& at, double sign) {
          rates.assign(block.variables.count, 0.0);
          block.derivative(at, rates);
          for (std::size_t i = 0; i < rates.size(); ++i) change[i] += sign * rates[i];
        });
        if (is_ignored(kind, k)) continue;
        for (int i = 0; i < block.variables.count; ++i)
          auxiliary_rows_[index(block.variables.first + i) * columns_of_all + index(first + k)] =
              scale * change[i];
      }
    }
    if (varies) differenced_.push_back("the rate of " + layout.auxiliaries[block.variables.first].name);
  }
}

/// B_q, B_u and B_z from the derivatives of inverse dynamics and of forces.
void MotionDerivatives::project() {
  const std::size_t nv = index(nv_), nu = index(nu_);
  for (Array<double>* each : {&B_q_, &B_u_}) each->assign(nv * nu, 0.0);
  add_tree_rows(G_, first_entry_, inverse_.by_dq, -1, nv_, B_q_);
  add_tree_rows(G_, first_entry_, inverse_.by_u, -1, nv_, B_u_);
  const In<double> by_dq = forces_.by_dq(), by_u = forces_.by_u();
  for (const SpeedEntry& entry : G_) {
    const auto add = [&](std::size_t k, double slope_q, double slope_u) {
      B_q_[k * nv + index(entry.column)] += entry.coefficient * slope_q;
      B_u_[k * nv + index(entry.column)] += entry.coefficient * slope_u;
    };
    add(index(entry.speed), forces_.diagonal_by_dq()[entry.speed], forces_.diagonal_by_u()[entry.speed]);
    for (std::size_t k = 0; k < by_dq.size() / nu; ++k)
      add(k, by_dq[index(entry.speed) * nu + k], by_u[index(entry.speed) * nu + k]);
  }
  for (std::size_t k = 0; k < nu; ++k) {
    if (is_given_position_[k]) std::fill_n(B_q_.begin() + static_cast<std::ptrdiff_t>(k * nv), nv, 0.0);
    if (is_given_speed_[k]) std::fill_n(B_u_.begin() + static_cast<std::ptrdiff_t>(k * nv), nv, 0.0);
  }
  B_z_.assign(nv * index(nz_), 0.0);
  for (const ForceDerivatives::EntryByZ& by_z : forces_.by_z())
    for (int e = first_entry_[by_z.speed]; e < first_entry_[by_z.speed + 1]; ++e)
      B_z_[index(by_z.variable) * nv + index(G_[e].column)] += G_[e].coefficient * by_z.value;
}

/// B_p from the forces that elements have given by parameters.
void MotionDerivatives::project_parameters(const State& state) {
  const std::size_t nv = index(nv_);
  B_p_.assign(nv * known_.parameters().size(), 0.0);
  for (int p = 0; p < static_cast<int>(known_.parameters().size()); ++p) {
    const AppliedForces& change = forces_.by_parameter(p);
    tau_.assign(nu_, 0.0);
    if (const In<Force<double>> on_bodies = change.on_bodies(); !on_bodies.empty()) {
      changes_.assign(on_bodies.begin(), on_bodies.end());
      calc_system_jacobian_transpose_times(state.tree(), position(state), changes_, sums_, Out<double>(tau_));
    }
    for (int i = 0; i < nu_; ++i) tau_[i] += change.on_speed(i);
    for (const SpeedEntry& entry : G_)
      B_p_[index(p) * nv + index(entry.column)] += entry.coefficient * tau_[entry.speed];
  }
}

/// D = Gᵀ·M·G by the entries of M, each with its mirror image.
void MotionDerivatives::add_mass(const State& state) {
  const std::size_t nv = index(nv_);
  const In<double> ports = state[state.layout().system.port_inertia];
  D_.assign(nv * nv, 0.0);
  const TreePattern& pattern = inverse_.by_udot.pattern();
  const auto add = [&](int i, int j, double m) {
    for (int a = first_entry_[i]; a < first_entry_[i + 1]; ++a)
      for (int b = first_entry_[j]; b < first_entry_[j + 1]; ++b)
        D_[index(G_[a].column) * nv + index(G_[b].column)] += G_[a].coefficient * G_[b].coefficient * m;
  };
  for (int i = 0; i < nu_; ++i) {
    const int last = pattern.length(i) - 1, *columns = pattern.columns(i);
    const double* row = inverse_.by_udot.row(i);
    for (int k = 0; k < last; ++k) add(i, columns[k], row[k]), add(columns[k], i, row[k]);
    add(i, i, row[last] + (ports.empty() ? 0 : ports[i]));
  }
}

/// N, its inverse and ∂(N·u)/∂q, by dual numbers of the joint alone.
void MotionDerivatives::calc_joint_rates(const State& state, JointRates& to) const {
  const Joint& joint = state.model().body(to.body).joint;
  const double *q = state.q().data() + to.q0, *u = state.u().data() + to.u0;
  std::array<double, max_joint_coordinates> coordinates{};
  std::array<double, max_joint_speeds> speeds{};
  for (int k = 0; k < to.nu; ++k) {
    speeds.fill(0), speeds[index(k)] = 1;
    joint.qdot(q, speeds.data(), coordinates.data());
    for (int i = 0; i < to.nq; ++i)
      to.N[i * to.nu + k] = is_given_speed_[to.u0 + k] ? 0 : coordinates[index(i)];
  }
  std::array<Dual8, max_joint_coordinates> varied{}, rates{};
  std::array<Dual8, max_joint_speeds> fixed{};
  for (int i = 0; i < to.nq; ++i) {
    coordinates.fill(0), coordinates[index(i)] = 1;
    joint.speeds(q, coordinates.data(), speeds.data());
    for (int k = 0; k < to.nu; ++k) to.N_inverse[k * to.nq + i] = speeds[index(k)];
    varied[index(i)] = Dual8::variable(q[i], i);
  }
  for (int k = 0; k < to.nu; ++k) fixed[index(k)] = Dual8(u[k]);
  joint.qdot(varied.data(), fixed.data(), rates.data());
  const bool is_given = is_given_position_[to.u0];
  for (int i = 0; i < to.nq; ++i)
    for (int j = 0; j < to.nq; ++j) to.by_q[i * to.nq + j] = is_given ? 0 : rates[index(i)].partial[j];
}

MotionDerivatives::Column MotionDerivatives::column(int k) const {
  const auto of = [&](const Array<double>& B, In<double> a, int own, int count,
                      bool is_ignored = false) -> Column {
    return {B.data() + index(own) * index(nv_), a.empty() ? nullptr : a.data() + own, index(count),
            is_ignored};
  };
  if (k < nu_) return of(B_q_, constraints_.acceleration_by_dq(), k, nu_, is_ignored(Varied::dq, k));
  if (k < 2 * nu_)
    return of(B_u_, constraints_.acceleration_by_u(), k - nu_, nu_, is_ignored(Varied::u, k - nu_));
  if (k < first_parameter()) return of(B_z_, constraints_.acceleration_by_z(), k - 2 * nu_, nz_);
  return of(B_p_, constraints_.acceleration_by_parameters(), k - first_parameter(),
            static_cast<int>(known_.parameters().size()));
}

/// δu̇ and δλ in all directions by the factors of M and J.
void MotionDerivatives::solve_constrained(const State& state) {
  const SystemQuantities& known = state.layout().system;
  ConstrainedDynamics& dynamics = *state[known.constraint_factors].dynamics;
  const std::size_t rows = index(state[known.constraint_set].rows), nu = index(nu_), all = index(columns());
  acceleration_rows_.assign(nu * all, 0.0), multiplier_rows_.assign(rows * all, 0.0);
  wanted_.resize(rows), lambda_.resize(rows), solution_.resize(nu);
  for (std::size_t k = 0; k < all; ++k) {
    const Column by = column(static_cast<int>(k));
    if (by.is_ignored) continue;
    for (std::size_t r = 0; r < rows; ++r) wanted_[r] = -by.a[r * by.stride];
    dynamics.solve(state.tree(), state[known.position], In<double>(by.B, nu), wanted_, Out<double>(solution_),
                   Out<double>(lambda_));
    for (std::size_t i = 0; i < nu; ++i) acceleration_rows_[i * all + k] = solution_[i];
    for (std::size_t r = 0; r < rows; ++r) multiplier_rows_[r * all + k] = lambda_[r];
  }
}

void MotionDerivatives::calc_accelerations(Out<double> rows) {
  if (is_constrained_) {
    std::copy(acceleration_rows_.begin(), acceleration_rows_.end(), rows.begin());
    return;
  }
  const std::size_t nv = index(nv_), all = index(columns());
  factors_ = D_;
  factor_LTDL(nv_, nv_, factors_.data());
  solution_.resize(nv);
  std::fill(rows.begin(), rows.end(), 0.0);
  for (std::size_t k = 0; k < all; ++k) {
    std::copy_n(column(static_cast<int>(k)).B, nv, solution_.begin());
    solve_LTDL(nv_, nv_, factors_.data(), solution_.data());
    for (const SpeedEntry& entry : G_)
      rows[index(entry.speed) * all + k] += entry.coefficient * solution_[entry.column];
  }
}

/// Writes a row of derivatives by (δ, u, z) as one by (q, u, z).
void MotionDerivatives::add_row(const double* by_dq, Out<double> row) const {
  const double* by_u = by_dq + nu_;
  std::copy_n(by_u, nu_ + nz_, row.begin() + nq_);
  for (const PlainRate& rate : plain_) row[index(rate.coordinate)] = by_dq[rate.speed];
  for (const JointRates& joint : joints_)
    for (int k = 0; k < joint.nu; ++k)
      for (int j = 0; j < joint.nq; ++j)
        row[index(joint.q0 + j)] += by_dq[joint.u0 + k] * joint.N_inverse[k * joint.nq + j];
}

void MotionDerivatives::calc_jacobian(Out<double> jacobian) {
  const std::size_t nq = index(nq_), nu = index(nu_), nz = index(nz_), n = nq + nu + nz,
                    all = index(columns());
  rows_.resize(nu * all);
  calc_accelerations(rows_);
  const auto entry = [&](std::size_t i, std::size_t j) -> double& { return jacobian[i * n + j]; };
  const auto row = [&](std::size_t i) { return Out<double>(jacobian.data() + i * n, n); };
  for (std::size_t i = 0; i < nu; ++i) add_row(rows_.data() + i * all, row(nq + i));
  for (std::size_t i = 0; i < nz; ++i) add_row(auxiliary_rows_.data() + i * all, row(nq + nu + i));
  for (const PlainRate& rate : plain_)
    if (!rate.is_given) entry(index(rate.coordinate), nq + index(rate.speed)) = 1;
  for (const JointRates& joint : joints_)
    for (int i = 0; i < joint.nq; ++i) {
      for (int k = 0; k < joint.nu; ++k)
        entry(index(joint.q0 + i), nq + index(joint.u0 + k)) = joint.N[i * joint.nu + k];
      for (int j = 0; j < joint.nq; ++j)
        entry(index(joint.q0 + i), index(joint.q0 + j)) = joint.by_q[i * joint.nq + j];
    }
}

}  // namespace sarrus::internal

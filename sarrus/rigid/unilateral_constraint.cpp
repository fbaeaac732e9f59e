#include "sarrus/rigid/unilateral_constraint.h"

#include <cmath>

#include "sarrus/rigid/rigid_rows.h"
#include "sarrus/system/declaration.h"
#include "sarrus/system/responses.h"

namespace sarrus {

/// What the constraint computes, and memory for it, used again in each step. Wrenches are about the origins
/// of the frames M, in world axes, row by row.
struct UnilateralConstraint::Evaluation : RigidElement::Memory {
  Array<RelativeMotion<double>> frames;
  Array<Vec3<double>> origins;
  Array<double> q, u, parameters, speeds;
  Array<Force<double>> wrenches;
  double error = 0;
  Array<PointSpeed> parts;
  Array<int> speed_numbers;
};

std::unique_ptr<RigidElement::Memory> UnilateralConstraint::make_memory() const {
  return std::make_unique<Evaluation>();
}

std::vector<Dependency> UnilateralConstraint::declare(Declaration& declaration) {
  shape_ = constraint_->declare(declaration);
  parameters_ = declaration.own_parameters();
  check(declaration.name());
  return {declaration.quantities().position};
}

void UnilateralConstraint::check(const std::string& name) const {
  const bool has_slip_rows = shape_.velocity_rows == 2 && shape_.frames.size() == 1;
  require(shape_.position_rows == 1 && shape_.acceleration_rows == 0 &&
              (shape_.velocity_rows == 0 || has_slip_rows),
          "the unilateral constraint '{}' has {} position, {} velocity and {} acceleration rows; give a "
          "constraint with one position row, or a contact, which has two velocity rows as well if it rolls",
          name, shape_.position_rows, shape_.velocity_rows, shape_.acceleration_rows);
  require(!shape_.reads_time, "the unilateral constraint '{}' depends on time; give one that does not", name);
  require(options_.restitution >= 0 && options_.restitution <= 1,
          "the unilateral constraint '{}': the restitution cannot be {}; give a number from 0 to 1", name,
          options_.restitution);
  const double sticking = options_.static_friction, sliding = options_.dynamic_friction;
  require(sliding >= 0 && sliding <= sticking && std::isfinite(sticking),
          "the unilateral constraint '{}': the coefficients of static and dynamic friction cannot be {} and "
          "{}; give numbers of at least zero, the dynamic one not greater than the static one",
          name, sticking, sliding);
  require(sticking == 0 || has_slip_rows,
          "the unilateral constraint '{}' has friction {}, and nothing on which it acts; give a contact with "
          "ContactMotion::rolling, whose rows of rolling become friction",
          name, sticking);
  require(!has_slip_rows || options_.side == UnilateralOptions::Side::at_least,
          "the unilateral constraint '{}' is a contact that rolls, whose gap cannot be at most zero; leave "
          "out the side",
          name);
}

ForceEnds UnilateralConstraint::ends() const {
  ForceEnds ends;
  if (!shape_.frames.empty()) ends.points.push_back(shape_.F);
  for (const FrameOn<double>& M : shape_.frames) ends.points.push_back(M);
  for (const Mobility& mobility : shape_.mobilities) ends.speeds.push_back(mobility.number());
  return ends;
}

void UnilateralConstraint::evaluate(const State& state, Evaluation& out) const {
  const int rows = shape_.rows(), frames = static_cast<int>(shape_.frames.size()),
            mobilities = static_cast<int>(shape_.mobilities.size());
  out.frames.clear(), out.origins.clear(), out.q.clear(), out.u.clear(), out.parameters.clear();
  for (const FrameOn<double>& M : shape_.frames) {
    out.frames.push_back(calc_relative_motion(state, shape_.F, M));
    out.origins.push_back(pose(state, M).p);
  }
  for (const Mobility& mobility : shape_.mobilities) {
    out.q.push_back(mobility.has_coordinate() ? mobility.q(state) : 0);
    out.u.push_back(mobility.u(state));
  }
  for (const Parameter& parameter : parameters_) out.parameters.push_back(state[parameter]);
  const ConstraintArguments<double> at{.time = state.time(),
                                       .frames = out.frames,
                                       .q = out.q,
                                       .u = out.u,
                                       .parameters = out.parameters,
                                       .state = &state};
  constraint_->calc_errors(at, Out<double>(&out.error, 1));
  out.wrenches.assign(rows * frames, Force<double>::zero());
  out.speeds.assign(rows * mobilities, 0.0);
  constraint_->calc_rows(at, {out.wrenches.data(), out.speeds.data(), frames, mobilities});
  if (frames == 0) return;
  const Rotation<double> R_WF = pose(state, shape_.F).R;
  for (Force<double>& wrench : out.wrenches) wrench = R_WF * wrench;
}

double UnilateralConstraint::gap(const State& state) const {
  Evaluation at;
  evaluate(state, at);
  return sign() * at.error;
}

/// Errors that are lengths change within a step by no more than the way of the points on which the row acts.
/// Forces may well double it.
bool UnilateralConstraint::is_out_of_reach(const Evaluation& at, const RigidRows& rows) const {
  if (shape_.unit(0) != ErrorUnit::length || !shape_.mobilities.empty()) return false;
  double reach = 0;
  for (std::size_t i = 0; i < shape_.frames.size(); ++i) {
    const Force<double>& wrench = at.wrenches[static_cast<int>(i)];
    const double force = norm(wrench.f), arm = force > 0 ? norm(wrench.t) / force : 0;
    reach += rows.reach(shape_.frames[i].body, at.origins[i], arm);
    reach += rows.reach(shape_.F.body, at.origins[i], arm);
  }
  return sign() * at.error > 2 * reach + rows.margin();
}

void UnilateralConstraint::add_rows(const State& state, Memory* memory, RigidRows& rows) const {
  Evaluation& at = static_cast<Evaluation&>(*memory);
  evaluate(state, at);
  if (is_out_of_reach(at, rows)) return;
  if (shape_.velocity_rows > 0) return add_contact(at, rows);
  at.parts.clear();
  for (std::size_t i = 0; i < shape_.frames.size(); ++i) {
    const Force<double> wrench = sign() * at.wrenches[static_cast<int>(i)];
    at.parts.push_back({shape_.F.body, shape_.frames[i].body, at.origins[i], wrench.f, wrench.t});
  }
  at.speed_numbers.clear();
  for (const Mobility& mobility : shape_.mobilities) at.speed_numbers.push_back(mobility.number());
  for (double& coefficient : at.speeds) coefficient *= sign();
  rows.add_stop({}, at.parts, sign() * at.error, options_.restitution, at.speed_numbers, at.speeds);
}

/// The rows act along the normal n and two tangents at the arm r from M's origin, with the moments r × n: of
/// three directions at right angles, Σ nᵢ × (r × nᵢ) = 2·r.
void UnilateralConstraint::add_contact(const Evaluation& at, RigidRows& rows) const {
  Vec3<double> arm{0, 0, 0};
  for (const Force<double>& wrench : at.wrenches) arm += 0.5 * cross(wrench.f, wrench.t);
  rows.add_contact({}, {.body1 = shape_.F.body,
                        .body2 = shape_.frames[0].body,
                        .point = at.origins[0] + arm,
                        .normal = at.wrenches[0].f,
                        .gap = at.error,
                        .static_friction = options_.static_friction,
                        .dynamic_friction = options_.dynamic_friction,
                        .restitution = options_.restitution});
}

}  // namespace sarrus

#include "sarrus/rigid/internal/contact_decision.h"

#include <algorithm>
#include <cmath>

#include "sarrus/complementarity/cone_solver.h"
#include "sarrus/rigid/internal/closed_forces.h"
#include "sarrus/rigid/internal/contact_impact.h"
#include "sarrus/rigid/internal/contact_problem.h"
#include "sarrus/rigid/internal/poisson_impact.h"
#include "sarrus/system/responses.h"

namespace sarrus::internal {

namespace {

/// Speeds at contacts that are zero but for rounding and the tolerance of the solver, relative to the largest
/// and in m/s.
constexpr double relative_rest = 1e-8, absolute_rest = 1e-12;
/// Relative to the size of the surfaces.
constexpr double rounding_of_gap = 1e-14;
/// Forces that do not press, relative to the largest.
constexpr double least_force = 1e-9;
/// A contact that starts to slide has this part less friction while the others are decided, so that one that
/// is just overloaded is found to start in spite of rounding.
constexpr double margin_of_start = 1e-9;
/// The direction of friction of contacts that slide is right within the reciprocal of this.
constexpr double slip_dominance = 1e4;
/// Shares of loads keep from the limit of friction by a part of it that is halved this often.
constexpr int most_halvings = 30;
constexpr int most_jams = 10;
constexpr double solver_tolerance = 1e-12;

VectorX<double> vector_of(const Array<double>& x) {
  VectorX<double> v(static_cast<Eigen::Index>(x.size()));
  std::copy(x.begin(), x.end(), v.data());
  return v;
}

ForceSet make_contact_set(int rows, double friction) {
  return rows > 1 ? ForceSet::make_contact(friction) : ForceSet::make_contact(In<double>());
}

}  // namespace

ContactDecision::ContactDecision(const RigidContact& contact, State& state)
    : contact_(contact),
      state_(state),
      accuracy_(contact.accuracy(state)),
      capture_speed_(contact.capture_speed(state)) {}

std::string ContactDecision::describe(const TouchPoint& point) const {
  const Array<ContactSurface>& surfaces = contact_.surfaces();
  return fmt::format("'{}' and '{}'", surfaces[point.surface1].name, surfaces[point.surface2].name);
}

void ContactDecision::refuse_overlap(const Array<TouchPoint>& points) const {
  for (const TouchPoint& point : points)
    require(-point.at.gap <= accuracy_ * contact_.size(),
            "the surfaces {} of the contact '{}' overlap by {:.6g} m at t = {:.9g} s; begin with surfaces "
            "apart, or use TimeStepping, which moves them apart",
            describe(point), contact_.name(), -point.at.gap, state_.time());
}

void ContactDecision::decide() {
  jam_.reset();
  for (int i = 0; i < most_jams; ++i) {
    const Array<TouchPoint> points = ContactGeometry(contact_, state_).find_touching(contact_.touching_gap());
    refuse_overlap(points);
    if (jam_) require_alone(points);
    strike(points);
    find_candidates(points);
    settle_modes();
    if (jam_) continue;
    contact_.set_closed(state_, make_closed());
    share_as_springs();
    contact_.meet(state_);
    return;
  }
  fail("the contacts of '{}' are jammed at t = {:.9g} s: impacts follow each other without end",
       contact_.name(), state_.time());
}

/// An impact without collision is integrated over its impulse, for one contact.
void ContactDecision::require_alone(const Array<TouchPoint>& points) const {
  require(
      points.size() == 1,
      "the contact of {} in '{}' slides at t = {:.9g} s with the coefficient {:.6g}, and no forces let it "
      "do so (Painlevé's paradox); {} further points touch, so that the impact that stops it is not "
      "determined. Let it slide with less than {:.6g}, or use TimeStepping",
      describe(jam_->point), contact_.name(), state_.time(), jam_->point.at.dynamic_friction,
      points.size() - 1, jam_->greatest_friction);
}

/// Stops or throws back what approaches.
void ContactDecision::strike(const Array<TouchPoint>& points) {
  speed_scale_ = 0;
  captures_ = false;
  if (points.empty()) return;
  const ContactRows rows_before(state_, points);
  const VectorX<double> before = rows_before.times(state_.u());
  speed_scale_ = before.cwiseAbs().maxCoeff();
  double approach = 0;
  for (int i = 0, row = 0; i < static_cast<int>(points.size()); ++i) {
    approach = std::max(approach, -before[row]);
    row += points[i].at.static_friction > 0 ? 3 : 1;
  }
  if (!jam_ && approach <= absolute_rest + 1e-14 * speed_scale_) return;
  capture_speed_ = std::max(capture_speed_, calc_least_bounce(rows_before, points));
  captures_ = !jam_ && approach < capture_speed_;
  strike_yielding(state_, [&] {
    const ContactRows rows(state_, points);
    const Array<double> jump = rows.respond(solve_impact(rows, points, rows.times(state_.u())));
    Array<double> u(state_.u().begin(), state_.u().end());
    for (std::size_t k = 0; k < u.size(); ++k) u[k] += jump[k];
    state_.set_u(u);
  });
}

/// The speed of a bounce that is as high as rounding of a gap.
double ContactDecision::calc_least_bounce(const ContactRows& rows, const Array<TouchPoint>& points) const {
  State free = state_;
  contact_.set_closed(free, {});
  const VectorX<double> c = rows.calc_accelerations(free, points);
  double largest = 0;
  for (int i = 0; i < static_cast<int>(points.size()); ++i)
    largest = std::max(largest, std::abs(c[rows.first(i)]));
  return std::sqrt(2 * largest * rounding_of_gap * contact_.size());
}

/// The impulses of an impact. Its energy is checked: ΔT = rᵀ·u⁻ + ½·rᵀ·G·r ≤ 0.
VectorX<double> ContactDecision::solve_impact(const ContactRows& rows, const Array<TouchPoint>& points,
                                              const VectorX<double>& u) const {
  Array<double> restitution(rows.count(), 0.0);
  Array<ForceSet> sets;
  bool bounces = false;
  for (int i = 0; i < static_cast<int>(points.size()); ++i) {
    const int n = rows.first(i);
    sets.push_back(make_contact_set(rows.rows_of(i), points[i].at.dynamic_friction));
    if (u[n] < -capture_speed_ || jam_ || points.size() > 1) restitution[n] = points[i].at.restitution;
    bounces = bounces || (u[n] < -capture_speed_ && restitution[n] > 0);
  }
  if (points.size() == 1) return solve_single_impact(rows, points[0], u, restitution[0]);
  if (!bounces) std::fill(restitution.begin(), restitution.end(), 0.0);
  ContactProblem problem(rows, u, sets);
  if (problem.rank() == 0) return VectorX<double>::Zero(rows.count());
  ConeSolver solver;
  const ConeOptions options{.max_renewals = 300};
  if (contact_.impact_law() != ImpactLaw::newton) {
    PoissonImpact impact;
    impact.solve(problem, problem.problem(), restitution, capture_speed_, solver, options);
    return vector_of(impact.solution().forces);
  }
  for (int i = 0; i < static_cast<int>(points.size()); ++i)
    if (const int n = rows.first(i); u[n] < -capture_speed_) problem.shift(n, restitution[n] * u[n]);
  ConeSolution solution;
  solver.solve(problem, problem.problem(), solution, options);
  VectorX<double> r = vector_of(solution.forces);
  refuse_gain(r.dot(u) + 0.5 * r.dot(rows.G() * r), problem.energy(), points[0]);
  return r;
}

void ContactDecision::refuse_gain(double gain, double energy, const TouchPoint& point) const {
  require(gain <= 1e-9 * energy,
          "Newton's law of impact adds {:.6g} J to the motion where {} of the contact '{}' strike at t = "
          "{:.9g} s; choose ImpactLaw::poisson or ImpactLaw::stronge",
          gain, describe(point), contact_.name(), state_.time());
}

/// One contact: integrated over its impulse.
VectorX<double> ContactDecision::solve_single_impact(const ContactRows& rows, const TouchPoint& point,
                                                     const VectorX<double>& u, double restitution) const {
  const int count = rows.count();
  const auto velocity_of = [count](const auto& x) {
    return count > 1 ? Vec3<double>{x[0], x[1], x[2]} : Vec3<double>{x[0], 0, 0};
  };
  ContactImpact impact{.static_friction = count > 1 ? point.at.static_friction : 0,
                       .dynamic_friction = count > 1 ? point.at.dynamic_friction : 0,
                       .restitution = restitution,
                       .law = contact_.impact_law()};
  for (int r = 0; r < count; ++r) impact.G[r] = velocity_of(rows.G().col(r));
  const ImpactEnd end = integrate(impact, velocity_of(u));
  VectorX<double> r(count);
  for (int i = 0; i < count; ++i) r[i] = end.impulse[i];
  refuse_gain(r.dot(u) + 0.5 * r.dot(rows.G() * r), std::abs(r.dot(u)), point);
  return r;
}

/// What touches and does not part at a speed. Where all that strikes is too slow to bounce, what parts as
/// slowly is captured too: a block that rocks ever less comes to rest.
void ContactDecision::find_candidates(const Array<TouchPoint>& points) {
  candidates_.clear();
  if (points.empty()) return;
  const ContactRows rows(state_, points);
  const VectorX<double> u = rows.times(state_.u());
  const double rest = relative_rest * std::max(speed_scale_, u.cwiseAbs().maxCoeff()) + absolute_rest;
  const double parting = captures_ ? std::max(rest, capture_speed_) : rest;
  bool any_stops = false;
  for (int i = 0; i < static_cast<int>(points.size()); ++i) {
    const int n = rows.first(i);
    if (u[n] > parting || !(rows.G()(n, n) > 0)) continue;
    Candidate candidate{.point = points[i]};
    const ClosedContact* known = find_closed(points[i]);
    candidate.slid = known != nullptr && known->slides != 0;
    const Vec3<double> slip = rows.rows_of(i) > 1 ? rows.across(i, u[n + 1], u[n + 2]) : Vec3<double>{};
    candidate.speed = norm(slip);
    // Slip that turns slowly is seen to stop where it is nearest to zero.
    any_stops = any_stops || (candidate.slid && candidate.speed <= accuracy_ &&
                              2 * dot(slip, known->slip) <= candidate.speed + absolute_rest);
    if (rows.rows_of(i) == 1) {
      candidate.next = Next::slides;
    } else if (candidate.speed > (candidate.slid ? absolute_rest : rest)) {
      candidate.next = Next::slides;
      candidate.slip = (1 / candidate.speed) * slip;
    }
    candidates_.push_back(candidate);
  }
  if (any_stops) stop_slow_slip();
}

/// The mode of a contact so far; null: it was open.
const ClosedContact* ContactDecision::find_closed(const TouchPoint& point) const {
  const Array<ClosedContact>& closed = contact_.closed(state_);
  const auto found = std::find_if(closed.begin(), closed.end(), [&](const ClosedContact& each) {
    return each.surface1 == point.surface1 && each.surface2 == point.surface2 && each.name == point.name;
  });
  return found == closed.end() ? nullptr : &*found;
}

/// Where one contact stops, the others that are as slow stop with it: a brick stops to slide and to turn at
/// the same instant. What is left of their slip is taken away, or a contact that starts anew would move
/// against its direction.
void ContactDecision::stop_slow_slip() {
  Array<TouchPoint> stopped;
  for (Candidate& candidate : candidates_) {
    if (!candidate.slid || candidate.speed > accuracy_) continue;
    candidate.next = candidate.point.at.static_friction > 0 ? Next::rest : Next::slides;
    candidate.slip = {};
    stopped.push_back(candidate.point);
  }
  const ContactRows rows(state_, stopped);
  const Array<double> change = rows.respond(-solve_scaled(rows.G(), rows.times(state_.u()), rows.diagonal()));
  Array<double> u(state_.u().begin(), state_.u().end());
  for (std::size_t k = 0; k < u.size(); ++k) u[k] += change[k];
  state_.set_u(u);
}

/// Finds the modes of the candidates, or the one that is jammed.
void ContactDecision::settle_modes() {
  jam_.reset();
  do {
    find_rows();
    if (candidates_.empty()) return;
    solve_accelerations(1);
    if (!jam_) share_loads();
  } while (!jam_ && correct_modes());
}

/// The rows of the candidates and their accelerations without forces.
void ContactDecision::find_rows() {
  Array<TouchPoint> points;
  State free = state_;
  contact_.set_closed(free, {});
  const ContactGeometry geometry(contact_, free);
  for (Candidate& candidate : candidates_) {
    geometry.add_rates(candidate.point);
    points.push_back(candidate.point);
  }
  rows_.emplace(free, points);
  c_ = rows_->calc_accelerations(free, points);
}

/// Solves for the forces, with static friction reduced to a part of it. Contacts that are found to start
/// slide with dynamic friction, which may let others start.
void ContactDecision::solve_accelerations(double part_of_friction) {
  const double quick = slip_dominance * (1 + c_.cwiseAbs().maxCoeff());
  while (true) {
    VectorX<double> c = c_;
    Array<ForceSet> sets;
    for (int i = 0; i < static_cast<int>(candidates_.size()); ++i) {
      const Candidate& candidate = candidates_[i];
      const RigidContactPoint& at = candidate.point.at;
      const int n = rows_->first(i), count = rows_->rows_of(i);
      const double friction = candidate.next == Next::rest     ? part_of_friction * at.static_friction
                              : candidate.next == Next::starts ? (1 - margin_of_start) * at.dynamic_friction
                                                               : at.dynamic_friction;
      sets.push_back(make_contact_set(count, friction));
      if (candidate.next != Next::slides || count == 1) continue;
      const RowGroup& group = rows_->group(i);
      for (int r = 1; r < 3; ++r) c[n + r] = quick * dot(group.directions[r], candidate.slip);
    }
    ContactProblem problem(*rows_, c, sets);
    rank_ = problem.rank();
    ConeSolution solution;
    ConeSolver().solve(problem, problem.problem(), solution, {.tolerance = solver_tolerance});
    if (solution.status == ConeStatus::contradictory)
      fail("the contacts of '{}' contradict each other at t = {:.9g} s: no forces keep {} apart",
           contact_.name(), state_.time(), describe(candidates_[0].point));
    forces_ = vector_of(solution.forces);
    modes_ = solution.modes;
    const VectorX<double> a = c + rows_->G() * forces_;
    bool has_grown = false;
    for (int i = 0; i < static_cast<int>(candidates_.size()); ++i) {
      Candidate& candidate = candidates_[i];
      if (rows_->rows_of(i) == 1 || modes_[i] == RowMode::open) continue;
      if (candidate.next == Next::slides && modes_[i] == RowMode::holding) return note_jam(i);
      if (candidate.next == Next::slides || modes_[i] != RowMode::sliding || part_of_friction < 1) continue;
      candidate.slip = starting_direction(i, a);
      has_grown = has_grown || candidate.next != Next::starts;
      candidate.next = Next::starts;
    }
    if (!has_grown) return;
  }
}

/// Where a contact that begins to slide goes: against its friction, which is large, and not along its
/// acceleration `a`, which may be no larger than rounding.
Vec3<double> ContactDecision::starting_direction(int candidate, const VectorX<double>& a) const {
  const int n = rows_->first(candidate);
  for (const Vec3<double>& direction : {rows_->across(candidate, -forces_[n + 1], -forces_[n + 2]),
                                        rows_->across(candidate, a[n + 1], a[n + 2])})
    if (const double length = norm(direction); length > 0) return (1 / length) * direction;
  return {};
}

/// Slip of a contact would have to stop at once. It goes on where G_nn − μ·G_nT·t > 0.
void ContactDecision::note_jam(int candidate) {
  const double limit = rows_->G()(rows_->first(candidate), rows_->first(candidate));
  jam_ = Jam{candidates_[candidate].point, limit / dragging_mobility(candidate)};
}

/// G_nT·t with the direction of slip t.
double ContactDecision::dragging_mobility(int candidate) const {
  const int n = rows_->first(candidate);
  double sum = 0;
  for (int r = 1; r < rows_->rows_of(candidate); ++r)
    sum += rows_->G()(n, n + r) * dot(rows_->group(candidate).directions[r], candidates_[candidate].slip);
  return sum;
}

/// Where bodies have more contacts than directions to move, forces that stick with less than the static
/// friction are taken, so that they do not begin at its limit.
void ContactDecision::share_loads() {
  const bool sticks =
      std::any_of(modes_.begin(), modes_.end(), [](RowMode m) { return m == RowMode::holding; });
  if (!sticks || rank_ == rows_->count()) return;
  const VectorX<double> forces = forces_;
  const Array<RowMode> modes = modes_;
  for (double left = 0.5; left > std::ldexp(1, -most_halvings); left /= 2)
    if (solve_accelerations(1 - left); !jam_ && modes_ == modes) return;
  jam_.reset();
  forces_ = forces, modes_ = modes;
}

Array<ClosedContact> ContactDecision::make_closed() const {
  Array<ClosedContact> closed;
  if (candidates_.empty()) return closed;
  double largest = 0;
  for (int i = 0; i < static_cast<int>(candidates_.size()); ++i)
    largest = std::max(largest, forces_[rows_->first(i)]);
  for (int i = 0; i < static_cast<int>(candidates_.size()); ++i) {
    const int n = rows_->first(i);
    if (modes_[i] == RowMode::open || forces_[n] <= least_force * largest) continue;
    const Candidate& candidate = candidates_[i];
    const bool has_friction = rows_->rows_of(i) > 1;
    const bool slides = candidate.next == Next::slides || modes_[i] == RowMode::sliding;
    closed.push_back({.surface1 = candidate.point.surface1,
                      .surface2 = candidate.point.surface2,
                      .name = candidate.point.name,
                      .slides = slides ? 1 : 0,
                      .slip = slides ? candidate.slip : Vec3<double>{},
                      .share = has_friction ? Vec3<double>{forces_[n], forces_[n + 1], forces_[n + 2]}
                                            : Vec3<double>{forces_[n], 0, 0}});
  }
  return closed;
}

/// Where contacts slide, their motion depends on how they share their load. They begin with the share of
/// equal springs, if that presses and grips everywhere, so that it depends on the motion alone and not on the
/// events before.
void ContactDecision::share_as_springs() {
  Array<ClosedContact> closed = contact_.closed(state_);
  const bool slides = std::any_of(closed.begin(), closed.end(),
                                  [](const ClosedContact& each) { return norm(each.slip) > 0; });
  if (!slides || rank_ == rows_->count()) return;
  for (ClosedContact& each : closed) each.share = {};
  State even = state_;
  contact_.set_closed(even, closed);
  const Array<ClosedForces::One>& forces = contact_.closed_forces(even).contacts;
  for (std::size_t i = 0; i < closed.size(); ++i) {
    const ClosedForces::One& one = forces[i];
    if (one.normal <= 0 || (!one.slides && one.margin_of_stick() <= 0)) return;
    closed[i].share = one.forces;
  }
  contact_.set_closed(state_, closed);
}

/// Looks at the forces that the modes have: contacts that exceed their friction start, and those that would
/// pull part, or are jammed if pulling is what sliding on would take. Returns true if modes have to be found
/// anew.
bool ContactDecision::correct_modes() {
  State held = state_;
  contact_.set_closed(held, make_closed());
  bool is_any = false;
  for (const ClosedForces::One& one : contact_.closed_forces(held).contacts) {
    const auto found = std::find_if(candidates_.begin(), candidates_.end(), [&](const Candidate& candidate) {
      const TouchPoint& point = candidate.point;
      return point.surface1 == one.point.surface1 && point.surface2 == one.point.surface2 &&
             point.name == one.point.name;
    });
    if (found == candidates_.end()) continue;
    const int i = static_cast<int>(found - candidates_.begin());
    if (one.normal <= 0) {
      const double G_nn = rows_->G()(rows_->first(i), rows_->first(i));
      if (one.slides && G_nn < found->point.at.dynamic_friction * dragging_mobility(i)) {
        note_jam(i);
        return false;
      }
      candidates_.erase(found);
      return true;
    }
    if (!one.slides && found->next == Next::rest && one.margin_of_stick() <= 0) {
      found->next = Next::starts;
      is_any = true;
    }
  }
  return is_any;
}

}  // namespace sarrus::internal

/// Rigid contact in Simulations: its events, and what closed contacts do between them.

#include <algorithm>
#include <cmath>
#include <limits>

#include "sarrus/contact/internal/contact_pairs.h"
#include "sarrus/dynamics/coordinates.h"
#include "sarrus/dynamics/normalize_quaternions.h"
#include "sarrus/rigid/internal/closed_forces.h"
#include "sarrus/rigid/internal/contact_decision.h"
#include "sarrus/rigid/internal/idle.h"
#include "sarrus/system/applied_forces.h"
#include "sarrus/system/declaration.h"
#include "sarrus/system/internal/layout.h"
#include "sarrus/system/responses.h"

namespace sarrus {

using namespace internal;

namespace {

/// Surfaces overlap by this when they are seen to touch, relative to their size; and gaps up to that have
/// closed at the same instant.
constexpr double hair_of_gap = 1e-11, touching = 1e-10;
/// Gaps of closed contacts that are not corrected, relative to the size, and speeds, in m/s and relative to
/// the largest.
constexpr double met_gap = 5e-13, met_speed = 1e-12;
/// A closed contact that moves with more than this [m/s] was jolted by another event.
constexpr double jolt = 1e-7;
/// Slip passes zero when it goes back by this [m/s].
constexpr double hair_of_slip = 1e-12;
constexpr int most_corrections = 4;

double largest_of(In<double> v) {
  double largest = 0;
  for (const double x : v) largest = std::max(largest, std::abs(x));
  return largest;
}

}  // namespace

void RigidContact::declare_events(Declaration& declaration) {
  self_ = declaration.self();
  for (int i = 0; i < static_cast<int>(surfaces().size()); ++i)
    if (const double radius = pairs_->sphere(i).radius; std::isfinite(radius))
      size_ = i == 0 ? radius : std::max(size_, radius);
  closed_ = declaration.discrete("closed", Array<ClosedContact>{});
  decided_ = declaration.discrete("decided", 0);
  accuracy_ = declaration.discrete("accuracy", 0.0);
  settings_ = declaration.quantity<long>("settings", {}, 0, [](const State&, long& count) { ++count; });
  const SystemQuantities& known = declaration.quantities();
  forces_ = declaration.quantity_made<ClosedForces>(
      "loads", {Source::time, Source::q, Source::u, Source::z, settings_},
      [](const State&) { return std::make_shared<ClosedForces>(); },
      [this](const State& state, ClosedForces& forces) { forces.calc(*this, state); });
  declare_event(declaration, "settle", {}, &RigidContact::margin_of_settled);
  declare_event(declaration, "touch", {known.position}, &RigidContact::margin_of_touch);
  declare_event(declaration, "part", {forces_}, &RigidContact::margin_of_press);
  declare_event(declaration, "slip", {forces_}, &RigidContact::margin_of_stick);
  declare_event(declaration, "stop", {forces_}, &RigidContact::margin_of_slip);
  Event start = at_start("check of contact", [this](State& state, EventCall&) { check_start(state); });
  start.is_of_rigid_element = true;
  declaration.event(std::move(start));
}

/// An event of all contacts together, which happens when their least margin is no longer positive. The
/// handler of another event of the same instant may have restored it.
void RigidContact::declare_event(Declaration& declaration, const std::string& what,
                                 std::vector<Dependency> reads,
                                 double (RigidContact::*margin)(const State&) const) {
  reads.insert(reads.end(), {closed_, decided_, self_});
  const Quantity<double> witness = declaration.quantity<double>(
      what, reads, idle,
      [this, margin](const State& state, double& value) { value = (this->*margin)(state); });
  Event event = on_crossing(what, witness, Crossing::falling, [this, margin](State& state, EventCall&) {
    if ((this->*margin)(state) <= 0) decide(state);
  });
  event.is_of_rigid_element = true;
  declaration.event(std::move(event));
}

/// Positive unless it is to be decided what is closed, or an element that was switched off lets go.
double RigidContact::margin_of_settled(const State& state) const {
  return state.is_enabled(self_) == (state[decided_] != 0) ? idle : -idle;
}

/// The least gap of what is open.
double RigidContact::margin_of_touch(const State& state) const {
  if (!state.is_enabled(self_) || state[decided_] == 0) return idle;
  const double gap = ContactGeometry(*this, state).least_open_gap(state[closed_]);
  return std::isfinite(gap) ? gap + hair_of_gap * size_ : idle;
}

/// The least normal force of what is closed.
double RigidContact::margin_of_press(const State& state) const {
  if (state[closed_].empty()) return idle;
  double least = std::numeric_limits<double>::infinity();
  for (const ClosedForces::One& one : state[forces_].contacts) {
    const bool is_jolted = std::abs(one.speed) > jolt || (!one.slides && norm(one.slip) > jolt);
    if (is_jolted || !one.point.is_found) return -idle;
    least = std::min(least, one.normal);
  }
  return least;
}

double RigidContact::margin_of_stick(const State& state) const {
  double least = idle;
  if (state[closed_].empty()) return least;
  for (const ClosedForces::One& one : state[forces_].contacts)
    if (!one.slides) least = std::min(least, one.margin_of_stick());
  return least;
}

/// Slip in a direction is watched until it has turned by 60°. Where it goes through zero and back it turns by
/// 180°.
double RigidContact::margin_of_slip(const State& state) const {
  double least = idle;
  const Array<ClosedContact>& closed = state[closed_];
  if (closed.empty()) return least;
  const Array<ClosedForces::One>& forces = state[forces_].contacts;
  for (std::size_t i = 0; i < closed.size(); ++i)
    if (closed[i].slides != 0 && norm(closed[i].slip) > 0)
      least =
          std::min(least, dot(forces[i].slip, closed[i].slip) - 0.5 * norm(forces[i].slip) + hair_of_slip);
  return least;
}

void RigidContact::decide(State& state) const {
  if (!state.is_enabled(self_)) return release(state);
  ContactDecision(*this, state).decide();
  state.set(decided_, 1);
}

void RigidContact::check_start(const State& state) const {
  for (std::size_t i = 0; i < state.layout().forces.size(); ++i) {
    const auto* other = dynamic_cast<const RigidContact*>(state.layout().forces[i].get());
    require(other == nullptr || other == this || !state.is_enabled(self_) ||
                !state.is_enabled(state.layout().force_ids[i]),
            "the contacts '{}' and '{}' decide each for itself what is closed; give all surfaces to one "
            "RigidContact, or use TimeStepping",
            name_, other == nullptr ? "" : other->name_);
  }
  for (const ContactSurface& surface : surfaces())
    require(surface.material.torsion_radius == 0 && surface.material.rolling_radius == 0,
            "the surface '{}' of the contact '{}' resists spin or rolling, which acts in TimeStepping only; "
            "set its radii of torsion and rolling to zero",
            surface.name, name_);
}

void RigidContact::begin(State& state, double accuracy) const {
  if (state[accuracy_] != accuracy) state.set(accuracy_, accuracy);
}

void RigidContact::release(State& state) const {
  set_closed(state, {});
  state.set(decided_, 0);
}

long RigidContact::count_settings(const State& state) const { return state[settings_]; }

void RigidContact::set_closed(State& state, Array<ClosedContact> closed) const {
  state.set(closed_, std::move(closed));
}

double RigidContact::capture_speed(const State& state) const {
  return options_.capture_speed > 0 ? options_.capture_speed : 10 * accuracy(state);
}

double RigidContact::touching_gap() const { return touching * size_; }

void RigidContact::visit_pairs(const std::function<void(int, int)>& visit) const {
  const int count = static_cast<int>(surfaces().size());
  for (int i = 0; i < count; ++i)
    for (int j = i + 1; j < count; ++j)
      if (may_touch(i, j)) visit(i, j);
}

/// The distance of the spheres about two surfaces; −∞ where one has none.
double RigidContact::least_distance(const State& state, int surface1, int surface2) const {
  const BoundingSphere &one = pairs_->sphere(surface1), &two = pairs_->sphere(surface2);
  const Vec3<double> between =
      pose(state, frames_[surface2]) * two.center - pose(state, frames_[surface1]) * one.center;
  return norm(between) - one.radius - two.radius;
}

void RigidContact::add_forces(const State& state, AppliedForces& forces) const {
  if (state[closed_].empty()) return;
  for (const ClosedForces::One& one : state[forces_].contacts) {
    const RigidContactPoint& at = one.point.at;
    const Vec3<double> force = one.normal * at.normal + one.friction;
    forces.add_at(at.body2, at.point - pose(state, at.body2).p, force);
    forces.add_at(at.body1, at.point - pose(state, at.body1).p, -force);
  }
}

double RigidContact::dissipation(const State& state) const {
  double power = 0;
  if (state[closed_].empty()) return power;
  for (const ClosedForces::One& one : state[forces_].contacts) power -= dot(one.friction, one.slip);
  return std::max(power, 0.0);
}

Array<ContactLoad> RigidContact::loads(const State& state) const {
  Array<ContactLoad> loads;
  for (const ClosedForces::One& one : state[forces_].contacts)
    loads.push_back({.surface1 = one.point.surface1,
                     .surface2 = one.point.surface2,
                     .slides = one.slides,
                     .point = one.point.at.point,
                     .normal = one.point.at.normal,
                     .slip = one.slip,
                     .normal_force = one.normal,
                     .friction = one.friction});
  return loads;
}

bool RigidContact::meet(State& state) const {
  if (state[closed_].empty()) return false;
  const bool has_moved = meet_positions(state);
  return meet_speeds(state) || has_moved;
}

/// The smallest displacement in the metric of M that closes all gaps.
bool RigidContact::meet_positions(State& state) const {
  bool has_moved = false;
  for (int i = 0; i < most_corrections; ++i) {
    const Array<TouchPoint> points = ContactGeometry(*this, state).find(state[closed_]);
    const auto is_met = [&](const TouchPoint& point) { return std::abs(point.at.gap) <= met_gap * size_; };
    if (std::all_of(points.begin(), points.end(), is_met)) break;
    Array<TouchPoint> normals = points;
    VectorX<double> gaps(static_cast<int>(points.size()));
    for (int k = 0; k < static_cast<int>(points.size()); ++k) {
      normals[k].at.static_friction = 0;
      gaps[k] = points[k].at.gap;
    }
    const ContactRows rows(state, normals);
    const Array<double> way = rows.respond(-solve_scaled(rows.G(), gaps, rows.diagonal()));
    Array<double> q(state.nq());
    calc_qdot(state.tree(), state.q(), way, Out<double>(q));
    for (int k = 0; k < state.nq(); ++k) q[k] += state.q()[k];
    normalize_quaternions(state.model(), Out<double>(q));
    state.set_q(q);
    has_moved = true;
  }
  return has_moved;
}

/// The smallest change of the speeds with which closed contacts neither part nor, where they stick, slip.
bool RigidContact::meet_speeds(State& state) const {
  bool has_moved = false;
  const double met = met_speed * (1 + largest_of(state.u()));
  for (int i = 0; i < most_corrections; ++i) {
    const Array<ClosedContact>& closed = state[closed_];
    Array<TouchPoint> points = ContactGeometry(*this, state).find(closed);
    for (std::size_t k = 0; k < points.size(); ++k)
      if (closed[k].slides != 0) points[k].at.static_friction = 0;
    const ContactRows rows(state, points);
    const VectorX<double> u = rows.times(state.u());
    if (u.cwiseAbs().maxCoeff() <= met) break;
    const Array<double> change = rows.respond(-solve_scaled(rows.G(), u, rows.diagonal()));
    Array<double> now(state.u().begin(), state.u().end());
    for (std::size_t k = 0; k < now.size(); ++k) now[k] += change[k];
    state.set_u(now);
    has_moved = true;
  }
  return has_moved;
}

}  // namespace sarrus

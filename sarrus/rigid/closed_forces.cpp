#include "sarrus/rigid/internal/closed_forces.h"

#include <cmath>

#include "sarrus/system/responses.h"

namespace sarrus::internal {

namespace {

/// Below this slip [m/s] rounding may have turned its direction.
constexpr double directed_slip = 1e-9;

/// Contacts that stick hold by this part more than their static friction, so that they are seen to give way.
constexpr double hair_of_grip = 1e-12;

}  // namespace

double ClosedForces::One::margin_of_stick() const {
  return (1 + hair_of_grip) * point.at.static_friction * normal - norm(friction);
}

/// The State without the forces of contact: the last one, brought here.
const State& ClosedForces::follow(const RigidContact& contact, const State& state) {
  const long settings = contact.count_settings(state);
  if (!free_ || settings != settings_) {
    free_ = state;
    contact.set_closed(*free_, {});
    settings_ = settings;
  } else {
    free_->set_time(state.time());
    free_->set_y(state.y());
  }
  return *free_;
}

std::array<double, 2> slip_direction(const RowGroup& group, const ClosedContact& closed, double u1,
                                     double u2) {
  double t1 = dot(group.directions[1], closed.slip), t2 = dot(group.directions[2], closed.slip);
  const double speed = std::hypot(u1, u2), along = u1 * t1 + u2 * t2;
  if (speed > directed_slip || (along == 0 && speed > 0)) {
    const double sign = along < 0 ? -1 : 1;
    t1 = sign * u1, t2 = sign * u2;
  }
  const double length = std::hypot(t1, t2);
  if (length == 0) return {0, 0};
  return {t1 / length, t2 / length};
}

VectorX<double> solve_modes(const ContactRows& rows, const VectorX<double>& c,
                            const Array<ClosedContact>& closed, const Array<std::array<double, 2>>& slip) {
  // Each row that is held has its force as unknown.
  Array<int> held;
  MatrixX<double> forces = MatrixX<double>::Zero(rows.count(), rows.count());
  VectorX<double> share(rows.count());
  for (int i = 0; i < static_cast<int>(closed.size()); ++i) {
    const int n = rows.first(i);
    const bool sticks = closed[i].slides == 0;
    for (int r = 0; r < (sticks ? rows.rows_of(i) : 1); ++r) {
      const int unknown = static_cast<int>(held.size());
      forces(n + r, unknown) = 1;
      share[unknown] = closed[i].share[r];
      held.push_back(n + r);
    }
    if (sticks || rows.rows_of(i) == 1) continue;
    const double mu = rows.group(i).sliding_friction[0];
    for (int k = 0; k < 2; ++k) forces(n + 1 + k, static_cast<int>(held.size()) - 1) = -mu * slip[i][k];
  }
  const int count = static_cast<int>(held.size());
  const auto P = forces.leftCols(count);
  MatrixX<double> A(count, count), H(count, count);
  VectorX<double> b(count), diagonal(count);
  const MatrixX<double> GP = rows.G() * P;
  for (int k = 0; k < count; ++k) {
    A.row(k) = GP.row(held[k]);
    for (int l = 0; l < count; ++l) H(k, l) = rows.G()(held[k], held[l]);
    b[k] = -c[held[k]];
    diagonal[k] = rows.diagonal()[held[k]];
  }
  const VectorX<double> start = share.head(count);
  if (A == H) return P * (start + solve_scaled(A, b - A * start, diagonal));
  return P * (start + solve_as_springs(A, H, b - A * start, diagonal));
}

void ClosedForces::calc(const RigidContact& contact, const State& state) {
  const Array<ClosedContact>& closed = contact.closed(state);
  contacts.clear();
  if (closed.empty()) return;
  const State& free = follow(contact, state);
  const ContactGeometry geometry(contact, free);
  Array<TouchPoint> points = geometry.find(closed);
  for (TouchPoint& point : points) geometry.add_rates(point);
  const ContactRows rows(free, points);
  const VectorX<double> u = rows.times(free.u());
  Array<std::array<double, 2>> slip(closed.size());
  for (int i = 0; i < static_cast<int>(closed.size()); ++i)
    if (rows.rows_of(i) > 1)
      slip[i] = slip_direction(rows.group(i), closed[i], u[rows.first(i) + 1], u[rows.first(i) + 2]);
  const VectorX<double> r = solve_modes(rows, rows.calc_accelerations(free, points), closed, slip);
  for (int i = 0; i < static_cast<int>(closed.size()); ++i) {
    const int n = rows.first(i);
    One one{.point = points[i], .slides = closed[i].slides != 0, .normal = r[n], .speed = u[n]};
    one.forces = {r[n], 0, 0};
    if (rows.rows_of(i) > 1) {
      one.forces = {r[n], r[n + 1], r[n + 2]};
      one.friction = rows.across(i, r[n + 1], r[n + 2]);
      one.slip = rows.across(i, u[n + 1], u[n + 2]);
    }
    contacts.push_back(one);
  }
}

}  // namespace sarrus::internal

#include "sarrus/rigid/internal/contact_geometry.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sarrus/contact/internal/contact_pairs.h"
#include "sarrus/system/responses.h"

namespace sarrus::internal {

namespace {

/// Bodies turn by this angle, or move by this part of their size, between the poses that are differenced.
/// The error of the rates is about angle⁴/30 of them.
constexpr double differenced_way = 1e-3;
/// Points of closed contacts are looked for up to this gap, relative to the size of the surfaces.
constexpr double farthest_closed = 0.1;
/// The gaps of all points of a pair are asked for up to this one, relative to the size.
constexpr double any_distance = 1e6;

}  // namespace

ContactGeometry::ContactGeometry(const RigidContact& contact, const State& state)
    : contact_(contact), state_(state) {}

Pose<double> ContactGeometry::moved(int surface, double time) const {
  const FrameOn<double>& frame = contact_.frames_[surface];
  Pose<double> X = pose(state_, frame);
  if (time == 0) return X;
  const Motion<double> V = velocity(state_, frame);
  X.p += time * V.v;
  const double rate = norm(V.w);
  if (rate > 0) X.R = Rotation<double>::about((1 / rate) * V.w, rate * time) * X.R;
  return X;
}

void ContactGeometry::calc(int surface1, int surface2, double time, double margin) const {
  const Array<ContactSurface>& surfaces = contact_.surfaces();
  calc_manifold(surfaces[surface1].shape, moved(surface1, time), surfaces[surface2].shape,
                moved(surface2, time), margin, manifold_);
}

/// The number of a point in the manifold; −1: it has none of that name.
int ContactGeometry::find_name(std::uint64_t name) const {
  for (std::size_t k = 0; k < manifold_.points.size(); ++k)
    if (manifold_.points[k].name == name) return static_cast<int>(k);
  return -1;
}

TouchPoint ContactGeometry::make_point(int surface1, int surface2, int number) const {
  const ManifoldPoint& found = manifold_.points[number];
  TouchPoint point{.surface1 = surface1,
                   .surface2 = surface2,
                   .name = found.name,
                   .at = contact_.describe_pair(state_, surface1, surface2)};
  point.at.point = 0.5 * (found.point1 + found.point2);
  point.at.normal = manifold_.normal_of(number);
  point.at.gap = found.distance;
  return point;
}

TouchPoint ContactGeometry::find(const ClosedContact& closed) const {
  calc(closed.surface1, closed.surface2, 0, farthest_closed * contact_.size_);
  require(!manifold_.points.empty(), "the contact '{}': the surfaces '{}' and '{}' are closed and far apart",
          contact_.name_, contact_.surfaces()[closed.surface1].name,
          contact_.surfaces()[closed.surface2].name);
  if (const int number = find_name(closed.name); number >= 0)
    return make_point(closed.surface1, closed.surface2, number);
  const auto nearest = std::min_element(
      manifold_.points.begin(), manifold_.points.end(),
      [](const ManifoldPoint& a, const ManifoldPoint& b) { return a.distance < b.distance; });
  TouchPoint point =
      make_point(closed.surface1, closed.surface2, static_cast<int>(nearest - manifold_.points.begin()));
  point.is_found = false;
  return point;
}

Array<TouchPoint> ContactGeometry::find(const Array<ClosedContact>& closed) const {
  Array<TouchPoint> points;
  for (const ClosedContact& each : closed) points.push_back(find(each));
  return points;
}

Array<TouchPoint> ContactGeometry::find_touching(double margin) const {
  Array<TouchPoint> points;
  contact_.visit_pairs([&](int i, int j) {
    if (contact_.least_distance(state_, i, j) > margin) return;
    calc(i, j, 0, margin);
    for (std::size_t k = 0; k < manifold_.points.size(); ++k)
      points.push_back(make_point(i, j, static_cast<int>(k)));
  });
  return points;
}

double ContactGeometry::least_open_gap(const Array<ClosedContact>& closed) const {
  double least = std::numeric_limits<double>::infinity();
  contact_.visit_pairs([&](int i, int j) {
    if (const double bound = contact_.least_distance(state_, i, j); bound > 0 && bound >= least) return;
    calc(i, j, 0, any_distance * contact_.size_);
    for (const ManifoldPoint& point : manifold_.points) {
      const bool is_closed = std::any_of(closed.begin(), closed.end(), [&](const ClosedContact& each) {
        return each.surface1 == i && each.surface2 == j && each.name == point.name;
      });
      if (!is_closed) least = std::min(least, point.distance);
    }
  });
  return least;
}

/// f′ = (8·(f₁ − f₋₁) − (f₂ − f₋₂))/(12·h), from poses that move on with constant velocities.
void ContactGeometry::add_rates(TouchPoint& point) const {
  const Motion<double> V1 = velocity(state_, contact_.frames_[point.surface1]);
  const Motion<double> V2 = velocity(state_, contact_.frames_[point.surface2]);
  const double rate = std::max({norm(V1.w), norm(V2.w), norm(V2.v - V1.v) / contact_.size_});
  if (rate == 0) {
    point.point_rate = V1.v;
    return;
  }
  const double h = differenced_way / rate;
  Vec3<double> point_sum{0, 0, 0}, normal_sum{0, 0, 0};
  for (const auto& [steps, factor] : {std::pair{1, 8.0}, {-1, -8.0}, {2, -1.0}, {-2, 1.0}}) {
    calc(point.surface1, point.surface2, steps * h, farthest_closed * contact_.size_);
    const int number = find_name(point.name);
    if (number < 0) return;  // it is about to end
    const ManifoldPoint& at = manifold_.points[number];
    point_sum += (factor * 0.5) * (at.point1 + at.point2);
    normal_sum += factor * manifold_.normal_of(number);
  }
  point.point_rate = (1 / (12 * h)) * point_sum;
  point.normal_rate = (1 / (12 * h)) * normal_sum;
}

}  // namespace sarrus::internal

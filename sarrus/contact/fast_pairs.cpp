#include "sarrus/contact/internal/fast_pairs.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sarrus/proximity/time_of_contact.h"
#include "sarrus/system/responses.h"

namespace sarrus::internal {

namespace {

constexpr double endless = std::numeric_limits<double>::infinity();

/// The least way through a shape: the smallest edge of its bounds; of closed meshes, which may be hollow, no
/// more than the mean thickness 2·V/A of their walls. Behind an open mesh is its inside, as wide as the mesh.
double thickness_of(const AnyShape& shape) {
  const Bounds box = bounds(shape);
  std::array<double, 3> edges{box.upper.x - box.lower.x, box.upper.y - box.lower.y,
                              box.upper.z - box.lower.z};
  std::sort(edges.begin(), edges.end());
  if (!std::isfinite(edges[2])) return endless;
  const auto* mesh = std::get_if<SurfaceMeshShape>(&shape);
  if (mesh == nullptr) return edges[0];
  if (!mesh->mesh->is_closed()) return edges[1];
  double area = 0;
  for (const double part : mesh->mesh->areas()) area += part;
  return std::min(edges[0], 2 * std::abs(mesh->volume()) / area);
}

}  // namespace

FastPairs::FastPairs(const ContactPairs& pairs, const Array<ContactSurface>& surfaces,
                     const Array<FrameOn<double>>& frames)
    : pairs_(pairs), surfaces_(surfaces), frames_(frames), thinnest_(endless) {
  for (const ContactSurface& surface : surfaces) {
    thickness_.push_back(thickness_of(surface.shape));
    thinnest_ = std::min(thinnest_, thickness_.back());
    finite_ += std::isfinite(thickness_.back());
  }
}

FastPairs::Moving FastPairs::look_at(const State& state, int surface) const {
  const FrameOn<double>& frame = frames_[surface];
  const Motion<double> V = velocity(state, frame);
  const Pose<double> X = pose(state, frame);
  const BoundingSphere& sphere = pairs_.sphere(surface);
  const Vec3<double> out = X.R * sphere.center;
  // A ball that spins does not move its surface.
  const bool is_ball = std::holds_alternative<SphereShape>(surfaces_[surface].shape);
  return {X.p + out, V.v + cross(V.w, out), is_ball ? 0 : norm(V.w) * sphere.radius};
}

double FastPairs::longest_step(const State& state, const Array<Contact>& contacts) const {
  double longest = endless;
  for (const Contact& contact : contacts) {
    const double way = safe_way(contact.surface1, contact.surface2);
    if (!std::isfinite(way)) continue;
    const auto speed = [&](int surface) {
      const int body = frames_[surface].body;
      const Motion<double> V = velocity(state, body);
      return dot(contact.normal, V.v + cross(V.w, contact.point1 - pose(state, body).p));
    };
    const double approach = speed(contact.surface1) - speed(contact.surface2);
    if (approach > 0) longest = std::min(longest, way / approach);
  }
  return longest;
}

std::optional<StepGuard::Missed> FastPairs::find_missed(const StepMotion& motion) const {
  const int count = static_cast<int>(surfaces_.size());
  const double h = motion.end - motion.begin;
  thread_local Array<Moving> moving;
  thread_local Array<int> fast;
  fast.clear();
  moving.resize(surfaces_.size());
  const State& end = motion.at(motion.end);
  for (int i = 0; i < count; ++i) {
    if (!std::isfinite(thickness_[i])) continue;
    moving[i] = look_at(end, i);
    if (h * (norm(moving[i].velocity) + moving[i].turning) > 0.25 * (thickness_[i] + thinnest_))
      fast.push_back(i);
  }
  std::optional<StepGuard::Missed> first;
  for (const int i : fast)
    for (int j = 0; j < count; ++j) {
      if (j == i || !std::isfinite(thickness_[j])) continue;
      const double speed = closing(moving[i], moving[j]);
      if (h * speed <= safe_way(i, j) || !pairs_.may_touch(i, j)) continue;
      const double reach = pairs_.sphere(i).radius + pairs_.sphere(j).radius + 1.5 * h * speed;
      if (norm(moving[j].center - moving[i].center) > reach) continue;
      const auto found = find_contact(motion, std::min(i, j), std::max(i, j), speed);
      if (found && (!first || found->time < first->time)) first = found;
    }
  return first;
}

/// The first contact that begins within a step; none if the surfaces touch at its beginning.
std::optional<StepGuard::Missed> FastPairs::find_contact(const StepMotion& motion, int i, int j,
                                                         double closing) const {
  if (!has_distance(surfaces_[i].shape, surfaces_[j].shape)) return std::nullopt;
  const auto moves = [&](int surface) {
    ShapeMotion found{[&motion, &frame = frames_[surface]](double t) { return pose(motion.at(t), frame); }, 0,
                      0};
    for (const double part : {0.0, 0.5, 1.0}) {
      const State& state = motion.at(motion.begin + part * (motion.end - motion.begin));
      const Motion<double> V = velocity(state, frames_[surface]);
      found.speed = std::max(found.speed, 1.2 * norm(V.v));
      found.angular_speed = std::max(found.angular_speed, 1.2 * norm(V.w));
    }
    return found;
  };
  const double way = safe_way(i, j);
  const std::optional<double> time =
      find_time_of_contact(surfaces_[i].shape, moves(i), surfaces_[j].shape, moves(j), motion.begin,
                           motion.end, 0, 1e-6 * way / closing);
  if (!time || *time <= motion.begin) return std::nullopt;
  return StepGuard::Missed{*time, way / closing};
}

}  // namespace sarrus::internal

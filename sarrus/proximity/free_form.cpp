#include "sarrus/proximity/internal/free_form.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "sarrus/geometry/internal/shape_math.h"
#include "sarrus/geometry/internal/triangle.h"
#include "sarrus/proximity/internal/body_part.h"
#include "sarrus/proximity/internal/contact_corners.h"

namespace sarrus::internal {

namespace {

/// The signed distance of a body's points, and its gradient, in the body's frame.
class DistanceInBody {
 public:
  DistanceInBody(const AnyShape& surface, const Pose<double>& X_SB) : surface_(surface), X_SB_(X_SB) {}

  struct At {
    Vec3<double> x;
    double distance;
    Vec3<double> gradient;
  };
  At at(const Vec3<double>& x) const {
    const SurfacePoint near = nearest(surface_, X_SB_ * x);
    return {x, near.distance, X_SB_.R.inverse_times(near.normal)};
  }
  /// The answer for the point of the body at which the distance is least.
  ShapeDistance answer(const Vec3<double>& x) const {
    const SurfacePoint near = nearest(surface_, X_SB_ * x);
    return {near.distance, near.normal, near.point, near.point + near.distance * near.normal};
  }

 private:
  const AnyShape& surface_;
  const Pose<double>& X_SB_;
};

/// Steps against the gradient, brought back to the body by `project`, until they go nowhere.
template <class Project>
DistanceInBody::At descend(const DistanceInBody& distance, const Project& project, DistanceInBody::At here,
                           double size) {
  double step = size;
  for (int i = 0; i < 60; ++i) {
    DistanceInBody::At next = here;
    double way = 0;
    bool is_lower = false;
    for (int attempt = 0; attempt < 12 && !is_lower; ++attempt, step /= 4) {
      const Vec3<double> x = project(here.x - step * here.gradient);
      const Vec3<double> d = x - here.x;
      way = norm(d);
      if (way <= 1e-10 * size) return here;
      next = distance.at(x);
      is_lower = next.distance < here.distance - 1e-4 * way * way / step;
    }
    if (!is_lower) return here;
    const double bend = dot(next.x - here.x, next.gradient - here.gradient);
    step = bend > 0 ? std::clamp(way * way / bend, 1e-6 * size, 10 * size) : size;
    here = next;
  }
  return here;
}

/// Calls f(p, radius, number) as visit_contact_corners() does, but for eight fixed points of each rim: a
/// curved surface may touch it all around. False if the shape has no corners.
template <class F>
bool visit_corners_on_free_form(const AnyShape& shape, const Vec3<double>& n, const F& f) {
  const auto visit_rim = [&](double z, double radius, int first) {
    for (int k = 0; k < 8; ++k) {
      const double angle = std::numbers::pi / 4 * k;
      f(Vec3<double>{radius * std::cos(angle), radius * std::sin(angle), z}, 0.0, first + k);
    }
  };
  if (const auto* cylinder = std::get_if<CylinderShape>(&shape)) {
    visit_rim(-0.5 * cylinder->length, cylinder->radius, 0);
    visit_rim(0.5 * cylinder->length, cylinder->radius, 8);
    return true;
  }
  if (const auto* cone = std::get_if<ConeShape>(&shape)) {
    visit_rim(-0.5 * cone->length, cone->radius, 0);
    f(Vec3<double>{0, 0, 0.5 * cone->length}, 0.0, 8);
    return true;
  }
  return visit_contact_corners(shape, n, f);
}

/// The few deepest of many places from which the search begins.
class Starts {
 public:
  explicit Starts(const DistanceInBody& distance) : distance_(distance) {}
  void add(const Vec3<double>& x) {
    DistanceInBody::At at = distance_.at(x);
    for (std::size_t i = 0; i < best_.size(); ++i) {
      if (i < count_ && best_[i].distance <= at.distance) continue;
      std::swap(best_[i], at);
      if (i >= count_) {
        ++count_;
        return;
      }
    }
  }
  template <class F>
  void for_each(const F& f) const {
    for (std::size_t i = 0; i < count_; ++i) f(best_[i]);
  }

 private:
  const DistanceInBody& distance_;
  std::array<DistanceInBody::At, 2> best_;
  std::size_t count_ = 0;
};

/// Calls visit(p) for the heights of a field, in its frame, over a box: for no more than 33 in each
/// direction.
template <class Visit>
void visit_heights(const HeightFieldShape& field, const Bounds& box, const Visit& visit) {
  const auto range = [](double low, double high, double size, int count) {
    const double scale = (count - 1) / size;
    return std::array{std::max(0, static_cast<int>(std::floor(std::max(0.0, (low + size / 2) * scale)))),
                      static_cast<int>(std::ceil(std::clamp((high + size / 2) * scale, 0.0, count - 1.0)))};
  };
  const auto [left, right] = range(box.lower.x, box.upper.x, field.size[0], field.columns);
  const auto [front, back] = range(box.lower.y, box.upper.y, field.size[1], field.rows);
  const int across = 1 + (right - left) / 33, along = 1 + (back - front) / 33;
  for (int i = front; i <= back; i += along)
    for (int j = left; j <= right; j += across)
      visit(Vec3<double>{field.size[0] * (1.0 * j / (field.columns - 1) - 0.5),
                         field.size[1] * (1.0 * i / (field.rows - 1) - 0.5),
                         field.heights[i * field.columns + j]});
}

/// The given height, in the body's frame, that is nearest to the body.
template <class S>
Vec3<double> nearest_height(const S& body, const HeightFieldShape& field, const AnyShape& any,
                            const Pose<double>& X_SB) {
  Vec3<double> best = X_SB.inverse_times(Vec3<double>::zero());
  double least = std::numeric_limits<double>::infinity();
  visit_heights(field, bounds(any, X_SB), [&](const Vec3<double>& hill) {
    const Vec3<double> p = X_SB.inverse_times(hill);
    const double distance = body.nearest(p).distance;
    if (distance < least) least = distance, best = p;
  });
  return best;
}

/// The point of a part of a convex body at which the distance is least.
template <class S>
DistanceInBody::At least_in(const BodyPart<S>& part, const S& body, const AnyShape& any,
                            const DistanceInBody& distance, const AnyShape& surface,
                            const Pose<double>& X_SB) {
  const Bounds box = body.bounds();
  const double size = norm(box.upper - box.lower);
  const Vec3<double> middle = part.nearest(0.5 * (box.lower + box.upper));
  const auto project = [&](const Vec3<double>& x) { return part.nearest(x); };
  const Vec3<double> n = distance.at(middle).gradient;
  Starts starts(distance);
  starts.add(project(body.support(-n)));
  const auto add_corner = [&](const Vec3<double>& p, double radius, int) {
    starts.add(project(p - radius * n));
  };
  if (!visit_corners_on_free_form(any, n, add_corner))
    for (int k = 0; k < 6; ++k)
      starts.add(project(body.support((k % 2 == 0 ? 1.0 : -1.0) * Vec3<double>::unit(k / 2))));
  DistanceInBody::At best{middle, std::numeric_limits<double>::infinity(), n};
  const auto search = [&](const DistanceInBody::At& start) {
    const DistanceInBody::At found = descend(distance, project, start, size);
    if (found.distance < best.distance) best = found;
  };
  starts.for_each(search);
  // A point of the surface that is nearer to the body than what was found shows that there is more.
  const auto search_near = [&](const Vec3<double>& on_surface) {
    if (body.nearest(on_surface).distance < best.distance - 1e-9 * size)
      search(distance.at(project(on_surface)));
  };
  search_near(X_SB.inverse_times(distance.answer(middle).point1));
  if (const auto* field = std::get_if<HeightFieldShape>(&surface))
    search_near(nearest_height(body, *field, any, X_SB));
  return best;
}

template <ConvexShapeType S>
ShapeDistance distance_of(const S& body, const AnyShape& any, const DistanceInBody& distance,
                          const AnyShape& surface, const Pose<double>& X_SB) {
  const auto* field = std::get_if<HeightFieldShape>(&surface);
  const BodyPart<S> whole(body), part = field != nullptr ? BodyPart<S>(body, *field, X_SB) : whole;
  DistanceInBody::At best = least_in(part, body, any, distance, surface, X_SB);
  if (best.distance > 0 && !part.is_whole()) {  // what is beside the field may be nearer
    const DistanceInBody::At found = least_in(whole, body, any, distance, surface, X_SB);
    if (found.distance < best.distance) best = found;
  }
  return distance.answer(best.x);
}
template <class S>
ShapeDistance distance_of(const S&, const AnyShape&, const DistanceInBody& distance, const AnyShape&,
                          const Pose<double>&) {
  return distance.answer(Vec3<double>::zero());
}

constexpr FeatureName whole_surface = feature_name(3, 0);

}  // namespace

bool is_free_form_surface(const AnyShape& shape) {
  return std::holds_alternative<HeightFieldShape>(shape) || std::holds_alternative<ImplicitShape>(shape) ||
         std::holds_alternative<ParametricShape>(shape);
}

ShapeDistance free_form_distance(const AnyShape& surface, const AnyShape& body, const Pose<double>& X_SB) {
  const DistanceInBody distance(surface, X_SB);
  return std::visit([&](const auto& shape) { return distance_of(shape, body, distance, surface, X_SB); },
                    body);
}

ShapeDistance free_form_mesh_distance(const AnyShape& surface, const SurfaceMesh& mesh,
                                      const Pose<double>& X_SM) {
  const DistanceInBody distance(surface, X_SM);
  const auto bound = [&](const Bounds& box) {
    const Vec3<double> center = 0.5 * (box.lower + box.upper);
    return distance.at(center).distance - norm(box.upper - center);
  };
  Vec3<double> best = mesh.vertices()[0];
  const auto value = [&](int t, double least) {
    const auto& [i, j, k] = mesh.triangles()[t];
    const Vec3<double>&a = mesh.vertices()[i], &b = mesh.vertices()[j], &c = mesh.vertices()[k];
    const auto project = [&](const Vec3<double>& x) {
      return nearest_of_triangle({a, b, c, mesh.normals()[t]}, x).point;
    };
    const Vec3<double> center = (1.0 / 3) * (a + b + c);
    const double reach = std::max({norm(a - center), norm(b - center), norm(c - center)});
    const DistanceInBody::At middle = distance.at(center);
    if (middle.distance - reach >= least) return least;
    const DistanceInBody::At found = descend(distance, project, middle, 2 * reach);
    if (found.distance < least) best = found.x;
    return std::min(least, found.distance);
  };
  mesh.tree().least(bound, value, std::numeric_limits<double>::infinity());
  return distance.answer(best);
}

void add_free_form_contacts(const AnyShape& surface, const Pose<double>& X_WS, const AnyShape& body,
                            const Pose<double>& X_WB, const ShapeDistance& at, double margin, bool is_turned,
                            Manifold& manifold) {
  const auto emit = [&](const Vec3<double>& on_surface, const Vec3<double>& on_body, double distance,
                        const Vec3<double>& normal, FeatureName of_body) {
    if (is_turned)
      manifold.points.push_back({on_body, on_surface, distance, contact_name(of_body, whole_surface)});
    else
      manifold.points.push_back({on_surface, on_body, distance, contact_name(whole_surface, of_body)});
    manifold.normals.push_back(is_turned ? -normal : normal);
  };
  double least = std::numeric_limits<double>::infinity();
  const auto add_corner = [&](const Vec3<double>& p, double radius, int number) {
    const Vec3<double> p_W = X_WB * p;
    const SurfacePoint near = nearest(surface, X_WS.inverse_times(p_W));
    const double distance = near.distance - radius;
    if (distance > margin) return;
    const Vec3<double> n = X_WS.R * near.normal;
    least = std::min(least, distance);
    emit(X_WS * near.point, p_W - radius * n, distance, n, vertex_name(number));
  };
  visit_corners_on_free_form(body, X_WB.R.inverse_times(at.normal), add_corner);
  manifold.normal = is_turned ? -at.normal : at.normal;
  const double tolerance = 1e-9 * (norm(at.point1 - X_WS.p) + norm(at.point2 - X_WB.p));
  if (least > at.distance + tolerance) emit(at.point1, at.point2, at.distance, at.normal, deepest_point);
}

}  // namespace sarrus::internal

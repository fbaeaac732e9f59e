#include "sarrus/geometry/implicit_surface.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "sarrus/geometry/internal/box_math.h"
#include "sarrus/geometry/internal/convex_hit.h"
#include "sarrus/geometry/internal/curvature_of_gradient.h"
#include "sarrus/geometry/internal/surface_descent.h"
#include "sarrus/spatial/internal/finite.h"

namespace sarrus {

namespace {

/// A user's function with checks of its values.
class ImplicitFunction {
 public:
  explicit ImplicitFunction(const ImplicitShape& shape)
      : function_(*shape.function), size_(internal::length(shape.box.upper - shape.box.lower)) {}

  ImplicitValue value(const Vec3<double>& x) const {
    const ImplicitValue f = function_(x);
    require(
        std::isfinite(f.value) && internal::is_finite(f.gradient),
        "implicit surface: at ({}, {}, {}) the function is {} and its gradient ({}, {}, {}); both must be "
        "finite near the box of the surface",
        x.x, x.y, x.z, f.value, f.gradient.x, f.gradient.y, f.gradient.z);
    return f;
  }
  internal::SurfaceDerivatives derivatives(const Vec3<double>& x) const {
    const ImplicitValue f = value(x);
    return {f.gradient, f.hessian};
  }
  /// Newton's method along the gradient: x − f·∇f/|∇f|².
  Vec3<double> bring_back(const Vec3<double>&, Vec3<double> x) const {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    double last_step = size_;
    for (int i = 0; i < 60; ++i) {
      const ImplicitValue f = value(x);
      const double square = dot(f.gradient, f.gradient);
      if (f.value == 0) return x;
      if (!(square > 0)) return {none, none, none};
      const double step = std::abs(f.value) / std::sqrt(square), limited = std::min(step, size_);
      if (i > 6 && step >= last_step && step < 1e-13 * size_) return x;
      x -= (limited / step * f.value / square) * f.gradient;
      if (step < 1e-17 * size_) return x;
      last_step = step;
    }
    return last_step < 1e-12 * size_ ? x : Vec3<double>{none, none, none};
  }
  double size() const { return size_; }

 private:
  const std::function<ImplicitValue(const Vec3<double>&)>& function_;
  double size_;
};

/// The few best of many candidates.
class NearestCandidates {
 public:
  explicit NearestCandidates(const Vec3<double>& p) : p_(p) {}
  void add(const Vec3<double>& x) {
    double square = dot(x - p_, x - p_);
    if (!(square < squares_.back())) return;
    squares_.back() = square, points_.back() = x;
    for (std::size_t i = points_.size() - 1; i > 0 && squares_[i] < squares_[i - 1]; --i)
      std::swap(squares_[i], squares_[i - 1]), std::swap(points_[i], points_[i - 1]);
  }
  bool is_empty() const { return squares_[0] == far; }
  const Vec3<double>& best() const { return points_[0]; }
  template <class F>
  void for_each(const F& f) const {
    for (std::size_t i = 0; i < points_.size() && squares_[i] < far; ++i) f(points_[i]);
  }

 private:
  static constexpr double far = std::numeric_limits<double>::infinity();
  Vec3<double> p_;
  std::array<double, 6> squares_{far, far, far, far, far, far};
  std::array<Vec3<double>, 6> points_{};
};

/// A user's function along a line.
class ImplicitLine {
 public:
  ImplicitLine(const ImplicitFunction& f, const Ray& ray) : f_(f), ray_(ray) {}

  struct At {
    double t, value, slope;
  };
  At at(double t) const {
    const ImplicitValue f = f_.value(ray_.origin + t * ray_.direction);
    return {t, f.value, dot(f.gradient, ray_.direction)};
  }
  /// A place between a and b at which the function is not positive, if it has a minimum there: both are
  /// positive, and it falls at a and grows at b.
  std::optional<At> dip(At a, At b) const {
    while (b.t - a.t > 1e-12 * f_.size()) {
      const At middle = at(0.5 * (a.t + b.t));
      if (middle.value <= 0) return middle;
      (middle.slope < 0 ? a : b) = middle;
    }
    return std::nullopt;
  }
  /// The zero between a, where the function is positive, and b, where it is not: Newton's method, and
  /// bisection where that would leave the bracket or does not halve the step.
  double zero(At a, At b) const {
    At here = a;
    double last_step = b.t - a.t;
    for (int i = 0; i < 200; ++i) {
      double next = here.t - here.value / here.slope;
      if (!(next > a.t && next < b.t) || 2 * std::abs(next - here.t) > last_step) next = 0.5 * (a.t + b.t);
      if (next == here.t || next == a.t || next == b.t) return next;
      last_step = std::abs(next - here.t);
      here = at(next);
      if (here.value == 0) return next;
      (here.value > 0 ? a : b) = here;
    }
    return here.t;
  }

 private:
  const ImplicitFunction& f_;
  const Ray& ray_;
};

/// The part of a ray inside a box, slightly larger than the given one.
std::optional<std::pair<double, double>> part_inside(const Bounds& box, const Ray& ray) {
  const Vec3<double> half = 0.501 * (box.upper - box.lower);
  const Vec3<double> origin = ray.origin - 0.5 * (box.lower + box.upper);
  const auto in = internal::enter_box(half, origin, ray.direction);
  const auto out = internal::enter_box(half, origin, -ray.direction);
  if (!in || !out) return std::nullopt;
  const double from = std::max(in->at, 0.0), to = std::min(-out->at, ray.length);
  if (!(from <= to)) return std::nullopt;
  return std::pair(from, to);
}

}  // namespace

ImplicitShape implicit_surface(std::function<ImplicitValue(const Vec3<double>&)> function,
                               const Bounds& box) {
  ImplicitShape shape{
      std::make_shared<const std::function<ImplicitValue(const Vec3<double>&)>>(std::move(function)), box};
  shape.check();
  return shape;
}

void ImplicitShape::check() const {
  require(function != nullptr && *function != nullptr, "{}: it has no function", type);
  const Vec3<double> edges = box.upper - box.lower;
  require(internal::is_finite(edges) && edges.x > 0 && edges.y > 0 && edges.z > 0,
          "{}: its box reaches from ({}, {}, {}) to ({}, {}, {}), but it must be finite and have a volume",
          type, box.lower.x, box.lower.y, box.lower.z, box.upper.x, box.upper.y, box.upper.z);
}

// Starts: p itself and a grid of 4³ points of the box, all brought to the surface.
SurfacePoint ImplicitShape::nearest(const Vec3<double>& p) const {
  const ImplicitFunction f(*this);
  constexpr int grid = 4;
  const Vec3<double> cell = (1.0 / grid) * (box.upper - box.lower);
  NearestCandidates candidates(p);
  candidates.add(f.bring_back(p, p));
  for (int i = 0; i < grid * grid * grid; ++i) {
    const int x = i % grid, y = i / grid % grid, z = i / grid / grid;
    const Vec3<double> place{0.5 + x, 0.5 + y, 0.5 + z};
    const Vec3<double> start = box.lower + internal::times(place, cell);
    candidates.add(f.bring_back(start, start));
  }
  require(!candidates.is_empty(),
          "{}: no point of the surface was found near its box; the function must change its sign there",
          type);
  const internal::SurfaceDescent descent(f, p, f.size());
  NearestCandidates found(p);
  candidates.for_each([&](const Vec3<double>& x) { found.add(descent.descend(x)); });
  const Vec3<double> point = found.best();
  return {point, internal::unit_or(f.value(point).gradient, {0, 0, 1}),
          std::copysign(internal::length(p - point), f.value(p).value)};
}

Curvature ImplicitShape::curvature(const Vec3<double>& p) const {
  const auto [gradient, hessian] = ImplicitFunction(*this).derivatives(p);
  return internal::curvature_of_gradient(gradient, hessian);
}

// The way through the box in 128 parts: between the ends of one the function changes its sign, or dips below
// zero.
std::optional<RayHit> ImplicitShape::hit(const Ray& ray) const {
  const ImplicitFunction f(*this);
  if (f.value(ray.origin).value < 0) return internal::hit_of_origin(ray);
  const auto part = part_inside(box, ray);
  if (!part) return std::nullopt;
  const ImplicitLine line(f, ray);
  constexpr int parts = 128;
  ImplicitLine::At a = line.at(part->first);
  for (int i = 1; i <= parts; ++i) {
    const ImplicitLine::At b = line.at(part->first + (part->second - part->first) * i / parts);
    std::optional<ImplicitLine::At> below;
    if (a.value >= 0 && b.value < 0) below = b;
    if (a.value >= 0 && b.value >= 0 && a.slope < 0 && b.slope > 0) below = line.dip(a, b);
    if (below) {
      const double at = a.value > 0 ? line.zero(a, *below) : a.t;
      const Vec3<double> point = ray.origin + at * ray.direction;
      return RayHit{at, point, internal::unit_or(f.value(point).gradient, -ray.direction)};
    }
    a = b;
  }
  return std::nullopt;
}

}  // namespace sarrus

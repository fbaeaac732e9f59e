#include "sarrus/geometry/internal/parametric_patch.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "sarrus/geometry/internal/shape_math.h"
#include "sarrus/spatial/internal/finite.h"

namespace sarrus::internal {

namespace {

/// Half of the squared distance from p, with its derivatives by u and v.
struct PatchSlope {
  double value, gu, gv, huu, huv, hvv;
  double E, F, G;  // squares of du and dv, and their product

  PatchSlope(const ParametricValue& x, const Vec3<double>& p) {
    const Vec3<double> gap = x.point - p;
    E = dot(x.du, x.du), F = dot(x.du, x.dv), G = dot(x.dv, x.dv);
    value = 0.5 * dot(gap, gap);
    gu = dot(gap, x.du), gv = dot(gap, x.dv);
    huu = E + dot(gap, x.duu), huv = F + dot(gap, x.duv), hvv = G + dot(gap, x.dvv);
  }
  /// Parameters at an edge that the step would leave are held.
  void hold_u() { gu = 0, huu = E, huv = 0; }
  void hold_v() { gv = 0, hvv = G, huv = 0; }
  /// The length of the tangential part of the way to p.
  double size() const { return std::hypot(E > 0 ? gu / std::sqrt(E) : 0, G > 0 ? gv / std::sqrt(G) : 0); }
  /// Newton's step, in parameters that are lengths, with the damping added to the Hessian, which is made
  /// positive first.
  ParametricPlace step(double damping) const {
    const double tiny = 1e-14 * (E + G), e = std::sqrt(E + tiny), g = std::sqrt(G + tiny);
    double a = huu / (e * e), c = hvv / (g * g);
    const double b = huv / (e * g), scale = std::max(std::abs(a), std::abs(c));
    const double low = (a + c) / 2 - std::hypot((a - c) / 2, b);
    const double add = damping * scale + (low < 1e-8 * scale ? 1e-3 * scale - low : 0);
    a += add, c += add;
    const double determinant = a * c - b * b, x = gu / e, y = gv / g;
    return {(b * y - c * x) / determinant / e, (b * x - a * y) / determinant / g};
  }
};

}  // namespace

ParametricPatch::ParametricPatch(std::function<ParametricValue(double, double)> function,
                                 const ParametricRange& range)
    : function_(std::move(function)), range_(range) {
  require(function_ != nullptr, "parametric surface: it has no function");
  for (const auto& [from, to] : {range.u, range.v})
    require(std::isfinite(from) && std::isfinite(to) && from < to,
            "parametric surface: a parameter runs from {} to {}, but both must be finite and in order", from,
            to);
  for (int row = 0; row <= cells; ++row)
    for (int column = 0; column <= cells; ++column) {
      samples_.push_back(value(place_of(column, row)).point);
      box_.include(samples_.back());
    }
  size_ = length(box_.upper - box_.lower);
  require(size_ > 0, "parametric surface: all of it is the point ({}, {}, {})", box_.lower.x, box_.lower.y,
          box_.lower.z);
  fill_cells();
}

/// The surface leaves the box of a cell's corners by no more than its middle is off the corners' mean, twice.
void ParametricPatch::fill_cells() {
  Array<Bounds> boxes;
  for (int row = 0; row < cells; ++row)
    for (int column = 0; column < cells; ++column) {
      Bounds box = Bounds::nothing();
      Vec3<double> mean = Vec3<double>::zero();
      for (const int i : {0, 1})
        for (const int j : {0, 1}) {
          box.include(sample(column + i, row + j));
          mean += 0.25 * sample(column + i, row + j);
        }
      const double off = length(value(place_of(column + 0.5, row + 0.5)).point - mean) + 1e-9 * size_;
      const Vec3<double> wide{2 * off, 2 * off, 2 * off};
      box.lower -= wide, box.upper += wide;
      boxes.push_back(box);
    }
  tree_ = BoundingTree(boxes);
  for (const Bounds& box : boxes) box_.include(box);
}

ParametricPlace ParametricPatch::place_of(double column, double row) const {
  const auto between = [](const std::array<double, 2>& ends, double part) {
    return ends[0] + (ends[1] - ends[0]) * part / cells;
  };
  return {between(range_.u, column), between(range_.v, row)};
}

ParametricValue ParametricPatch::value(const ParametricPlace& place) const {
  const ParametricValue x = function_(place.u, place.v);
  require(is_finite(x.point) && is_finite(x.du) && is_finite(x.dv) && is_finite(x.duu) && is_finite(x.duv) &&
              is_finite(x.dvv),
          "parametric surface: at u = {}, v = {} the point ({}, {}, {}) or a derivative is not finite",
          place.u, place.v, x.point.x, x.point.y, x.point.z);
  return x;
}

ParametricPlace ParametricPatch::clamped(const ParametricPlace& place) const {
  const auto within = [](double x, const std::array<double, 2>& ends, bool repeats) {
    if (!repeats) return std::clamp(x, ends[0], ends[1]);
    const double period = ends[1] - ends[0];
    return x >= ends[0] && x <= ends[1] ? x : x - period * std::floor((x - ends[0]) / period);
  };
  return {within(place.u, range_.u, range_.u_repeats), within(place.v, range_.v, range_.v_repeats)};
}

bool ParametricPatch::is_on_edge(const ParametricPlace& place) const {
  const auto at_end = [](double x, const std::array<double, 2>& ends, bool repeats) {
    return !repeats && (x <= ends[0] || x >= ends[1]);
  };
  return at_end(place.u, range_.u, range_.u_repeats) || at_end(place.v, range_.v, range_.v_repeats);
}

/// Damped Newton steps that come nearer, then pure ones that make the gradient smaller.
ParametricPlace ParametricPatch::descend(ParametricPlace place, const Vec3<double>& p) const {
  const auto slope = [&](const ParametricPlace& at) {
    PatchSlope s(value(at), p);
    if (!range_.u_repeats && ((at.u <= range_.u[0] && s.gu > 0) || (at.u >= range_.u[1] && s.gu < 0)))
      s.hold_u();
    if (!range_.v_repeats && ((at.v <= range_.v[0] && s.gv > 0) || (at.v >= range_.v[1] && s.gv < 0)))
      s.hold_v();
    return s;
  };
  const auto moved = [&](const PatchSlope& s, double damping) {
    const ParametricPlace d = s.step(damping);
    return clamped({place.u + d.u, place.v + d.v});
  };
  PatchSlope here = slope(place);
  double damping = 0;
  for (int i = 0; i < 60 && here.size() > 1e-9 * size_; ++i) {
    bool is_lower = false;
    for (int attempt = 0; attempt < 30 && !is_lower; ++attempt) {
      const ParametricPlace next = moved(here, damping);
      const PatchSlope there = slope(next);
      is_lower = there.value < here.value;
      if (is_lower) place = next, here = there;
      damping = is_lower ? (damping < 1e-3 ? 0 : damping / 8) : std::max(0.25, 4 * damping);
    }
    if (!is_lower) break;
  }
  for (int i = 0; i < 10; ++i) {
    const ParametricPlace next = moved(here, 0);
    const PatchSlope there = slope(next);
    if (!(there.size() < here.size()) || there.value > here.value + 1e-12 * size_ * size_) break;
    place = next, here = there;
  }
  return place;
}

/// Descends from the best of the samples that are nearer than their neighbors.
ParametricPlace ParametricPatch::nearest(const Vec3<double>& p) const {
  constexpr std::size_t most = 4;
  constexpr double far = std::numeric_limits<double>::infinity();
  std::array<std::pair<double, int>, most> starts;
  starts.fill({far, 0});
  std::array<double, (cells + 1) * (cells + 1)> squares;
  for (std::size_t i = 0; i < squares.size(); ++i) {
    const Vec3<double> gap = samples_[i] - p;
    squares[i] = dot(gap, gap);
  }
  const auto square = [&](int column, int row) {
    if (column < 0 || row < 0 || column > cells || row > cells) return far;
    return squares[column + row * (cells + 1)];
  };
  for (int row = 0; row <= cells; ++row)
    for (int column = 0; column <= cells; ++column) {
      const double here = square(column, row);
      if (here >= starts.back().first || here > std::min({square(column - 1, row), square(column + 1, row),
                                                          square(column, row - 1), square(column, row + 1)}))
        continue;
      starts.back() = {here, column + row * (cells + 1)};
      std::sort(starts.begin(), starts.end());
    }
  ParametricPlace best = place_of(0, 0);
  double least = far;
  for (const auto& [start, number] : starts) {
    if (start == far) continue;
    const int column = number % (cells + 1), row = number / (cells + 1);
    const ParametricPlace found = descend(place_of(column, row), p);
    const Vec3<double> gap = value(found).point - p;
    if (dot(gap, gap) < least) least = dot(gap, gap), best = found;
  }
  return best;
}

Vec3<double> ParametricPatch::normal(const ParametricPlace& place, const ParametricValue& at) const {
  const Vec3<double> n = sarrus::cross(at.du, at.dv);
  const double scale = length(at.du) * length(at.dv);
  const double usual = size_ * size_ / ((range_.u[1] - range_.u[0]) * (range_.v[1] - range_.v[0]));
  if (length(n) > 1e-9 * std::max(scale, usual)) return normalized(n);
  // A pole: a little toward the middle of the ranges.
  const auto inward = [](double x, const std::array<double, 2>& ends) {
    return x + 1e-5 * (0.5 * (ends[0] + ends[1]) - x);
  };
  const ParametricValue beside = value({inward(place.u, range_.u), inward(place.v, range_.v)});
  return unit_or(sarrus::cross(beside.du, beside.dv), {0, 0, 1});
}

/// Newton's method for x(u, v) − origin − t·direction = 0 from a place.
std::optional<RayHit> ParametricPatch::cross_near(const Ray& ray, ParametricPlace place) const {
  const Vec3<double>& d = ray.direction;
  ParametricValue x = value(place);
  double last = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 40; ++i) {
    const Vec3<double> gap = ray.origin - x.point, n = sarrus::cross(x.du, x.dv);
    const double determinant = dot(n, d);
    const double t = -dot(n, gap) / determinant;
    const Vec3<double> r = gap + t * d;  // in the tangent plane: r = du·δu + dv·δv
    if (!std::isfinite(t)) return std::nullopt;
    const double miss = length(r);
    if (miss <= 1e-15 * size_ || (miss >= last && miss <= 1e-12 * size_)) {
      if (t < 0 || t > ray.length || determinant >= 0) return std::nullopt;
      return RayHit{t, ray.origin + t * d, normalized(n)};
    }
    last = miss;
    const double square = dot(n, n);
    place = clamped({place.u + dot(sarrus::cross(r, x.dv), n) / square,
                     place.v + dot(sarrus::cross(x.du, r), n) / square});
    x = value(place);
  }
  return std::nullopt;
}

std::optional<RayHit> ParametricPatch::cross(const Ray& ray) const {
  std::optional<RayHit> first;
  const auto is_met = [&](const Bounds& box) {
    double from = 0, to = first ? first->distance : ray.length;
    for (int k = 0; k < 3; ++k) {
      const double o = ray.origin[k], d = ray.direction[k];
      if (d == 0 && (o < box.lower[k] || o > box.upper[k])) return false;
      if (d == 0) continue;
      const double a = (box.lower[k] - o) / d, b = (box.upper[k] - o) / d;
      from = std::max(from, std::min(a, b)), to = std::min(to, std::max(a, b));
    }
    return from <= to;
  };
  tree_.visit(is_met, [&](int cell) {
    const int column = cell % cells, row = cell / cells;
    for (const double i : {0.2, 0.8})
      for (const double j : {0.2, 0.8}) {
        const auto found = cross_near(ray, place_of(column + i, row + j));
        if (found && (!first || found->distance < first->distance)) first = found;
      }
  });
  return first;
}

}  // namespace sarrus::internal

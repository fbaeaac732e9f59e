#include "sarrus/proximity/internal/clip_solid.h"

#include <algorithm>

namespace sarrus::internal {

Bounds ClippedSolid::bounds(const Pose<double>& X) const {
  Bounds box = Bounds::nothing();
  for (const Triangle& t : triangles_)
    for (const Vec3<double>& p : t.corners) box.include(X * p);
  return box;
}

void ClippedSolid::clip(const Plane& plane) {
  const auto outside = [&](const Vec3<double>& p) { return dot(plane.normal, p) - plane.offset; };
  const auto is_inside = [&](const Triangle& t) {
    return outside(t.corners[0]) <= 0 && outside(t.corners[1]) <= 0 && outside(t.corners[2]) <= 0;
  };
  if (std::all_of(triangles_.begin(), triangles_.end(), is_inside)) return;
  kept_.clear();
  bool has_apex = false;
  Vec3<double> apex;  // of the triangles that close the cut
  for (const Triangle& t : triangles_) {
    const double out[3] = {outside(t.corners[0]), outside(t.corners[1]), outside(t.corners[2])};
    const int inside = (out[0] <= 0) + (out[1] <= 0) + (out[2] <= 0);
    if (inside == 3) kept_.push_back(t);
    if (inside == 0 || inside == 3) continue;
    // The corner that is alone on its side, and the next two.
    int i = 0;
    while ((out[i] <= 0) != (inside == 1)) ++i;
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    // Always from the inner to the outer end, so that both triangles of an edge get the same point.
    const auto crossing = [&](int in, int to) {
      const double s = out[in] / (out[in] - out[to]);
      return t.corners[in] + s * (t.corners[to] - t.corners[in]);
    };
    const Vec3<double> first = inside == 1 ? crossing(i, j) : crossing(j, i);
    const Vec3<double> last = inside == 1 ? crossing(i, k) : crossing(k, i);
    if (inside == 1) {
      kept_.push_back({{t.corners[i], first, last}, t.is_cut});
    } else {
      kept_.push_back({{first, t.corners[j], t.corners[k]}, t.is_cut});
      kept_.push_back({{first, t.corners[k], last}, t.is_cut});
    }
    if (!has_apex) apex = first, has_apex = true;
    // The triangle runs along the contour from `first` to `last` or back; its neighbor in the cut against it.
    if (inside == 1)
      kept_.push_back({{apex, last, first}, true});
    else
      kept_.push_back({{apex, first, last}, true});
  }
  std::swap(triangles_, kept_);
}

ClippedSolid::Integrals ClippedSolid::integrals() const {
  Integrals sum;
  if (is_empty()) return sum;
  // Tetrahedra from a point of the surface to its triangles.
  const Vec3<double> about = triangles_[0].corners[0];
  sum.solid.about = about;
  for (const Triangle& t : triangles_) {
    const Vec3<double> a = t.corners[0] - about, b = t.corners[1] - about, c = t.corners[2] - about;
    const Vec3<double> area = 0.5 * cross(b - a, c - a);
    const double volume = dot(a, area) / 3;
    const Vec3<double> s = a + b + c;
    // ∫ r·rᵀ dV = V/20·(a·aᵀ + b·bᵀ + c·cᵀ + s·sᵀ)
    const auto square = [](const Vec3<double>& r) { return Sym3<double>::lower(outer(r, r)); };
    sum.solid.volume += volume;
    sum.solid.first += 0.25 * volume * s;
    sum.solid.second = sum.solid.second + (0.05 * volume) * (square(a) + square(b) + square(c) + square(s));
    if (!t.is_cut) sum.area += area;
  }
  return sum;
}

}  // namespace sarrus::internal

#include "sarrus/proximity/internal/gjk.h"

#include "sarrus/base/internal/index.h"

#include <limits>

namespace sarrus::internal {

namespace {

/// The part of a simplex that is nearest to the origin: its corners by their numbers, their weights and the
/// nearest point.
struct SimplexPart {
  Vec3<double> v;
  int count;
  std::array<int, 3> corners;
  std::array<double, 3> weights;

  double square() const { return v.x * v.x + v.y * v.y + v.z * v.z; }
};

/// A corner of a simplex with its number.
struct SimplexCorner {
  int i;
  const Vec3<double>& w;
};

// The regions in which the origin may lie (Ericson, Real-Time Collision Detection, sec. 5.1).

SARRUS_ALWAYS_INLINE SimplexPart part_of_corner(const SimplexCorner& a) {
  return {a.w, 1, {a.i, 0, 0}, {1, 0, 0}};
}
SARRUS_ALWAYS_INLINE SimplexPart part_of_segment(const SimplexCorner& a, const SimplexCorner& b) {
  const Vec3<double> ab = b.w - a.w;
  const double t = -dot(a.w, ab), length = dot(ab, ab);
  if (t <= 0 || length == 0) return part_of_corner(a);
  if (t >= length) return part_of_corner(b);
  const double at_b = t / length, at_a = 1 - at_b;
  return {at_a * a.w + at_b * b.w, 2, {a.i, b.i, 0}, {at_a, at_b, 0}};
}
/// A triangle without an area: the nearest of its edges.
[[gnu::noinline]] SimplexPart part_of_flat(const SimplexCorner& a, const SimplexCorner& b,
                                           const SimplexCorner& c) {
  SimplexPart best = part_of_segment(a, b);
  for (const SimplexPart& edge : {part_of_segment(a, c), part_of_segment(b, c)})
    if (edge.square() < best.square()) best = edge;
  return best;
}
SARRUS_ALWAYS_INLINE SimplexPart part_of_triangle(const SimplexCorner& a, const SimplexCorner& b,
                                                  const SimplexCorner& c) {
  const Vec3<double> ab = b.w - a.w, ac = c.w - a.w;
  const double d1 = -dot(ab, a.w), d2 = -dot(ac, a.w);
  if (d1 <= 0 && d2 <= 0) return part_of_corner(a);
  const double d3 = -dot(ab, b.w), d4 = -dot(ac, b.w);
  if (d3 >= 0 && d4 <= d3) return part_of_corner(b);
  const double d5 = -dot(ab, c.w), d6 = -dot(ac, c.w);
  if (d6 >= 0 && d5 <= d6) return part_of_corner(c);
  const Vec3<double> n = cross(ab, ac);
  const double nn = dot(n, n);
  // Weights times |n|²: signed areas against the normal, which suffer less than differences of products.
  const double va = dot(n, cross(b.w, c.w)), vb = dot(n, cross(c.w, a.w)), vc = dot(n, cross(a.w, b.w));
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return part_of_segment(a, b);
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return part_of_segment(a, c);
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) return part_of_segment(b, c);
  if (!(nn > 0) || va <= 0 || vb <= 0 || vc <= 0) return part_of_flat(a, b, c);
  const double r = 1 / (va + vb + vc);
  return {(dot(n, a.w) / nn) * n, 3, {a.i, b.i, c.i}, {va * r, vb * r, vc * r}};
}
/// The part of a tetrahedron on its faces at corner d; none, with a count of zero, if the origin is inside.
/// The face of the others is not asked: d was found beyond it, on the side of the origin.
SARRUS_ALWAYS_INLINE SimplexPart part_of_tetrahedron(const std::array<SimplexCorner, 4>& corners) {
  SimplexPart best;
  best.count = 0;
  double least = std::numeric_limits<double>::infinity();
  const Vec3<double>& d = corners[3].w;
  for (std::size_t k = 0; k < 3; ++k) {
    const SimplexCorner &a = corners[k], &b = corners[k == 2 ? 0 : k + 1], &c = corners[k == 0 ? 2 : k - 1];
    const Vec3<double> other = c.w - d, n = cross(a.w - d, b.w - d);
    const double of_origin = -dot(n, d), of_other = dot(n, other);
    const bool is_flat = of_other * of_other <= 1e-24 * dot(n, n) * dot(other, other);
    if (!is_flat && of_origin * of_other > 0) continue;  // on the same side as the fourth point
    const SimplexPart face = part_of_triangle(a, b, corners[3]);
    if (const double square = face.square(); square < least) least = square, best = face;
  }
  return best;
}

bool is_repeated(const Simplex& simplex, const Vec3<double>& w) {
  for (int i = 0; i < simplex.count; ++i) {
    const Vec3<double>& p = simplex.point(i).w;
    if (p.x == w.x && p.y == w.y && p.z == w.z) return true;
  }
  return false;
}

}  // namespace

[[gnu::flatten]] Simplex::Reduced Simplex::reduce(double below) {
  const SimplexCorner a{0, point(0).w}, b{1, point(1).w}, c{2, point(2).w}, d{3, point(3).w};
  const SimplexPart part = count == 1   ? part_of_corner(a)
                           : count == 2 ? part_of_segment(a, b)
                           : count == 3 ? part_of_triangle(a, b, c)
                                        : part_of_tetrahedron({a, b, c, d});
  if (part.count == 0) return Reduced::inside;
  if (!(part.square() < below)) return Reduced::no_closer;
  v = part.v;
  // The corners of the part come first.
  std::array<int, 4> order{};
  std::array<bool, 4> is_kept{};
  const auto kept = index(part.count);
  for (std::size_t i = 0; i < kept; ++i) {
    const auto corner = index(part.corners[i]);
    order[i] = order_[corner], is_kept[corner] = true, weights_[i] = part.weights[i];
  }
  for (std::size_t i = 0, free = kept; i < 4; ++i)
    if (!is_kept[i]) order[free++] = order_[i];
  order_ = order;
  count = part.count;
  return Reduced::outside;
}

GjkEnd run_gjk(const ConvexPair& pair, const Vec3<double>& direction, double accuracy, Simplex& simplex) {
  constexpr int most_iterations = 100;
  const double zero = 1e-13 * pair.size;
  if (simplex.count == 0) simplex.begin(pair, direction);
  for (int i = 0; i < most_iterations; ++i) {
    const Vec3<double> v = simplex.v;
    const double vv = dot(v, v);
    if (vv <= zero * zero) return GjkEnd::touching;
    pair.find_support(v, simplex.next());
    const Vec3<double>& w = simplex.next().w;
    const double gap = vv - dot(v, w);
    if (gap <= accuracy * vv) return GjkEnd::apart;
    // Rounding ends the search: what there is proves that the sets are apart, or nothing.
    const GjkEnd end = gap < 0.01 * vv ? GjkEnd::apart : GjkEnd::touching;
    if (is_repeated(simplex, w)) return end;
    simplex.add();
    const Simplex::Reduced reduced = simplex.reduce(vv);
    if (reduced == Simplex::Reduced::inside) return GjkEnd::touching;
    if (reduced == Simplex::Reduced::no_closer) {
      simplex.drop();
      return end;
    }
  }
  return GjkEnd::touching;
}

}  // namespace sarrus::internal

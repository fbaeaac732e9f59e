#include "sarrus/proximity/internal/epa.h"

#include <algorithm>
#include <limits>

#include "sarrus/proximity/internal/expanding_polytope.h"

namespace sarrus::internal {

namespace {

/// Points until they span a tetrahedron: those of GJK, then the farthest on either side of what there is.
class TetrahedronFinder {
 public:
  TetrahedronFinder(const ConvexPair& pair, const Simplex& simplex) : pair_(pair) {
    if (take_all(simplex)) return;
    for (int i = 0; i < simplex.count; ++i) add(simplex.point(i), 1e-6);
    for (int axis = 0; axis < 3 && count < 2; ++axis) add_farthest(Vec3<double>::unit(axis));
    if (count == 2) {
      const Vec3<double> d = w(1) - w(0);
      const Vec3<double> a{std::abs(d.x), std::abs(d.y), std::abs(d.z)};
      const int least = a.x <= a.y && a.x <= a.z ? 0 : a.y <= a.z ? 1 : 2;
      const Vec3<double> u = normalized(cross(d, Vec3<double>::unit(least)));
      add_farthest(u);
      if (count == 2) add_farthest(normalized(cross(d, u)));
    }
    if (count == 3) add_farthest(normalized(cross(w(1) - w(0), w(2) - w(0))));
  }
  /// The normal of what is flat, or a normal of what is straight.
  Vec3<double> flat_normal() const {
    if (count >= 3) return normalized(cross(w(1) - w(0), w(2) - w(0)));
    const Vec3<double> d = count == 2 ? w(1) - w(0) : Vec3<double>{0, 0, 1};
    const Vec3<double> a{std::abs(d.x), std::abs(d.y), std::abs(d.z)};
    const int least = a.x <= a.y && a.x <= a.z ? 0 : a.y <= a.z ? 1 : 2;
    return normalized(cross(d, Vec3<double>::unit(least)));
  }

  std::array<DifferencePoint, 4> points;
  int count = 0;

 private:
  const Vec3<double>& w(int i) const { return points[i].w; }
  /// Takes a tetrahedron of GJK that is not flat at once: no height is less than six volumes over size².
  bool take_all(const Simplex& simplex) {
    if (simplex.count < 4) return false;
    const Vec3<double>& a = simplex.point(0).w;
    const double volumes = dot(cross(simplex.point(1).w - a, simplex.point(2).w - a), simplex.point(3).w - a);
    if (!(std::abs(volumes) > 1e-6 * pair_.size * pair_.size * pair_.size)) return false;
    for (int i = 0; i < 4; ++i) points[i] = simplex.point(i);
    count = 4;
    return true;
  }
  /// How far w is from the point, line or plane of the points so far.
  double height(const Vec3<double>& p) const {
    const Vec3<double> d = p - w(0);
    if (count == 1) return norm(d);
    const Vec3<double> e = w(1) - w(0);
    if (count == 2) return norm(cross(e, d)) / norm(e);
    const Vec3<double> n = cross(e, w(2) - w(0));
    return std::abs(dot(n, d)) / norm(n);
  }
  void add(const DifferencePoint& p, double least_height) {
    if (count == 4 || (count > 0 && !(height(p.w) > least_height * pair_.size))) return;
    points[count++] = p;
  }
  void add_farthest(const Vec3<double>& direction) {
    const DifferencePoint p = pair_.support(direction), q = pair_.support(-direction);
    add(height(p.w) > height(q.w) ? p : q, 1e-13);
  }
  const ConvexPair& pair_;
};

/// A face of a polytope, kept while the polytope changes.
struct KeptFace {
  std::array<int, 3> vertices;
  Vec3<double> normal;
  double offset;
};

int count_different(const Vec3<double>& p, const Vec3<double>& q, const Vec3<double>& r) {
  const auto are_equal = [](const Vec3<double>& a, const Vec3<double>& b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
  };
  return 1 + !are_equal(p, q) + !(are_equal(p, r) || are_equal(q, r));
}

/// The points a and b of a face, at the projection of the origin.
LeastOverlap overlap_at(const ExpandingPolytope& polytope, const KeptFace& f, double beyond) {
  const DifferencePoint &p = polytope.vertex(f.vertices[0]), &q = polytope.vertex(f.vertices[1]),
                        &r = polytope.vertex(f.vertices[2]);
  // Twice the areas of the triangles at the projection, which is within the face unless that is degenerate.
  const Vec3<double>& n = f.normal;
  LeastOverlap least{.normal = -n,
                     .depth = f.offset,
                     .beyond = beyond,
                     .corners1 = count_different(p.a, q.a, r.a),
                     .corners2 = count_different(p.b, q.b, r.b)};
  const double at_p = dot(n, cross(q.w, r.w)), at_q = dot(n, cross(r.w, p.w)), at_r = dot(n, cross(p.w, q.w));
  const double scale = 1 / (at_p + at_q + at_r), u = scale * at_p, v = scale * at_q, w = scale * at_r;
  least.foot1 = u * p.a + v * q.a + w * r.a, least.foot2 = u * p.b + v * q.b + w * r.b;
  if (at_p >= 0 && at_q >= 0 && at_r >= 0 && at_p + at_q + at_r > 0) {
    least.witness1 = least.foot1, least.witness2 = least.foot2, least.is_within = true;
    return least;
  }
  Simplex triangle;
  for (const DifferencePoint* point : {&p, &q, &r}) {
    triangle.next() = {point->w - f.offset * n, point->a, point->b};
    triangle.add();
  }
  triangle.reduce(std::numeric_limits<double>::infinity());
  least.witness1 = triangle.witness1(), least.witness2 = triangle.witness2();
  return least;
}

}  // namespace

bool is_least_depth(const ConvexPair& pair, const Simplex& simplex, double depth, double rounding) {
  const TetrahedronFinder finder(pair, simplex);
  ExpandingPolytope& polytope = shared_polytope();
  if (finder.count < 4 || !polytope.begin(finder.points, pair.size, rounding)) return false;
  while (true) {
    const int number = polytope.nearest();
    const ExpandingPolytope::Face& nearest = polytope.face(number);
    if (nearest.offset >= depth - rounding) return true;
    if (polytope.is_full()) return false;
    DifferencePoint& next = polytope.next_vertex();
    pair.find_support(-nearest.normal, next);
    const double reach = dot(nearest.normal, next.w);
    // Less deep in this direction, or round: the polytope comes no closer.
    if (reach < depth - rounding || reach - nearest.offset <= 1e-6 * pair.size || !polytope.expand(number))
      return false;
  }
}

[[gnu::flatten]] LeastOverlap run_epa(const ConvexPair& pair, const Simplex& simplex, double accuracy) {
  constexpr double unknown = std::numeric_limits<double>::infinity();
  const TetrahedronFinder finder(pair, simplex);
  ExpandingPolytope& polytope = shared_polytope();
  if (finder.count < 4 ||
      !polytope.begin(finder.points, pair.size, std::max(1e-3 * accuracy, 1e-15 * pair.size)))
    return {.normal = finder.flat_normal(),
            .witness1 = simplex.witness1(),
            .witness2 = simplex.witness2(),
            .beyond = unknown};
  while (true) {
    const int number = polytope.nearest();
    const ExpandingPolytope::Face& f = polytope.face(number);
    const KeptFace nearest{f.vertices, {f.normal.x, f.normal.y, f.normal.z}, f.offset};
    if (polytope.is_full()) return overlap_at(polytope, nearest, unknown);
    DifferencePoint& next = polytope.next_vertex();
    pair.find_support(-nearest.normal, next);
    const double beyond = dot(nearest.normal, next.w) - nearest.offset;
    if (beyond <= accuracy || !polytope.expand(number)) return overlap_at(polytope, nearest, beyond);
  }
}

}  // namespace sarrus::internal

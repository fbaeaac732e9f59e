#include "sarrus/proximity/internal/polyhedra.h"

#include <array>
#include <cmath>

#include "sarrus/proximity/feature_pair.h"
#include "sarrus/proximity/internal/overlap_surface.h"

namespace sarrus::internal {

namespace {

constexpr int point_kind = 0, edge_kind = 1, face_kind = 2;
static_assert(std::is_same_v<std::variant_alternative_t<point_kind, Feature>, PointFeature>);
static_assert(std::is_same_v<std::variant_alternative_t<edge_kind, Feature>, LineFeature>);
static_assert(std::is_same_v<std::variant_alternative_t<face_kind, Feature>, PlaneFeature>);

/// The kinds that can be nearest.
constexpr std::array<std::array<int, 2>, 6> polyhedra_kinds{{{face_kind, point_kind},
                                                             {point_kind, face_kind},
                                                             {edge_kind, edge_kind},
                                                             {point_kind, edge_kind},
                                                             {edge_kind, point_kind},
                                                             {point_kind, point_kind}}};

/// The neighbor of vertex i along the edge that slopes least against m.
int flattest_neighbor(const ConvexPolyhedron& hull, int i, const Vec3<double>& m) {
  const Vec3<double>& corner = hull.vertices()[i];
  int best = i;
  double least = 4, length = 1;  // square of the slope: least/length
  for (const int j : hull.neighbors(i)) {
    const Vec3<double> e = hull.vertices()[j] - corner;
    const double slope = dot(e, m), ee = dot(e, e);
    if (slope * slope * length < least * ee) least = slope * slope, length = ee, best = j;
  }
  return best;
}

/// The face at vertex i whose normal is nearest to m.
const ConvexPolyhedron::Face& facing(const ConvexPolyhedron& hull, int i, const Vec3<double>& m) {
  const ConvexPolyhedron::Face* best = nullptr;
  double most = -2;
  for (const int f : hull.faces_at(i))
    if (const double along = dot(hull.faces()[f].normal, m); along > most)
      most = along, best = &hull.faces()[f];
  return *best;
}

/// True if p is over the face, up to `slack`.
bool is_over(const ConvexPolyhedron& hull, const ConvexPolyhedron::Face& face, const Vec3<double>& p,
             double slack) {
  const Vec3<double>* a = &hull.vertices()[face.vertices.back()];
  bool over = true;
  for (const int v : face.vertices) {
    const Vec3<double>* b = &hull.vertices()[v];
    const Vec3<double> e = *b - *a;
    const double inside = dot(cross(face.normal, e), p - *a);  // times |e|
    over = over && (inside >= 0 || inside * inside <= slack * slack * dot(e, e));
    a = b;
  }
  return over;
}

/// True if the parameter t of an edge whose square is ee is between 0 and 1, up to the length `slack`.
bool is_within_edge(double t, double ee, double slack) {
  const double beyond = std::max({-t, t - 1, 0.0});
  return beyond * beyond * ee <= slack * slack;
}

/// Features at the support vertices along a direction.
class NearFeatures {
 public:
  NearFeatures(const PolyhedronPair& pair, const PairMemory& memory)
      : pair_(pair),
        n_(memory.direction),
        m_(-pair.X_12.R.inverse_times(n_)),
        i_(pair.first.support_vertex(n_, memory.vertex1)),
        j_(pair.second.support_vertex(m_, memory.vertex2)) {}

  /// True if features of these kinds are a common normal apart, and the supports along it are too.
  bool fit(const std::array<int, 2>& kinds) {
    if (kinds[0] == face_kind) return fit_face1();
    if (kinds[1] == face_kind) return fit_face2();
    if (kinds[0] == edge_kind && kinds[1] == edge_kind) return fit_edges();
    return fit_point(kinds);
  }
  const ShapeDistance& at() const { return at_; }
  /// Three points of the face of the difference, of an overlap.
  const DifferenceFace& face() const { return face_; }
  int vertex1() const { return i_; }
  int vertex2() const { return j_; }

 private:
  Vec3<double> corner1(int i) const { return pair_.first.vertices()[i]; }
  Vec3<double> corner2(int j) const { return pair_.X_12 * pair_.second.vertices()[j]; }
  double slack() const { return 1e-13 * pair_.size; }
  /// Keeps the answer with the normal n; false if the supports along n are not as far apart.
  bool keep(double gap, const Vec3<double>& n, const Vec3<double>& point1) {
    const int i = pair_.first.support_vertex(n, i_);
    const int j = pair_.second.support_vertex(-pair_.X_12.R.inverse_times(n), j_);
    if (!(std::abs(dot(n, corner2(j) - corner1(i)) - gap) <= 2e-14 * pair_.size)) return false;
    at_ = {gap, n, point1, point1 + gap * n};
    return true;
  }

  bool fit_face1() {
    const ConvexPolyhedron::Face& face = facing(pair_.first, i_, n_);
    const Vec3<double>& n = face.normal;
    const int j = pair_.second.support_vertex(-pair_.X_12.R.inverse_times(n), j_);
    const Vec3<double> p = corner2(j);
    if (!is_over(pair_.first, face, p, slack())) return false;
    const double gap = dot(n, p) - face.offset;
    at_ = {gap, n, p - gap * n, p};
    for (std::size_t k = 0; k < 3; ++k) face_[k] = {face.vertices[k], j};
    i_ = face.vertices[0], j_ = j;
    return true;
  }
  bool fit_face2() {
    const Pose<double>& X = pair_.X_12;
    const ConvexPolyhedron::Face& face = facing(pair_.second, j_, m_);
    const Vec3<double> n = -(X.R * face.normal);
    const int i = pair_.first.support_vertex(n, i_);
    const Vec3<double> p = corner1(i), p_2 = X.inverse_times(p);
    if (!is_over(pair_.second, face, p_2, slack())) return false;
    const double gap = dot(face.normal, p_2) - face.offset;
    at_ = {gap, n, p, p + gap * n};
    for (std::size_t k = 0; k < 3; ++k) face_[k] = {i, face.vertices[k]};
    i_ = i, j_ = face.vertices[0];
    return true;
  }
  /// a + s·e and b + t·f with b − a + t·f − s·e ∥ e×f.
  bool fit_edges() {
    const int i = flattest_neighbor(pair_.first, i_, n_), j = flattest_neighbor(pair_.second, j_, m_);
    const Vec3<double> a = corner1(i_), b = corner2(j_), e = corner1(i) - a, f = corner2(j) - b, v = b - a;
    const Vec3<double> k = cross(e, f);
    const double kk = dot(k, k), ee = dot(e, e), ff = dot(f, f);
    if (!(kk > 1e-12 * ee * ff)) return false;
    const double s = dot(cross(v, f), k) / kk, t = dot(cross(v, e), k) / kk;
    if (!is_within_edge(s, ee, slack()) || !is_within_edge(t, ff, slack())) return false;
    const Vec3<double> n = (std::copysign(1.0, dot(k, n_)) / std::sqrt(kk)) * k;
    face_ = {{{i_, j_}, {i, j_}, {i_, j}}};
    return keep(dot(n, v), n, a + s * e);
  }
  /// Vertices with vertices or edges: nearest only if they are apart.
  bool fit_point(const std::array<int, 2>& kinds) {
    const Vec3<double> a = corner1(i_), b = corner2(j_);
    Vec3<double> v = b - a, point1 = a;
    if (kinds[0] == edge_kind) {
      const Vec3<double> e = corner1(flattest_neighbor(pair_.first, i_, n_)) - a;
      const double s = dot(v, e) / dot(e, e);
      if (!is_within_edge(s, dot(e, e), slack())) return false;
      v = across(v - s * e, e), point1 = a + s * e;
    } else if (kinds[1] == edge_kind) {
      const Vec3<double> f = corner2(flattest_neighbor(pair_.second, j_, m_)) - b;
      const double t = -dot(v, f) / dot(f, f);
      if (!is_within_edge(t, dot(f, f), slack())) return false;
      v = across(v + t * f, f);
    }
    const double gap = norm(v);
    return gap > 1e-4 * pair_.size && keep(gap, (1 / gap) * v, point1);
  }
  /// v without what rounding left of it along e.
  static Vec3<double> across(const Vec3<double>& v, const Vec3<double>& e) {
    return v - (dot(v, e) / dot(e, e)) * e;
  }

  const PolyhedronPair& pair_;
  const Vec3<double> n_, m_;
  int i_, j_;
  ShapeDistance at_{};
  DifferenceFace face_{};
};

/// True if an overlap that is exact for its features is the least.
bool is_least(const PolyhedronPair& pair, const NearFeatures& near, OverlapSurface& surface) {
  const double depth = -near.at().distance;
  return holds_ball(surface, pair, depth) ||
         find_overlap_surface(pair, near.face(), near.at().normal, depth, surface);
}

}  // namespace

std::optional<ShapeDistance> near_polyhedra_distance(const ConvexPolyhedron& first,
                                                     const ConvexPolyhedron& second, const Pose<double>& X_12,
                                                     PairMemory& memory) {
  if (memory.kind1 < 0) return {};
  const double size = first.extent() + second.extent() + norm(X_12.p);
  const PolyhedronPair pair{first, second, X_12, size};
  NearFeatures near(pair, memory);
  // The remembered kinds first.
  std::array<int, 2> kinds{memory.kind1, memory.kind2};
  bool fits = near.fit(kinds);
  for (std::size_t k = 0; k < polyhedra_kinds.size() && !fits; ++k)
    fits = near.fit(kinds = polyhedra_kinds[k]);
  if (fits && (near.at().distance >= 0 || is_least(pair, near, memory.overlap))) {
    memory.direction = near.at().normal;
    memory.kind1 = kinds[0], memory.kind2 = kinds[1];
    memory.vertex1 = near.vertex1(), memory.vertex2 = near.vertex2();
    return near.at();
  }
  memory.kind1 = memory.kind2 = -1;
  return {};
}

}  // namespace sarrus::internal

#include "sarrus/proximity/internal/patch_contact.h"

#include <cmath>
#include <limits>
#include <utility>

namespace sarrus::internal {

namespace {

/// Corners closer than this, relative to the size of the patches, are one.
constexpr double patch_rounding = 1e-6;
/// Segments whose ends are aside of each other by less than this, relative to their length, are parallel.
constexpr double parallel_segments = 1e-4;

/// A feature of a patch at a contact point. Under a vertex, the sphere that sweeps a patch reaches as deep as
/// its radius r; elsewhere a sloping patch reaches down by r/cos(slope) on the vertical line.
struct PatchFeature {
  FeatureName name;
  bool is_vertex;
};

class PatchContacts {
 public:
  PatchContacts(const ShapeDistance& at, double margin, PatchScratch& scratch, Manifold& manifold)
      : at_(at), margin_(margin), scratch_(scratch), manifold_(manifold), before_(manifold.points.size()) {
    const Vec3<double>& n = at.normal;
    const Vec3<double> a = std::abs(n.x) < 0.6 ? Vec3<double>::unit_x() : Vec3<double>::unit_y();
    e1_ = normalized(a - dot(a, n) * n);
    e2_ = cross(n, e1_);
  }

  void add_corners() {
    const PatchKind kind1 = scratch_.patch1.kind, kind2 = scratch_.patch2.kind;
    if (kind1 == PatchKind::point || kind2 == PatchKind::point) return;
    // The patch of the simpler kind is first.
    is_turned_ = kind1 > kind2;
    first_ = is_turned_ ? &scratch_.patch2 : &scratch_.patch1;
    second_ = is_turned_ ? &scratch_.patch1 : &scratch_.patch2;
    size_ = std::max(size_of(*first_), size_of(*second_));
    add_pair();
  }
  /// Adds the nearest points unless one of the corners is as near.
  void add_nearest() {
    for (std::size_t i = before_; i < manifold_.points.size(); ++i)
      if (manifold_.points[i].distance <= at_.distance + patch_rounding * size_) return;
    manifold_.points.push_back(
        {at_.point1, at_.point2, at_.distance, contact_name(scratch_.patch1.name, scratch_.patch2.name)});
  }

 private:
  void add_pair() {
    using enum PatchKind;
    if (second_->kind == segment) return segment_segment();
    if (second_->kind == polygon) return first_->kind == segment ? segment_polygon() : polygon_polygon();
    if (first_->kind == segment) return segment_disc();
    return first_->kind == polygon ? polygon_disc() : disc_disc();
  }

  static double size_of(const ContactPatch& patch) {
    if (patch.kind == PatchKind::disc) return patch.rim_radius;
    double size = 0;
    for (const PatchVertex& v : patch.vertices) size = std::max(size, norm(v.p - patch.vertices[0].p));
    return size;
  }
  double x_of(const Vec3<double>& p) const { return dot(p - at_.point1, e1_); }
  double y_of(const Vec3<double>& p) const { return dot(p - at_.point1, e2_); }
  Vec3<double> place(double x, double y) const { return at_.point1 + x * e1_ + y * e2_; }

  /// How far along the normal from w the surface of a patch is, on the side of `toward` (+1: of patch 1,
  /// whose surface looks along the normal; −1: of patch 2).
  double height(const ContactPatch& patch, const Vec3<double>& w, bool is_vertex, double toward) const {
    const Vec3<double>& n = at_.normal;
    if (patch.kind == PatchKind::segment) {
      const Vec3<double>& a = patch.vertices[0].p;
      const Vec3<double> along = patch.vertices[1].p - a, level = along - dot(along, n) * n;
      const double square = dot(level, level), t = dot(w - a, level) / square;
      const double core = dot(a + t * along - w, n);
      if (patch.radius == 0) return core;
      return core +
             swept_height(patch, w, is_vertex ? 1 : std::sqrt(square / dot(along, along)), core, toward);
    }
    const Vec3<double>& on = patch.kind == PatchKind::disc ? patch.center : patch.vertices[0].p;
    const double cosine = dot(patch.normal, n), core = dot(patch.normal, on - w) / cosine;
    if (patch.radius == 0) return core;
    return core + swept_height(patch, w, is_vertex ? 1 : std::abs(cosine), core, toward);
  }
  /// How much the sphere that sweeps a patch adds: r/cos(slope) inside of it, but no more than the sphere
  /// about its highest vertex reaches.
  double swept_height(const ContactPatch& patch, const Vec3<double>& w, double cosine, double core,
                      double toward) const {
    double most = -std::numeric_limits<double>::infinity();
    for (const PatchVertex& v : patch.vertices)
      most = std::max(most, toward * (dot(v.p - w, at_.normal) - core));
    return toward * std::min(patch.radius / cosine, most + patch.radius);
  }

  /// Adds the point on the vertical line through w, where a feature of the first patch meets one of the
  /// second, unless there is one already: a vertex that lies on an edge.
  void emit(const Vec3<double>& w, PatchFeature of_first, PatchFeature of_second) {
    if (is_turned_) std::swap(of_first, of_second);
    const double h1 = height(scratch_.patch1, w, of_first.is_vertex, 1);
    const double h2 = height(scratch_.patch2, w, of_second.is_vertex, -1);
    if (h2 - h1 > margin_) return;
    const Vec3<double> point1 = w + h1 * at_.normal;
    for (std::size_t i = before_; i < manifold_.points.size(); ++i) {
      const Vec3<double> apart = manifold_.points[i].point1 - point1;
      if (dot(apart, apart) <= patch_rounding * patch_rounding * size_ * size_) return;
    }
    manifold_.points.push_back(
        {point1, w + h2 * at_.normal, h2 - h1, contact_name(of_first.name, of_second.name)});
  }

  static PatchFeature vertex(const ContactPatch& patch, int i) {
    return {vertex_name(patch.vertices[i].number), true};
  }
  static PatchFeature edge(const ContactPatch& patch, int i) {
    const int next = i + 1 == static_cast<int>(patch.vertices.size()) ? 0 : i + 1;
    return {edge_name(patch.vertices[i].number, patch.vertices[next].number), false};
  }
  static PatchFeature whole(const ContactPatch& patch) { return {patch.name, false}; }
  /// The rim of a disc, where an edge crosses it for the first or the second time.
  static PatchFeature rim(const ContactPatch& disc, int crossing) {
    return {edge_name(disc.rim, rim_vertex(disc.rim, crossing)), false};
  }

  /// The half-planes of a polygon's edges, as seen along the normal.
  void find_sides(const ContactPatch& polygon) {
    Array<HalfPlane>& sides = scratch_.sides;
    sides.clear();
    const int n = static_cast<int>(polygon.vertices.size());
    double area = 0;
    for (int i = 0; i < n; ++i) {
      const Vec3<double>&p = polygon.vertices[i].p, &q = polygon.vertices[i + 1 == n ? 0 : i + 1].p;
      area += x_of(p) * y_of(q) - x_of(q) * y_of(p);
    }
    for (int i = 0; i < n; ++i) {
      const Vec3<double>&p = polygon.vertices[i].p, &q = polygon.vertices[i + 1 == n ? 0 : i + 1].p;
      const double x = x_of(p), y = y_of(p), dx = x_of(q) - x, dy = y_of(q) - y;
      const double scale = (area > 0 ? 1 : -1) / std::hypot(dx, dy);
      sides.push_back({scale * dy, -scale * dx, scale * (dy * x - dx * y)});
    }
  }

  void polygon_polygon() {
    find_sides(*second_);
    const int n = static_cast<int>(first_->vertices.size()), m = static_cast<int>(second_->vertices.size());
    scratch_.corners.resize(n + m + 1), scratch_.spare.resize(n + m + 1);
    for (int i = 0; i < n; ++i)
      scratch_.corners[i] = {x_of(first_->vertices[i].p), y_of(first_->vertices[i].p), i};
    ClipPolygon region{scratch_.corners.data(), scratch_.spare.data(), n};
    for (int j = 0; j < m && region.count > 0; ++j)
      region.clip(scratch_.sides[j], n + j, patch_rounding * size_);
    for (int k = 0; k < region.count; ++k) {
      const ClipVertex& v = region.corners[k];
      const int in = region.corners[k == 0 ? region.count - 1 : k - 1].edge, out = v.edge;
      const Vec3<double> w = place(v.x, v.y);
      if (in < n && out < n)
        emit(w, vertex(*first_, corner_between(in, out, n)), whole(*second_));
      else if (in >= n && out >= n)
        emit(w, whole(*first_), vertex(*second_, corner_between(in - n, out - n, m)));
      else
        emit(w, edge(*first_, std::min(in, out)), edge(*second_, std::max(in, out) - n));
    }
  }

  /// A part of the first patch, which is a segment, from t = lower to upper; which edge of the second bounds
  /// it (−1: none, it ends in a vertex).
  struct Part {
    double lower = 0, upper = 1;
    int lower_edge = -1, upper_edge = -1;
  };
  void segment_polygon() {
    find_sides(*second_);
    const Vec3<double>&a = first_->vertices[0].p, &b = first_->vertices[1].p;
    Part part;
    const double tolerance = patch_rounding * size_;
    for (int j = 0; j < static_cast<int>(scratch_.sides.size()); ++j) {
      const double out_a = scratch_.sides[j].outside(x_of(a), y_of(a));
      const double out_b = scratch_.sides[j].outside(x_of(b), y_of(b));
      if (out_a > tolerance && out_b > tolerance) return;
      const double t = out_a / (out_a - out_b);
      if (out_a > tolerance && t > part.lower) part.lower = t, part.lower_edge = j;
      if (out_b > tolerance && t < part.upper) part.upper = t, part.upper_edge = j;
    }
    if (part.lower > part.upper) return;
    emit_part(part, [&](int edge_number) { return edge(*second_, edge_number); });
  }
  template <class Edge>
  void emit_part(const Part& part, const Edge& edge_of_second) {
    const Vec3<double>&a = first_->vertices[0].p, &b = first_->vertices[1].p;
    const auto emit_end = [&](double t, int end, int edge_number) {
      const bool is_vertex = edge_number < 0;
      emit(a + t * (b - a), is_vertex ? vertex(*first_, end) : edge(*first_, 0),
           is_vertex ? whole(*second_) : edge_of_second(edge_number));
    };
    emit_end(part.lower, 0, part.lower_edge);
    if (part.upper - part.lower > patch_rounding) emit_end(part.upper, 1, part.upper_edge);
  }

  /// Two points if the segments are parallel and side by side, else none.
  void segment_segment() {
    const Vec3<double>& n = at_.normal;
    const Vec3<double>&a = first_->vertices[0].p, &b = first_->vertices[1].p;
    const Vec3<double> along = b - a, level = along - dot(along, n) * n;
    const double square = dot(level, level);
    if (square == 0) return;
    const Vec3<double> aside = (1 / std::sqrt(square)) * cross(n, level);
    double t[2];
    for (int end = 0; end < 2; ++end) {
      const Vec3<double> to = second_->vertices[end].p - a;
      if (std::abs(dot(to, aside)) > parallel_segments * size_) return;
      t[end] = dot(to, level) / square;
    }
    Part part;
    const int low = t[0] < t[1] ? 0 : 1, high = 1 - low;
    if (t[low] > patch_rounding) part.lower = t[low], part.lower_edge = low;
    if (t[high] < 1 - patch_rounding) part.upper = t[high], part.upper_edge = high;
    if (part.upper - part.lower <= patch_rounding) return;
    emit_part(part, [&](int end) { return vertex(*second_, end); });
  }

  /// Coordinates in the plane of a disc of the point on the vertical line through p.
  struct InDisc {
    double x, y;
  };
  InDisc in_disc(const ContactPatch& disc, const Vec3<double>& p) const {
    const Vec3<double> on = p + height(disc, p, true, 1) * at_.normal - disc.center;
    return {dot(on, disc.x), dot(on, disc.y)};
  }
  /// The part of a segment inside a disc. False if it is empty.
  bool clip_by_rim(const ContactPatch& disc, const Vec3<double>& a, const Vec3<double>& b, Part& part) const {
    const InDisc p = in_disc(disc, a), q = in_disc(disc, b);
    const double dx = q.x - p.x, dy = q.y - p.y, square = dx * dx + dy * dy;
    const double middle = -(p.x * dx + p.y * dy) / square, miss = (p.x * dy - p.y * dx) / std::sqrt(square);
    const double chord = disc.rim_radius * disc.rim_radius - miss * miss;
    if (!(chord > 0)) return false;
    const double half = std::sqrt(chord / square);
    if (middle - half > patch_rounding) part.lower = middle - half, part.lower_edge = 0;
    if (middle + half < 1 - patch_rounding) part.upper = middle + half, part.upper_edge = 1;
    return part.lower < part.upper;
  }
  void segment_disc() {
    Part part;
    if (!clip_by_rim(*second_, first_->vertices[0].p, first_->vertices[1].p, part)) return;
    emit_part(part, [&](int crossing) { return rim(*second_, crossing); });
  }

  bool is_inside_sides(const Vec3<double>& p) const {
    for (const HalfPlane& side : scratch_.sides)
      if (side.outside(x_of(p), y_of(p)) > patch_rounding * size_) return false;
    return true;
  }
  /// Calls f(point, number) for the four fixed points of a rim, and for the one that is farthest along the
  /// other shape's side if it is farther than these: number `rim`.
  template <class F>
  void visit_rim(const ContactPatch& disc, const F& f) const {
    const double toward = &disc == &scratch_.patch1 ? 1 : -1;
    const Vec3<double>& n = at_.normal;
    const double x = toward * dot(disc.x, n), y = toward * dot(disc.y, n), slope = std::hypot(x, y);
    for (int k = 0; k < 4; ++k)
      f(disc.center + (k < 2 ? disc.rim_radius : -disc.rim_radius) * (k % 2 == 0 ? disc.x : disc.y),
        rim_vertex(disc.rim, k));
    if (slope - std::max(std::abs(x), std::abs(y)) > 1e-9)
      f(disc.center + (disc.rim_radius / slope) * (x * disc.x + y * disc.y), disc.rim);
  }
  void polygon_disc() {
    const ContactPatch &polygon = *first_, &disc = *second_;
    find_sides(polygon);
    visit_rim(disc, [&](const Vec3<double>& p, int number) {
      if (is_inside_sides(p)) emit(p, whole(polygon), {vertex_name(number), true});
    });
    const int n = static_cast<int>(polygon.vertices.size());
    for (int i = 0; i < n; ++i) {
      const Vec3<double>&a = polygon.vertices[i].p, &b = polygon.vertices[i + 1 == n ? 0 : i + 1].p;
      const InDisc p = in_disc(disc, a);
      const double inside = disc.rim_radius - std::hypot(p.x, p.y);
      if (inside > patch_rounding * size_) emit(a, vertex(polygon, i), whole(disc));
      Part part;
      if (!clip_by_rim(disc, a, b, part)) continue;
      if (part.lower_edge == 0) emit(a + part.lower * (b - a), edge(polygon, i), rim(disc, 0));
      if (part.upper_edge == 1) emit(a + part.upper * (b - a), edge(polygon, i), rim(disc, 1));
    }
  }

  void disc_disc() {
    const ContactPatch &one = *first_, &two = *second_;
    const auto depth_in = [&](const ContactPatch& disc, const Vec3<double>& p) {
      const InDisc at = in_disc(disc, p);
      return disc.rim_radius - std::hypot(at.x, at.y);
    };
    const double tolerance = patch_rounding * size_;
    visit_rim(one, [&](const Vec3<double>& p, int number) {
      if (depth_in(two, p) >= -tolerance) emit(p, {vertex_name(number), true}, whole(two));
    });
    visit_rim(two, [&](const Vec3<double>& p, int number) {
      if (depth_in(one, p) > tolerance) emit(p, whole(one), {vertex_name(number), true});
    });
    // Two circles of radii r, s at the distance d cross at x = (d² + r² − s²)/(2d), y = ±√(r² − x²).
    const InDisc c = in_disc(one, two.center);
    const double r = one.rim_radius, s = two.rim_radius, d = std::hypot(c.x, c.y);
    if (d <= std::abs(r - s) + tolerance || d >= r + s) return;
    const double x = (d * d + r * r - s * s) / (2 * d), y = std::sqrt(std::max(0.0, r * r - x * x));
    for (int side = 0; side < 2; ++side) {
      const double aside = side == 0 ? y : -y;
      emit(one.center + ((x * c.x - aside * c.y) / d) * one.x + ((x * c.y + aside * c.x) / d) * one.y,
           rim(one, side), rim(two, side));
    }
  }

  const ShapeDistance& at_;
  double margin_;
  PatchScratch& scratch_;
  Manifold& manifold_;
  std::size_t before_;  // number of points that were there
  Vec3<double> e1_, e2_;
  bool is_turned_ = false;
  const ContactPatch *first_ = nullptr, *second_ = nullptr;
  double size_ = 0;
};

}  // namespace

void add_patch_contacts(const ShapeDistance& at, double margin, PatchScratch& scratch, Manifold& manifold) {
  PatchContacts contacts(at, margin, scratch, manifold);
  contacts.add_corners();
  contacts.add_nearest();
}

void add_patch_corners(const ShapeDistance& at, double margin, PatchScratch& scratch, Manifold& manifold) {
  PatchContacts(at, margin, scratch, manifold).add_corners();
}

}  // namespace sarrus::internal

#include "sarrus/proximity/internal/pairs_box.h"

#include <array>
#include <cmath>

namespace sarrus::internal {

namespace {

/// Half of the length of a box along a direction in its frame.
double reach(const BoxCore& box, const Vec3<double>& d) {
  return box.half.x * std::abs(d.x) + box.half.y * std::abs(d.y) + box.half.z * std::abs(d.z);
}

/// A polygon of a few corners, and its clipping.
class FacePolygon {
 public:
  explicit FacePolygon(const Vec3<double>& corner) : count_(1) { corners_[0] = corner; }
  /// Sweeps a point to an edge, or an edge to a parallelogram.
  void sweep(const Vec3<double>& edge) {
    for (int i = count_ - 1; i >= 0; --i) add(corner(i) + edge);
  }
  /// Keeps what satisfies |x[axis]| ≤ limit (Sutherland and Hodgman).
  void clip(int axis, double limit) { clip_side(axis, 1, limit), clip_side(axis, -1, limit); }
  bool is_empty() const { return count_ == 0; }
  Vec3<double> middle() const {
    Vec3<double> sum{0, 0, 0};
    for (int i = 0; i < count_; ++i) sum += corner(i);
    return (1.0 / count_) * sum;
  }

 private:
  const Vec3<double>& corner(int i) const { return corners_[i]; }
  void add(const Vec3<double>& p) { corners_[count_++] = p; }
  void clip_side(int axis, double sign, double limit) {
    const FacePolygon before = *this;
    count_ = 0;
    for (int i = 0; i < before.count_; ++i) {
      const Vec3<double>&p = before.corner(i), &q = before.corner((i + 1) % before.count_);
      const double over_p = sign * p[axis] - limit, over_q = sign * q[axis] - limit;
      if (over_p <= 0) add(p);
      if ((over_p < 0 && over_q > 0) || (over_p > 0 && over_q < 0))
        add(p + (over_p / (over_p - over_q)) * (q - p));
    }
  }

  std::array<Vec3<double>, 12> corners_;
  int count_;
};

/// Box 1 with the direction m of its face across `axis`, in its frame, and box 2: the middle of what of
/// box 2 is farthest against m and lies over the face; nothing if there is no such point.
std::optional<Vec3<double>> point_over_face(const BoxCore& box1, int axis, const Vec3<double>& m,
                                            const BoxCore& box2, const Pose<double>& X_12, double size) {
  const Vec3<double> d = -X_12.R.inverse_times(m);
  const Vec3<double> corner = box2.support(d);
  const bool is_corner = std::abs(d.x) * box2.half.x > 1e-14 * size &&
                         std::abs(d.y) * box2.half.y > 1e-14 * size &&
                         std::abs(d.z) * box2.half.z > 1e-14 * size;
  if (is_corner) {
    const Vec3<double> p = X_12 * corner;
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    const double over = std::max(std::abs(p[u]) - box1.half[u], std::abs(p[v]) - box1.half[v]);
    return over <= 1e-14 * size ? std::optional(p) : std::nullopt;
  }
  FacePolygon polygon(X_12 * corner);
  int free_axes = 0;  // edges along which the support does not change
  for (int j = 0; j < 3 && free_axes < 2; ++j)
    if (std::abs(d[j]) * box2.half[j] <= 1e-14 * size) {
      polygon.sweep((-2 * corner[j]) * X_12.R.col(j));
      ++free_axes;
    }
  for (int i = 0; i < 3; ++i)
    if (i != axis) polygon.clip(i, box1.half[i] + 1e-14 * size);
  if (polygon.is_empty()) return {};
  return polygon.middle();
}

/// The distance along the normal of a face of box 1.
std::optional<ShapeDistance> face_distance(const BoxCore& box1, int axis, const Vec3<double>& n,
                                           const BoxCore& box2, const Pose<double>& X_12, double separation,
                                           double size) {
  const std::optional<Vec3<double>> p = point_over_face(box1, axis, n, box2, X_12, size);
  if (!p) return {};
  return ShapeDistance{separation, n, *p - separation * n, *p};
}

/// The distance along the common normal of edge i of box 1 and edge j of box 2: c₁ + s·e_i and c₂ + t·e_j
/// with c₂ + t·e_j − c₁ − s·e_i ∥ n.
std::optional<ShapeDistance> edge_distance(const BoxCore& box1, int i, const BoxCore& box2, int j,
                                           const Pose<double>& X_12, const BoxSeparation& at, double size) {
  const Vec3<double>& n = at.normal;
  Vec3<double> local1 = box1.support(n), local2 = box2.support(-X_12.R.inverse_times(n));
  local1[i] = 0, local2[j] = 0;
  const Vec3<double> c1 = local1, c2 = X_12 * local2, v = c2 - c1;
  const Vec3<double> e1 = Vec3<double>::unit(i), e2 = X_12.R.col(j), k = cross(e1, e2);
  const double kk = dot(k, k);
  const double s = dot(cross(v, e2), k) / kk, t = dot(cross(v, e1), k) / kk;
  const double slack = 1e-13 * size;
  if (!(std::abs(s) <= box1.half[i] + slack && std::abs(t) <= box2.half[j] + slack)) return {};
  const Vec3<double> p = c1 + s * e1;
  return ShapeDistance{at.separation, n, p, p + at.separation * n};
}

}  // namespace

BoxSeparation find_separation(const BoxCore& box1, const BoxCore& box2, const Pose<double>& X_12) {
  const Mat3<double>& R = X_12.R.matrix();
  const Vec3<double>& p = X_12.p;
  BoxSeparation best{-1e300, {}};
  const Vec3<double> q = transpose_times(R, p);
  for (int i = 0; i < 3; ++i) {
    const Vec3<double> row{R.x[i], R.y[i], R.z[i]};
    const double s = std::abs(p[i]) - box1.half[i] - reach(box2, row);
    if (s > best.separation) best = {s, std::copysign(1.0, p[i]) * Vec3<double>::unit(i), i, -1};
  }
  for (int j = 0; j < 3; ++j) {
    const double s = std::abs(q[j]) - box2.half[j] - reach(box1, R.col(j));
    if (s > best.separation) best = {s, std::copysign(1.0, q[j]) * R.col(j), -1, j};
  }
  // Faces are preferred where edges are no better than rounding.
  const double margin = 1e-14 * (norm(box1.half) + norm(box2.half) + norm(p));
  // Separations times |k|, and compared by their squares: the root is taken of the best alone.
  double to_beat = best.separation + margin;
  int edge1 = -1, edge2 = -1;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const Vec3<double> k = cross(Vec3<double>::unit(i), R.col(j));
      const double kk = dot(k, k);
      const double gap = std::abs(dot(k, p)) - reach(box1, k) - reach(box2, transpose_times(R, k));
      if (gap * std::abs(gap) > to_beat * std::abs(to_beat) * kk && kk >= 1e-24)
        to_beat = gap / std::sqrt(kk), edge1 = i, edge2 = j;
    }
  if (edge1 < 0) return best;
  const Vec3<double> k = cross(Vec3<double>::unit(edge1), R.col(edge2));
  const Vec3<double> n = (std::copysign(1.0, dot(k, p)) / norm(k)) * k;
  const double s = dot(n, p) - reach(box1, n) - reach(box2, transpose_times(R, n));
  if (s > best.separation + margin) best = {s, n, edge1, edge2};
  return best;
}

std::optional<ShapeDistance> box_distance(const BoxCore& box1, const BoxCore& box2, const Pose<double>& X_12,
                                          const BoxSeparation& at) {
  const double size = norm(box1.half) + norm(box2.half) + norm(X_12.p);
  if (at.face1 >= 0 && at.face2 >= 0) return edge_distance(box1, at.face1, box2, at.face2, X_12, at, size);
  if (at.face1 >= 0) return face_distance(box1, at.face1, at.normal, box2, X_12, at.separation, size);
  const Pose<double> X_21 = X_12.inverse();
  const std::optional<ShapeDistance> seen =
      face_distance(box2, at.face2, -(X_21.R * at.normal), box1, X_21, at.separation, size);
  if (!seen) return {};
  return ShapeDistance{at.separation, at.normal, X_12 * seen->point2, X_12 * seen->point1};
}

}  // namespace sarrus::internal

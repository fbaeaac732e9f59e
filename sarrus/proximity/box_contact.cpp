#include "sarrus/proximity/internal/box_contact.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sarrus/proximity/internal/box_box.h"
#include "sarrus/proximity/internal/clip.h"
#include "sarrus/proximity/internal/contact_name.h"
#include "sarrus/proximity/internal/contact_patch.h"

namespace sarrus::internal {

namespace {

/// A face of one box, and the part of the other box that faces it, in coordinates (x, y) of the face and z
/// along its outward normal.
class BoxOnFace {
 public:
  /// The face across `axis` of the box with half edges a and the pose X_W1, on the positive side (1) or the
  /// negative one (−1). The other box has the pose X_12 in the first. `is_turned`: it is shape 1.
  BoxOnFace(const Vec3<double>& a, const Vec3<double>& b, const Pose<double>& X_W1, const Pose<double>& X_12,
            int axis, double side, bool is_turned, double margin, Manifold& manifold)
      : is_turned_(is_turned), margin_(margin), manifold_(manifold) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    const double A[3] = {a.x, a.y, a.z}, P[3] = {X_12.p.x, X_12.p.y, X_12.p.z};
    const Mat3<double>& R = X_12.R.matrix();
    const double rows[3][3] = {{R.x.x, R.y.x, R.z.x}, {R.x.y, R.y.y, R.z.y}, {R.x.z, R.y.z, R.z.z}};
    half_u_ = A[u], half_v_ = A[v], height_ = A[axis];
    tolerance_ = 1e-6 * (half_u_ + half_v_);
    b_[0] = b.x, b_[1] = b.y, b_[2] = b.z;
    for (int j = 0; j < 3; ++j) axes_[j] = {rows[u][j], rows[v][j], side * rows[axis][j]};
    center_ = {P[u], P[v], side * P[axis]};
    x_ = X_W1.R.col(u), y_ = X_W1.R.col(v), z_ = side * X_W1.R.col(axis);
    origin_ = X_W1.p + height_ * z_;
    // Corners of the face, in the order of its sides x = half_u, y = half_v, x = −half_u, y = −half_v, each
    // of which begins at the corner with its own number.
    const int top = side > 0 ? 1 << axis : 0, plus_u = 1 << u, plus_v = 1 << v;
    face_corners_[0] = top | plus_u, face_corners_[1] = top | plus_u | plus_v;
    face_corners_[2] = top | plus_v, face_corners_[3] = top;
    face_ = face_name(2 * axis + (side > 0));
  }

  /// Adds the points, and returns the least of their distances, counting those beyond the margin.
  double add() {
    int corner = 0, free_axes = 0, free[3];
    for (int j = 0; j < 3; ++j) {
      if (axes_[j].z < 0) corner |= 1 << j;
      if (std::abs(axes_[j].z) <= patch_slope && b_[j] > 0) free[free_axes++] = j;
    }
    if (free_axes == 2)
      add_face(corner, free[0], free[1]);
    else if (free_axes == 1)
      add_edge(corner, corner ^ (1 << free[0]));
    else
      add_corner(corner);
    return least_;
  }

 private:
  Vec3<double> other_corner(int corner) const {
    Vec3<double> p = center_;
    for (int j = 0; j < 3; ++j) p += ((corner >> j & 1) != 0 ? b_[j] : -b_[j]) * axes_[j];
    return p;
  }
  FeatureName face_edge(int k) const { return edge_name(face_corners_[k], face_corners_[(k + 1) & 3]); }

  void emit(double x, double y, double z, FeatureName of_face, FeatureName of_other) {
    const double distance = z - height_;
    least_ = std::min(least_, distance);
    if (distance > margin_) return;
    const Vec3<double> on_face = origin_ + x * x_ + y * y_, on_other = on_face + distance * z_;
    if (is_turned_)
      manifold_.points.push_back({on_other, on_face, distance, contact_name(of_other, of_face)});
    else
      manifold_.points.push_back({on_face, on_other, distance, contact_name(of_face, of_other)});
  }

  void add_corner(int corner) {
    const Vec3<double> p = other_corner(corner);
    if (std::abs(p.x) <= half_u_ + tolerance_ && std::abs(p.y) <= half_v_ + tolerance_)
      emit(p.x, p.y, p.z, face_, vertex_name(corner));
  }

  /// The edge between two corners, clipped by the sides of the face.
  void add_edge(int corner1, int corner2) {
    const Vec3<double> p = other_corner(corner1), q = other_corner(corner2);
    const double out_p[4] = {p.x - half_u_, p.y - half_v_, -p.x - half_u_, -p.y - half_v_};
    const double out_q[4] = {q.x - half_u_, q.y - half_v_, -q.x - half_u_, -q.y - half_v_};
    double lower = 0, upper = 1;
    int lower_side = -1, upper_side = -1;
    for (int k = 0; k < 4; ++k) {
      if (out_p[k] > tolerance_ && out_q[k] > tolerance_) return;
      const double t = out_p[k] / (out_p[k] - out_q[k]);
      if (out_p[k] > tolerance_ && t > lower) lower = t, lower_side = k;
      if (out_q[k] > tolerance_ && t < upper) upper = t, upper_side = k;
    }
    if (lower > upper) return;
    const auto emit_end = [&](double t, int corner, int k) {
      const Vec3<double> w = p + t * (q - p);
      emit(w.x, w.y, w.z, k < 0 ? face_ : face_edge(k),
           k < 0 ? vertex_name(corner) : edge_name(corner1, corner2));
    };
    emit_end(lower, corner1, lower_side);
    if (upper - lower > 1e-6) emit_end(upper, corner2, upper_side);
  }

  /// A face of the other box, spanned by its axes j1 and j2, clipped by the sides of the face.
  void add_face(int corner, int j1, int j2) {
    const int corners[4] = {corner, corner ^ (1 << j1), corner ^ (1 << j1) ^ (1 << j2), corner ^ (1 << j2)};
    const Vec3<double> p = other_corner(corner);
    const Vec3<double> to1 = ((corner >> j1 & 1) != 0 ? -2 : 2) * b_[j1] * axes_[j1];
    const Vec3<double> to2 = ((corner >> j2 & 1) != 0 ? -2 : 2) * b_[j2] * axes_[j2];
    ClipVertex buffer1[9], buffer2[9];
    buffer1[0] = {p.x, p.y, 0}, buffer1[1] = {p.x + to1.x, p.y + to1.y, 1};
    buffer1[2] = {p.x + to1.x + to2.x, p.y + to1.y + to2.y, 2}, buffer1[3] = {p.x + to2.x, p.y + to2.y, 3};
    ClipPolygon region{buffer1, buffer2, 4};
    region.clip({1, 0, half_u_}, 4, tolerance_);
    region.clip({0, 1, half_v_}, 5, tolerance_);
    region.clip({-1, 0, half_u_}, 6, tolerance_);
    region.clip({0, -1, half_v_}, 7, tolerance_);
    // The plane of the other face, with the normal m = ±its axis j3: z = z₀ − (m.x·x + m.y·y)/m.z.
    const int j3 = 3 - j1 - j2;
    const Vec3<double>& m = axes_[j3];
    const double slope_x = -m.x / m.z, slope_y = -m.y / m.z, z0 = p.z - slope_x * p.x - slope_y * p.y;
    const FeatureName other_face = face_name(2 * j3 + (m.z < 0));
    int in = region.count == 0 ? 0 : region.corners[region.count - 1].edge;
    for (int k = 0; k < region.count; ++k) {
      const ClipVertex& at = region.corners[k];
      const int out = at.edge;
      const double z = z0 + slope_x * at.x + slope_y * at.y;
      if (in < 4 && out < 4) {
        emit(at.x, at.y, z, face_, vertex_name(corners[corner_between(in, out, 4)]));
      } else if (in >= 4 && out >= 4) {
        emit(at.x, at.y, z, vertex_name(face_corners_[corner_between(in - 4, out - 4, 4)]), other_face);
      } else {
        const int other_edge = std::min(in, out);
        emit(at.x, at.y, z, face_edge(std::max(in, out) - 4),
             edge_name(corners[other_edge], corners[(other_edge + 1) & 3]));
      }
      in = out;
    }
  }

  double half_u_, half_v_, height_, tolerance_;  // of the face
  double b_[3];
  Vec3<double> axes_[3], center_;    // of the other box
  Vec3<double> x_, y_, z_, origin_;  // of the face's coordinates in world axes; the origin is in the face
  int face_corners_[4];
  FeatureName face_;
  bool is_turned_;
  double margin_;
  Manifold& manifold_;
  double least_ = std::numeric_limits<double>::infinity();
};

/// The nearest points of the edges whose cross product is the normal. False if they lie outside the edges.
bool nearest_on_box_edges(const Vec3<double>& a, const Vec3<double>& b, const Pose<double>& X_12,
                          const BoxAxis& axis, const Pose<double>& X_W1, ShapeDistance& at) {
  const int i = (axis.number - 6) / 3, j = (axis.number - 6) % 3;
  const Vec3<double>& n = axis.normal;
  const Vec3<double> m = X_12.R.inverse_times(n);
  Vec3<double> p = {n.x > 0 ? a.x : -a.x, n.y > 0 ? a.y : -a.y, n.z > 0 ? a.z : -a.z};
  Vec3<double> q = {m.x < 0 ? b.x : -b.x, m.y < 0 ? b.y : -b.y, m.z < 0 ? b.z : -b.z};
  p[i] = 0, q[j] = 0;
  // p + s·e and q + t·f, at right angles to n: w = q − p, c = e·f: s = (w·e − c·w·f)/(1 − c²), t likewise.
  const Vec3<double> e = Vec3<double>::unit(i), f = X_12.R.col(j), w = X_12 * q - p;
  const double c = f[i], we = w[i], wf = dot(w, f), square = 1 - c * c;
  const double s = (we - c * wf) / square, t = (c * we - wf) / square;
  const double rounding = 1e-9 * (a[i] + b[j]);
  at.distance = axis.separation;
  at.normal = X_W1.R * n;
  at.point1 = X_W1 * (p + s * e);
  at.point2 = at.point1 + at.distance * at.normal;
  return std::abs(s) <= a[i] + rounding && std::abs(t) <= b[j] + rounding;
}

}  // namespace

BoxContact add_box_contacts(const BoxShape& box1, const Pose<double>& X_W1, const BoxShape& box2,
                            const Pose<double>& X_W2, double margin, Manifold& manifold, ShapeDistance& at) {
  const Vec3<double> a = half_edges(box1), b = half_edges(box2);
  const Pose<double> X_12 = X_W1.inverse_times(X_W2);
  const BoxAxis axis = find_box_axis(a, b, X_12, margin);
  manifold.normal = X_W1.R * axis.normal;
  if (axis.separation > margin) return BoxContact::done;
  if (axis.number >= 6)
    return nearest_on_box_edges(a, b, X_12, axis, X_W1, at) ? BoxContact::edges : BoxContact::corners;
  double least;
  if (axis.number < 3) {
    const double side = axis.normal[axis.number];
    least = BoxOnFace(a, b, X_W1, X_12, axis.number, side, false, margin, manifold).add();
  } else {
    const int j = axis.number - 3;
    const double side = dot(axis.normal, X_12.R.col(j)) > 0 ? -1 : 1;  // outward from box 2
    least = BoxOnFace(b, a, X_W2, X_12.inverse(), j, side, true, margin, manifold).add();
  }
  // Boxes that overlap always meet over the face; others may be nearer elsewhere than the axis says.
  const double rounding = 1e-12 * (a.x + a.y + a.z + b.x + b.y + b.z);
  if (least <= std::max(axis.separation, 0.0) + rounding) return BoxContact::done;
  manifold.points.clear();
  return BoxContact::corners;
}

}  // namespace sarrus::internal

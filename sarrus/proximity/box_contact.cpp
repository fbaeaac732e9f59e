#include "sarrus/proximity/internal/box_contact.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sarrus/proximity/internal/box_box.h"
#include "sarrus/proximity/internal/clip.h"
#include "sarrus/proximity/internal/contact_name.h"
#include "sarrus/proximity/internal/contact_patch.h"
#include "sarrus/proximity/internal/lane_point.h"
#include "sarrus/proximity/internal/parallelogram_cut.h"

namespace sarrus::internal {

namespace {

/// A face of one box, and the part of the other box that faces it, in coordinates (x, y) of the face and z
/// along its outward normal.
class BoxOnFace {
 public:
  /// The face across `axis` of the box with half edges a and the pose X_W1, on the positive side (1) or the
  /// negative one (−1). The other box has the pose X_12 in the first. `is_turned`: it is shape 1.
  BoxOnFace(const Vec3<double>& a, const Vec3<double>& b, const Pose<double>& X_W1, const LanePose& X_12,
            int axis, double side, bool is_turned, double margin, Manifold& manifold)
      : is_turned_(is_turned), margin_(margin), manifold_(manifold) {
    const int u = axis == 2 ? 0 : axis + 1, v = 3 - axis - u;
    double columns[4][4];
    X_12.R.x.store(columns[0]), X_12.R.y.store(columns[1]), X_12.R.z.store(columns[2]);
    X_12.p.store(columns[3]);
    half_u_ = a[u], half_v_ = a[v], height_ = a[axis];
    tolerance_ = 1e-6 * (half_u_ + half_v_);
    b_[0] = b.x, b_[1] = b.y, b_[2] = b.z;
    for (int j = 0; j < 3; ++j) axes_[j] = lane4({columns[j][u], columns[j][v], side * columns[j][axis]});
    center_ = lane4({columns[3][u], columns[3][v], side * columns[3][axis]});
    x_ = lane4(X_W1.R.col(u)), y_ = lane4(X_W1.R.col(v)), z_ = Lane4(side) * lane4(X_W1.R.col(axis));
    origin_ = lane4(X_W1.p) + Lane4(height_) * z_;
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
      if (axes_[j][2] < 0) corner |= 1 << j;
      if (std::abs(axes_[j][2]) <= patch_slope && b_[j] > 0) free[free_axes++] = j;
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
    const auto along = [&](int j) { return Lane4((corner >> j & 1) != 0 ? b_[j] : -b_[j]) * axes_[j]; };
    return vec3(center_ + along(0) + along(1) + along(2));
  }
  FeatureName face_edge(int k) const { return edge_name(face_corners_[k], face_corners_[(k + 1) & 3]); }

  void emit(double x, double y, double z, FeatureName of_face, FeatureName of_other) {
    const double distance = z - height_;
    least_ = std::min(least_, distance);
    if (distance > margin_) return;
    const Lane4 on_face = origin_ + Lane4(x) * x_ + Lane4(y) * y_, on_other = on_face + Lane4(distance) * z_;
    if (is_turned_)
      add_point(on_other, on_face, distance, contact_name(of_other, of_face), manifold_);
    else
      add_point(on_face, on_other, distance, contact_name(of_face, of_other), manifold_);
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
    const Vec3<double> to1 = ((corner >> j1 & 1) != 0 ? -2 : 2) * b_[j1] * vec3(axes_[j1]);
    const Vec3<double> to2 = ((corner >> j2 & 1) != 0 ? -2 : 2) * b_[j2] * vec3(axes_[j2]);
    const Lane4 X(Lane4::Lanes{p.x, p.x + to1.x, p.x + to1.x + to2.x, p.x + to2.x});
    const Lane4 Y(Lane4::Lanes{p.y, p.y + to1.y, p.y + to1.y + to2.y, p.y + to2.y});
    // The plane of the other face, with the normal m = ±its axis j3: z = z₀ − (m.x·x + m.y·y)/m.z.
    const int j3 = 3 - j1 - j2;
    const Vec3<double> m = vec3(axes_[j3]);
    const double slope_x = -m.x / m.z, slope_y = -m.y / m.z, z0 = p.z - slope_x * p.x - slope_y * p.y;
    const FeatureName other_face = face_name(2 * j3 + (m.z < 0));
    const auto emit_corner = [&](double x, double y, int in, int out) {
      const double z = z0 + slope_x * x + slope_y * y;
      if (in < 4 && out < 4) {
        emit(x, y, z, face_, vertex_name(corners[corner_between(in, out, 4)]));
      } else if (in >= 4 && out >= 4) {
        emit(x, y, z, vertex_name(face_corners_[corner_between(in - 4, out - 4, 4)]), other_face);
      } else {
        const int other_edge = std::min(in, out);
        emit(x, y, z, face_edge(std::max(in, out) - 4),
             edge_name(corners[other_edge], corners[(other_edge + 1) & 3]));
      }
    };
    ParallelogramCut(X, Y, half_u_, half_v_, tolerance_).visit_corners(emit_corner);
  }

  double half_u_, half_v_, height_, tolerance_;  // of the face
  double b_[3];
  Lane4 axes_[3], center_;    // of the other box
  Lane4 x_, y_, z_, origin_;  // of the face's coordinates in world axes; the origin is in the face
  int face_corners_[4];
  FeatureName face_;
  bool is_turned_;
  double margin_;
  Manifold& manifold_;
  double least_ = std::numeric_limits<double>::infinity();
};

/// The normal of an axis in world axes; that of a face is known without a product.
Vec3<double> normal_in_world(const BoxAxis& axis, const Pose<double>& X_W1, const Pose<double>& X_W2) {
  if (axis.number < 3) return axis.sign * X_W1.R.col(axis.number);
  if (axis.number < 6) return axis.sign * X_W2.R.col(axis.number - 3);
  return X_W1.R * axis.normal;
}

}  // namespace

BoxContact add_box_contacts(const BoxShape& box1, const Pose<double>& X_W1, const BoxShape& box2,
                            const Pose<double>& X_W2, double margin, Manifold& manifold) {
  const Vec3<double> a = half_edges(box1), b = half_edges(box2);
  const LanePose X_12 = relative_pose(X_W1, X_W2);
  const BoxAxis axis = find_box_axis(a, b, X_12, margin);
  manifold.normal = normal_in_world(axis, X_W1, X_W2);
  if (axis.separation > margin) return BoxContact::done;
  if (axis.number >= 6) return BoxContact::edges;
  double least;
  if (axis.number < 3) {
    least = BoxOnFace(a, b, X_W1, X_12, axis.number, axis.sign, false, margin, manifold).add();
  } else {
    const LanePose X_21 = inverse(X_12);
    least = BoxOnFace(b, a, X_W2, X_21, axis.number - 3, -axis.sign, true, margin, manifold).add();
  }
  // Boxes that overlap always meet over the face; others may be nearer elsewhere than the axis says.
  const double rounding = 1e-12 * (a.x + a.y + a.z + b.x + b.y + b.z);
  if (least <= std::max(axis.separation, 0.0) + rounding) return BoxContact::done;
  manifold.points.clear();
  return BoxContact::corners;
}

std::optional<ShapeDistance> find_box_edges(const BoxShape& box1, const Pose<double>& X_W1,
                                            const BoxShape& box2, const Pose<double>& X_W2) {
  const Vec3<double> a = half_edges(box1), b = half_edges(box2);
  const LanePose lanes = relative_pose(X_W1, X_W2);
  const BoxAxis axis = find_box_axis(a, b, lanes, std::numeric_limits<double>::infinity());
  if (axis.number < 6) return {};
  const Pose<double> X_12 = lanes.pose();
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
  if (!(std::abs(s) <= a[i] + rounding && std::abs(t) <= b[j] + rounding)) return {};
  const Vec3<double> normal = X_W1.R * n, point1 = X_W1 * (p + s * e);
  return ShapeDistance{axis.separation, normal, point1, point1 + axis.separation * normal};
}

}  // namespace sarrus::internal

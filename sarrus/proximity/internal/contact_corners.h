#pragma once
/// @file
/// The corners with which a shape touches other surfaces.

#include <cmath>

#include "sarrus/proximity/internal/box_box.h"
#include "sarrus/proximity/internal/contact_patch.h"

namespace sarrus::internal {

/// Calls f(p, radius, number) for spheres about points p of a shape, in its frame, that may touch a surface
/// with the unit normal n: corners, ends of segments, four points of a rim that lies flat and its lowest.
template <class F>
class CornerVisitor {
 public:
  CornerVisitor(const Vec3<double>& n, const F& f)
      : n_(n), across_(std::sqrt(n.x * n.x + n.y * n.y)), f_(f) {}

  /// False if the shape has no corners, but is smooth, or a mesh.
  template <class S>
  bool operator()(const S&) const {
    return false;
  }
  bool operator()(const BoxShape& shape) const { return visit_box(half_edges(shape), 0); }
  bool operator()(const RoundedBoxShape& shape) const {
    const double r = shape.rounding;
    return visit_box(0.5 * shape.size - Vec3<double>{r, r, r}, r);
  }
  bool operator()(const SphereShape& shape) const {
    f_(Vec3<double>::zero(), shape.radius, 0);
    return true;
  }
  bool operator()(const CapsuleShape& shape) const {
    const double z = 0.5 * shape.length;
    f_(Vec3<double>{0, 0, -z}, shape.radius, 0);
    f_(Vec3<double>{0, 0, z}, shape.radius, 1);
    return true;
  }
  bool operator()(const CylinderShape& shape) const {
    const double z = 0.5 * shape.length;
    if (!is_flat() || n_.z > 0) visit_rim(-z, shape.radius, 0, 0);
    if (!is_flat() || n_.z <= 0) visit_rim(z, shape.radius, 0, 1);
    return true;
  }
  bool operator()(const ConeShape& shape) const {
    const double z = 0.5 * shape.length;
    if (!is_flat() || n_.z > 0) visit_rim(-z, shape.radius, 0, 0);
    if (!is_flat() || n_.z <= 0) f_(Vec3<double>{0, 0, z}, 0.0, 1);
    return true;
  }
  bool operator()(const TorusShape& shape) const {
    visit_rim(0, shape.radius, shape.tube, 0);
    return true;
  }
  bool operator()(const ConvexShape& shape) const {
    const Array<Vec3<double>>& vertices = shape.polyhedron->vertices();
    for (int i = 0; i < static_cast<int>(vertices.size()); ++i) f_(vertices[i], 0.0, i);
    return true;
  }

 private:
  bool is_flat() const { return across_ <= patch_slope; }
  bool visit_box(const Vec3<double>& a, double radius) const {
    for (int corner = 0; corner < 8; ++corner) f_(box_corner(a, corner), radius, corner);
    return true;
  }
  /// The lowest point of a circle about z, swept by a sphere; four more if it lies nearly flat.
  void visit_rim(double z, double circle, double radius, int rim) const {
    if (is_flat())
      for (int k = 0; k < 4; ++k) {
        const double r = k < 2 ? circle : -circle;
        f_(Vec3<double>{k % 2 == 0 ? r : 0, k % 2 == 0 ? 0 : r, z}, radius, rim_vertex(rim, k));
      }
    if (!is_flat() || across_ - std::max(std::abs(n_.x), std::abs(n_.y)) > 1e-9)
      f_(Vec3<double>{-circle * n_.x / across_, -circle * n_.y / across_, z}, radius, rim);
  }

  Vec3<double> n_;
  double across_;
  const F& f_;
};

/// False if the shape has no corners.
template <class F>
bool visit_contact_corners(const AnyShape& shape, const Vec3<double>& n, const F& f) {
  return std::visit(CornerVisitor<F>(n, f), shape);
}

}  // namespace sarrus::internal

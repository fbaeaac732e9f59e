#pragma once
/// @file
/// A point of one body near a plane of another: what elements for single points share.

#include "sarrus/system/declaration.h"
#include "sarrus/system/place.h"
#include "sarrus/system/responses.h"

namespace sarrus {

struct PointOnPlane {
  Place point_place, plane_place;
  FrameOn<double> point{}, plane{};  ///< Once found. The plane is z = 0 of its frame, with the normal z.

  void find(const Declaration& declaration) {
    point = point_place.find(declaration), plane = plane_place.find(declaration);
    require(point.body != plane.body,
            "the element '{}': its point and its plane are on the same body '{}', where nothing can touch; "
            "put one on "
            "another body",
            declaration.name(), declaration.model().body(point.body).name);
  }
  /// The position of the point and its velocity relative to the plane's body, both in the plane's axes; a
  /// point that is displaced by `offset` along the normal moves with the point's body.
  struct Motion {
    Vec3<double> p, v;
  };
  Motion motion(const State& state, double offset = 0) const {
    const Pose<double> X_WP = pose(state, plane);
    const Vec3<double> at = pose(state, point).p + offset * X_WP.R.col(2);
    const auto velocity_at = [&](int body) {
      const ::sarrus::Motion<double> V = velocity(state, body);
      return V.v + cross(V.w, at - pose(state, body).p);
    };
    return {X_WP.inverse() * at, X_WP.R.inverse_times(velocity_at(point.body) - velocity_at(plane.body))};
  }
  double height(const State& state) const {
    return dot(pose(state, plane).R.col(2), pose(state, point).p - pose(state, plane).p);
  }
  /// Adds a force on the point's body, in the plane's axes at the position p in the plane's frame, and the
  /// opposite on the plane's body.
  void add(const State& state, const Vec3<double>& p, const Vec3<double>& f_P, AppliedForces& forces) const {
    const Pose<double> X_WP = pose(state, plane);
    const Vec3<double> at = X_WP * p, f = X_WP.R * f_P;
    forces.add_at(point.body, at - pose(state, point.body).p, f);
    forces.add_at(plane.body, at - pose(state, plane.body).p, -f);
  }
};

}  // namespace sarrus

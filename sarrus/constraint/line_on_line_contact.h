#pragma once
/// @file
/// A straight edge on one body, F's z axis a, stays on a straight edge on another, M's z axis b. With the
/// unit vector n along a × b,
///   e = n·p_FM,   r = s·b,   s = p_FM·(a × n)/|a × b|
/// where s is the position of the contact point along M's edge. Rolling: t₁ = a, t₂ = n × a. The gap is
/// signed and measured between infinite lines: edges of finite length touch only as long as s is within it.
///
/// Lines that become parallel as they move meet at infinity: s grows as one over the angle between them, and
/// so does the arm of the force. The motion ends there with an Error.

#include <cmath>

#include "sarrus/constraint/contact.h"

namespace sarrus {

/// A straight edge that slides or rolls on another. Parallel edges have no unique contact point:
/// accelerations are an Error there. For searches of positions that pass through such a pose, n is F's x axis
/// and r is zero.
class LineOnLineContact : public ContactOf<LineOnLineContact> {
 public:
  LineOnLineContact(Place F, Place M, ContactMotion touch) : ContactOf(std::move(F), std::move(M), touch) {}

  void declare_parameters(Declaration&) {}
  template <class T, class P>
  ContactPoint<T> contact_point(const Pose<T>& X, const P&) const {
    const Vec3<T> a = Vec3<T>::unit_z(), b = X.R.col(2);
    const T squared = b.x * b.x + b.y * b.y;
    const auto parallel = squared < T(1e-20);
    const T inverse_sine = T(1) / sqrt(select(parallel, T(1), squared));
    const Vec3<T> n{select(parallel, T(1), -inverse_sine * b.y), select(parallel, T(0), inverse_sine * b.x),
                    T(0)};
    const Vec3<T> across = cross(n, a);
    const T s = select(parallel, T(0), -inverse_sine * dot(X.p, across));
    return {dot(n, X.p), n, a, across, s * b};
  }
  template <class T>
  void require_a_point(const Pose<T>& X) const {
    const double angle = std::hypot(primal(X.R(0, 2)), primal(X.R(1, 2)));
    require(angle > least_angle,
            "the edges of the contact '{}' are parallel to within {:.3g} rad, and the point where they touch "
            "goes to infinity: motion cannot go on. Edges of a real body have lost each other by then: stop "
            "the simulation, or disable the contact, by an event where the point leaves them; two axes that "
            "are meant to be parallel take a ParallelAxesConstraint",
            name(), angle);
  }

 private:
  /// The angle [rad] below which lines count as parallel.
  static constexpr double least_angle = 1e-4;
};

}  // namespace sarrus

#pragma once
/// @file
/// A wheel or coin stays on a plane of another body: the plane normal to F's z axis n at the height h. Its
/// edge is a circle of radius R about M's origin, normal to M's z axis a. With s the sine of the angle
/// between a and n,
///   e = p_FM·n − h − R·s − C,   r = −R·k − C·n,   k = (n − (n·a)·a)/s
/// where k points from the lowest point of the circle to the center. Rolling: t₁ = a × n/s is the direction
/// in which the wheel rolls when it turns about +a, and t₂ = n × t₁; their multipliers are the forces along
/// and across the track.
///
/// The edge may be rounded by a crown of radius C: then the wheel is a torus, its center is R + C high when
/// it stands upright, and the contact point moves across the tread as it leans.

#include <cmath>

#include "sarrus/constraint/contact.h"

namespace sarrus {

/// A disk that slides or rolls on a plane. A disk that lies flat touches with its whole edge and has no
/// unique contact point: accelerations are an Error there. For searches of positions that pass through such a
/// pose, k is M's x axis and t₁, t₂ are F's x and y axes.
class DiskOnPlaneContact : public ContactOf<DiskOnPlaneContact> {
 public:
  DiskOnPlaneContact(Place F, Place M, double radius, ContactMotion touch, double height = 0,
                     double crown = 0)
      : ContactOf(std::move(F), std::move(M), touch), radius_(radius), height_(height), crown_(crown) {}

  void declare_parameters(Declaration& declaration) {
    radius_.declare(declaration, "radius", "m", ParameterRange::above(0));
    height_.declare(declaration, "height", "m");
    crown_.declare(declaration, "crown", "m", ParameterRange::at_least(0));
  }
  template <class T, class P>
  ContactPoint<T> contact_point(const Pose<T>& X, const P& parameters) const {
    const T radius = T(parameters[0]), height = T(parameters[1]), crown = T(parameters[2]);
    const Vec3<T> n = Vec3<T>::unit_z(), a = X.R.col(2), x = X.R.col(0);
    const T squared = a.x * a.x + a.y * a.y;
    const auto flat = squared < T(1e-20);
    const T s = sqrt(select(flat, T(1), squared)), inverse = T(1) / s;
    const auto choose = [&](const Vec3<T>& stand_in, const Vec3<T>& usual) {
      return Vec3<T>{select(flat, stand_in.x, usual.x), select(flat, stand_in.y, usual.y),
                     select(flat, stand_in.z, usual.z)};
    };
    const Vec3<T> k = choose(x, {-inverse * a.z * a.x, -inverse * a.z * a.y, s}),
                  t1 = choose(Vec3<T>::unit_x(), inverse * cross(a, n));
    return {X.p.z - height - radius * k.z - crown, n, t1, cross(n, t1), -(radius * k) - crown * n};
  }
  template <class T>
  void require_a_point(const Pose<T>& X) const {
    const double angle = std::hypot(primal(X.R(0, 2)), primal(X.R(1, 2)));
    require(
        angle > least_angle,
        "the disk of the contact '{}' lies flat: its axis is {:.3g} rad from the normal of the plane, and "
        "no point of its edge is the lowest. A disk that begins flat wants to be stood up first; one that "
        "falls has hit the plane: stop the simulation by an event before that, or go on with other "
        "constraints, such as a ParallelAxesConstraint and a PointInPlaneConstraint",
        name(), angle);
  }

  Parameter radius() const { return radius_; }
  Parameter height() const { return height_; }
  Parameter crown() const { return crown_; }

 private:
  /// The angle [rad] below which a disk counts as flat: large enough that no step jumps over it.
  static constexpr double least_angle = 1e-3;

  OwnParameter radius_, height_, crown_;
};

}  // namespace sarrus

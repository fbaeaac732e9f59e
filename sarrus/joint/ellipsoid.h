#pragma once
/// @file
#include "sarrus/base/array.h"
#include "sarrus/joint/ball.h"

namespace sarrus {

/// M's origin slides on an ellipsoid fixed in F, to the point where the outward normal is M's z axis; M
/// rotates in all directions, as in a ball joint (a shoulder blade on the rib cage).
///   n = R·z,  D = diag(rx², ry², rz²),  s = √(nᵀDn):   p = D·n/s,   ṗ = (D·ṅ − (nᵀDṅ/s²)·D·n)/s with ṅ = w×n
struct Ellipsoid : Ball {
  static constexpr std::string_view type = "ellipsoid";
  Vec3<double> radii{1, 1, 1};  ///< Semi-axes along Fx, Fy, Fz (m).

  Ellipsoid() = default;
  explicit Ellipsoid(const Vec3<double>& semi_axes,
                     RotationCoordinates coordinates_kind = RotationCoordinates::quaternion)
      : Ball(coordinates_kind), radii(semi_axes) {}

  template <class T, class P>
  Pose<T> pose(const T* q, const P* p) const {
    const Rotation<T> R = orientation.rotation(q);
    return {R, Contact<T>(R.col(2), p).point()};
  }
  template <class T, class P>
  void columns(const T* q, const P* p, Motion<T>* H) const {
    const Contact<T> contact(orientation.rotation(q).col(2), p);
    for (int i = 0; i < 3; ++i) H[i] = {Vec3<T>::unit(i), contact.rate(cross(Vec3<T>::unit(i), contact.n))};
  }
  template <class T, class P>
  Motion<T> bias(const T* q, const T* u, const P* p) const {
    const Contact<T> contact(orientation.rotation(q).col(2), p);
    const Vec3<T> w{u[0], u[1], u[2]}, n1 = cross(w, contact.n);
    return {Vec3<T>::zero(), contact.second_rate(n1, cross(w, n1))};
  }
  Array<ParameterInfo> parameters() const {
    return {{"radius_x", "m", radii.x}, {"radius_y", "m", radii.y}, {"radius_z", "m", radii.z}};
  }
  Array<std::string> parameter_faults() const { return faults_unless_positive(parameters()); }

 private:
  /// The point of the ellipsoid with outward normal n, and its rates.
  template <class T>
  struct Contact {
    Vec3<T> n, D, Dn;
    T inverse_s;
    template <class P>
    Contact(const Vec3<T>& normal, const P* r)
        : n(normal),
          D{T(r[0] * r[0]), T(r[1] * r[1]), T(r[2] * r[2])},
          Dn(scaled(n)),
          inverse_s(T(1) / sqrt(dot(n, Dn))) {}
    Vec3<T> scaled(const Vec3<T>& v) const { return {D.x * v.x, D.y * v.y, D.z * v.z}; }

    Vec3<T> point() const { return inverse_s * Dn; }
    Vec3<T> rate(const Vec3<T>& n1) const {
      const T k = inverse_s * inverse_s * dot(Dn, n1);
      return inverse_s * (scaled(n1) - k * Dn);
    }
    /// p̈ for ṅ = n1 and n̈ = n2.
    Vec3<T> second_rate(const Vec3<T>& n1, const Vec3<T>& n2) const {
      const T ss = inverse_s * inverse_s, k = ss * dot(Dn, n1);
      const T k2 = ss * (dot(scaled(n1), n1) + dot(Dn, n2));
      return inverse_s * (scaled(n2) - (T(2) * k) * scaled(n1) - (k2 - T(3) * k * k) * Dn);
    }
  };
};

}  // namespace sarrus

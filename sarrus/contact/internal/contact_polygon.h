#pragma once
/// @file
/// Pieces of the surface on which two fields of pressure are equal.

#include <array>

#include "sarrus/geometry/pressure_field.h"

namespace sarrus::internal {

/// A pressure that is linear in space.
struct LinearPressure {
  Vec3<double> gradient;
  double offset;

  double at(const Vec3<double>& x) const { return offset + dot(gradient, x); }
  /// The field E·e within a tetrahedron.
  static LinearPressure of(const PressureField::Tetrahedron& tetrahedron, double modulus) {
    return {modulus * tetrahedron.gradient, modulus * tetrahedron.offset};
  }
  /// The same field in the frame A, if X_AB is the pose of its own frame.
  LinearPressure moved(const Pose<double>& X_AB) const {
    const Vec3<double> g = X_AB.R * gradient;
    return {g, offset - dot(g, X_AB.p)};
  }
};
inline LinearPressure operator-(const LinearPressure& a, const LinearPressure& b) {
  return {a.gradient - b.gradient, a.offset - b.offset};
}

/// A convex polygon in a plane. A cut of a tetrahedron has up to four corners, a triangle three, and each
/// side of another tetrahedron that clips it adds one.
class ContactPolygon {
 public:
  /// The zeros of a linear function in a tetrahedron.
  static ContactPolygon cut(const std::array<Vec3<double>, 4>& corners, const LinearPressure& zero);
  static ContactPolygon triangle(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c);

  bool is_empty() const { return count_ < 3; }
  /// Keeps what has normal·x ≤ offset.
  void clip(const Vec3<double>& normal, double offset);

  /// Integrals of a pressure over the polygon.
  struct Pressed {
    double area = 0;
    double force = 0;     ///< ∫ p dA
    Vec3<double> center;  ///< ∫ p·x dA/force
    double square = 0;    ///< ∫ p² dA
    double peak = 0;
  };
  Pressed press(const LinearPressure& p) const;

 private:
  void add(const Vec3<double>& corner) { corners_[count_++] = corner; }

  std::array<Vec3<double>, 8> corners_;
  std::size_t count_ = 0;
};

}  // namespace sarrus::internal

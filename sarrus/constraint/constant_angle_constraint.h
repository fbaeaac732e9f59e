#pragma once
/// @file
/// The angle between an axis on one body and an axis on another is constant: with a the z axis of F and b
/// that of M, both in F's axes,
///   e = θ − θ₀,   θ = atan2(|a × b|, a·b) between 0 and π
///   θ̇ = k·w with the unit vector k = a × b / sin θ
///   θ̈ = k·ẇ + (cos θ·(|w|² − θ̇²) − (w·a)·(w·b))/sin θ
/// The multiplier is a torque on M about k. θ₀ = 0 or π would be two equations, not one: use a
/// ParallelAxesConstraint.

#include <numbers>
#include <string>

#include "sarrus/system/constraint.h"
#include "sarrus/system/own_parameter.h"

namespace sarrus {

/// A constant angle between axes on two bodies. If the axes are momentarily parallel or opposite, F's x axis
/// replaces k.
class ConstantAngleConstraint : public ConstraintOf<ConstantAngleConstraint> {
 public:
  ConstantAngleConstraint(Place F, Place M, double angle)
      : places_{std::move(F), std::move(M)}, angle_(angle) {}

  ConstraintShape declare(Declaration& declaration) override;
  template <class T>
  void errors(const ConstraintArguments<T>& at, Out<T> e) const {
    require_angle(primal(at.parameters[0]));
    e[0] = Axes<T>(at.frames[0].X).angle - at.parameters[0];
  }
  template <class T>
  void rows(const ConstraintArguments<T>& at, const ConstraintRows<T>& G) const {
    G.wrench(0).t = Axes<T>(at.frames[0].X).k;
  }
  template <class T>
  void biases(const ConstraintArguments<T>& at, Out<T> bias) const {
    const Axes<T> axes(at.frames[0].X);
    const Vec3<T>& w = at.frames[0].V.w;
    const T rate = dot(axes.k, w);
    bias[0] = axes.inverse_sine * (axes.b.z * (dot(w, w) - rate * rate) - w.z * dot(w, axes.b));
  }

  Parameter angle() const { return angle_; }

 private:
  /// b, k, θ and 1/sin θ. If the axes are in line, k is along x, θ changes as by a rotation about x, and its
  /// curvature, which is infinite there, is left out.
  template <class T>
  struct Axes {
    explicit Axes(const Pose<T>& X) : b(X.R.col(2)) {
      const T squared = b.x * b.x + b.y * b.y;
      const auto in_line = squared < T(1e-20);
      const T sine = sqrt(select(in_line, T(1), squared));
      inverse_sine = select(in_line, T(0), T(1) / sine);
      k = {select(in_line, T(1), -inverse_sine * b.y), inverse_sine * b.x, T(0)};
      angle = select(in_line, select(b.z > T(0), -b.y, T(std::numbers::pi) + b.y), atan2(sine, b.z));
    }
    Vec3<T> b, k;
    T angle, inverse_sine;
  };

  void require_angle(double angle) const;

  PlacePair places_;
  std::string name_;
  OwnParameter angle_;
};

}  // namespace sarrus
